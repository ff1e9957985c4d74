"""JSON on the wire: what is accepted, and what a lenient parser would have let through."""

from __future__ import annotations

import json

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.api.strict import DEPTH_MAX, read_json
from fabula.errors import Invalid
from tests.api.envelope import assert_error

GOOD = {
    "text": '{"a": "读者 😀 \\u0000 \\ud83d\\ude00"}',
    "numbers": '{"a": [0, -1.5e3, 12345678901234567890]}',
    "literals": "[true, false, null]",
    "deep enough": "[" * (DEPTH_MAX - 1) + "]" * (DEPTH_MAX - 1),
    "a bare text": '"text"',
}
BAD = {
    "nothing": "",
    "half": '{"a": ',
    "more than one": "{} {}",
    "a number that is none": '{"a": NaN}',
    "no end": '{"a": Infinity}',
    "no beginning": '{"a": [-Infinity]}',
    "too large a number": '{"a": 1e999}',
    "more digits than Python reads": '{"a": ' + "9" * 5_000 + "}",
    "half a pair": '{"a": "\\ud800"}',
    "half a pair in a key": '{"\\udc00": 1}',
    "half a pair inside": '[[["x\\ud83d"]]]',
    "the same field twice": '{"a": 1, "a": 2}',
    "too deep": "[" * (DEPTH_MAX + 1) + "]" * (DEPTH_MAX + 1),
    "far too deep": "[" * 60_000,
    "deep objects": '{"a":' * 10_000 + "1" + "}" * 10_000,
    "a byte order mark": "\ufeff{}",
    "single quotes": "{'a': 1}",
    "a comment": "{} // x",
}


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD.keys())
def test_json_is_read(body: str) -> None:
    assert read_json(body.encode()) == json.loads(body)


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_anything_else_is_refused(body: str) -> None:
    with pytest.raises(Invalid):
        read_json(body.encode())


@pytest.mark.parametrize("body", [b"\xff\xfe{\x00}\x00", b'{"a": "\xed\xa0\x80"}', b'{"a": "\xff"}', b"\x00"])
def test_only_utf_8_is_read(body: bytes) -> None:
    with pytest.raises(Invalid):
        read_json(body)


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
async def test_a_route_says_what_is_wrong(client: httpx.AsyncClient, body: str) -> None:
    json_type = {"Content-Type": "application/json; charset=utf-8"}
    answer = await client.post("/api/auth/login", content=body.encode(), headers=json_type)
    assert_error(answer, "validation_error")


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_a_form_of_another_page_is_not_json(client: httpx.AsyncClient, media_type: str) -> None:
    body = b'{"email": "a@b", "password": "12345678"}'
    answer = await client.post("/api/auth/login", content=body, headers={"Content-Type": media_type})
    assert_error(answer, "validation_error")


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON_VALUES)
def test_what_json_can_say_comes_back_as_it_was(value: object) -> None:
    assert read_json(json.dumps(value).encode()) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_and_nothing_else(body: bytes) -> None:
    try:
        value = read_json(body)
    except Invalid:
        return
    json.dumps(value, allow_nan=False).encode()
