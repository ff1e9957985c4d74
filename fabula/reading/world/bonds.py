"""What people are to each other in English prose: "her sister Jane", "Ann, his wife", "Mr. and Mrs. Dale".

Owns finding ties beside names. Knows nothing of which tie wins. Promise: both people are named or can only be
meant, a word that tells a gender is refused for a person of the other, and work is linear in names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.reading.findings import Findings
from fabula.reading.pace import Pace
from fabula.reading.turns import Turn, Verdict
from fabula.reading.words.bonds import BONDS
from fabula.reading.world.stage import NOBODY, Named, Stage

_WORDS = "|".join(sorted((re.escape(w) for w in BONDS), key=lambda w: (-len(w), w)))
_BEFORE = re.compile(
    rf"\b(?P<owner>his|her|my|the)\s(?P<plain>(?:(?!of\b)[a-z-]+,?\s){{0,2}}?)(?P<word>{_WORDS})(?P<comma>,?)\s(?:(?:poor|dear|little|old|young)\s)?$"
)
_OWNED_BEFORE = re.compile(
    rf"['’]?s?['’]?\s(?P<plain>(?:(?!of\b)[a-z-]+,?\s){{0,2}}?)(?P<word>{_WORDS})(?P<comma>,?)\s$"
)
_AFTER = re.compile(
    rf"(?:,|\s(?:was|is|were|being|became))\s(?P<owner>his|her|my)\s(?P<plain>(?:(?!of\b)[a-z-]+,?\s){{0,2}}?)(?P<word>{_WORDS})\b(?P<stop>(?=\s*[,.;:!?)]|\s(?:and|who|in|at|from|to|on|with|for)\b))"
)
_OF = re.compile(
    rf"(?:,|\s(?:was|is|being|became))\s(?:the|an?|only|another)\s(?:(?:[a-z-]+,?\s){{0,3}}?)(?P<word>{_WORDS})\s(?:of|to)\s(?:the\slate\s|the\s|old\s|poor\s)?$"
)
_OWNED_AFTER = re.compile(r"(?:,|\s(?:was|is|were))\s(?:the\s)?$")
_TAIL = re.compile(
    rf"['’]?s?\s(?P<plain>(?:(?!of\b)[a-z-]+,?\s){{0,2}}?)(?P<word>{_WORDS})\b(?=\s*[,.;:!?)]|\s(?:and|who|in|at|from|to)\b)"
)
_CALLED = {
    "papa": "father",
    "mamma": "mother",
    "mama": "mother",
    "auntie": "aunt",
    "dad": "father",
    "daddy": "father",
    "mum": "mother",
    "mummy": "mother",
}
_CALL = re.compile(
    r"(?:^|[,;!—-]|[\"“”‘])\s*(?:my dear |my |dear |oh,? )?"
    r"(papa|mamma|mama|father|mother|aunt|auntie|uncle|dad|daddy|mum|mummy)\s*[,.!?;—\"”]",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"\b(?:[Yy]our|[Hh]is|[Hh]er|[Tt]heir|the|an?|call\s\w+|like|named|called|or)\s(?:old\s|dear\s|poor\s)?$"
)
_TITLED = frozenset({"aunt", "uncle", "cousin"})
_COUPLE = re.compile(r"\b(Mr|Dr|Sir|Lord|Captain|Colonel|Professor)\.?\sand\s(Mrs|Lady)\.?\s([A-Z][\w’'-]+)")
_LAST = re.compile(r"([a-z-]+),?\s(?:poor\s|dear\s|little\s|old\s|young\s)?$")
_NOT_PLAIN = re.compile(
    r"\b(?:late|former|future|supposed|pretended|no|not|other|and|or|than|like|mother|father|being|a|an|the|to|in|for|with|"
    r"her|his|as|at|by|from|on|so|was|is|were|had|first|last|hopes|hands)\b"
)
_CLOSED = re.compile(r"[,.;:!?)—]|--|\s(?:who|and|whom)\b")
_ITEM = re.compile(r",?\s(?:and\s)?(?:(?:the|his|her|my|a)\s[a-z]|[A-Z])|,\sand\b")
_BEING = re.compile(r"\b(?:was|is|were|be|been|being|became|become|are|am)\s$")
_LISTED = re.compile(r",\s(?:and\s)?$")
_ELSE = re.compile(r"\b(?:if|would|wish\w*|as\sif|as\sthough|perhaps|like|might|could)\b")


@dataclass(frozen=True, slots=True)
class Tie:
    """`source` is the `word` of `target`, say the sentences in `proofs`; a `faint` tie has to be made twice."""

    source: int
    target: int
    word: str
    kind: str
    proofs: tuple[tuple[int, int], ...]
    faint: bool = False


def english_bonds(stage: Stage, found: Findings, pace: Pace) -> Iterator[Tie]:
    """Every tie that two people are something to each other."""
    speakers = _speakers(found)
    names = [n for n in stage.names if not n.pronoun]
    for index, name in enumerate(names):
        pace.at(name.start)
        before = names[index - 1] if index else None
        after = names[index + 1] if index + 1 < len(names) else None
        tie = _beside(stage, name, before, after, speakers)
        if tie is not None:
            yield tie
    yield from _couples(stage)


def _beside(
    stage: Stage, name: Named, before: Named | None, after: Named | None, speakers: list[tuple[int, int, int]]
) -> Tie | None:
    text = stage.text
    low = max(0, name.start - 60)
    if (last := _LAST.search(text, max(low, name.start - 30), name.start)) and last.group(1) in BONDS:
        if before is not None and before.end >= low and before.quoted == name.quoted:
            owned = _OWNED_BEFORE.fullmatch(text, before.end, name.start)
            if owned is not None and _owns(text, before.end) and _apposed(text, owned, before.start, name):
                return _claim(stage, name, before.person, owned)
        possessed = _BEFORE.search(text, low, name.start)
        if (
            possessed is not None
            and possessed.group("owner") != "the"
            and _apposed(text, possessed, possessed.start(), name)
        ):
            owner = _owner(stage, possessed.group("owner"), possessed.start(), name, speakers)
            if owner != NOBODY:
                return _claim(stage, name, owner, possessed)
    if after is not None and after.start - name.end <= 70 and after.quoted == name.quoted:
        of = _OF.fullmatch(text, name.end, after.start)
        if of is not None and not _owns(text, after.end):
            return _claim(stage, name, after.person, of)
        if _OWNED_AFTER.fullmatch(text, name.end, after.start) and _owns(text, after.end):
            tail = _TAIL.match(text, after.end, after.end + 50)
            if tail is not None:
                return _claim(stage, name, after.person, tail)
    behind = _AFTER.match(text, name.end, name.end + 60)
    if behind is not None and not (
        _series(text, behind.end()) or _LISTED.search(text, max(0, name.start - 6), name.start)
    ):
        owner = _owner(stage, behind.group("owner"), name.start, name, speakers)
        if owner != NOBODY:
            return _claim(stage, name, owner, behind)
    return None


def spoken_bonds(stage: Stage, found: Findings) -> Iterator[Tie]:
    """What people call each other to their face ("Papa!"), and whom they call aunt or uncle by name."""
    text = stage.text
    pairs = list(zip(found.turns, found.verdicts, strict=True))
    for index, (turn, verdict) in enumerate(pairs):
        if not _sure(verdict):
            continue
        for quote in turn.quotes:
            span = found.spans[quote]
            for name in stage.within(span.start, span.end):
                title = name.name.split()[0].lower()
                if title not in _TITLED or name.person == verdict.speaker or len(name.name.split()) < 2:
                    continue
                if not _ANOTHER.search(text, max(span.start, name.start - 24), name.start):
                    yield Tie(name.person, verdict.speaker, title, "kin", _proofs(stage, name.start, span.end), True)
            call = _CALL.search(text, span.start - 1, min(span.end + 1, span.start + 500))
            if call is None:
                continue
            word = _CALLED.get(call.group(1).lower(), call.group(1).lower())
            whom = _answering(pairs, index)
            gender = BONDS[word][1]
            if whom != NOBODY and stage.genders[whom] == gender:
                yield Tie(whom, verdict.speaker, word, "kin", _proofs(stage, call.start(1), span.end), True)


def _answering(pairs: Sequence[tuple[Turn, Verdict]], index: int) -> int:
    """Who is named as the speaker right before or after a turn, if it is one and the same person or only one is."""
    turn, verdict = pairs[index]
    found: set[int] = set()
    for other in (index - 1, index + 1):
        if 0 <= other < len(pairs):
            near, said = pairs[other]
            if (
                near.scene == turn.scene
                and abs(near.paragraph - turn.paragraph) <= 2
                and said.speaker != verdict.speaker
            ):
                found.add(said.speaker if _sure(said) else NOBODY)
    return found.pop() if len(found) == 1 else NOBODY


def _proofs(stage: Stage, said: int, end: int) -> tuple[tuple[int, int], ...]:
    """The sentence in which a word is said and, if another one, that of the quotation's end, with the tag behind it."""
    first, last = stage.pages.sentence(said), stage.pages.sentence(max(said, end - 1))
    return tuple(dict.fromkeys([(first.start, first.end), (last.start, last.end)]))


