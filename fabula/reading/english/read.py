"""Reads a book in English: names, speech, cast and speakers, as far as a deterministic reader can tell.

Owns the order of the steps. Knows nothing of the shapes that leave the room. Promise: returns persons, spans, kinds and
a verdict for every turn; all numbers refer to the same cast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from fabula.reading.bind import bind_nouns
from fabula.reading.decode import NOBODY, Sign, Turn, decode
from fabula.reading.english.cast import Cast, build_cast
from fabula.reading.english.casting import Name, cast_names, faint_names, find_grounds
from fabula.reading.english.cues import Cue, CueReader, Ref
from fabula.reading.english.given import given_cast, given_names
from fabula.reading.english.kinds import cut_directions, kinds
from fabula.reading.english.nested import cut_nested
from fabula.reading.english.runs import find_runs
from fabula.reading.english.speech import Speech, find_speeches
from fabula.reading.findings import Findings, Member, mention_stream
from fabula.reading.marks import Span, find_spans
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.pronouns import follow_pronouns
from fabula.reading.shapes import GivenPerson
from fabula.reading.words import listed
from fabula.reading.words.english import RELATION_NOUNS

_INTRODUCES = re.compile(r"\b(?:I am|I['’ ]m|my name is|my name['’]s|name is|this is)\s+$", re.IGNORECASE)
_CALL = re.compile(
    r"(?:^|[,;!—-])\s*(?:my dear |my |dear |good |young |old )?"
    r"(sir|ma['’ ]?am|madam|madame|miss|monsieur|my lord|my lady|m['’ ]?sieur|mademoiselle|papa|father|uncle|grandpapa|"
    r"mamma|mama|mother|aunt|auntie|granny|gran|grandmamma|boy|lad|girl|lass|fellow|man|woman|lady|brother|sister)"
    r"\b\s*[,.!?;—-]",
    re.IGNORECASE,
)


_WOMEN_CALLED = listed(
    "ma'am ma’am maam madam madame miss mademoiselle mamma mama mother aunt auntie granny gran grandmamma girl lass "
    "woman lady sister"
) | {"ma am", "my lady"}


def read_english(pages: Pages, pace: Pace, *, english: bool, given: Sequence[GivenPerson] | None = None) -> Findings:
    """Read a book in a language with capital letters, with its people found or `given`."""
    pace.next_pass()
    spans = cut_directions(pages, find_spans(pages, pace)) if english else find_spans(pages, pace)
    spans, marked = cut_nested(pages, spans, kinds(pages, spans))
    pace.next_pass()
    runs = find_runs(pages, spans, pace)
    pace.next_pass()
    if given is None:
        names, others = cast_names(pages.text, runs, pace, english=english)
    else:
        names, others = given_names(pages, spans, given), []
    pace.next_pass()
    where = {run.start: (run.end, i, run.owns) for i, name in enumerate(names) for run in name.runs}
    reader = CueReader(pages.text, where)
    speeches = find_speeches(pages, spans, marked, reader, pace)
    if given is None:
        cast = build_cast(pages, names, faint_names(others, runs), speeches, spans)
    else:
        cast = given_cast(pages, given, names, spans)
    pace.stage("speech", 2)
    pace.next_pass()
    turns = _turns(pages, spans, speeches, names, cast, reader)
    named = mention_stream([m if m.names or m.narrator else Member([], "") for m in cast.members])
    cast.absorb(
        bind_nouns(turns, named, [m.gender for m in cast.members], cast.described, _barred(cast, names), cast.rare)
    )
    mentions = [m for m in mention_stream(cast.members) if m.person not in cast.rare]
    follow_pronouns(pages, spans, [m.gender for m in cast.members], mentions, turns)
    verdicts = decode(turns, mentions, [m.gender for m in cast.members], cast.narrator, pace)
    return Findings(cast.members, spans, marked, turns, verdicts, find_grounds(others))


def _barred(cast: Cast, names: list[Name]) -> Callable[[str, int], bool]:
    """Whom a noun of kinship cannot mean: no Miss is a mother or a wife, no person is a described one."""
    maidens = {p for p, m in enumerate(cast.members) if any(names[i].parts.unmarried for i in m.names)}
    wives = listed("mother wife aunt grandmother mamma mama")

    def barred(noun: str, person: int) -> bool:
        return noun in wives and person in maidens

    return barred


def _turns(
    pages: Pages, spans: list[Span], speeches: list[Speech], names: list[Name], cast: Cast, reader: CueReader
) -> list[Turn]:
    quoted = sorted(
        (r.start, cast.of_name[i], r.vocative)
        for i, n in enumerate(names)
        if i in cast.of_name
        for r in n.runs
        if r.quoted
    )
    told = sorted((s.start, p, s.subject) for p, m in enumerate(cast.members) for s in m.spots if not s.quoted)
    turns: list[Turn] = []
    inner = outer = 0
    for speech in speeches:
        first, last = spans[speech.quotes[0]], spans[speech.quotes[-1]]
        turn = Turn(speech.paragraph, first.start, last.end, list(speech.quotes))
        turn.scene = pages.chapter(first.start)
        turn.opened, turn.continues = speech.opened, speech.continues
        turn.signs = [sign for cue in speech.cues if (sign := _sign(cue, cast)) is not None]
        while inner < len(quoted) and quoted[inner][0] < first.start:
            inner += 1
        at = inner
        while at < len(quoted) and quoted[at][0] < last.end:
            turn.named.add(quoted[at][1])
            if _INTRODUCES.search(pages.text, max(first.start, quoted[at][0] - 24), quoted[at][0]):
                turn.introduced.add(quoted[at][1])
            if quoted[at][2]:
                turn.called.add(quoted[at][1])
            at += 1
        start, end = pages.starts[speech.paragraph], pages.ends[speech.paragraph]
        low = pages.starts[speech.paragraph - 1] if speech.lead is not None else start
        while outer < len(told) and told[outer][0] < start:
            if told[outer][0] >= low and told[outer][2]:
                turn.subject = told[outer][1]
            outer += 1
        turn.first = _foremost(told, outer, first.start, end)
        if speech.lead is not None and turn.subject == NOBODY:
            turn.subject = _person(speech.lead, cast)
        call = _CALL.search(pages.text, first.start - 1, min(last.end + 1, first.start + 400))
        if call:
            turn.calls_gender = "f" if call.group(1).lower() in _WOMEN_CALLED else "m"
        turns.append(turn)
    return turns


def _foremost(told: list[tuple[int, int, bool]], at: int, quote: int, end: int) -> int:
    """The person a paragraph's narration is about: its last subject before the quote, else whoever it names first."""
    first = told[at][1] if at < len(told) and told[at][0] < end else NOBODY
    while at < len(told) and told[at][0] < quote:
        if told[at][2]:
            first = told[at][1]
        at += 1
    return first


