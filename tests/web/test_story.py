"""Telling a story in a browser: going on, correcting, back and forth in time, branches, and what is kept meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import PHONE, settled, visiting
from tests.web.tale import LINE, Tale, go_on

pytestmark = pytest.mark.browser


def test_a_story_is_written_undone_and_redone(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.open(page)
        go_on(page, "")
        expect(page.get_by_role("alert")).to_have_text("Write something first.")
        go_on(page, "Maren lifts the lantern.")
        # What is typed while the last turn is on its way stays.
        field = page.locator(".composer textarea")
        field.fill("Who is")
        expect(page.locator(".entry.you:not(.held)")).to_have_count(1)
        expect(field).to_have_value("Who is")
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        field.press("Alt+2")
        go_on(page, "Who is there?")
        expect(page.locator(".entry.you").last).to_contain_text("“Who is there?” Maren asks.")
        expect(field).to_have_value("")
        field.press("Alt+4")
        go_on(page, "Nobody answers.\n\nThe rope is slack.")
        expect(page.locator(".entry .prose")).to_have_count(4)
        assert tale.texts()[1:] == [
            "Maren lifts the lantern.",
            "“Who is there?” Maren asks.",
            "Nobody answers.\n\nThe rope is slack.",
        ]

        # In a field Ctrl Z is the field's; elsewhere it is the story's.
        page.locator(".composer textarea").press("Control+z")
        assert len(tale.texts()) == 4
        page.locator(".composer textarea").fill("")
        page.locator(".scroller").focus()
        page.keyboard.press("Control+z")
        expect(page.locator(".entry .prose")).to_have_count(3)
        expect(page.locator(".placeline [role=status]")).to_have_text("Undone: the last turn")
        page.keyboard.press("Control+Shift+Z")
        expect(page.locator(".entry .prose")).to_have_count(4)
        page.get_by_role("button", name="Undo: the last turn").click()
        expect(page.locator(".entry .prose")).to_have_count(3)
        page.locator(".placeline").get_by_role("button", name="Redo").click()
        expect(page.locator(".entry .prose")).to_have_count(4)


def test_a_text_is_edited_in_place_and_taken_back_with_what_follows(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.tell(3)
        tale.open(page)
        # Edited in place: nothing else changes, and that is said.
        second = page.locator(".entry").nth(1)
        second.get_by_role("button", name="Edit").click()
        expect(second).to_contain_text("What follows stays as it is.")
        page.keyboard.press("Escape")
        expect(second.get_by_role("textbox")).to_have_count(0)
        second.get_by_role("button", name="Edit").click()
        second.get_by_role("textbox").fill("Maren lowers the lantern.")
        second.get_by_role("button", name="Save").click()
        expect(second.locator("p.prose, .prose p")).to_have_text(["Maren lowers the lantern."])
        expect(second).to_contain_text("1 change")

        # Taking back says first what goes, and can be kept.
        page.locator(".entry").nth(2).get_by_role("button", name="Take back").click()
        question = page.get_by_role("alertdialog")
        expect(question).to_contain_text("2 entries go.")
        expect(page.locator(".entry.going")).to_have_count(2)
        expect(question.get_by_role("button", name="Keep them")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".entry.going")).to_have_count(0)
        page.locator(".entry").nth(2).get_by_role("button", name="Take back").click()
        expect(question).to_contain_text("This cannot be undone")
        question.get_by_role("button", name="Take back", exact=True).click()
        expect(page.locator(".entry .prose")).to_have_count(2)
        expect(page.locator(".placeline [role=status]")).to_have_text("2 entries taken back")
        expect(page.locator(".placeline").get_by_role("button", name="Redo")).to_have_count(0)

        # The newest turn alone is what undo takes; so it can be redone.
        go_on(page, "“Wait,” she says.")
        expect(page.locator(".entry .prose")).to_have_count(3)
        page.locator(".entry").nth(2).get_by_role("button", name="Take back").click()
        expect(question).to_contain_text("Redo brings them back")
        question.get_by_role("button", name="Take back", exact=True).click()
        expect(page.locator(".entry .prose")).to_have_count(2)
        page.locator(".placeline").get_by_role("button", name="Redo").click()
        expect(page.locator(".entry .prose")).to_have_count(3)


def test_a_long_story_is_a_window_that_does_not_jump(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "A Long Road")
        tale.tell(340)
        scroller = tale.open(page)
        expect(page.locator(".entry").last).to_contain_text("340.")
        assert page.locator(".entry").count() <= 101

        def watched(to: str, steps: int = 60) -> int:
            """How far, at most, an entry jumps that stays in view while pages come in."""
            return int(
                scroller.evaluate(
                    """async (box, [to, steps]) => {
                        const spot = () => [...box.querySelectorAll('[data-entry]')]
                            .find(e => e.getBoundingClientRect().bottom > box.getBoundingClientRect().top);
                        let worst = 0;
                        for (let step = 0; step < steps; step += 1) {
                            box.scrollTop += to === 'up' ? -900 : 900;
                            await new Promise(r => requestAnimationFrame(r));
                            const entry = spot(), top = entry.getBoundingClientRect().top;
                            await new Promise(r => setTimeout(r, 40));
                            const moved = Math.abs(entry.getBoundingClientRect().top - top);
                            if (entry.isConnected) worst = Math.max(worst, moved);
                        }
                        return worst;
                    }""",
                    [to, steps],
                )
            )

        assert watched("up") <= 2
        assert page.locator(".entry").count() <= 301
        for _ in range(12):
            if page.locator(".entry", has_text="The rope sang.").count() == 1:
                break
            watched("up")
        expect(page.locator(".entry").first).to_contain_text("The rope sang.")
        assert page.locator(".entry", has_text="340.").count() == 0
        assert watched("down", 20) <= 2

        # The newest turn is one key away, and what is added is shown wherever one was.
        page.get_by_role("button", name="To the newest turn").click()
        expect(page.locator(".entry").last).to_contain_text("340.")
        settled(scroller)
        scroller.evaluate("e => e.scrollTo(0, 0)")
        settled(scroller)
        go_on(page, "And so on.")
        expect(page.locator(".entry").last).to_contain_text("And so on.")
        expect(page.locator(".entry").last).to_be_in_viewport()


def test_what_was_typed_survives_a_reload_another_window_and_a_lost_server(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.tell(2)
        tale.open(page)
        field = page.locator(".composer textarea")
        field.fill("Half a thou")
        page.reload()
        expect(field).to_have_value("Half a thou")

        # Somebody else was faster: nothing is sent over it, the words stay, and the news comes in.
        tale.write("POST", "/entries", content="Meanwhile, elsewhere.", kind="story")
        go_on(page, "Maren waits.")
        expect(page.locator(".placeline [role=status]")).to_contain_text("moved on in another window")
        expect(page.locator(".entry").last).to_contain_text("Meanwhile, elsewhere.")
        expect(field).to_have_value("Maren waits.")
        assert "Maren waits." not in tale.texts()
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".entry").last).to_contain_text("Maren waits.")

        # The same for a text that is being edited.
        entry = page.locator(".entry").nth(1)
        entry.get_by_role("button", name="Edit").click()
        entry.get_by_role("textbox").fill("Another beginning.")
        tale.version += 1
        tale.write("POST", "/entries", content="Later still.", kind="story")
        entry.get_by_role("button", name="Save").click()
        expect(page.locator(".entry").last).to_contain_text("Later still.")
        expect(entry.get_by_role("textbox")).to_have_value("Another beginning.")
        entry.get_by_role("button", name="Save").click()
        expect(entry).to_contain_text("Another beginning.")
        expect(entry.get_by_role("textbox")).to_have_count(0)

        page.context.set_offline(True)
        go_on(page, "Out of reach.")
        expect(page.locator(".placeline [role=status]")).to_contain_text("could not be reached")
        expect(field).to_have_value("Out of reach.")
        page.context.set_offline(False)
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".entry").last).to_contain_text("Out of reach.")


def _branch_from(page: Page, entry: int, name: str) -> None:
    page.locator(".entry").nth(entry).get_by_role("button", name="Branch from here").click()
    field = page.get_by_label("Name of the branch")
    expect(field).to_be_focused()
    assert field.input_value() != ""
    field.fill(name)
    page.get_by_role("button", name="Branch", exact=True).click()


def test_branches_are_made_switched_compared_renamed_and_deleted(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.tell(4)
        tale.make("character", "Joss Arden", description="Pays twice.")
        tale.open(page)
        _branch_from(page, 2, "She does not wait")
        expect(page.locator(".entry .prose")).to_have_count(3)
        expect(page.locator(".placeline [role=status]")).to_contain_text("You are on “She does not wait” now.")
        go_on(page, "She runs.")
        expect(page.locator(".entry")).to_have_count(4)

        # The menu is a tree; the map and the list are its twins.
        page.get_by_role("button", name="Current branch: She does not wait").click()
        page.get_by_role("menuitem", name="main").click()
        expect(page.locator(".entry")).to_have_count(5)
        page.get_by_role("link", name="Branches").first.click()
        lane = page.get_by_role("group", name="Map of the branches").get_by_role("button", name="main, you are here")
        lane.focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator(".nodecard h2")).to_have_text("She does not wait")
        expect(page.locator(".nodeline")).to_have_text("She runs.")
        page.keyboard.press("Enter")
        row = page.locator("[data-branch='She does not wait']")
        expect(row).to_contain_text("Current")
        expect(row).to_contain_text("left main after turn 2")
        expect(row.get_by_role("button", name="cannot be deleted")).to_have_attribute("aria-disabled", "true")

        row.get_by_role("button", name="Rename").click()
        page.get_by_label("New name of She does not wait").fill("She runs")
        page.keyboard.press("Enter")
        page.locator("[data-branch='main']").get_by_role("link", name="Compare with main").click()
        expect(page.get_by_text("The same in the first 3 entries.")).to_be_visible()
        columns = page.locator(".ccol")
        expect(columns.nth(0)).to_contain_text("She runs.")
        expect(columns.nth(1)).to_contain_text("2 entries since")
        expect(page.get_by_role("table")).to_contain_text("Joss Arden")
        expect(page.get_by_role("table")).to_contain_text("not on this branch")
        page.get_by_role("button", name="Switch to main").click()
        expect(page.locator(".entry")).to_have_count(5)

        page.get_by_role("link", name="Branches").first.click()
        page.get_by_role("button", name="Delete She runs").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("4 entries")
        dialog.get_by_role("button", name="Keep it").click()
        expect(page.locator(".brows li")).to_have_count(2)
        page.get_by_role("button", name="Delete She runs").click()
        dialog.get_by_role("button", name="Delete this branch").click()
        expect(page.locator(".brows li")).to_have_count(1)
        expect(page.get_by_text("There is only one branch.")).to_be_visible()


def test_a_story_on_a_phone_in_chinese(browser: Browser, desktop: str) -> None:
    stored = {"fabula.language": "zh-CN"}
    with visiting(browser, desktop, PHONE, stored=stored, has_touch=True) as page:
        tale = Tale(page, "雨夜渡口", "雨下了一夜。", "沈青")
        tale.open(page)
        assert page.locator(".entry .prose").first.get_attribute("lang") == "zh-CN"
        page.get_by_role("radio", name="说").click()
        page.locator(".composer textarea").fill("今晚不渡人。")
        page.get_by_role("button", name="继续").click()
        expect(page.locator(".entry").last).to_contain_text("沈青说：“今晚不渡人。”")
        entry = page.locator(".entry").last
        entry.get_by_role("button", name="更多").click()
        page.get_by_role("menuitem", name="从这里撤回").click()
        page.get_by_role("alertdialog").get_by_role("button", name="改为分支").click()
        expect(page.get_by_role("heading", name="在开头之后分支")).to_be_visible()
        page.keyboard.press("Escape")

        # The world is a sheet here: it keeps the focus, gives it back, and says its own news.
        page.get_by_role("button", name="世界面板").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_label("新人物的名字").fill("阿满")
        sheet.get_by_role("button", name="添加").click()
        expect(sheet.locator(".wnews")).to_contain_text("已保存：阿满")
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.querySelector('.world').contains(document.activeElement)")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        expect(page.get_by_role("button", name="世界面板")).to_be_focused()


def test_a_story_without_a_lead_is_only_written(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Marsh", lead=None)
        tale.open(page)
        expect(page.get_by_role("radiogroup", name="Mode")).to_have_count(0)
        page.locator(".composer textarea").fill("Fog.")
        page.keyboard.press("Enter")
        page.keyboard.type("More fog.")
        page.keyboard.press("Control+Enter")
        expect(page.locator(".entry").last.locator(".prose p")).to_have_text(["Fog.", "More fog."])
        expect(page.locator(".entry.you")).to_have_count(0)
        assert LINE not in tale.texts()