def _owns(text: str, at: int) -> bool:
    """Whether a name that ends at `at` owns what follows; some texts lost their apostrophes."""
    return text[at : at + 2] in {"'s", "’s", "' ", "’ "} or text[at : at + 3] == " s "


def _apposed(text: str, match: re.Match[str], start: int, name: Named) -> bool:
    """Whether a name is what the words before it describe, and no owner, no subject and no item of a list."""
    if _owns(text, name.end):
        return False
    if not match.group("comma"):
        return True
    before = text[max(0, start - 12) : start]
    return bool(_CLOSED.match(text, name.end)) and not _BEING.search(before) and not _LISTED.search(before)


def _series(text: str, at: int) -> bool:
    """Whether a comma behind a description goes on with another person, as lists do."""
    return bool(_ITEM.match(text, at))


def _owner(stage: Stage, word: str, offset: int, name: Named, speakers: list[tuple[int, int, int]]) -> int:
    """Whom his, her or my means: in narration the only one it can, in speech (my) who says it."""
    if name.quoted:
        return _speaker(speakers, name.start) if word == "my" else NOBODY
    if word == "my":
        return stage.narrator
    return stage.sole("m" if word == "his" else "f", offset, name.person)


def _claim(stage: Stage, name: Named, owner: int, match: re.Match[str]) -> Tie | None:
    word = match.group("word")
    kind, gender = BONDS[word]
    known = stage.genders[name.person]
    plain = match.groupdict().get("plain") or ""
    if owner in (name.person, NOBODY) or (gender and known and known != gender) or _NOT_PLAIN.search(plain):
        return None
    proof = stage.pages.sentence(name.start)
    if proof.end - proof.start > 700 or proof.end <= match.end() - 1:
        return None
    if _ELSE.search(stage.text, proof.start, name.start) or stage.text[proof.end - 1] == "?":
        return None
    if not name.quoted and stage.text[proof.start : proof.end].count('"') % 2:
        return None
    return Tie(name.person, owner, word, kind, ((proof.start, proof.end),))