def _person(ref: Ref, cast: Cast) -> int:
    if ref.kind == "name":
        return cast.of_name.get(ref.name, NOBODY)
    if ref.kind == "i":
        return cast.narrator
    if ref.kind == "noun" and ref.definite:
        return cast.of_noun.get(ref.noun, NOBODY)
    return NOBODY


def _sign(cue: Cue, cast: Cast) -> Sign | None:
    ref = cue.ref
    person = _person(ref, cast)
    if person != NOBODY:
        return Sign("name", person, "", cue.tag)
    if ref.kind in {"he", "she"}:
        return Sign("pronoun", NOBODY, ref.gender, cue.tag)
    if ref.kind == "noun":
        kin = ref.noun in RELATION_NOUNS and not ref.definite
        if ref.phrase in cast.phrases:
            return Sign("noun", cast.phrases[ref.phrase], ref.gender, cue.tag, ref.noun)
        someone = cast.described.get(ref.noun, NOBODY) if ref.phrase and not ref.definite else NOBODY
        if someone in cast.rare:
            return Sign("noun", someone, ref.gender, cue.tag)
        noun = ref.noun if ref.definite or kin else ""
        return Sign("kin" if kin else "noun", NOBODY, ref.gender, cue.tag, noun)
    return Sign("other", NOBODY, "", cue.tag)
