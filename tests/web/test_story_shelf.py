"""Stories on the shelf: begun blank or in a book, named, saved as a file, brought back, and deleted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lantern import REVEALED
from tests.web.house import LANTERN, bring, visiting
from tests.web.tale import Tale

pytestmark = pytest.mark.browser


def _more(page: Page, title: str, act: str) -> None:
    page.get_by_role("button", name=f"More about {title}").last.click()
    page.get_by_role("menuitem", name=act).click()


def test_a_blank_story_begins_from_an_empty_shelf(browser: Browser, fresh: str) -> None:
    with visiting(browser, fresh) as page:
        page.goto("/shelf")
        page.get_by_role("button", name="New story").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Begin the story").click()
        expect(dialog.get_by_text("Give it a title.")).to_be_visible()
        expect(dialog.get_by_text("Write the first words.")).to_be_visible()
        dialog.get_by_label("Title").fill("The Ferry")
        dialog.get_by_label("Opening").fill("The rope sang.")
        dialog.get_by_label("Who leads it").fill("Maren Holt")
        dialog.get_by_role("button", name="Begin the story").click()
        expect(page.locator(".entry .prose")).to_have_text(["The rope sang."])
        expect(page.locator(".composer textarea")).to_have_attribute("placeholder", "What does Maren do?")
        page.get_by_role("link", name="Back to the shelf").click()
        expect(page.get_by_role("heading", name="Your stories")).to_be_visible()
        expect(page.get_by_text("Nothing here yet")).to_have_count(0)


def test_a_story_in_a_book_begins_where_its_reader_is(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        book = bring(page, "The Saffron Lamp", LANTERN)
        assert page.request.put(f"/api/progress/{book}", data={"current_chapter": 1}).ok
        page.goto("/shelf")
        _more(page, "The Saffron Lamp", "Begin a story")
        expect(page.get_by_text("With what you know up to chapter 1")).to_be_visible()
        page.get_by_label("Somebody of your own").fill("Ines Vale")
        page.get_by_role("button", name="Begin the story").click()
        expect(page.locator(".entry .prose")).to_contain_text("Ada kept the lamp in it")
        people = page.get_by_role("complementary", name="World").locator(".nm")
        expect(people.filter(has_text="Ines Vale")).to_contain_text("You")
        expect(people.filter(has_text="Ada")).to_have_count(1)
        # Nobody from a later chapter is in it.
        world = page.request.get(
            f"/api/stories/{page.url.rsplit('/', 1)[1]}/branches/current/world?kind=character"
        ).text()
        assert "Ada" in world
        assert REVEALED[2][0] not in world
        page.get_by_role("link", name="Read", exact=True).first.click()
        page.get_by_role("link", name="Story", exact=True).first.click()
        expect(page.locator(".entry .prose")).to_have_count(1)

        page.goto("/shelf")
        page.get_by_role("button", name="More about The Saffron Lamp").first.click()
        expect(page.get_by_role("menuitem", name="Go on with the story")).to_be_visible()
        page.keyboard.press("Escape")
        _more(page, "The Saffron Lamp", "Delete this story")
        expect(page.get_by_role("dialog")).to_contain_text("the book leaves your shelf")


def test_a_story_is_named_saved_deleted_and_brought_back(browser: Browser, desktop: str, tmp_path: Path) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "雨夜渡口", "雨下了一夜。", "沈青")
        first = tale.tell(3)[0]
        tale.fork(first, "借船")
        page.goto("/shelf")
        _more(page, "雨夜渡口", "Rename")
        page.get_by_label("Title").fill("   ")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Give it a title.")).to_be_visible()
        page.get_by_label("Title").fill("渡口")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("link", name="渡口", exact=True)).to_be_visible()

        with page.expect_download() as saving:
            _more(page, "渡口", "Save as a file")
        assert saving.value.suggested_filename == "渡口.avts"
        file = tmp_path / "story.avts"
        saving.value.save_as(file)
        assert json.loads(file.read_text(encoding="utf-8"))["format"]

        _more(page, "渡口", "Delete this story")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Keep it").click()
        expect(page.get_by_role("link", name="渡口", exact=True)).to_be_visible()
        _more(page, "渡口", "Delete this story")
        dialog.get_by_role("button", name="Delete this story").click()
        expect(page.get_by_role("link", name="渡口", exact=True)).to_have_count(0)

        page.locator("input[type=file]").first.set_input_files(file)
        expect(page.get_by_text("The story is on your shelf.")).to_be_visible()
        expect(page.get_by_role("link", name="渡口", exact=True)).to_be_visible()
        page.locator(".imp").get_by_role("link", name="Open").click()
        expect(page.locator(".entry .prose")).to_have_count(2)
        expect(page.get_by_role("button", name="Current branch: 借船")).to_be_visible()

        # A file that holds no story says so and leaves nothing.
        page.goto("/shelf")
        wrong = tmp_path / "wrong.avts"
        wrong.write_text('{"format": "recipe"}', encoding="utf-8")
        page.locator("input[type=file]").first.set_input_files(wrong)
        expect(page.locator(".imp")).to_contain_text("Not imported:")


def test_a_story_that_is_not_there_says_so(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        page.goto("/story/story_6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9")
        expect(page.get_by_text("No such story")).to_be_visible()
        page.get_by_role("link", name="Go to the shelf").click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
