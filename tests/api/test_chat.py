"""Talking over HTTP: keys, streams, commits, stops, retries and histories (service specification 6.5, 13.5)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from fabula.actions import imports as importing
from fabula.ai.models.scripted import Scripted
from fabula.ai.task import Prompt
from fabula.chat import producer
from fabula.clock import ManualClock
from fabula.errors import ModelFailed
from fabula.store import turns
from fabula.store.contract import Tx
from fabula.store.tables import messages
from fabula.store.tables import turns as turn_rows
from tests.api.envelope import assert_error
from tests.desk import Desk, key, listen, open_desk, open_library, until
from tests.lantern import read_lantern

HELLO = "What did you promise your father about the lamp?"
Opener = Callable[..., AbstractAsyncContextManager[Desk]]


class Pen(Scripted):
    """A model that writes as its test lets it: it waits at `gate` before the last piece."""

    def __init__(self, *pieces: str | Exception) -> None:
        super().__init__(lambda prompt: pieces)
        self.gate = asyncio.Event()
        self.gate.set()
        self.left = 0

    async def write(self, prompt: Prompt) -> Any:
        """Write, waiting before the last piece."""
        self.asked.append(prompt)
        try:
            pieces: list[Any] = list(self.script(prompt))
            for n, piece in enumerate(pieces):
                if n == len(pieces) - 1:
                    await self.gate.wait()
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            self.left += 1


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opener:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    return lambda **more: open_desk(tmp_path, **more)


@pytest.fixture
async def desk(opened: Opener) -> AsyncIterator[Desk]:
    """The built-in voices."""
    async with opened() as one:
        yield one


@pytest.fixture
def pen() -> Pen:
    return Pen("The lamp ", "must ", "burn.")


@pytest.fixture
async def inked(opened: Opener, pen: Pen) -> AsyncIterator[Desk]:
    """A model that writes with `pen`."""
    async with opened(model=pen) as one:
        yield one


async def ada_of(desk: Desk, chapter: int = 1) -> str:
    novel = await desk.bring()
    await desk.go(novel, chapter)
    return str((await desk.cast(novel))["Ada"]["id"])


async def turn_of(desk: Desk, turn: str) -> dict[str, Any]:
    row = await desk.at.store.read(lambda tx: turns.look(tx, turn))
    assert row is not None
    return dict(row)


async def said(desk: Desk) -> int:
    return (await desk.rows())["messages"]


# -- what is asked of a request -----------------------------------------------------------------------------------


async def test_a_turn_without_a_key_comes_from_an_old_page(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    before = await inked.rows()
    for path in (f"/api/chat/{ada}", f"/api/chat/{ada}/stream"):
        assert_error(await inked.client.post(path, json={"message": HELLO}), "client_upgrade_required")
    for user in ("me", None):
        body = {"message": HELLO, "user_id": user}
        answer = await inked.client.post(f"/api/chat/{ada}", json=body, headers={"Idempotency-Key": key()})
        assert_error(answer, "client_upgrade_required")
    assert pen.asked == []
    assert await inked.rows() == before


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "not-a-key",
        "00000000-0000-0000-0000-000000000000",
        "6f1e2d3c-4b5a-1978-8695-a4b3c2d1e0f9",
        "6f1e2d3c-4b5a-4978-c695-a4b3c2d1e0f9",
        "{6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9}",
        "6f1e2d3c4b5a49788695a4b3c2d1e0f9",
        "urn:uuid:6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9",
        "6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9-",
    ],
)
async def test_a_key_that_is_no_uuid4_is_refused(desk: Desk, bad: str) -> None:
    ada = await ada_of(desk)
    before = await desk.rows()
    answer = await desk.client.post(f"/api/chat/{ada}", json={"message": HELLO}, headers={"Idempotency-Key": bad})
    assert_error(answer, "validation_error")
    assert await desk.rows() == before


async def test_a_key_may_be_written_large(desk: Desk) -> None:
    ada = await ada_of(desk)
    turn = key()
    first = await desk.say(ada, HELLO, turn.upper())
    assert first.json()["turn_id"] == turn
    assert (await desk.say(ada, HELLO, turn)).json()["replayed"] is True


@pytest.mark.parametrize(
    "message",
    ["", "   \n\t ", "?!… — ***", "。。。", "\u3000", "x" * 4001, "灯" * 4001, "\x00\x00", "🕯" * 4001],
    ids=["empty", "blank", "signs", "chinese-signs", "wide-space", "long", "long-chinese", "nul", "long-signs"],
)
async def test_a_message_that_says_nothing_or_too_much_is_refused_before_any_claim(
    inked: Desk, pen: Pen, message: str
) -> None:
    ada = await ada_of(inked)
    before = await inked.rows()
    answer = await inked.say(ada, message)
    assert_error(answer, "validation_error")
    assert pen.asked == []
    assert await inked.rows() == before


@pytest.mark.parametrize("message", ["x" * 4000, "灯" * 4000, "  y  ", "3"], ids=["long", "long-chinese", "y", "3"])
async def test_a_message_at_the_bounds_is_answered(inked: Desk, message: str) -> None:
    ada = await ada_of(inked)
    answer = await inked.say(ada, message)
    assert answer.status_code == 200
    assert (await inked.history(ada))[0]["content"] == message.strip()


@pytest.mark.parametrize("body", [{}, {"message": 3}, {"message": None}, {"message": HELLO, "colour": "red"}, []])
async def test_a_body_of_another_form_is_refused(desk: Desk, body: Any) -> None:
    ada = await ada_of(desk)
    answer = await desk.client.post(f"/api/chat/{ada}", json=body, headers={"Idempotency-Key": key()})
    assert_error(answer, "validation_error")


async def test_what_an_old_client_says_about_itself_means_nothing(inked: Desk, pen: Pen) -> None:
    """The server knows the chapter and the reader; a forged one changes nothing (digest case C36)."""
    ada = await ada_of(inked, 2)
    body = {"message": HELLO, "novel_id": "book_x", "reader_identity": "King Forged", "current_chapter": 99}
    answer = await inked.client.post(f"/api/chat/{ada}", json=body, headers={"Idempotency-Key": key()})
    assert answer.json()["message"]["chapter_context"] == 2
    prompt = " ".join(m.content for m in pen.asked[0].messages)
    assert "up to chapter 2" in prompt
    assert "Forged" not in prompt


async def test_a_body_over_its_limit_is_cut_off(desk: Desk) -> None:
    ada = await ada_of(desk)
    answer = await desk.client.post(
        f"/api/chat/{ada}", json={"message": "x" * 21_000}, headers={"Idempotency-Key": key()}
    )
    assert_error(answer, "payload_too_large")


async def test_nobody_answers_who_is_not_there(desk: Desk) -> None:
    await desk.bring()
    for path in ("/history", "/suggestions"):
        assert_error(await desk.client.get(f"/api/chat/char_nobody{path}"), "not_found")
    assert_error(await desk.say("char_nobody", HELLO), "not_found")
    stop = await desk.client.post("/api/chat/char_nobody/stop", json={"turn_id": key()})
    assert_error(stop, "not_found")


async def test_nobody_answers_before_their_chapter_or_before_the_book_is_ready(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 4)
    cora = (await desk.cast(novel))["Cora"]["id"]
    assert (await desk.say(cora, "Have you got a rope?")).status_code == 200
    await desk.go(novel, 3)
    assert_error(await desk.say(cora, "Have you got a rope?"), "not_found")
    ada = (await desk.cast(novel))["Ada"]["id"]

    def unready(tx: Tx) -> None:
        from fabula.store.tables import books

        tx.run(update(books).values(status="error"))

    await desk.at.store.write(unready)
    assert_error(await desk.say(ada, HELLO), "not_found")
    assert_error(await desk.client.get(f"/api/chat/{ada}/suggestions"), "not_found")
    assert (await desk.cast(novel))["Ada"]["can_talk"] is False


# -- the answer ---------------------------------------------------------------------------------------------------


async def test_a_turn_is_a_question_and_an_answer_in_the_books_own_words(desk: Desk) -> None:
    ada = await ada_of(desk)
    turn = key()
    answer = (await desk.say(ada, HELLO, turn)).json()
    assert (answer["turn_id"], answer["committed"], answer["replayed"]) == (turn, True, False)
    message = answer["message"]
    assert message["content"] == "\n".join(part["text"] for part in message["answer"]["parts"])
    assert message["answer"]["kind"] == "line"
    assert message["answer"]["citations"][0]["chapter_title"] == "The Lamp"
    asked, told = await desk.history(ada)
    assert (asked["role"], asked["content"], asked["turn_id"], asked["answer"]) == ("user", HELLO, turn, None)
    assert told == message
    assert (await turn_of(desk, turn))["status"] == "completed"


async def test_the_stream_says_the_same_as_the_whole_answer(desk: Desk) -> None:
    ada = await ada_of(desk)
    whole = (await desk.say(ada, HELLO)).json()["message"]
    turn = key()
    other = await open_again(desk, ada)
    async with listen(desk, other, HELLO, turn) as heard:
        assert heard.status == 200
        frames = [frame async for frame in heard.frames()]
    assert [name for name, _ in frames] == ["delta"] * (len(frames) - 1) + ["done"]
    done = frames[-1][1]
    assert {name: done[name] for name in ("turn_id", "committed", "replayed")} == {
        "turn_id": turn,
        "committed": True,
        "replayed": False,
    }
    assert "".join(data["content"] for _, data in frames[:-1]) == done["message"]["content"] == whole["content"]
    assert done["message"]["answer"] == whole["answer"]
    assert done["message"] == (await desk.history(other))[-1]


async def open_again(desk: Desk, ada: str) -> str:
    """Ada in a second, equal book: a conversation in which nothing has been said."""
    from tests.lantern import TEXT

    answer = await desk.client.post("/api/novels/upload", files={"file": ("lantern.txt", TEXT.encode("utf-16"))})
    novel = answer.json()["novel_id"]
    await desk.settled(novel)
    return str((await desk.cast(novel))["Ada"]["id"])


async def test_a_stream_is_never_stored_or_held_back_on_its_way(desk: Desk) -> None:
    ada = await ada_of(desk)
    async with listen(desk, ada, HELLO, key()) as heard:
        assert heard.headers["content-type"].startswith("text/event-stream")
        assert heard.headers["cache-control"] == "no-cache"
        assert heard.headers["x-accel-buffering"] == "no"
        assert "content-length" not in heard.headers
        assert heard.headers["x-trace-id"]


async def test_pieces_are_sent_as_they_come_and_done_after_the_commit(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    pen.gate.clear()
    turn = key()
    async with listen(inked, ada, HELLO, turn) as heard:
        frames = heard.frames()
        assert await anext(frames) == ("delta", {"content": "The lamp"})
        assert await anext(frames) == ("delta", {"content": " must"})
        assert await said(inked) == 0
        assert (await turn_of(inked, turn))["status"] == "in_progress"
        seen: list[tuple[str, str]] = []
        real = inked.at.store.write

        async def watched(fn: Any) -> Any:
            result = await real(fn)
            row = await inked.at.store.read(lambda tx: turns.look(tx, turn))
            seen.append(("status", row["status"] if row else ""))
            return result

        inked.at.store.write = watched  # type: ignore[method-assign]
        pen.gate.set()
        async for name, _ in frames:
            seen.append((name, ""))
    assert seen == [("delta", ""), ("status", "completed"), ("done", "")]
    assert await said(inked) == 2


async def test_line_breaks_and_every_script_survive_the_stream(opened: Opener) -> None:
    pieces = ["灯要\n亮", "到天明 \r\n", "\u2028\u2029\x85", "event: done\n\ndata: {}", "😀é\x1f", "\ud83d", "\ude00!"]
    async with opened(model=Scripted(lambda prompt: pieces)) as desk:
        ada = await ada_of(desk)
        async with listen(desk, ada, "第一句话", key()) as heard:
            text = ""
            while (chunk := await heard.chunk()) is not None:
                assert len(chunk.decode().splitlines()) == 3, chunk
                text += chunk.decode()
        deltas = re.findall(r"event: delta\ndata: (.*)\n\n", text)
        whole = "".join(pieces[:-2]) + "😀!"
        import json

        assert "".join(json.loads(data)["content"] for data in deltas) == whole
        assert (await desk.history(ada))[-1]["content"] == whole


async def test_white_space_and_nul_around_an_answer_are_left_out_of_both(opened: Opener) -> None:
    pieces = ["\n ", " The", " \x00lamp", " \n", "", "  "]
    async with opened(model=Scripted(lambda prompt: pieces)) as desk:
        ada = await ada_of(desk)
        async with listen(desk, ada, HELLO, key()) as heard:
            frames = [frame async for frame in heard.frames()]
        deltas = "".join(data["content"] for name, data in frames if name == "delta")
        assert deltas == frames[-1][1]["message"]["content"] == "The lamp"
        assert all(data["content"] for name, data in frames if name == "delta")


async def test_a_comment_keeps_a_waiting_line_open(inked: Desk, pen: Pen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(producer, "IDLE_S", 0.02)
    ada = await ada_of(inked)
    pen.gate.clear()
    async with listen(inked, ada, HELLO, key()) as heard:
        frames = heard.frames()
        waits = words = 0
        while words < 2 or waits < 2:  # a slow machine may hear a wait before the first word
            name = (await anext(frames))[0]
            waits, words = (0, words + 1) if name == "delta" else (waits + 1, words)
        pen.gate.set()
        rest = [name async for name, _ in frames]
        assert rest[-1] == "done"


async def test_a_model_is_given_the_conversation_and_cites_what_it_was_given(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    await inked.say(ada, "Is there bread in this house?")
    answer = (await inked.say(ada, "And soup?")).json()["message"]
    assert answer["answer"]["kind"] == "model"
    assert answer["answer"]["parts"] == [{"type": "model", "text": "The lamp must burn."}]
    roles = [m.role for m in pen.asked[1].messages]
    assert roles[-3:] == ["user", "assistant", "user"]
    assert [m.content for m in pen.asked[1].messages[-3:]] == [
        "Is there bread in this house?",
        "The lamp must burn.",
        "And soup?",
    ]


# -- one key, one answer ------------------------------------------------------------------------------------------


async def test_the_same_key_replays_and_asks_nobody_again(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    turn = key()
    first = (await inked.say(ada, HELLO, turn)).json()
    second = (await inked.say(ada, f"  {HELLO}\n", turn)).json()
    assert second == {**first, "replayed": True}
    async with listen(inked, ada, HELLO, turn) as heard:
        frames = [frame async for frame in heard.frames()]
    assert frames == [
        ("delta", {"content": first["message"]["content"]}),
        ("done", {"turn_id": turn, "committed": True, "replayed": True, "message": first["message"]}),
    ]
    assert len(pen.asked) == 1
    assert await said(inked) == 2


async def test_a_key_used_for_something_else_is_a_conflict(inked: Desk, pen: Pen) -> None:
    novel = await inked.bring()
    cast = await inked.cast(novel)
    ada, pilgrim = cast["Ada"]["id"], cast["the Pilgrim"]["id"]
    turn = key()
    await inked.say(ada, HELLO, turn)
    assert_error(await inked.say(ada, HELLO + " Tell me.", turn), "idempotency_conflict")
    assert_error(await inked.say(pilgrim, HELLO, turn), "idempotency_conflict")
    assert len(pen.asked) == 1


async def test_a_strangers_key_is_a_conflict_and_shows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pen: Pen
) -> None:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_library(tmp_path, model=pen) as (ann, ben):
        novel = await ann.bring()
        ada = (await ann.cast(novel))["Ada"]["id"]
        await ben.client.post(f"/api/novels/{novel}/shelf")
        turn = key()
        await ann.say(ada, HELLO, turn)
        assert_error(await ben.say(ada, HELLO, turn), "idempotency_conflict", never="lamp must")
        assert_error(await ben.client.post(f"/api/chat/{ada}/stop", json={"turn_id": turn}), "not_found")
        assert await ben.history(ada) == []


async def test_one_turn_at_a_time_in_one_conversation(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    pen.gate.clear()
    turn = key()
    async with listen(inked, ada, HELLO, turn) as heard:
        await heard.chunk()
        for again in (turn, key()):
            answer = await inked.say(ada, HELLO, again)
            assert_error(answer, "turn_in_progress")
            assert 1 <= int(answer.headers["retry-after"]) <= 120
        pen.gate.set()
        assert [name async for name, _ in heard.frames()][-1] == "done"
    assert (await inked.say(ada, "And now?")).status_code == 200
    assert len(pen.asked) == 2


async def test_two_conversations_at_once_are_fine(inked: Desk, pen: Pen) -> None:
    novel = await inked.bring()
    cast = await inked.cast(novel)
    pen.gate.clear()
    turns_ = [asyncio.create_task(inked.say(cast[name]["id"], HELLO)) for name in ("Ada", "the Pilgrim")]
    await until(lambda: len(pen.asked) == 2)
    pen.gate.set()
    assert [(await t).status_code for t in turns_] == [200, 200]


async def test_many_tries_with_one_key_at_once_ask_once(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    turn = key()
    answers = await asyncio.gather(*(inked.say(ada, HELLO, turn) for _ in range(8)))
    assert {a.status_code for a in answers} <= {200, 409}
    assert len({a.json()["message"]["id"] for a in answers if a.status_code == 200}) == 1
    assert len(pen.asked) == 1
    assert await said(inked) == 2


async def test_a_replay_works_after_a_restart(opened: Opener, tmp_path: Path, pen: Pen) -> None:
    database = f"sqlite:///{tmp_path}/fabula.db"
    turn = key()
    async with opened(model=pen, database=database) as desk:
        ada = await ada_of(desk)
        first = (await desk.say(ada, HELLO, turn)).json()
    async with opened(model=pen, database=database) as desk:
        assert (await desk.say(ada, HELLO, turn)).json() == {**first, "replayed": True}
    assert len(pen.asked) == 1


# -- going away, stopping, failing --------------------------------------------------------------------------------


async def test_going_away_stops_the_listening_and_not_the_work(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    pen.gate.clear()
    turn = key()
    async with listen(inked, ada, HELLO, turn) as heard:
        await heard.chunk()
        await heard.leave()
    assert await said(inked) == 0
    pen.gate.set()
    await until(lambda: not inked.at.productions._running)
    assert (await turn_of(inked, turn))["status"] == "completed"
    answer = (await inked.say(ada, HELLO, turn)).json()
    assert (answer["replayed"], answer["message"]["content"]) == (True, "The lamp must burn.")
    assert len(pen.asked) == 1


async def test_stopping_keeps_nothing_and_the_key_may_be_sent_again(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    pen.gate.clear()
    turn = key()
    async with listen(inked, ada, HELLO, turn) as heard:
        frames = heard.frames()
        await anext(frames)
        answer = await inked.client.post(f"/api/chat/{ada}/stop", json={"turn_id": turn})
        assert answer.json() == {"stopped": True}
        rest = [frame async for frame in frames]
    assert rest[-1][0] == "error"
    assert (rest[-1][1]["code"], rest[-1][1]["turn_id"]) == ("turn_stopped", turn)
    assert pen.left == 1
    assert await said(inked) == 0
    assert await inked.history(ada) == []
    pen.gate.set()
    again = (await inked.say(ada, HELLO, turn)).json()
    assert (again["replayed"], again["message"]["content"]) == (False, "The lamp must burn.")
    assert (await turn_of(inked, turn))["attempt"] == 2
    late = await inked.client.post(f"/api/chat/{ada}/stop", json={"turn_id": turn})
    assert late.json() == {"stopped": False}
    assert await said(inked) == 2


async def test_stopping_ends_a_waiting_json_request_too(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    pen.gate.clear()
    turn = key()
    asked = asyncio.create_task(inked.say(ada, HELLO, turn))
    await until(lambda: bool(pen.asked))
    await inked.client.post(f"/api/chat/{ada}/stop", json={"turn_id": turn})
    assert_error(await asked, "turn_stopped")


async def test_a_turn_stopped_before_its_work_began_ends_for_its_listener(
    inked: Desk, pen: Pen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task cancelled before its first step runs none of its own lines; its listener must hear of it all the same."""
    ada = await ada_of(inked)
    productions = inked.at.productions
    real = productions.start

    def stopped_at_once(turn: str, work: Any) -> Any:
        begun = real(turn, work)
        productions.stop(turn)
        return begun

    monkeypatch.setattr(productions, "start", stopped_at_once)
    async with asyncio.timeout(5):
        assert_error(await inked.say(ada, HELLO), "turn_stopped")
    assert pen.asked == []
    assert productions._running == {}


