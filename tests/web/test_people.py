"""The page of people, the marks of who speaks, and the correcting of people, as a reader uses them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import CHINESE, DESK, LANTERN, PHONE, bring, open_book, visiting
from tests.web.test_accessible import violations

pytestmark = pytest.mark.browser

SPEAKING = {"fabula.reading": '{"theme": "space", "speakers": true}'}


@pytest.fixture(scope="module")
def books(browser: Browser, desktop: str) -> dict[str, str]:
    """An English book read to its end, and a Chinese one."""
    with visiting(browser, desktop) as page:
        made = {"en": bring(page, "The Saffron Lamp", LANTERN), "zh": bring(page, "借船记", CHINESE)}
        go(page, made["en"], 4)
        go(page, made["zh"], 2)
        return made


def go(page: Page, book: str, chapter: int) -> None:
    """Read on, or back."""
    assert page.request.put(f"/api/progress/{book}", data={"current_chapter": chapter}).status == 204


def names(page: Page) -> list[str]:
    """The names on the cards."""
    return page.locator(".pcard h2").all_inner_texts()


def test_people_are_sifted_and_seen_as_of_a_chapter(browser: Browser, desktop: str, books: dict[str, str]) -> None:
    with visiting(browser, desktop) as page:
        page.goto(f"/characters/{books['en']}")
        page.locator(".pcard").first.wait_for()
        everybody = names(page)
        assert "Cora" in everybody
        # A claim opens its passage, marked.
        page.locator(".pcard .cite").first.click()
        expect(page.locator("mark").first).to_be_visible()
        page.go_back()
        slider = page.get_by_role("slider")
        slider.focus()
        page.keyboard.press("Home")
        expect(page.locator(".pcard h2", has_text="Cora")).to_have_count(0)
        assert set(names(page)) < set(everybody)
        expect(page.locator(".bar")).to_contain_text("up to chapter 1")


def test_the_picture_is_walked_by_keys_and_read_as_a_list(
    browser: Browser, desktop: str, books: dict[str, str]
) -> None:
    with visiting(browser, desktop) as page:
        page.goto(f"/characters/{books['en']}")
        nodes = page.locator(".gnode")
        nodes.first.wait_for()
        assert nodes.count() >= 3
        assert page.locator(".gnode[tabindex='0']").count() == 1
        page.locator(".gnode[tabindex='0']").focus()
        first = page.locator(".gabout h3").inner_text()
        for key in ("ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown"):
            page.keyboard.press(key)
            if page.locator(".gabout h3").inner_text() != first:
                break
        chosen = page.locator(".gabout h3").inner_text()
        assert chosen != first
        expect(page.locator(".gnode:focus")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".pcard.on h2")).to_have_text(chosen)
        page.get_by_role("button", name="Read as a list").click()
        assert page.locator(".glist h3").count() >= 3
        expect(page.locator(".graph")).to_have_count(0)


def test_people_become_one_and_two_again(browser: Browser, desktop: str, books: dict[str, str]) -> None:
    with visiting(browser, desktop) as page:
        page.goto(f"/characters/{books['en']}")
        page.locator(".pcard").first.wait_for()
        before = names(page)
        assert {"Ada", "Bruno"} <= set(before)
        page.get_by_role("button", name="Correct people").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Who", exact=True).select_option(label="Ada")
        dialog.get_by_label("is the same as").select_option(label="Bruno")
        assert violations(page) == []
        dialog.get_by_role("button", name="Make them one").click()
        expect(dialog.get_by_text("Ada and Bruno are one")).to_be_visible()
        expect(page.locator(".pcard h2", has_text="Bruno")).to_have_count(0)
        dialog.get_by_role("button", name="Undo: Ada, Bruno").click()
        expect(page.locator(".pcard h2", has_text="Bruno")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert names(page) == before


def test_who_speaks_is_shown_singled_out_and_explained(browser: Browser, desktop: str, books: dict[str, str]) -> None:
    with visiting(browser, desktop) as page:
        open_book(page, books["en"], 4)
        text = page.locator(".prose").inner_text()
        expect(page.locator(".said")).to_have_count(0)
        page.keyboard.press("w")
        said = page.locator(".said")
        expect(said.first).to_be_visible()
        # The words of the page are what they were; names stand beside them.
        assert page.locator(".prose").inner_text() == text
        ada = page.get_by_role("group", name="Ada says")
        expect(ada.first).to_contain_text("Hold the light steady")
        page.locator(".legend").get_by_role("button", name="Ada").click()
        expect(page.locator(".said.away").first).to_be_visible()
        assert ada.first.get_attribute("class") is not None
        assert "away" not in (ada.first.get_attribute("class") or "")
        page.keyboard.press("j")
        expect(page.locator(".spokencard")).to_contain_text("Ada")
        expect(page.locator(".said:focus")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".spokencard")).to_have_count(0)
        page.keyboard.press("w")
        expect(said).to_have_count(0)
        assert page.locator(".prose").inner_text() == text


def test_who_speaks_beyond_the_place_is_not_told(browser: Browser, desktop: str, books: dict[str, str]) -> None:
    with visiting(browser, desktop, stored=SPEAKING) as page:
        go(page, books["en"], 1)
        # A passage is only visited; it moves no place.
        open_book(page, books["en"], 4, "?passage=0-3")
        expect(page.locator(".legend")).to_contain_text("once you read on")
        expect(page.locator(".said")).to_have_count(0)
        go(page, books["en"], 4)
        open_book(page, books["en"], 4, "?passage=0-3")
        expect(page.locator(".said").first).to_be_visible()


@pytest.mark.parametrize(("theme", "size"), [("space", "phone"), ("paper", "desk")])
def test_axe_finds_nothing_and_nothing_runs_over(
    browser: Browser, desktop: str, books: dict[str, str], theme: str, size: str
) -> None:
    stored = {"fabula.reading": f'{{"theme": "{theme}", "speakers": true}}'}
    with visiting(browser, desktop, DESK if size == "desk" else PHONE, stored=stored, reduced_motion="reduce") as page:
        for book, chapter in ((books["en"], 4), (books["zh"], 2)):
            open_book(page, book, chapter)
            page.locator(".said").first.wait_for()
            page.keyboard.press("j")
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.goto(f"/characters/{books['en']}")
        page.locator(".gnode").first.wait_for()
        for view in ("picture", "list"):
            if view == "list":
                page.get_by_role("button", name="Read as a list").click()
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
