"""From an empty shelf to a conversation, and a book of one's own from file to talk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.house import LANTERN, PHONE, answered, say, visiting

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, PHONE], ids=["desk", "phone"])
def test_three_clicks_lead_from_the_first_page_to_talking(browser: Browser, fresh: str, size: dict[str, int]) -> None:
    with visiting(browser, fresh, size) as page:
        page.goto("/")
        page.get_by_role("button", name="Add and open").first.click()
        page.get_by_role("button", name="Talk to someone").click()
        page.locator(".pickrow").first.click()
        field = page.locator(".chatbox textarea")
        expect(field).to_be_focused()
        say(page, "Good evening.")
        answered(page)


def test_a_file_is_imported_read_and_talked_about_and_a_reload_shows_it_all(
    browser: Browser, desktop: str, tmp_path: Path
) -> None:
    novel = tmp_path / "The Saffron Lamp.txt"
    novel.write_text(LANTERN, encoding="utf-8")
    with visiting(browser, desktop) as page:
        page.goto("/shelf")
        page.locator("input[type=file]").first.set_input_files(novel)
        page.get_by_role("link", name="The Saffron Lamp").first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("The Lamp")
        expect(page.locator(".prose")).to_contain_text("Ada kept the lamp in it")
        page.keyboard.press("t")
        page.locator(".pickrow", has_text="Ada").click()
        say(page, "What did you promise your father?")
        answered(page)
        said = page.locator(".msgs .them").inner_text()
        page.reload()
        expect(page.locator(".msgs .me")).to_contain_text("What did you promise your father?")
        expect(page.locator(".msgs .them")).to_have_text(said.replace("\n", ""))
        page.locator(".msgs .cite").first.click()
        expect(page.locator(".prose mark")).to_be_visible()

        # The same file again is known; a file that cannot be read is named with the reason.
        page.goto("/shelf")
        page.locator("input[type=file]").first.set_input_files(novel)
        expect(page.get_by_text("Already on your shelf.")).to_be_visible()
        refused = tmp_path / "notes.docx"
        refused.write_bytes(b"x")
        page.locator("input[type=file]").first.set_input_files(refused)
        expect(page.get_by_text("This kind of file can’t be read")).to_be_visible()


def test_a_pasted_text_needs_a_title_and_words(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        page.goto("/shelf")
        # An empty shelf offers pasting itself, a filled one in its menu.
        page.get_by_role("button", name="Paste text").or_(page.get_by_role("button", name="Import")).first.click()
        if page.get_by_role("menuitem", name="Paste text").is_visible():
            page.get_by_role("menuitem", name="Paste text").click()
        page.get_by_role("button", name="Put on the shelf").click()
        expect(page.get_by_text("Give it a title.")).to_be_visible()
        expect(page.get_by_text("Paste some text first.")).to_be_visible()
        page.get_by_label("Title", exact=True).fill("A Pasted Tale")
        page.get_by_label("Text", exact=True).fill(LANTERN.replace("Ada", "Ida"))
        page.get_by_role("button", name="Put on the shelf").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("heading", name="A Pasted Tale").first).to_be_visible()


def test_a_text_in_doubt_is_shown_in_each_of_its_readings(browser: Browser, desktop: str, tmp_path: Path) -> None:
    text = "第一章 夜航\n\n" + "船过三更，雾里有人点灯。渡口的老人说，河上只认货，不认人。" * 40
    book = tmp_path / "夜航.txt"
    book.write_bytes(text.encode("gb18030"))
    with visiting(browser, desktop) as page:
        page.goto("/shelf")
        page.locator("input[type=file]").first.set_input_files(book)
        asked = page.get_by_text("船过三更").first
        read = page.get_by_role("link", name="夜航").first
        expect(asked.or_(read).first).to_be_visible()
        if page.locator(".encs").is_visible():
            page.locator(".enc", has_text="船过三更").click()
            page.get_by_role("button", name="Use ").click()
        read.click()
        expect(page.locator(".prose")).to_contain_text("雾里有人点灯")
        assert page.locator(".prose").get_attribute("lang", timeout=1000) in ("zh", "zh-CN")


def test_deleting_says_what_goes_and_can_be_left(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        page.goto("/shelf")
        page.request.post("/api/novels", data={"title": "Doomed", "content": LANTERN.replace("Ada", "Una")})
        page.reload()
        page.get_by_role("button", name="More about Doomed").click()
        page.get_by_role("menuitem", name="Delete this book").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("your talks with them go with it")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.get_by_role("button", name="More about Doomed")).to_be_focused()
        page.get_by_role("button", name="More about Doomed").click()
        page.get_by_role("menuitem", name="Delete this book").click()
        dialog.get_by_role("button", name="Delete this book").click()
        expect(page.get_by_role("button", name="More about Doomed")).to_have_count(0)


def test_files_can_be_dropped_anywhere(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        page.goto("/shelf")
        page.locator(".inner h1").wait_for()
        page.evaluate(
            """text => {
                const carried = new DataTransfer();
                carried.items.add(new File([text], 'Dropped Tale.txt', { type: 'text/plain' }));
                carried.items.add(new File(['x'], 'sheet.xlsx', { type: 'application/x' }));
                window.carried = carried;
                window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: carried, cancelable: true }));
            }""",
            LANTERN.replace("Ada", "Eda"),
        )
        expect(page.get_by_text("Drop to import the file")).to_be_visible()
        expect(page.locator(".dropbox .no")).to_contain_text("This kind of file can’t be read")
        page.evaluate("window.dispatchEvent(new DragEvent('drop', { dataTransfer: window.carried, cancelable: true }))")
        expect(page.get_by_text("Drop to import")).to_have_count(0)
        expect(page.get_by_role("heading", name="Dropped Tale").first).to_be_visible()
        expect(page.get_by_text("sheet.xlsx")).to_be_visible()
