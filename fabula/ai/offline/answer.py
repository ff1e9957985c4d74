"""The shape of an answer: its parts, where each quoted word stands, and how it is sent in pieces.

Owns the JSON form that is stored with a turn and the clause-wise chunks of a stream. It knows nothing of how an answer
is chosen. Promise: `from_json(to_json(a)) == a`, and the chunks of `deltas()` put together are `text`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fabula.errors import Invalid

KINDS = ("line", "nearest", "passage", "greeting", "fixed")
PART_TYPES = ("intro", "occasion", "quote", "passage", "beat", "fixed")
MAX_DELTAS = 12
MIN_DELTA = 12
_CLAUSE_END = re.compile(r"[,;:.!?—–][\"'”’)]*\s+|[，；：。！？…—][”’」』）]*|\n")


@dataclass(frozen=True)
class Part:
    """A piece of an answer; `type` says who speaks: the character (quote), the narrator, or the product itself."""

    type: str
    text: str


@dataclass(frozen=True)
class Citation:
    """Where words of an answer stand: `excerpt` is `text[start:end]` of the chapter with its whitespace squeezed.

    `part` is the index of the part that these words belong to.
    """

    chapter: int
    start: int
    end: int
    excerpt: str
    part: int = 0


@dataclass(frozen=True)
class Past:
    """An earlier message of the conversation; `answer` is the stored JSON of a character's answer."""

    role: str
    text: str
    answer: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Answer:
    """What is shown for one message.

    `fixed` names the set a fixed sentence comes from ("none", "greet", "end", "bye", "meta", "reader"); None for quoted
    answers. `chips` are messages worth sending next. `confidence` is the score the band was chosen by, rounded.
    """

    kind: str
    parts: tuple[Part, ...]
    citations: tuple[Citation, ...] = ()
    chips: tuple[str, ...] = ()
    confidence: float = 0.0
    fixed: str | None = None

    @property
    def text(self) -> str:
        """The whole answer as plain text."""
        return "\n".join(part.text for part in self.parts)

    def deltas(self) -> tuple[str, ...]:
        """Chunks that end after a clause, at most twelve, none empty; together exactly `text`."""
        text = self.text
        floor = max(MIN_DELTA, -(-len(text) // MAX_DELTAS))
        chunks: list[str] = []
        begin = 0
        for clause in _CLAUSE_END.finditer(text):
            if clause.end() - begin >= floor:
                chunks.append(text[begin : clause.end()])
                begin = clause.end()
        if begin < len(text):
            chunks.append(text[begin:])
        return tuple(chunks)

    def to_json(self) -> dict[str, Any]:
        """The form that is stored and sent."""
        return {
            "kind": self.kind,
            "parts": [{"type": p.type, "text": p.text} for p in self.parts],
            "citations": [
                {"chapter": c.chapter, "start": c.start, "end": c.end, "excerpt": c.excerpt, "part": c.part}
                for c in self.citations
            ],
            "chips": list(self.chips),
            "confidence": self.confidence,
            "fixed": self.fixed,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Answer:
        """Read what `to_json` wrote. Raises Invalid when it is something else."""
        try:
            kind = data["kind"]
            parts = tuple(Part(str(p["type"]), str(p["text"])) for p in data["parts"])
            told = next((i for i, p in enumerate(parts) if p.type in ("quote", "passage")), 0)
            citations = tuple(_citation(c, told) for c in data.get("citations", ()))
            chips = tuple(str(c) for c in data.get("chips", ()))
            confidence = float(data.get("confidence", 0.0))
            fixed = data.get("fixed")
        except (KeyError, TypeError, ValueError, AttributeError) as fault:
            raise Invalid("A stored answer cannot be read; it lacks its kind, parts or citations.") from fault
        if kind not in KINDS or any(p.type not in PART_TYPES for p in parts):
            raise Invalid("A stored answer cannot be read; its kind or the type of a part is unknown.")
        if any(not 0 <= c.part < len(parts) for c in citations):
            raise Invalid("A stored answer cannot be read; a citation belongs to no part of it.")
        return Answer(str(kind), parts, citations, chips, confidence, None if fixed is None else str(fixed))


def _citation(data: Mapping[str, Any], told: int) -> Citation:
    return Citation(
        int(data["chapter"]),
        int(data["start"]),
        int(data["end"]),
        str(data["excerpt"]),
        int(data.get("part", told)),
    )


def quoted(past: Sequence[Past]) -> list[Answer]:
    """The earlier answers that quoted the book, oldest first; answers of a language model are passed over."""
    answers = []
    for message in past:
        if message.role == "character" and message.answer is not None and message.answer.get("kind") in KINDS:
            answers.append(Answer.from_json(message.answer))
    return [a for a in answers if a.citations]
