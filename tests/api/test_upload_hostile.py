"""Every hostile file over HTTP: its documented answer, a server that is as well as before, and nothing left behind."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from fabula.actions import imports as importing
from tests.api.envelope import assert_error
from tests.books.hostile import Hostile, cases
from tests.desk import Desk, open_desk
from tests.lantern import TEXT, read_lantern

CASES = {case.name: case for case in cases()}
BOUNDARY = "a-boundary-that-stands-in-no-file"
REFUSED_AS_A_FORM = {"very-long-name": ("validation_error",)}
"""What a form cannot carry, whatever the file is worth: the head of a part is bounded."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """One server for all of them: what one file did to it, the next would see."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importing, "read_apart", read_lantern)
        async with open_desk(tmp_path_factory.mktemp("hostile")) as one:
            await one.bring()
            yield one


def form(case: Hostile) -> bytes:
    """The file as a form sends it; a nameless one has an empty name, since without any it would be no file."""
    name = (case.filename or "").replace("\\", "\\\\").replace('"', '\\"').replace("\r", "%0D").replace("\n", "%0A")
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    kind = f"Content-Type: {case.media_type or 'application/octet-stream'}\r\n\r\n"
    return (head + kind).encode("utf-8", "surrogateescape") + case.data + f"\r\n--{BOUNDARY}--\r\n".encode()


@pytest.mark.parametrize("name", CASES)
async def test_a_hostile_upload_harms_nothing(desk: Desk, name: str) -> None:
    case = CASES[name]
    before = await desk.rows()
    answer = await desk.client.post(
        "/api/novels/upload",
        content=form(case),
        headers={"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"},
    )
    if answer.status_code == 202:
        assert "ok" in case.codes
        novel = answer.json()["novel_id"]
        assert (await desk.settled(novel))["status"] == "ready"
        chapters = (await desk.client.get(f"/api/novels/{novel}/chapters")).json()["chapters"]
        assert len([c for c in chapters if c["number"]]) == answer.json()["total_chapters"] >= 1
        assert (await desk.client.delete(f"/api/novels/{novel}")).status_code == 204
    else:
        code = answer.json()["error"]["code"]
        assert code in {*case.codes, *REFUSED_AS_A_FORM.get(name, ())} - {"ok"}, answer.text
        assert_error(answer, code)
    assert await desk.rows() == before
    assert (await desk.client.get("/live")).status_code == 200


async def test_after_all_of_them_the_server_is_as_well_as_before(desk: Desk) -> None:
    assert (await desk.client.get("/ready")).status_code == 200
    assert (await desk.client.get("/api/doctor")).json()["findings"] == []
    shelf = (await desk.client.get("/api/novels")).json()["novels"]
    assert [novel["title"] for novel in shelf] == ["The Lantern"]
    again = await desk.client.post("/api/novels", json={"title": "The Lantern", "content": TEXT})
    assert again.json()["duplicate"] is True


async def test_a_form_that_is_no_form_is_refused(desk: Desk) -> None:
    before = await desk.rows()
    for content, kind in (
        (b"no boundary here", "multipart/form-data"),
        (b"--x\r\nhalf a head", "multipart/form-data; boundary=x"),
        (b"--x\r\n\r\nno name\r\n--x--\r\n", "multipart/form-data; boundary=x"),
        (
            b"--x\r\nContent-Disposition: form-data; name=file\r\n\r\nnot a file\r\n--x--",
            "multipart/form-data; boundary=x",
        ),
        (b"file=abc", "application/x-www-form-urlencoded"),
        (b'{"file": "abc"}', "application/json"),
        (b"", "multipart/form-data; boundary=x"),
        (b"", ""),
    ):
        headers = {"Content-Type": kind} if kind else {}
        answer = await desk.client.post("/api/novels/upload", content=content, headers=headers)
        assert_error(answer, "validation_error")
    many = b"".join(f'--x\r\nContent-Disposition: form-data; name="f{n}"\r\n\r\nv\r\n'.encode() for n in range(5_000))
    answer = await desk.client.post(
        "/api/novels/upload", content=many + b"--x--\r\n", headers={"Content-Type": "multipart/form-data; boundary=x"}
    )
    assert_error(answer, "validation_error")
    assert await desk.rows() == before


async def test_a_body_that_never_ends_is_cut_off(desk: Desk) -> None:
    async def endless() -> AsyncIterator[bytes]:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        yield head.encode()
        for _ in range(1_000):
            yield b"x" * 1_000_000

    answer = await desk.client.post(
        "/api/novels/upload",
        content=endless(),
        headers={"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"},
    )
    assert_error(answer, "payload_too_large")
