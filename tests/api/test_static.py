"""The pages: which file answers, for how long, and that nothing outside the folder ever does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from fabula.api.app import create_app
from fabula.api.static import Pages
from fabula.installation import Installation
from tests.api.conftest import client_of
from tests.api.envelope import assert_error

HTML = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<title>the app</title>")
    (built / "favicon.svg").write_text("<svg/>")
    (built / "assets" / "index-a1b2c3.js").write_text("export {}")
    (tmp_path / "secret").write_text("outside")
    (tmp_path / "static-other").mkdir()
    (tmp_path / "static-other" / "file").write_text("outside")
    (built / "link").symlink_to(tmp_path / "secret")
    return built


@pytest.fixture
async def pages(at: Installation, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(create_app(at, pages=Pages(folder))) as client:
        yield client


async def test_assets_are_kept_and_the_page_is_not(pages: httpx.AsyncClient) -> None:
    asset = await pages.get("/assets/index-a1b2c3.js")
    assert asset.text == "export {}"
    assert "javascript" in asset.headers["content-type"]
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in ("/", "/index.html"):
        page = await pages.get(path)
        assert "the app" in page.text
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-security-policy"].startswith("default-src 'self'; ")
    assert (await pages.get("/favicon.svg")).headers["cache-control"] == "no-cache"


async def test_an_unknown_address_is_the_page_for_a_browser_only(pages: httpx.AsyncClient) -> None:
    for path in ("/novels/book_1/read/3", "/settings", "/a.b/c", "/apiary"):
        assert "the app" in (await pages.get(path, headers=HTML)).text
        assert_error(await pages.get(path, headers={"Accept": "*/*"}), "not_found")
    assert_error(await pages.get("/assets/old-hash.js"), "not_found")


async def test_the_api_is_never_answered_with_the_page(pages: httpx.AsyncClient) -> None:
    for path in ("/api", "/api/", "/api/nope", "/api/auth/me/"):
        assert_error(await pages.get(path, headers=HTML), "not_found")
    assert_error(await pages.post("/api/nope"), "not_found")


async def test_pages_are_only_read(pages: httpx.AsyncClient) -> None:
    assert (await pages.head("/")).status_code == 200
    for method in ("POST", "PUT", "DELETE"):
        answer = await pages.request(method, "/")
        assert_error(answer, "request_error")
        assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/..%2fsecret",
        "/%2e%2e/secret",
        "/assets/../../secret",
        "/assets/%2e%2e/%2e%2e/secret",
        "/..%5csecret",
        "/../static-other/file",
        "/%2fetc/passwd",
        "//etc/passwd",
        "/link",
        "/./secret",
        "/C:/secret",
        "/" + "x" * 300,
        "/" + "x" * 2_000,
        "/index.html/more",
        "/assets",
        "/secret%00.html",
    ],
)
async def test_nothing_outside_the_folder_is_sent(pages: httpx.AsyncClient, path: str) -> None:
    answer = await pages.get(httpx.URL("http://localhost:8420", raw_path=path.encode()))
    assert_error(answer, "not_found", never="outside")


async def test_without_a_build_a_page_says_what_to_run(at: Installation, tmp_path: Path) -> None:
    async with client_of(create_app(at, pages=Pages(tmp_path / "missing"))) as client:
        page = await client.get("/", headers=HTML)
        assert page.status_code == 200
        assert "make web" in page.text
        assert page.headers["cache-control"] == "no-store"
        assert_error(await client.get("/assets/index-a1b2c3.js"), "not_found")