async def test_stop_and_commit_at_once_agree(inked: Desk, pen: Pen) -> None:
    """Whichever comes first, the reader is told what is stored."""
    ada = await ada_of(inked)
    outcomes = set()
    for n in range(30):
        pen.gate.clear()
        turn = key()
        asked = asyncio.create_task(inked.say(ada, f"{HELLO} {n}", turn))
        before = len(pen.asked)
        await until(lambda before=before: len(pen.asked) > before)
        if n == 0:
            pen.gate.set()
            await asked
        stop = asyncio.create_task(inked.client.post(f"/api/chat/{ada}/stop", json={"turn_id": turn}))
        await (asyncio.wait({stop}) if n == 29 else asyncio.sleep(0.001 * (n % 15)))
        pen.gate.set()
        stopped = (await stop).json()["stopped"]
        answer = await asked
        stored = [m for m in await inked.history(ada) if m["turn_id"] == turn]
        row = await turn_of(inked, turn)
        outcomes.add(stopped)
        if stopped:
            assert_error(answer, "turn_stopped")
            assert (stored, row["status"], row["failure_code"]) == ([], "failed", "cancelled")
        else:
            assert answer.status_code == 200, answer.text
            assert (len(stored), row["status"]) == (2, "completed")
    assert outcomes == {True, False}
    assert (await inked.client.get("/api/doctor")).json()["findings"] == []
    assert inked.at.productions._running == {}


