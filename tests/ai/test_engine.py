"""The engine: what is shown is what is kept, within bounds, and nothing is believed before it is checked."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.ai import engine
from fabula.ai.engine import Answered, Engine, Piece
from fabula.ai.models.scripted import Scripted
from fabula.ai.task import Message, Prompt
from fabula.errors import ModelFailed


@dataclass
class Echo:
    """A task about nothing: its offline answer is the question, and "no" is never believed."""

    name: str = "echo"
    size: int = 10

    def prompt(self, ask: str) -> Prompt:
        return Prompt((Message("user", ask * self.size),), 10, 0.0)

    def offline(self, ask: str) -> str:
        return ask

    def told(self, ask: str, text: str) -> str:
        return text

    def check(self, ask: str, said: str) -> str | None:
        return "That is not an answer." if said in ("no", "") else None

    def pieces(self, said: str) -> Iterator[str]:
        return iter(said)


def scripted(*pieces: str | Exception) -> Scripted:
    return Scripted(lambda prompt: pieces)


async def asked(model: Any, ask: str = "why", task: Echo | None = None) -> tuple[list[str], Answered[str]]:
    pieces: list[str] = []
    answered: list[Answered[str]] = []
    async for part in Engine(model).ask(task or Echo(), ask):
        assert not answered
        if isinstance(part, Piece):
            pieces.append(part.text)
        else:
            answered.append(part)
    (last,) = answered
    return pieces, last


async def test_without_a_model_the_answer_is_built_in_and_says_so() -> None:
    pieces, answered = await asked(None)
    assert ("".join(pieces), answered) == ("why", Answered("why", None))


async def test_with_a_model_its_words_come_as_they_are_written() -> None:
    model = scripted("Be", "cause", " it is.")
    pieces, answered = await asked(model)
    assert pieces == ["Be", "cause", " it is."]
    assert answered == Answered("Because it is.", "scripted")
    assert [p.messages[0].content for p in model.asked] == ["why" * 10]


@pytest.mark.parametrize("model", [None, scripted("no"), scripted(), scripted(" \n\t")])
async def test_what_fails_its_check_is_not_believed(model: Any) -> None:
    with pytest.raises(ModelFailed, match="not an answer"):
        await asked(model, "no")


async def test_a_fault_of_the_model_comes_through_after_its_pieces() -> None:
    stream = Engine(scripted("half an ", "answer", ModelFailed("It is gone."))).ask(Echo(), "why")
    assert [await anext(stream), await anext(stream)] == [Piece("half an"), Piece(" answer")]
    with pytest.raises(ModelFailed, match="gone"):
        await anext(stream)


pieces_of_text = st.lists(
    st.one_of(
        st.text(max_size=8),
        st.sampled_from([" ", "\n", "\x00", "", "\u3000", "\ud83d\ude00", "灯", "\u2028"]),
    ),
    max_size=12,
)


@given(pieces_of_text)
async def test_the_pieces_together_are_the_answer_exactly(script: list[str]) -> None:
    wanted = "".join(script).replace("\x00", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le").strip()
    try:
        pieces, answered = await asked(scripted(*script))
    except ModelFailed:
        assert wanted in ("", "no")
        return
    assert "".join(pieces) == answered.said == wanted
    assert all(pieces)


@given(st.text(alphabet="a😀灯 ", min_size=1, max_size=12), st.data())
async def test_a_character_cut_in_two_is_put_together(text: str, data: st.DataObject) -> None:
    units = text.encode("utf-16-le")
    halves = [units[i : i + 2].decode("utf-16-le", "surrogatepass") for i in range(0, len(units), 2)]
    pieces: list[str] = []
    while halves:
        count = data.draw(st.integers(1, len(halves)))
        pieces.append("".join(halves[:count]))
        del halves[:count]
    if text.strip():
        assert (await asked(scripted(*pieces)))[1].said == text.strip()


@pytest.mark.parametrize("script", [["ab\ud83d"], ["\ude00"], ["\ud83d", "x"], ["\ud83d \ude00"]])
async def test_half_a_character_is_no_answer(script: list[str]) -> None:
    with pytest.raises(ModelFailed, match="valid text"):
        await asked(scripted(*script))


@pytest.mark.parametrize(
    ("piece", "count", "fine"),
    [("x" * 1_000, 32, True), ("x" * 1_000, 33, False), ("灯" * 1_000, 32, True), ("x", 32_001, False)],
)
async def test_an_answer_is_bounded(piece: str, count: int, fine: bool) -> None:
    model = scripted(*[piece] * count)
    if fine:
        assert len((await asked(model))[1].said) == engine.ANSWER_CHARS_MAX
        return
    with pytest.raises(ModelFailed, match="too long"):
        await asked(model)


async def test_an_answer_is_bounded_in_bytes_and_in_white_space() -> None:
    with pytest.raises(ModelFailed, match="too long"):
        await asked(scripted(*["x" + "\n" * 1_000] * 40))
    with pytest.raises(ModelFailed, match="too long"):
        await asked(scripted(*["\n" * 1_000] * 40))
    assert engine.ANSWER_BYTES_MAX == 128 * 1024


async def test_a_question_over_its_budget_is_never_sent() -> None:
    model = scripted("fine")
    with pytest.raises(ModelFailed, match="does not fit"):
        await asked(model, "x", Echo(size=engine.PROMPT_CHARS_MAX + 1))
    assert model.asked == []
    await asked(model, "x", Echo(size=engine.PROMPT_CHARS_MAX))
    assert len(model.asked) == 1


class Tap:
    """A model that remembers whether its stream was closed."""

    name = "tap"

    def __init__(self) -> None:
        self.closed = 0
        self.shut = 0

    async def write(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        try:
            for _ in range(1_000_000):
                yield "drop "
        finally:
            self.closed += 1

    async def close(self) -> None:
        self.shut += 1


async def test_the_stream_is_closed_when_nobody_reads_on() -> None:
    tap = Tap()
    stream = Engine(tap).ask(Echo(), "why")
    await anext(stream)
    await stream.aclose()
    assert tap.closed == 1
    with pytest.raises(ModelFailed):
        await asked(tap)
    assert tap.closed == 2


async def test_closing_gives_back_what_the_model_holds() -> None:
    tap = Tap()
    await Engine(tap).close()
    await Engine(None).close()
    assert tap.shut == 1


def test_a_prompt_knows_its_size() -> None:
    made: Callable[..., Prompt] = Prompt
    assert made((Message("system", "abc"), Message("user", "灯")), 1, 0.0).size == 4
