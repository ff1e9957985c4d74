"""A server with accounts: first run, signing in and out, and nobody's page for strangers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import running, visiting

pytestmark = pytest.mark.browser

EMAIL = "ines@example.org"
PASSWORD = "quiet-harbour"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with accounts that nobody has set up."""
    with running(tmp_path_factory.mktemp("server"), profile="server") as address:
        yield address


def set_up(page: Page) -> None:
    """Walk through the first run, if it is still to be done."""
    page.goto("/")
    page.get_by_role("heading", level=1).wait_for()
    if page.get_by_role("button", name="Next").is_visible():
        page.get_by_role("button", name="Next").click()
        page.get_by_label("Email").fill(EMAIL)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Your name").fill("Ines")
        page.get_by_role("button", name="Open the shelf").click()
        page.get_by_role("heading", name="Nothing here yet").wait_for()


def sign_in(page: Page, password: str = PASSWORD) -> None:
    """Fill in the form and send it."""
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def inside(page: Page) -> None:
    """Stand before the shelf, signed in."""
    page.goto("/login")
    page.get_by_role("heading", level=1).wait_for()
    if page.get_by_label("Email").is_visible():
        sign_in(page)
    page.get_by_role("heading", name="Nothing here yet").wait_for()


def test_the_first_run_makes_an_account_by_keyboard_alone(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        page.goto("/shelf")
        expect(page.get_by_role("heading", name="Which language?")).to_be_visible()
        page.get_by_role("radio", name="English").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Who is reading?")).to_be_visible()
        page.get_by_label("Email").focus()
        page.keyboard.type(EMAIL)
        page.keyboard.press("Tab")
        page.keyboard.type("short")
        page.keyboard.press("Enter")
        expect(page.get_by_text("The password needs at least 8 characters.")).to_be_visible()
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Your name").fill("Ines")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()


def test_a_stranger_is_led_to_the_door_and_back_to_where_they_were_going(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        set_up(page)
    with visiting(browser, server) as page:
        page.goto("/")
        expect(page.get_by_role("heading", name="Step into the book")).to_be_visible()
        page.goto("/settings")
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        sign_in(page, "not-the-password")
        expect(page.get_by_role("alert")).to_contain_text("Email and password do not match.")
        sign_in(page)
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        expect(page.get_by_text(EMAIL)).to_be_visible()


def test_signing_out_leaves_nothing_behind_also_in_another_tab(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        set_up(page)
        inside(page)
        other = page.context.new_page()
        other.goto("/shelf")
        other.get_by_role("heading", level=1).wait_for()
        page.goto("/settings")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
        assert page.evaluate("localStorage.getItem('fabula.refresh')") is None
        assert page.evaluate("sessionStorage.length") == 0
        # Nothing but the refresh token was ever stored of the session.
        assert page.evaluate("Object.keys(localStorage).every(key => key.startsWith('fabula.'))")


def test_an_expired_token_is_renewed_without_a_word(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        set_up(page)
        inside(page)
        page.route(
            "**/api/novels/catalog",
            lambda route: route.fulfill(
                status=401, json={"error": {"code": "unauthorized", "message": "The token has expired."}}
            ),
            times=1,
        )
        with page.expect_response("**/api/auth/refresh") as renewed:
            page.get_by_role("link", name="Shared library").first.click()
        assert renewed.value.ok
        expect(page.get_by_role("heading", name="The shared library is empty")).to_be_visible()


def test_an_account_can_be_made_and_deleted(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        set_up(page)
    with visiting(browser, server) as page:
        page.goto("/register")
        page.get_by_label("Email").fill("odo@example.org")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Make an account").click()
        expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
        page.goto("/settings")
        page.get_by_role("button", name="Delete the account").click()
        dialog = page.get_by_role("dialog")
        go = dialog.get_by_role("button", name="Delete the account")
        expect(go).to_have_attribute("aria-disabled", "true")
        dialog.get_by_label("Write “delete” to go on").fill("delete")
        go.click()
        expect(page.get_by_role("heading", name="Step into the book")).to_be_visible()
