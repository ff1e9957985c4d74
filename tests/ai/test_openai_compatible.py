"""A real stream over a real socket: only an answer that the provider itself calls finished is one.

The server here speaks the OpenAI chat protocol as bytes, so that every way in which a stream can go wrong is exactly
what arrives.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from fabula.actions import imports as importing
from fabula.ai.models import openai_compatible
from fabula.ai.models.openai_compatible import OpenAICompatible
from fabula.ai.task import Message, Prompt
from fabula.errors import ModelFailed
from tests.api.envelope import assert_error
from tests.desk import key, open_desk
from tests.lantern import read_lantern

PROMPT = Prompt((Message("system", "Be Ada."), Message("system", "Chapter 1."), Message("user", "Why?")), 64, 0.85)
SECRET_WORDS = "provider-internal words"


def chunk(text: str | None = None, finish: str | None = None, **more: Any) -> bytes:
    delta = {} if text is None else {"content": text}
    body = {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
        **more,
    }
    return f"data: {json.dumps(body)}\n\n".encode()


DONE = b"data: [DONE]\n\n"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
SIZED = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100000\r\n\r\n"


def refused(status: str, body: bytes = b'{"error":{"message":"' + SECRET_WORDS.encode() + b'"}}') -> list[bytes]:
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return [head.encode() + body]


@dataclass
class Provider:
    """What to answer, and what was asked."""

    answer: Iterable[bytes] = ()
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    pause: Callable[[], Any] | None = None
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = next(int(h.split(":")[1]) for h in head.split("\r\n") if h.lower().startswith("content-length"))
            self.headers.append(head)
            self.asked.append(json.loads(await reader.readexactly(length)))
            for piece in self.answer:
                writer.write(piece)
                await writer.drain()
                if self.pause is not None:
                    await self.pause()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self.gone.set()
            writer.close()


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    one = Provider()
    server = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.port = server.sockets[0].getsockname()[1]
    yield one
    server.close()


@asynccontextmanager
async def model_at(provider: Provider, secret: str | None = "sk-test") -> AsyncIterator[OpenAICompatible]:
    model = OpenAICompatible(provider.url, "some-model", secret)
    try:
        yield model
    finally:
        await model.close()


async def written(provider: Provider) -> list[str]:
    async with model_at(provider) as model:
        return [piece async for piece in model.write(PROMPT)]


async def test_a_finished_stream_is_an_answer(provider: Provider) -> None:
    provider.answer = [HEAD, chunk(""), chunk("Be"), chunk("cause 灯"), chunk(finish="stop"), DONE]
    assert "".join(await written(provider)) == "Because 灯"
    (asked,) = provider.asked
    assert (asked["model"], asked["stream"], asked["temperature"]) == ("some-model", True, 0.85)
    assert 64 in (asked.get("max_tokens"), asked.get("max_completion_tokens"))
    assert [(m["role"], m["content"]) for m in asked["messages"]] == [
        ("system", "Be Ada."),
        ("system", "Chapter 1."),
        ("user", "Why?"),
    ]
    assert "authorization: bearer sk-test" in provider.headers[0].lower()
    assert provider.headers[0].startswith("POST /v1/chat/completions ")


async def test_a_conversation_keeps_its_roles(provider: Provider) -> None:
    provider.answer = [HEAD, chunk("Yes."), chunk(finish="stop"), DONE]
    told = [("system", "S"), ("user", "one"), ("assistant", "two"), ("user", "three")]
    prompt = Prompt(tuple(Message(role, text) for role, text in told), 8, 0.5)  # type: ignore[arg-type]
    async with model_at(provider) as model:
        async for _ in model.write(prompt):
            pass
    assert [(m["role"], m["content"]) for m in provider.asked[0]["messages"]] == told


async def test_frames_cut_anywhere_are_one_stream(provider: Provider) -> None:
    whole = HEAD + chunk("灯\n") + b": comment\n\n" + chunk("😀") + chunk("", "stop") + DONE
    provider.answer = [whole[i : i + 7] for i in range(0, len(whole), 7)]
    assert "".join(await written(provider)) == "灯\n😀"


BROKEN = {
    "end without a word": [HEAD, chunk("Be"), chunk("cause")],
    "done without a reason": [HEAD, chunk("Be"), DONE],
    "nothing at all": [HEAD],
    "cut off": [SIZED, chunk("Be")],
    "too long": [HEAD, chunk("Be"), chunk(finish="length"), DONE],
    "filtered": [HEAD, chunk("Be"), chunk(finish="content_filter"), DONE],
    "wants a tool": [HEAD, chunk("Be"), chunk(finish="tool_calls"), DONE],
    "error in the stream": [HEAD, chunk("Be"), b'data: {"error":{"message":"' + SECRET_WORDS.encode() + b'"}}\n\n'],
    "error event": [HEAD, chunk("Be"), b'event: error\ndata: {"message":"' + SECRET_WORDS.encode() + b'"}\n\n'],
    "not JSON": [HEAD, chunk("Be"), b"data: {nonsense\n\n", chunk(finish="stop"), DONE],
    "another shape": [HEAD, chunk("Be"), b'data: {"choices": "none"}\n\n', chunk(finish="stop"), DONE],
    "not UTF-8": [HEAD, b'data: {"choices":[{"delta":{"content":"\xff\xfe"}}]}\n\n', DONE],
    "a page": [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html>hello</html>"],
    "500": refused("500 Internal Server Error"),
    "503": refused("503 Service Unavailable"),
    "401": refused("401 Unauthorized"),
    "404": refused("404 Not Found"),
    "429": refused("429 Too Many Requests"),
    "400": refused("400 Bad Request", b"not json"),
    "hangs up": [b""],
    "not HTTP": [b"SSH-2.0-OpenSSH\r\n"],
}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library waits before it tries again; nothing here depends on how long."""
    import openai._base_client

    monkeypatch.setattr(openai._base_client, "INITIAL_RETRY_DELAY", 0.0)
    monkeypatch.setattr(openai._base_client, "MAX_RETRY_DELAY", 0.0)


