"""Reads a book in Chinese: names, speech, cast and speakers; for Japanese, its quotations only.

Owns the order of the steps. Knows nothing of the shapes that leave the room. Promise: the same findings as for other
languages, with persons numbered alike everywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter

from fabula.reading.bind import bind_nouns
from fabula.reading.chinese.cast import build_members
from fabula.reading.chinese.names import count_leads, find_names
from fabula.reading.chinese.shortened import shortened_names
from fabula.reading.chinese.speech import find_turns
from fabula.reading.decode import decode
from fabula.reading.findings import Findings, Ground, Member, Spot, mention_stream
from fabula.reading.marks import Span, find_spans
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.pronouns import follow_pronouns
from fabula.reading.words.chinese import NOT_NAMES, PLACE_LEADS, PLACE_MARKS, SPEECH_END, THINK_END

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_PLACE = re.compile(rf"[{PLACE_LEADS}]([{_HAN}]{{1,3}}[{PLACE_MARKS}])")
_SPEECH = re.compile(rf"(?:{SPEECH_END})(?:道|说|曰)?[：:，,]?$")
_LETTER = re.compile(
    r"(?:(?:书|诏|表|檄|信|诗|歌|赋|赞|词|诰|铭|谣)(?:略|中|叹|赞|单道|专道|题)?[曰云：:]*(?:写着|写道)?|其[略文辞]曰|上写|上书|大书|题|写道|写着)"
    r"(?:云|曰)?[：:]?$"
)


def read_chinese(pages: Pages, pace: Pace, *, chinese: bool) -> Findings:
    """Read a book in Chinese; without `chinese` only quotations are found."""
    pace.next_pass()
    spans = find_spans(pages, pace)
    kinds = [_kind(pages, span) for span in spans]
    if not chinese:
        return Findings([], spans, kinds, [], [], [])
    pace.next_pass()
    lead = count_leads(pages, pace)
    pace.next_pass()
    names = find_names(pages, lead, pace)
    names = [*names, *shortened_names(pages, set(names), lead, pace)]
    pace.next_pass()
    classical = pages.text.count("曰") * 2 > pages.text.count("说")
    members = build_members(pages, names, spans, pace, classical=classical)
    narrator = _narrator(pages, members, spans) if not classical else -1
    pace.stage("speech", 3)
    pace.next_pass()
    turns = find_turns(pages, spans, kinds, members, narrator, pace)
    pace.next_pass()
    mentions = mention_stream(members)
    bind_nouns(turns, mentions, [m.gender for m in members])
    if not classical:
        follow_pronouns(pages, spans, [m.gender for m in members], mentions, turns)
    verdicts = decode(turns, mentions, [m.gender for m in members], narrator, pace)
    return Findings(members, spans, kinds, turns, verdicts, _grounds(pages, names))


def _kind(pages: Pages, span: Span) -> str:
    """speech, thought, letter (and verse) or scare, from the characters before and after the marks."""
    text = pages.text
    start = pages.starts[span.paragraph]
    before = text[max(start, span.start - 12) : span.start - 1].rstrip("，,：: ")
    if before.endswith(THINK_END):
        return "thought"
    if _LETTER.search(before) and not before.endswith(("答曰", "言曰")):
        return "letter"
    colon = text[span.start - 2 : span.start - 1] in {"：", ":"}
    short = span.end - span.start <= 8 and text[span.end - 1] not in "。！？，…!?."
    if short and not colon and before and not _SPEECH.search(before):
        return "scare"
    return "speech"


def _narrator(pages: Pages, members: list[Member], spans: list[Span]) -> int:
    """Add a first-person narrator if narration says 我 often enough; its number or -1."""
    starts = [s.start for s in spans]
    spots: list[Spot] = []
    for match in re.finditer("我(?!们)", pages.text):
        at = bisect_right(starts, match.start()) - 1
        if at < 0 or spans[at].end <= match.start():
            head = match.start() == 0 or not "\u3400" <= pages.text[match.start() - 1] <= "\u9fff"
            spots.append(Spot(match.start(), match.end(), False, head, "我", pronoun=True))
    told = len(pages.text) - sum(s.end - s.start for s in spans)
    if len(spots) < 20 or len(spots) * 200 < told:
        return -1
    best, person = 0, -1
    for number, member in enumerate(members):
        quoted = sum(1 for s in member.spots if s.quoted)
        if quoted >= 3 and quoted >= 0.85 * len(member.spots) and quoted > best:
            best, person = quoted, number
    if person < 0:
        members.append(Member([], "", label="我"))
        person = len(members) - 1
    members[person].narrator = True
    members[person].spots = sorted(members[person].spots + spots, key=lambda s: s.start)
    return person


def _grounds(pages: Pages, names: list[str]) -> list[Ground]:
    """Places: what people go to or come from, ending in a word for a kind of place."""
    people = set(names)
    counts: Counter[str] = Counter()
    for match in _PLACE.finditer(pages.text):
        counts[match.group(1)] += 1
    grounds: list[Ground] = []
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:400]:
        if (
            count < 2
            or name in people
            or name in NOT_NAMES
            or name[0] in PLACE_LEADS + "劫见过上下"
            or any(c in "的了一这那大小后前本此其各二三两城" for c in name[:-1])
        ):
            continue
        starts = [m.start() for m in re.finditer(re.escape(name), pages.text)]
        grounds.append(Ground(name, starts))
    grounds.sort(key=lambda g: (-len(g.starts), g.name))
    return grounds[:40]
