"""Every page for everybody: axe finds nothing, in both themes, at both sizes, in both languages; nothing runs over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import (
    AXE,
    CHINESE,
    DESK,
    LANTERN,
    LONG,
    PHONE,
    answered,
    bring,
    first_person,
    look,
    open_book,
    running,
    say,
    visiting,
)
from tests.web.tale import Tale

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
THEMES = ["space", "paper"]
SIZES = {"desk": DESK, "phone": PHONE}
LOOKS = [("space", "desk"), ("paper", "phone")]
"""Both themes and both sizes: colours do not depend on the size, nor the layout on the theme."""


def violations(page: Page) -> list[str]:
    """What axe finds.

    Two things hide contrast from it: gradients, so the page stands on its worst colour meanwhile; and text scrolled out
    of sight, so the window is made tall enough for all of it.
    """
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run `npm ci` in web/")
    page.evaluate("for (const e of document.querySelectorAll('body, .door')) e.style.background = 'var(--page-to)'")
    page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    size = page.viewport_size
    assert size is not None
    hidden = page.evaluate(
        "Math.max(0, ...[...document.querySelectorAll('main, .msgs, .picker, .rail, dialog, .scroller, .wbody')]"
        ".map(e => e.scrollHeight - e.clientHeight))"
    )
    page.set_viewport_size({"width": size["width"], "height": min(9000, size["height"] + 2 * hidden)})
    found: dict[str, Any] = page.evaluate("rules => axe.run(document, { runOnly: rules })", RULES)
    page.set_viewport_size(size)
    return [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"]]


@pytest.fixture(scope="module")
def books(browser: Browser, desktop: str) -> dict[str, str]:
    """An English and a Chinese book, and a conversation in the first."""
    with visiting(browser, desktop) as page:
        made = {
            "en": bring(page, "The Saffron Lamp", LANTERN),
            "zh": bring(page, "借船记", CHINESE),
            "long": bring(page, "The Moor Road", LONG),
        }
        person = first_person(page, made["en"])
        open_book(page, made["en"], 1, f"?talk={person['id']}")
        say(page, "What did you promise?")
        answered(page)
        tale = Tale(page, "The Ferry", opening="The rope sang.\n\nMaren counted the planks.")
        made |= {"story": tale.id, "main": tale.main, "fork": _told(tale)}
        return made


def _told(tale: Tale) -> str:
    """A world, a few turns and a branch; returns the branch's id."""
    joss = tale.make("character", "Joss Arden", description="Pays twice.")
    tale.make("item", "The ledger")
    rope = tale.make("happening", "The rope was cut")
    tale.make("lore", "雨夜不渡", body="雨夜不渡人。")
    tale.write("POST", "/knows", happening_id=rope, character_id=tale.lead, values={"source": "saw it"})
    tale.write("PUT", "/relationships", subject_id=joss, object_id=tale.lead, view="somebody who counts")
    entries = tale.tell(6)
    branch = tale.fork(entries[2], "She does not wait")
    tale.tell(3)
    return branch


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with accounts that nobody has set up."""
    with running(tmp_path_factory.mktemp("door"), profile="server") as address:
        yield address


def places(page: Page, books: dict[str, str]) -> list[str]:
    """Every address inside."""
    person = first_person(page, books["en"])["id"]
    return [
        "/shelf",
        "/library",
        "/settings",
        f"/reader/{books['en']}/1",
        f"/reader/{books['zh']}/1",
        f"/reader/{books['en']}/1?talk=who",
        f"/reader/{books['en']}/1?talk={person}",
        f"/reader/{books['en']}/1?passage=30-60",
        f"/characters/{books['en']}",
        f"/characters/{books['en']}/{person}",
        f"/story/{books['story']}",
        f"/story/{books['story']}/branches",
        f"/story/{books['story']}/compare?here={books['main']}&there={books['fork']}",
        "/nowhere",
    ]


def arrive(page: Page, address: str) -> None:
    """Go there and wait until it stands."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")


@pytest.mark.parametrize(("theme", "size"), LOOKS)
def test_axe_finds_nothing_inside(browser: Browser, desktop: str, books: dict[str, str], theme: str, size: str) -> None:
    with visiting(browser, desktop, SIZES[size], stored=look(theme), reduced_motion="reduce") as page:
        found = {}
        for address in places(page, books):
            arrive(page, address)
            found[address] = violations(page)
        assert {address: faults for address, faults in found.items() if faults} == {}


@pytest.mark.parametrize(("theme", "size"), LOOKS)
def test_axe_finds_nothing_in_what_opens(
    browser: Browser, desktop: str, books: dict[str, str], theme: str, size: str
) -> None:
    with visiting(browser, desktop, SIZES[size], stored=look(theme), reduced_motion="reduce") as page:
        arrive(page, "/shelf")
        page.get_by_role("button", name="Import").click()
        assert violations(page) == []
        page.get_by_role("menuitem", name="Paste text").click()
        assert violations(page) == []
        page.keyboard.press("Escape")
        open_book(page, books["en"], 2)
        page.keyboard.press("a")
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        page.get_by_role("dialog").wait_for()
        assert violations(page) == []
        page.keyboard.press("Escape")
        arrive(page, "/settings")
        page.get_by_role("button", name="Erase everything").click()
        assert violations(page) == []