@pytest.mark.parametrize(
    "script",
    [
        [ModelFailed("The model went away. Try again.")],
        ["The lamp ", ModelFailed("The model went away. Try again.")],
        [],
        ["  \n "],
        ["half \ud83d"],
        ["\udc00 alone"],
        ["x" * 32_001],
        ["灯" * 8_000] * 5,
    ],
    ids=["at-once", "midway", "empty", "blank", "half-character", "other-half", "too-long", "too-long-chinese"],
)
async def test_a_model_that_fails_leaves_nothing_and_the_key_is_good_again(
    opened: Opener, script: list[str | Exception]
) -> None:
    pieces: list[Iterable[str | Exception]] = [script, script, ["The lamp burns."]]
    async with opened(model=Scripted(lambda prompt: pieces.pop(0))) as desk:
        ada = await ada_of(desk)
        turn = key()
        async with listen(desk, ada, HELLO, turn) as heard:
            frames = [frame async for frame in heard.frames()]
        assert frames[-1][0] == "error"
        assert (frames[-1][1]["code"], frames[-1][1]["turn_id"]) == ("llm_error", turn)
        assert sorted(frames[-1][1]) == ["code", "message", "turn_id"]
        assert "done" not in [name for name, _ in frames]
        assert await said(desk) == 0
        row = await turn_of(desk, turn)
        assert (row["status"], row["failure_code"], row["lease_expires_at"]) == ("failed", "llm_error", None)
        assert_error(await desk.say(ada, HELLO, turn), "llm_error")
        answer = (await desk.say(ada, HELLO, turn)).json()
        assert (answer["replayed"], answer["message"]["content"]) == (False, "The lamp burns.")
        assert (await turn_of(desk, turn))["attempt"] == 3
        assert await said(desk) == 2