def _speakers(found: Findings) -> list[tuple[int, int, int]]:
    """(start, end, person) of quotes whose speaker a tag names."""
    pairs = zip(found.turns, found.verdicts, strict=True)
    return sorted(
        (found.spans[q].start, found.spans[q].end, v.speaker)
        for turn, v in pairs
        if _sure(v)
        for q in turn.quotes
        if found.kinds[q] == "speech"
    )


def _sure(verdict: Verdict) -> bool:
    return verdict.speaker >= 0 and verdict.why == "explicit" and verdict.confidence >= 0.9


def _speaker(speakers: list[tuple[int, int, int]], offset: int) -> int:
    low, high = 0, len(speakers)
    while low < high:
        middle = (low + high) // 2
        if speakers[middle][0] <= offset:
            low = middle + 1
        else:
            high = middle
    if low and speakers[low - 1][1] > offset:
        return speakers[low - 1][2]
    return NOBODY


def _couples(stage: Stage) -> Iterator[Tie]:
    """Mr. and Mrs. of one surname, where each is one person of the book."""
    bearers: dict[str, set[int]] = {}
    for name in stage.names:
        if not name.pronoun:
            bearers.setdefault(name.name.replace(".", ""), set()).add(name.person)
    seen: set[tuple[str, str, str]] = set()
    for match in _COUPLE.finditer(stage.text):
        his, hers, surname = match.groups()
        if (his, hers, surname) in seen:
            continue
        surname = surname.removesuffix("'s").removesuffix("’s")
        men, women = bearers.get(f"{his} {surname}", set()), bearers.get(f"{hers} {surname}", set())
        if len(men) == 1 and len(women) == 1 and men != women:
            seen.add((his, hers, surname))
            proof = stage.pages.sentence(match.start())
            if proof.end >= match.end():
                yield Tie(next(iter(women)), next(iter(men)), "wife", "spouse", ((proof.start, proof.end),))