@pytest.mark.parametrize(("theme", "size"), [("space", "phone"), ("paper", "desk")])
def test_axe_finds_nothing_in_what_opens_in_a_story(
    browser: Browser, desktop: str, books: dict[str, str], theme: str, size: str
) -> None:
    with visiting(browser, desktop, SIZES[size], stored=look(theme), reduced_motion="reduce") as page:
        arrive(page, f"/story/{books['story']}")
        entry = page.locator(".entry").last
        entry.get_by_role("button", name="Edit").click()
        assert violations(page) == []
        page.keyboard.press("Escape")
        entry.get_by_role("button", name="Branch from here").click()
        assert violations(page) == []
        page.keyboard.press("Escape")
        if page.get_by_role("complementary", name="World").count() == 0:
            page.get_by_role("button", name="World panel").click()
        world = page.locator(".world")
        for tab, name in (("People", "Joss Arden"), ("Items", "The ledger"), ("Happenings", "The rope was cut")):
            world.get_by_role("tab", name=tab).click()
            world.get_by_role("button", name=name, exact=False).first.click()
            world.locator(".pbody").wait_for()
            page.wait_for_load_state("networkidle")
            assert violations(page) == []
        world.get_by_role("button", name="Who knows what").click()
        world.locator(".kgrid button").first.click()
        assert violations(page) == []
        arrive(page, "/shelf")
        page.get_by_role("button", name="New story").first.click()
        page.get_by_role("dialog").get_by_role("button", name="Begin the story").click()
        assert violations(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_at_the_door(browser: Browser, door: str, size: str) -> None:
    for theme in THEMES:
        with visiting(browser, door, SIZES[size], stored=look(theme), reduced_motion="reduce") as page:
            arrive(page, "/")
            assert violations(page) == []
            if page.get_by_role("button", name="Next").is_visible():
                page.get_by_role("button", name="Next").click()
                page.get_by_role("button", name="Open the shelf").click()
                assert violations(page) == []


def test_axe_finds_nothing_for_a_visitor_of_a_server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with running(tmp_path_factory.mktemp("visited"), profile="server") as address:
        with visiting(browser, address) as page:
            made = page.request.post("/api/setup/init", data={"email": "ines@example.org", "password": "quiet-harbour"})
            assert made.status == 201
        for theme in THEMES:
            for size in SIZES.values():
                with visiting(browser, address, size, stored=look(theme), reduced_motion="reduce") as page:
                    for path in ("/", "/login", "/register"):
                        arrive(page, path)
                        assert violations(page) == []


def test_a_violation_would_be_found(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        arrive(page, "/settings")
        page.evaluate(
            """() => {
                const pale = document.createElement('p');
                pale.style.color = '#333a55';
                pale.textContent = 'pale';
                document.querySelector('main').append(pale, document.createElement('button'));
            }"""
        )
        found = " ".join(violations(page))
        assert "button-name" in found
        assert "color-contrast" in found


def test_nothing_runs_over_at_320_pixels(browser: Browser, desktop: str, books: dict[str, str]) -> None:
    with visiting(browser, desktop, {"width": 320, "height": 640}) as page:
        over = {}
        for address in places(page, books):
            arrive(page, address)
            width = page.evaluate("document.documentElement.scrollWidth")
            inner = page.evaluate(
                "[...document.querySelectorAll('main, .chat')].every(e => e.scrollWidth <= e.clientWidth + 1)"
            )
            # Only what is inside scrolls: the document itself is never longer than the window.
            longer = page.evaluate("document.documentElement.scrollHeight > innerHeight")
            if width > 320 or not inner or longer:
                over[address] = width
        assert over == {}


def test_the_app_speaks_chinese_and_keeps_the_language_of_each_text(
    browser: Browser, desktop: str, books: dict[str, str]
) -> None:
    with visiting(browser, desktop, DESK) as page:
        arrive(page, "/settings")
        page.get_by_role("radio", name="简体中文").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("设置")
        expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("设置")
        assert violations(page) == []
        main = open_book(page, books["zh"], 1)
        expect(page.get_by_role("button", name="找人说话")).to_be_visible()
        column = page.locator(".prose")
        assert column.evaluate("e => e.clientWidth") == 680
        assert column.evaluate("e => getComputedStyle(e).fontSize") == "20px"
        expect(main).to_have_attribute("aria-label", "渡口正文")
        assert violations(page) == []
        open_book(page, books["en"], 1)
        assert page.locator(".prose").evaluate("e => e.clientWidth") == 600
        assert page.locator(".prose").get_attribute("lang") == "en"
        # The choice is the account's too: another browser of the same person follows it.
        assert page.request.get("/api/auth/me").json()["language"] == "zh-CN"
        page.request.patch("/api/auth/me", data={"language": "en"})


def test_the_skip_link_leads_to_the_text_and_every_stop_shows_its_focus(
    browser: Browser, desktop: str, books: dict[str, str]
) -> None:
    with visiting(browser, desktop) as page:
        open_book(page, books["en"], 1)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the text")).to_be_focused()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        arrive(page, "/shelf")
        seen = 0
        for _ in range(18):
            page.keyboard.press("Tab")
            shown = page.evaluate(
                """() => {
                    const at = document.activeElement;
                    if (at === document.body) return null;
                    const ringed = element => {
                        const style = getComputedStyle(element);
                        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
                    };
                    return ringed(at) || ringed(at.parentElement);
                }"""
            )
            if shown is not None:
                assert shown
                seen += 1
        assert seen > 8
