"""One browser and one desktop server for each file of tests, so that nothing of one file is seen by another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.house import FLAGS, chromium, running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; closed with the file, since its event loop must not outlive it."""
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a desktop server with built-in answers."""
    with running(tmp_path_factory.mktemp("desktop")) as address:
        yield address


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[str]:
    """The address of a desktop server that nobody has used."""
    with running(tmp_path / "data") as address:
        yield address


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a desktop server whose model takes its time."""
    with running(tmp_path_factory.mktemp("slow"), pace_s=0.08) as address:
        yield address
