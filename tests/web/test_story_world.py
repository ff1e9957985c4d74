"""The world beside a story: rows made, edited and deleted, where things are, who sees whom how, and who knows what."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import visiting
from tests.web.tale import Tale

pytestmark = pytest.mark.browser


def _tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def _add(page: Page, kind: str, name: str) -> None:
    page.get_by_label(f"Name of the new {kind}").fill(name)
    page.get_by_role("button", name="Add").click()
    expect(page.locator(".placeline [role=status]")).to_have_text(f"Saved: {name}")


def test_rows_of_every_kind_are_made_and_edited(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.tell(2)
        tale.open(page)
        panel = page.get_by_role("complementary", name="World")
        kinds = {
            "Places": ("place", "The slip"),
            "Items": ("item", "The ledger"),
            "Factions": ("faction", "The wardens"),
            "Threads": ("thread", "Who cut the rope"),
            "Happenings": ("happening", "The rope was cut"),
            "Lore": ("lore", "雨夜不渡"),
            "People": ("person", "Joss Arden"),
        }
        for tab, (kind, name) in kinds.items():
            _tab(page, tab)
            _add(page, kind, name)
            expect(panel.get_by_role("tab", name=tab)).to_contain_text("2" if tab == "People" else "1")
        # What was changed stands beside the turn it was changed in.
        page.locator(".entry").last.get_by_role("button", name="7 changes").click()
        expect(page.locator(".chglist li").first).to_contain_text("The slip")

        # A field is saved on leaving it, and only it.
        panel.get_by_label("Description", exact=True).fill("  Pays twice. ")
        panel.get_by_label("Wants").fill("the ledger\nan answer")
        panel.get_by_label("Where", exact=True).focus()
        panel.get_by_label("Where", exact=True).select_option("The slip")
        expect(page.locator(".entry").last).to_contain_text("10 changes")
        joss = tale.row("character", "Joss Arden")
        assert joss["description"] == "Pays twice."
        assert joss["state"]["drives"] == ["the ledger", "an answer"]
        assert joss["state"]["current_location_id"] == tale.row("place", "The slip")["id"]
        _tab(page, "Lore")
        panel.get_by_role("button", name="雨夜不渡", exact=True).click()
        panel.get_by_label("What is so").fill("雨夜不渡人。")
        panel.get_by_label("Category").focus()
        expect(page.locator(".entry").last).to_contain_text("11 changes")
        assert tale.row("lore", "雨夜不渡")["description"] == "雨夜不渡人。"


def test_a_thing_is_somewhere_once_and_what_is_deleted_comes_back(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.make("character", "Joss Arden")
        tale.make("place", "The slip")
        tale.make("item", "The ledger")
        tale.open(page)
        panel = page.get_by_role("complementary", name="World")
        news = page.locator(".placeline [role=status]")
        _tab(page, "Items")
        panel.get_by_role("button", name="The ledger").click()
        panel.get_by_label("Where").select_option("with Joss Arden")
        expect(news).to_have_text("Saved: The ledger")
        panel.get_by_role("button", name="The ledger", exact=True).click()
        expect(panel.locator(".prow")).to_contain_text("with Joss Arden")
        panel.get_by_role("button", name="The ledger").click()
        panel.get_by_label("Where", exact=True).select_option("The slip")
        panel.get_by_role("button", name="The ledger", exact=True).click()
        expect(panel.locator(".prow")).to_contain_text("The slip")
        assert tale.row("character", "Joss Arden")["state"].get("inventory", []) == []

        panel.get_by_role("button", name="The ledger").click()
        panel.get_by_role("button", name="Delete The ledger").click()
        expect(panel.get_by_text("Nothing here yet.")).to_be_visible()
        page.locator(".placeline").get_by_role("button", name="Undo").click()
        expect(panel.locator(".prow")).to_contain_text("The ledger")


def test_how_people_see_each_other_is_set_from_each_side(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.make("character", "Joss Arden")
        tale.open(page)
        panel = page.get_by_role("complementary", name="World")
        panel.get_by_role("button", name="Joss Arden").click()
        toward = panel.get_by_role("form", name="How they see others")
        toward.get_by_label("Whom").select_option("Maren Holt")
        toward.get_by_label("As what").fill("somebody who counts")
        toward.get_by_role("button", name="Set").click()
        expect(panel.get_by_label("sees Maren Holt as")).to_have_value("somebody who counts")
        panel.get_by_role("button", name="Maren Holt").click()
        expect(panel.get_by_text("Joss Arden sees them as: somebody who counts")).to_be_visible()
        # Who leads the story cannot be deleted, so it is not offered.
        expect(panel.get_by_role("button", name="Delete")).to_have_count(0)


def test_who_knows_what_is_seen_and_told(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.tell(2)
        tale.make("character", "Joss Arden")
        rope = tale.make("happening", "The rope was cut")
        tale.make("happening", "The flood", common_knowledge=True)
        tale.write("POST", "/knows", happening_id=rope, character_id=tale.lead, values={"source": "saw it"})
        tale.open(page)
        page.get_by_role("button", name="Who knows what").click()
        table = page.get_by_role("table")
        expect(table.get_by_role("button", name="Maren Holt, The rope was cut: knows", exact=True)).to_be_visible()
        expect(table.get_by_role("button", name="Joss Arden, The flood: as everybody does")).to_be_visible()
        table.get_by_role("button", name="Maren Holt, The rope was cut").click()
        told = page.get_by_role("group", name="Maren Holt: The rope was cut")
        expect(told).to_contain_text("saw it")
        expect(told.get_by_role("textbox")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        told = page.get_by_role("group", name="Joss Arden: The rope was cut")
        expect(told).to_contain_text("does not know")
        told.get_by_label("How").fill("was told")
        told.get_by_role("button", name="They know").click()
        expect(told).to_contain_text("was told")
        expect(table.get_by_role("button", name="Joss Arden, The rope was cut: knows", exact=True)).to_be_visible()
        # The prose keeps its width beside the wider panel.
        box = page.locator(".entry .prose").first.bounding_box()
        assert box is not None
        assert box["width"] == pytest.approx(600, abs=1)


def test_a_field_that_was_refused_keeps_what_was_typed(browser: Browser, desktop: str) -> None:
    with visiting(browser, desktop) as page:
        tale = Tale(page, "The Ferry")
        tale.open(page)
        panel = page.get_by_role("complementary", name="World")
        panel.get_by_role("button", name="Maren Holt").click()
        field = panel.get_by_label("Description", exact=True)
        field.fill("Counts the planks.")
        tale.make("place", "The slip")
        panel.get_by_label("Voice").focus()
        expect(page.locator(".placeline [role=status]")).to_contain_text("moved on in another window")
        expect(panel.get_by_role("tab", name="Places")).to_contain_text("1")
        expect(field).to_have_value("Counts the planks.")
        expect(panel.get_by_text("Not saved yet.")).to_be_visible()
        field.focus()
        panel.get_by_label("Voice").focus()
        expect(page.locator(".placeline [role=status]")).to_have_text("Saved: Maren Holt")
        expect(panel.get_by_text("Not saved yet.")).to_have_count(0)
        assert tale.row("character", "Maren Holt")["description"] == "Counts the planks."
