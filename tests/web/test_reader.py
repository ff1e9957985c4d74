"""Reading: paging by keys, a page that never moves by itself, a place that is kept."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import DESK, LONG, PHONE, bring, first_person, open_book, scrolled, settled, visiting

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def book(browser: Browser, desktop: str) -> str:
    """A long book that is read in once for all tests here."""
    with visiting(browser, desktop) as page:
        return bring(page, "The Moor Road", LONG)


def top_block(page: Page) -> str | None:
    """The first paragraph that is not scrolled away."""
    found: Any = page.evaluate(
        """() => {
            const top = document.querySelector('#main').getBoundingClientRect().top;
            for (const e of document.querySelectorAll('[data-block]'))
                if (e.getBoundingClientRect().bottom > top + 4) return e.dataset.block;
            return null;
        }"""
    )
    return None if found is None else str(found)


def test_keys_page_by_a_screen_less_two_lines(browser: Browser, desktop: str, book: str) -> None:
    with visiting(browser, desktop) as page:
        main = open_book(page, book)
        page.keyboard.press("Space")
        height = float(main.evaluate("e => e.clientHeight - e.querySelector('.pagefoot').clientHeight"))
        line = float(page.locator(".prose").evaluate("e => parseFloat(getComputedStyle(e).lineHeight)"))
        first = settled(main)
        assert abs(first - (height - 2 * line)) <= 2
        page.keyboard.press("Space")
        assert settled(main) > first
        page.keyboard.press("Shift+Space")
        page.keyboard.press("Shift+Space")
        assert settled(main) == 0


def test_arrows_turn_chapters_and_letters_open_what_they_name(browser: Browser, desktop: str, book: str) -> None:
    with visiting(browser, desktop) as page:
        open_book(page, book, 1)
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(f"{desktop}/reader/{book}/2")
        page.locator(".prose [data-block]").first.wait_for()
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(f"{desktop}/reader/{book}/1")
        rail = page.get_by_role("navigation", name="Chapters")
        expect(rail).to_be_visible()
        page.keyboard.press("[")
        expect(rail).to_have_count(0)
        page.keyboard.press("[")
        page.keyboard.press("a")
        panel = page.get_by_role("dialog", name="Text and theme")
        expect(panel).to_be_visible()
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
        page.keyboard.press("g")
        page.keyboard.press("p")
        expect(page).to_have_url(f"{desktop}/characters/{book}")


def test_letters_are_no_keys_while_typing_nor_when_switched_off(browser: Browser, desktop: str, book: str) -> None:
    with visiting(browser, desktop) as page:
        person = first_person(page, book)
        open_book(page, book, 1, f"?talk={person['id']}")
        field = page.locator(".chatbox textarea")
        field.press_sequentially("at [?")
        expect(field).to_have_value("at [?")
        expect(page.get_by_role("dialog")).to_have_count(0)
    with visiting(browser, desktop, stored={"fabula.reading": '{"letters": false}'}) as page:
        main = open_book(page, book, 1)
        page.keyboard.press("t")
        page.keyboard.press("a")
        page.keyboard.press("Space")
        assert settled(main) > 0
        expect(page.locator(".chat")).to_have_count(0)
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("width", "look", "column"),
    [
        (1440, "{}", 600),
        (1280, "{}", 600),
        (1200, "{}", 600),
        (1024, "{}", 600),
        (1280, '{"size": 24, "column": "wide"}', 856),
        (390, "{}", None),
    ],
)
def test_the_conversation_moves_neither_the_line_nor_the_width(
    browser: Browser, desktop: str, book: str, width: int, look: str, column: int | None
) -> None:
    size = {"width": width, "height": 900 if width > 400 else 844}
    with visiting(browser, desktop, size, stored={"fabula.reading": look}) as page:
        main = open_book(page, book, 1)
        main.evaluate("e => { e.scrollTop = 700; }")
        prose = page.locator(".prose")
        before = (scrolled(main), prose.evaluate("e => e.clientWidth"), top_block(page))
        assert before[0] == 700
        page.get_by_role("button", name="Talk to someone").click()
        page.locator(".chat").wait_for()
        opened = (scrolled(main), prose.evaluate("e => e.clientWidth"), top_block(page))
        page.locator(".pickrow").first.click()
        page.locator(".chatbox textarea").wait_for()
        talking = (scrolled(main), prose.evaluate("e => e.clientWidth"), top_block(page))
        page.keyboard.press("Escape")
        expect(page.locator(".chat")).to_have_count(0)
        closed = (scrolled(main), prose.evaluate("e => e.clientWidth"), top_block(page))
        assert opened == talking == closed == before
        if column is not None:
            assert before[1] == column


def test_the_place_is_saved_and_found_again(browser: Browser, desktop: str, book: str) -> None:
    with visiting(browser, desktop) as page:
        main = open_book(page, book, 2)
        main.hover()
        with page.expect_request(lambda r: r.method == "PUT" and "/api/progress/" in r.url) as saved:
            main.evaluate("e => { e.scrollTop = 1500; }")
        assert saved.value.post_data_json["current_chapter"] == 2
        place = top_block(page)
        at = scrolled(main)
        page.goto("/shelf")
        page.get_by_role("link", name="Read on").click()
        main = page.locator("#main")
        expect(page).to_have_url(f"{desktop}/reader/{book}/2")
        page.locator(".prose [data-block]").first.wait_for()
        assert abs(scrolled(main) - at) <= 40
        assert top_block(page) == place
    # On a phone the same words stand at the top.
    with visiting(browser, desktop, PHONE) as page:
        open_book(page, book, "continue")
        expect(page).to_have_url(f"{desktop}/reader/{book}/2")
        assert top_block(page) == place


def test_another_size_keeps_the_paragraph(browser: Browser, desktop: str, book: str) -> None:
    with visiting(browser, desktop, DESK) as page:
        main = open_book(page, book, 3)
        main.evaluate("e => { e.scrollTop = 2400; }")
        with page.expect_request(lambda r: r.method == "PUT" and "/api/progress/" in r.url):
            pass
        place = top_block(page)
        page.keyboard.press("a")
        for _ in range(5):
            page.get_by_role("button", name="Larger text").click()
        expect(page.get_by_text("24 px")).to_be_visible()
        assert top_block(page) == place
        page.get_by_role("radio", name="Paper").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "paper")
        assert top_block(page) == place


def test_a_citation_is_a_visit_and_the_place_stays(browser: Browser, desktop: str, book: str) -> None:
    with visiting(browser, desktop) as page:
        main = open_book(page, book, 3)
        main.evaluate("e => { e.scrollTop = 900; }")
        with page.expect_request(lambda r: r.method == "PUT" and "/api/progress/" in r.url):
            pass
        text = page.request.get(f"/api/novels/{book}/chapters/1").json()["content"]
        start = text.index("20. The moor")
        open_book(page, book, 1, f"?passage={start}-{start + 40}")
        mark = page.locator(".prose mark")
        expect(mark).to_be_in_viewport()
        expect(mark).to_have_text(text[start : start + 40])
        assert page.request.get(f"/api/progress/{book}").json()["current_chapter"] == 3
        page.get_by_role("link", name="Back to chapter 3").click()
        expect(page).to_have_url(f"{desktop}/reader/{book}/3")
        page.locator(".prose [data-block]").first.wait_for()
        assert abs(scrolled(main) - 900) <= 40


def test_what_stands_before_the_first_chapter_can_be_read_and_is_no_place(
    browser: Browser, desktop: str, book: str
) -> None:
    with visiting(browser, desktop) as page:
        open_book(page, book, 2)
        page.get_by_role("link", name="Before the first chapter").click()
        expect(page.locator(".prose")).to_contain_text("The Moor Road")
        assert page.request.get(f"/api/progress/{book}").json()["current_chapter"] == 2
        page.goto(f"/reader/{book}/77")
        expect(page.get_by_text("There is no such chapter in this book")).to_be_visible()


def test_the_end_of_a_chapter_leads_on(browser: Browser, desktop: str, book: str) -> None:
    with visiting(browser, desktop) as page:
        main = open_book(page, book, 2)
        main.evaluate("e => { e.scrollTop = e.scrollHeight; }")
        page.locator(".chapend a").click()
        expect(page).to_have_url(f"{desktop}/reader/{book}/3")
        page.locator(".prose [data-block]").first.wait_for()
        assert scrolled(main) == 0
        main.evaluate("e => { e.scrollTop = e.scrollHeight; }")
        expect(page.get_by_text("This is the end of the book.")).to_be_visible()


def test_reading_goes_on_when_the_server_is_gone(browser: Browser, desktop: str, book: str) -> None:
    with visiting(browser, desktop) as page:
        main = open_book(page, book, 1)
        page.route("**/api/**", lambda route: route.abort())
        page.route("**/live", lambda route: route.abort())
        main.evaluate("e => { e.scrollTop = 500; }")
        expect(page.get_by_text("Fabula is out of reach.")).to_be_visible()
        expect(page.locator(".prose")).to_be_visible()
        page.unroute("**/api/**")
        page.unroute("**/live")
        page.get_by_role("button", name="Try now").click()
        expect(page.get_by_text("Fabula is out of reach.")).to_have_count(0)