@pytest.mark.parametrize("how", BROKEN)
async def test_a_stream_that_is_not_finished_is_a_failure(provider: Provider, how: str) -> None:
    provider.answer = BROKEN[how]
    with pytest.raises(ModelFailed) as failed:
        await written(provider)
    assert SECRET_WORDS not in failed.value.message
    assert failed.value.message.endswith(".")
    assert len(provider.asked) <= 2


async def test_the_reasons_for_an_unfinished_answer_are_told_apart(provider: Provider) -> None:
    told = set()
    for reason in ("length", "content_filter", "tool_calls"):
        provider.answer = [HEAD, chunk("Be"), chunk(finish=reason), DONE]
        with pytest.raises(ModelFailed) as failed:
            await written(provider)
        told.add(failed.value.message)
    assert len(told) == 3


async def test_nobody_listening_is_a_failure(provider: Provider) -> None:
    provider.port = 1
    with pytest.raises(ModelFailed):
        await written(provider)


async def test_a_silent_provider_is_given_up(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_compatible, "TIMEOUT_S", 0.05)
    provider.answer = [HEAD, chunk("Be")]
    provider.pause = lambda: asyncio.sleep(30)
    with pytest.raises(ModelFailed):
        await written(provider)


async def test_leaving_the_stream_closes_the_request(provider: Provider) -> None:
    provider.answer = (HEAD if n == 0 else chunk("drop ") for n in range(1_000_000))
    async with model_at(provider) as model:
        stream = model.write(PROMPT)
        assert await anext(stream) == "drop "
        await stream.aclose()
        async with asyncio.timeout(5):
            await provider.gone.wait()


@pytest.mark.parametrize("how", ["end without a word", "error in the stream", "filtered", "500", "not JSON", "cut off"])
async def test_nothing_of_a_failed_answer_is_stored(
    provider: Provider, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with (
        model_at(provider) as model,
        open_desk(tmp_path, model=model) as desk,
    ):
        novel = await desk.bring()
        ada = (await desk.cast(novel))["Ada"]["id"]
        turn = key()
        provider.answer = BROKEN[how]
        assert_error(await desk.say(ada, "Why?", turn), "llm_error", never=SECRET_WORDS)
        assert await desk.history(ada) == []
        provider.answer = [HEAD, chunk("Because."), chunk(finish="stop"), DONE]
        answer = (await desk.say(ada, "Why?", turn)).json()
        assert (answer["replayed"], answer["message"]["content"]) == (False, "Because.")
        assert len(await desk.history(ada)) == 2


async def test_no_key_is_needed_where_none_is_configured(provider: Provider) -> None:
    provider.answer = [HEAD, chunk("Yes."), chunk(finish="stop"), DONE]
    async with model_at(provider, None) as model:
        assert [piece async for piece in model.write(PROMPT)] == ["Yes."]
    assert "sk-" not in provider.headers[0]