async def test_a_bug_while_answering_is_told_without_its_words_and_blocks_nothing(opened: Opener) -> None:
    pieces: list[Iterable[str | Exception]] = [["The ", ZeroDivisionError("secret of the reader")], ["The lamp burns."]]
    async with opened(model=Scripted(lambda prompt: pieces.pop(0))) as desk:
        ada = await ada_of(desk)
        turn = key()
        assert_error(await desk.say(ada, HELLO, turn), "internal_error", never="secret of")
        assert await said(desk) == 0
        assert (await desk.say(ada, HELLO, turn)).status_code == 200


async def test_an_answer_that_takes_for_ever_is_given_up(
    inked: Desk, pen: Pen, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fabula.actions import talk

    ada = await ada_of(inked)
    assert (await inked.say(ada, "Is there bread?")).status_code == 200
    monkeypatch.setattr(talk, "ANSWER_S", 0.1)
    pen.gate.clear()
    assert_error(await inked.say(ada, HELLO), "llm_error")
    assert (pen.left, await said(inked)) == (len(pen.asked), 2)


async def test_a_failed_answer_does_not_enter_the_next_prompt(opened: Opener) -> None:
    pieces: list[Iterable[str | Exception]] = [["never to be seen", ModelFailed("Gone.")], ["The lamp burns."]]
    model = Scripted(lambda prompt: pieces.pop(0))
    async with opened(model=model) as desk:
        ada = await ada_of(desk)
        await desk.say(ada, "A question that is lost.")
        await desk.say(ada, HELLO)
        prompt = " ".join(m.content for m in model.asked[1].messages)
        assert "never to be seen" not in prompt
        assert "question that is lost" not in prompt


# -- leases, rewinds, deletions -----------------------------------------------------------------------------------


async def expire(desk: Desk) -> None:
    await desk.at.store.write(
        lambda tx: tx.run(update(turn_rows).where(turn_rows.c.status == "in_progress").values(lease_expires_at=tx.now))
    )


async def test_who_lost_a_turn_cannot_commit_it(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    pen.gate.clear()
    turn = key()
    first = asyncio.create_task(inked.say(ada, HELLO, turn))
    await until(lambda: len(pen.asked) == 1)
    await expire(inked)
    second = asyncio.create_task(inked.say(ada, HELLO, turn))
    await until(lambda: len(pen.asked) == 2)
    assert (await turn_of(inked, turn))["attempt"] == 2
    pen.gate.set()
    answers = [await first, await second]
    assert_error(answers[0], "turn_outcome_unknown")
    assert answers[1].status_code == 200
    assert await said(inked) == 2


async def test_a_new_message_may_take_the_place_of_an_abandoned_one(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    pen.gate.clear()
    old, new = key(), key()
    first = asyncio.create_task(inked.say(ada, HELLO, old))
    await until(lambda: len(pen.asked) == 1)
    await expire(inked)
    second = asyncio.create_task(inked.say(ada, "Something else.", new))
    await until(lambda: len(pen.asked) == 2)
    pen.gate.set()
    assert_error(await first, "turn_outcome_unknown")
    assert (await second).status_code == 200
    row = await turn_of(inked, old)
    assert (row["status"], row["failure_code"]) == ("failed", "superseded")
    assert_error(await inked.say(ada, HELLO, old), "idempotency_conflict")
    assert [m["content"] for m in await inked.history(ada) if m["role"] == "user"] == ["Something else."]


async def test_a_turn_of_a_chapter_gone_back_behind_is_not_answered(opened: Opener) -> None:
    pieces: list[Iterable[str | Exception]] = [[ModelFailed("Gone.")], ["The lamp burns."]]
    model = Scripted(lambda prompt: pieces.pop(0))
    async with opened(model=model) as desk:
        novel = await desk.bring()
        await desk.go(novel, 3)
        ada = (await desk.cast(novel))["Ada"]["id"]
        turn = key()
        await desk.say(ada, HELLO, turn)
        await desk.go(novel, 2)
        assert_error(await desk.say(ada, HELLO, turn), "not_found")
        row = await turn_of(desk, turn)
        assert (row["status"], row["failure_code"]) == ("failed", "superseded")
        await desk.go(novel, 3)
        assert_error(await desk.say(ada, HELLO, turn), "idempotency_conflict")
        assert len(model.asked) == 1
        assert (await desk.say(ada, HELLO)).status_code == 200


async def test_a_retry_keeps_the_chapter_and_the_reader_it_was_begun_with(opened: Opener) -> None:
    pieces: list[Iterable[str | Exception]] = [[ModelFailed("Gone.")], ["The lamp burns."]]
    model = Scripted(lambda prompt: pieces.pop(0))
    async with opened(model=model) as desk:
        novel = await desk.bring()
        ada = (await desk.cast(novel))["Ada"]["id"]
        await desk.client.put(
            f"/api/progress/{novel}/identity", json={"identity_type": "self", "identity_name": "Wanderer"}
        )
        turn = key()
        await desk.say(ada, HELLO, turn)
        await desk.go(novel, 4)
        await desk.client.put(
            f"/api/progress/{novel}/identity", json={"identity_type": "self", "identity_name": "Other"}
        )
        message = (await desk.say(ada, HELLO, turn)).json()["message"]
        assert (message["chapter_context"], message["reader_identity"]) == (1, "Wanderer")
        prompt = " ".join(m.content for m in model.asked[1].messages)
        assert "up to chapter 1" in prompt
        for later in ("tamarisk", "vermilion", "obsidian", "Bruno", "Cora", "Edmund", "Other"):
            assert later not in prompt


async def test_deleting_the_book_ends_its_conversations(inked: Desk, pen: Pen) -> None:
    await inked.client.get("/api/novels")
    before = await inked.rows()
    novel = await inked.bring()
    ada = (await inked.cast(novel))["Ada"]["id"]
    await inked.say(ada, "Is there bread?")
    pen.gate.clear()
    async with listen(inked, ada, HELLO, key()) as heard:
        await heard.chunk()
        assert (await inked.client.delete(f"/api/novels/{novel}")).status_code == 204
        rest = [frame async for frame in heard.frames()]
    assert rest[-1][0] == "error"
    assert rest[-1][1]["code"] in ("turn_stopped", "not_found")
    pen.gate.set()
    await until(lambda: not inked.at.productions._running)
    assert await inked.rows() == before


async def test_deleting_while_committing_leaves_no_trace(inked: Desk, pen: Pen) -> None:
    await inked.client.get("/api/novels")
    before = await inked.rows()
    for n in range(12):
        novel = await inked.bring()
        ada = (await inked.cast(novel))["Ada"]["id"]
        pen.gate.clear()
        count = len(pen.asked)
        asked = asyncio.create_task(inked.say(ada, HELLO))
        await until(lambda count=count: len(pen.asked) > count)
        delete = asyncio.create_task(inked.client.delete(f"/api/novels/{novel}"))
        await asyncio.sleep(0.001 * n)
        pen.gate.set()
        assert (await delete).status_code == 204
        answer = await asked
        if answer.status_code != 200:
            assert answer.json()["error"]["code"] in ("turn_stopped", "not_found"), answer.text
        assert await inked.rows() == before


async def test_closing_ends_every_listener_and_the_key_goes_on_afterwards(
    opened: Opener, tmp_path: Path, pen: Pen
) -> None:
    database = f"sqlite:///{tmp_path}/fabula.db"
    pen.gate.clear()
    turn = key()
    async with opened(model=pen, database=database) as desk:
        ada = await ada_of(desk)
        async with listen(desk, ada, HELLO, turn) as heard:
            await heard.chunk()
            await desk.at.productions.close()
            frames = [frame async for frame in heard.frames()]
            assert frames[-1][0] == "error"
            assert frames[-1][1]["code"] == "service_unavailable"
        assert_error(await desk.say(ada, "Anybody there?"), "service_unavailable")
    pen.gate.set()
    async with opened(model=pen, database=database) as desk:
        answer = (await desk.say(ada, HELLO, turn)).json()
        assert (answer["replayed"], answer["message"]["content"]) == (False, "The lamp must burn.")


async def test_too_many_answers_at_once_are_refused(inked: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from fabula.chat import producer

    monkeypatch.setattr(producer, "RUNNING_MAX", 0)
    ada = await ada_of(inked)
    before = await inked.rows()
    answer = await inked.say(ada, HELLO)
    assert_error(answer, "capacity_unavailable")
    assert answer.headers["retry-after"] == "1"
    assert await inked.rows() == before


async def test_a_lease_is_renewed_while_a_model_thinks(
    opened: Opener, pen: Pen, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fabula.store import hold

    clock = ManualClock()
    async with opened(model=pen, clock=clock) as desk:
        ada = await ada_of(desk)
        monkeypatch.setattr(hold.holding.__wrapped__, "__kwdefaults__", {"every_s": 0.02})
        pen.gate.clear()
        turn = key()
        asked = asyncio.create_task(desk.say(ada, HELLO, turn))
        await until(lambda: bool(pen.asked))
        for _ in range(4):
            clock.advance(60)
            before = clock()
            async with asyncio.timeout(5):
                while (await turn_of(desk, turn))["lease_expires_at"] <= before.replace(microsecond=0):
                    await asyncio.sleep(0.01)
        assert_error(await desk.say(ada, HELLO, turn), "turn_in_progress")
        pen.gate.set()
        assert (await asked).status_code == 200


# -- history ------------------------------------------------------------------------------------------------------


async def test_history_comes_in_pages_from_the_newest(inked: Desk) -> None:
    ada = await ada_of(inked)
    for n in range(5):
        await inked.say(ada, f"Message {n}")
    seen: list[str] = []
    before: str | None = None
    while True:
        params = {"limit": 3, **({"before": before} if before else {})}
        page = (await inked.client.get(f"/api/chat/{ada}/history", params=params)).json()
        seen = [m["id"] for m in page["messages"]] + seen
        before = page["next_cursor"]
        if before is None:
            break
    whole = await inked.history(ada)
    assert seen == [m["id"] for m in whole]
    assert [m["content"] for m in whole if m["role"] == "user"] == [f"Message {n}" for n in range(5)]
    assert [m["role"] for m in whole] == ["user", "character"] * 5
    for bad in ({"before": "msg_nobody"}, {"limit": 0}, {"limit": 101}, {"limit": "x"}):
        assert_error(await inked.client.get(f"/api/chat/{ada}/history", params=bad), "validation_error")


async def test_a_cursor_of_another_conversation_opens_nothing(inked: Desk) -> None:
    novel = await inked.bring()
    cast = await inked.cast(novel)
    ada, pilgrim = cast["Ada"]["id"], cast["the Pilgrim"]["id"]
    mine = (await inked.say(ada, HELLO)).json()["message"]["id"]
    await inked.say(pilgrim, HELLO)
    answer = await inked.client.get(f"/api/chat/{pilgrim}/history", params={"before": mine})
    assert_error(answer, "validation_error")


async def test_messages_of_a_conversation_are_numbered_without_gaps(inked: Desk, pen: Pen) -> None:
    ada = await ada_of(inked)
    await inked.say(ada, "One")
    pen.gate.clear()
    turn = key()
    asked = asyncio.create_task(inked.say(ada, "Two", turn))
    await until(lambda: len(pen.asked) == 2)
    await inked.client.post(f"/api/chat/{ada}/stop", json={"turn_id": turn})
    await asked
    pen.gate.set()
    await inked.say(ada, "Three")
    rows = await inked.at.store.read(lambda tx: tx.all(select(messages.c.seq).order_by(messages.c.seq)))
    assert [row["seq"] for row in rows] == [1, 2, 3, 4]


async def test_suggestions_are_worth_asking_and_are_never_stored(desk: Desk) -> None:
    novel = await desk.bring()
    cast = await desk.cast(novel)
    answer = await desk.client.get(f"/api/chat/{cast['Ada']['id']}/suggestions")
    assert answer.headers["cache-control"] == "private, no-store"
    said_ = answer.json()
    assert said_["few_lines"] is True
    assert len(said_["suggestions"]) <= 4
    assert len(set(said_["suggestions"])) == len(said_["suggestions"])
    for suggestion in said_["suggestions"]:
        assert (await desk.say(cast["Ada"]["id"], suggestion)).json()["message"]["answer"]["kind"] == "line"
