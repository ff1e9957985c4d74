"""Conversations: streamed, stopped, broken off and gone on with."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.house import LANTERN, answered, bring, first_person, open_book, say, visiting

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def book(browser: Browser, slow: str) -> str:
    """A small book on the slow server."""
    with visiting(browser, slow) as page:
        return bring(page, "The Saffron Lamp", LANTERN)


def talk(page: Page, book: str, at: int) -> str:
    """Open the conversation with one of the people of the fourth chapter; each test has a person of its own."""
    page.goto(f"/reader/{book}/4")
    page.locator(".prose [data-block]").first.wait_for()
    expect(page.locator(".pagefoot")).to_contain_text("Chapter 4")
    for _ in range(50):
        if page.request.get(f"/api/progress/{book}").json()["current_chapter"] == 4:
            break
        page.wait_for_timeout(100)
    people = page.request.get(f"/api/novels/{book}/characters").json()["characters"]
    person: str = [one for one in people if one["can_talk"]][at]["id"]
    open_book(page, book, 4, f"?talk={person}")
    return person


def test_stop_puts_the_words_back_and_keeps_nothing(browser: Browser, slow: str, book: str) -> None:
    with visiting(browser, slow) as page:
        person = talk(page, book, 0)
        say(page, "Tell me everything.")
        expect(page.locator(".them")).to_contain_text("word2")
        page.get_by_role("button", name="Stop").click()
        field = page.locator(".chatbox textarea")
        expect(field).to_have_value("Tell me everything.")
        expect(page.locator(".them")).to_have_count(0)
        assert page.request.get(f"/api/chat/{person}/history").json()["messages"] == []
        # The same words can be said again, and are answered under a key of their own.
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".them")).to_contain_text("end.")
        answered(page)


def test_leaving_in_the_middle_goes_on_after_a_reload_and_nothing_is_said_twice(
    browser: Browser, slow: str, book: str
) -> None:
    with visiting(browser, slow) as page:
        person = talk(page, book, 1)
        say(page, "Do go on.")
        expect(page.locator(".them")).to_contain_text("word3")
        page.reload()
        expect(page.locator(".me")).to_have_count(1)
        expect(page.locator(".them")).to_contain_text("end.")
        answered(page)
        assert page.locator(".them").inner_text().count("word5 ") == 1
        messages = page.request.get(f"/api/chat/{person}/history").json()["messages"]
        assert [message["role"] for message in messages] == ["user", "character"]


def test_closing_the_panel_does_not_end_the_answer_and_gives_focus_back(browser: Browser, slow: str, book: str) -> None:
    with visiting(browser, slow) as page:
        talk(page, book, 2)
        page.keyboard.press("Escape")
        opener = page.get_by_role("button", name="Talk to someone", exact=True)
        opener.click()
        page.locator(".pickrow").nth(2).click()
        say(page, "Are you still there?")
        expect(page.locator(".them")).to_contain_text("word1")
        field = page.locator(".chatbox textarea")
        field.fill("a draft")
        page.keyboard.press("Escape")
        expect(page.locator(".chat")).to_have_count(0)
        expect(opener).to_be_focused()
        opener.click()
        page.locator(".pickrow").nth(2).click()
        expect(field).to_have_value("a draft")
        expect(page.locator(".them")).to_contain_text("end.")
        # Assistive technology hears the answer once, when it is whole.
        expect(page.locator(".chat [role=status]").last).to_contain_text("end.")
        expect(page.locator(".msgs .them [aria-live]")).to_have_count(0)


def test_a_fault_keeps_the_words_and_the_key(browser: Browser, slow: str, book: str) -> None:
    keys: list[str] = []

    def refuse(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        route.fulfill(
            status=200,
            content_type="text/event-stream",
            body='event: delta\ndata: {"content":"Half a "}\n\n'
            'event: error\ndata: {"code":"llm_error","message":"The model did not answer."}\n\n',
        )

    with visiting(browser, slow) as page:
        talk(page, book, 3)
        page.route("**/stream", refuse)
        say(page, "Will you answer?")
        fault = page.get_by_role("alert")
        expect(fault).to_contain_text("Your words are kept")
        expect(fault).to_contain_text("The model did not answer.")
        expect(page.get_by_text("Half a")).to_have_count(0)
        page.unroute("**/stream")
        with page.expect_request("**/stream") as again:
            page.get_by_role("button", name="Try again").click()
        assert again.value.headers["idempotency-key"] == keys[0]
        expect(page.locator(".them").last).to_contain_text("end.")
        answered(page)
        assert len(keys) == 1


def test_an_empty_message_is_refused_with_a_sentence(browser: Browser, slow: str, book: str) -> None:
    with visiting(browser, slow) as page:
        talk(page, book, 0)
        page.locator(".chatbox textarea").press("Enter")
        expect(page.get_by_role("alert")).to_have_text("Write something first.")


def test_a_person_not_met_yet_is_not_shown(browser: Browser, slow: str, book: str) -> None:
    with visiting(browser, slow) as page:
        talk(page, book, 0)
        late = next(
            one
            for one in page.request.get(f"/api/novels/{book}/characters").json()["characters"]
            if one["first_appearance_chapter"] == 4
        )
        page.request.put(f"/api/progress/{book}", data={"current_chapter": 1})
        open_book(page, book, 1, f"?talk={late['id']}")
        expect(page.get_by_text("This person has not appeared in what you have read.")).to_be_visible()
        expect(page.locator(".chat")).not_to_contain_text(late["name"])
        assert first_person(page, book)["first_appearance_chapter"] == 1
