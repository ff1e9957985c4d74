"""What the browser tests share: servers, a browser, two small books, and the ways around the app."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.lantern import CHAPTERS

REPO = Path(__file__).resolve().parents[2]
STATIC = REPO / "fabula" / "api" / "static" / "index.html"
AXE = REPO / "web" / "node_modules" / "axe-core" / "axe.min.js"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
STARTS_S = 60
# Time enough for an answer that is asked for again after 1, 2 and 4 seconds, on a busy machine.
expect.set_options(timeout=15_000)

MOORS = (
    "The moor lay under the rain like a sleeper under a blanket, and the road across it was a seam that somebody had "
    "begun to unpick and then, thinking better of it, had left for the winter to finish."
)
LONG = "The Moor Road\n\n" + "\n\n".join(
    f"CHAPTER {number}\n\n"
    + "\n\n".join(f'{at}. {MOORS}\n\n"Is it far?" said Orla. "It is," said Piet.' for at in range(40))
    for number in ("I", "II", "III")
)
LANTERN = "\n\n".join(CHAPTERS)
CHINESE = "\n\n".join(
    f"第{number}章 {title}\n\n"
    + "\n\n".join(
        f"{at}，雨下了一夜。沈青走到桥头，说道：“今晚不渡人。”阿满笑道：“我等得起。”" for at in "甲乙丙丁戊己庚辛"
    )
    for number, title in (("一", "渡口"), ("二", "借船"))
)


def chromium() -> str:
    """Where Chromium is; skips where there is none."""
    named = os.environ.get("FABULA_CHROMIUM")
    places = [
        named,
        "/usr/bin/chromium",
        shutil.which("chromium"),
        shutil.which("chromium-browser"),
        shutil.which("google-chrome"),
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ]
    for place in places:
        if place and Path(place).exists():
            return place
    pytest.skip("no Chromium: install one, or name it in FABULA_CHROMIUM")


@contextmanager
def running(data_dir: Path, profile: str = "desktop", pace_s: float | None = None) -> Iterator[str]:
    """A server on a free port with a data folder of its own; yields its address."""
    if not STATIC.exists():
        pytest.skip("the web app is not built: run `make web`")
    asked = json.dumps({"data_dir": str(data_dir), "profile": profile, "pace_s": pace_s})
    with subprocess.Popen(
        [sys.executable, "-m", "tests.web.server", asked], cwd=REPO, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        killer = threading.Timer(STARTS_S, process.kill)
        killer.start()
        address = process.stdout.readline().strip()
        killer.cancel()
        try:
            assert address.startswith("http"), "the server did not start"
            yield address
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def visiting(
    browser: Browser,
    address: str,
    size: dict[str, int] = DESK,
    *,
    stored: dict[str, str] | None = None,
    **options: Any,
) -> Iterator[Page]:
    """A page of a fresh visitor; what it throws or logs as an error fails the test."""
    context: BrowserContext = browser.new_context(base_url=address, viewport=size, locale="en-US", **options)  # type: ignore[arg-type]
    if stored:
        context.add_init_script(
            f"for (const [k, v] of Object.entries({json.dumps(stored)})) localStorage.setItem(k, v)"
        )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on(
        "console",
        lambda said: (
            faults.append(said.text)
            if said.type == "error" and not said.text.startswith("Failed to load resource")
            else None
        ),
    )
    page.set_default_timeout(20_000)
    try:
        yield page
    finally:
        context.close()
    assert faults == []


def look(theme: str) -> dict[str, str]:
    """What the browser keeps for a theme."""
    return {"fabula.reading": json.dumps({"theme": theme})}


def bring(page: Page, title: str, text: str) -> str:
    """Put a text on the shelf through the API and wait until it is read in; returns the book's id."""
    accepted = page.request.post("/api/novels", data={"title": title, "content": text}).json()
    book: str = accepted["novel_id"]
    for _ in range(300):
        state = page.request.get(f"/api/novels/{book}/status").json()
        if state["status"] == "ready":
            return book
        assert state["status"] != "error", state
        page.wait_for_timeout(100)
    raise AssertionError("the book was not read in")


def open_book(page: Page, book: str, chapter: int | str = 1, query: str = "") -> Locator:
    """Open a chapter and wait for its text; returns what scrolls."""
    page.goto(f"/reader/{book}/{chapter}{query}")
    page.locator(".prose [data-block]").first.wait_for()
    page.evaluate("document.fonts.ready")
    return page.locator("#main")


def scrolled(main: Locator) -> float:
    """How far the page is scrolled."""
    return float(main.evaluate("e => e.scrollTop"))


def settled(main: Locator) -> float:
    """How far the page is scrolled, once it does not move any more."""
    return float(
        main.evaluate(
            """e => new Promise(done => {
                let last = -1, same = 0;
                const look = () => {
                    same = e.scrollTop === last ? same + 1 : 0;
                    last = e.scrollTop;
                    if (same > 8) done(last); else requestAnimationFrame(look);
                };
                look();
            })"""
        )
    )


def first_person(page: Page, book: str) -> dict[str, Any]:
    """The first of the people met who has something to say."""
    people = page.request.get(f"/api/novels/{book}/characters").json()["characters"]
    return next(person for person in people if person["can_talk"])


def say(page: Page, text: str) -> None:
    """Say something in the open conversation."""
    page.locator(".chatbox textarea").fill(text)
    page.get_by_role("button", name="Send").click()


def answered(page: Page, count: int = 1) -> None:
    """Wait until so many answers stand finished in the conversation."""
    expect(page.locator(".chatbox").get_by_role("button", name="Send")).to_be_visible()
    expect(page.locator(".msgs .them")).to_have_count(count)
