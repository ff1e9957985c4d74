"""Puts what was found into the shapes that leave the room: people best first, quotes, places, summary.

Owns selection, numbering and naming of people. Knows nothing of how they were found. Promise: keys are p1..pN in order
of importance, every quote's speaker is one of them or None, and aliases carry where the book first uses them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from fabula.reading.findings import Findings, Member, Spot
from fabula.reading.known import gender_chapter, groups, links
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.portrait import Portraits
from fabula.reading.roles import Weight, roles
from fabula.reading.shapes import MOST_PEOPLE, Alias, Bystander, Evidence, Person, Quote, Reading, StyleNumbers
from fabula.reading.style import Line, lines_of, no_style, styles
from fabula.reading.summary import guess_genre, summarise
from fabula.reading.turns import Verdict
from fabula.reading.words.english import TITLES
from fabula.reading.words.portraits import HOSTILE, HOSTILE_ZH
from fabula.reading.world.find import find_world

_MOST_ALIASES = 40
_MOST_OTHERS = 1000
_HOSTILE_ZH = re.compile("|".join(HOSTILE_ZH))


def tell(pages: Pages, found: Findings, pace: Pace) -> Reading:
    """The reading of a book from its findings."""
    pace.stage("world", 7)
    pace.next_pass()
    spoken = [
        (verdict.speaker, found.spans[q].start, found.spans[q].end, verdict.confidence)
        for turn, verdict in zip(found.turns, found.verdicts, strict=True)
        for q in turn.quotes
        if verdict.speaker >= 0
    ]
    lines = lines_of(pages, spoken)
    order, rest = _chosen(pages, found.members, lines)
    portraits = Portraits(pages, found, order, pace)
    pace.next_pass()
    hostile = _hostility(pages, portraits)
    weights = [_weight(pages, found.members[p], len(lines.get(p, ())), sum(hostile[p].values())) for p in order]
    parts = roles(weights, len(set(pages.chapters)))
    words = frozenset(w.lower() for m in found.members for s in m.spots[:1] for w in s.name.split())
    spoken_by = styles(pages, lines, words)
    people = [
        _person(
            pages,
            found.members[person],
            position,
            (parts[position], hostile[person]),
            portraits.of(person),
            spoken_by.get(person, (no_style(), ())),
        )
        for position, person in enumerate(order)
    ]
    pace.next_pass()
    rank = {person: position for position, person in enumerate(order)}
    grounds = sorted(start for ground in found.grounds for start in ground.starts)
    summary, gist = summarise(pages, portraits.told, rank, grounds)
    keys = {person: f"p{position + 1}" for position, person in enumerate([*order, *rest])}
    others = tuple(_bystander(pages, found.members[person], keys[person]) for person in rest)
    world = find_world(pages, found, keys, portraits.told, (people, others), pace)
    reading = Reading(
        people=tuple(people),
        quotes=_quotes(pages, found, keys, len(order)),
        places=world.places,
        summary=summary,
        genre=guess_genre(pages),
        others=others,
        relationships=world.relationships,
        events=world.events,
        deaths=world.deaths,
        factions=world.factions,
        things=world.things,
        threads=world.threads,
        rules=world.rules,
        nodes=world.nodes,
        arcs=world.arcs,
        gist=gist,
    )
    pace.finish()
    return reading


def _person(
    pages: Pages,
    member: Member,
    position: int,
    part: tuple[str, Counter[int]],
    kinds: dict[str, tuple[Evidence, ...]],
    style: tuple[StyleNumbers, tuple[Evidence, ...]],
) -> Person:
    """One person told: the one at `position` by importance, with (role, hostile sentences by chapter)."""
    role, hostile = part
    numbers, typical = style
    first = _first(pages, member)
    return Person(
        key=f"p{position + 1}",
        name=_display(pages, member),
        aliases=_aliases(pages, member),
        gender={"m": "male", "f": "female"}.get(member.gender, "unknown"),
        role=role,
        mentions=len(member.spots),
        by_chapter=tuple(sorted(Counter(pages.chapter(s.start) for s in member.spots).items())),
        first_chapter=first.chapter,
        first=first,
        narrator=member.narrator,
        description=kinds["description"],
        appearance=kinds["appearance"],
        personality=kinds["personality"],
        background=kinds["background"],
        style=numbers,
        typical=typical,
        hostile=tuple(sorted(hostile.items())),
        gender_chapter=gender_chapter(pages, member),
    )


def _chosen(pages: Pages, members: Sequence[Member], lines: dict[int, list[Line]]) -> tuple[list[int], list[int]]:
    """(told, others): whom to tell about, most important first and those in several chapters before those in one."""
    ranked: list[tuple[bool, float, int]] = []
    for person, member in enumerate(members):
        if not member.spots or member.passing:
            continue
        weight = _weight(pages, member, len(lines.get(person, ())), 0)
        if weight.named + weight.pronouns < 2 and not weight.lines:
            continue
        if weight.named < 2 and weight.lines < 2 and not member.narrator:
            continue
        ranked.append((weight.chapters > 1, weight.importance, person))
    ranked.sort(key=lambda item: (not item[0], -item[1], item[2]))
    kept = ranked[:MOST_PEOPLE]
    kept.sort(key=lambda item: (-item[1], item[2]))
    told = [person for _, _, person in kept]
    left = sorted(
        (-len(member.spots), person)
        for person, member in enumerate(members)
        if member.spots and person not in set(told)
    )
    return told, [person for _, person in left[:_MOST_OTHERS]]


def _bystander(pages: Pages, member: Member, key: str) -> Bystander:
    first = _first(pages, member)
    gender = {"m": "male", "f": "female"}.get(member.gender, "unknown")
    return Bystander(key, _display(pages, member), _aliases(pages, member), gender, len(member.spots), first)


def _weight(pages: Pages, member: Member, lines: int, hostile: int) -> Weight:
    named = [s for s in member.spots if not s.pronoun]
    chapters = {pages.chapter(s.start) for s in member.spots}
    return Weight(len(named), len(member.spots) - len(named), lines, len(chapters), hostile, member.narrator)


def _hostility(pages: Pages, portraits: Portraits) -> defaultdict[int, Counter[int]]:
    """For each person the sentences of narration that begin with him and hold a hostile word, by chapter."""
    counts: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for start, end, person, _ in portraits.told:
        if person < 0:
            continue
        text = pages.text[start:end]
        if pages.cjk:
            found = _HOSTILE_ZH.search(text) is not None
        else:
            found = not HOSTILE.isdisjoint(text.lower().replace(",", " ").replace(".", " ").split())
        if found:
            counts[person][pages.chapter(start)] += 1
    return counts


def _display(pages: Pages, member: Member) -> str:
    """The name to show: a first-and-last name the book uses more than in passing, else the most used name."""
    named = [s for s in member.spots if not s.pronoun]
    if not named:
        return "The narrator" if not pages.cjk else "我"
    proper = [s for s in named if not s.name.startswith("the ")]
    counts = Counter(s.name for s in proper or named)
    most, top = min(counts.items(), key=lambda item: (-item[1], item[0]))
    best = most
    best_count = 0
    for name, count in sorted(counts.items()):
        words = name.split()
        full = len(words) >= 2 and not pages.cjk and most.split()[-1] in words and words[0].lower() not in TITLES
        if full and len(most.split()) == 1 and count >= max(2, 0.004 * top) and count > best_count:
            best, best_count = name, count
    return _spelling(pages, [s for s in named if s.name == best])


def _spelling(pages: Pages, spots: Sequence[Spot]) -> str:
    """The most frequent spelling of a name in the text, blanks squeezed, never all capitals if avoidable."""
    spellings = Counter(" ".join(pages.text[s.start : s.end].split()) for s in spots[:400])
    ranked = sorted(spellings.items(), key=lambda item: (item[0].isupper() and len(item[0]) > 3, -item[1], item[0]))
    spelling = ranked[0][0]
    if spots[0].name.startswith("the "):
        return f"the {spelling}"
    return spots[0].name if spelling.isupper() and len(spelling) > 3 else spelling


def _aliases(pages: Pages, member: Member) -> tuple[Alias, ...]:
    by_name: dict[str, list[Spot]] = {}
    for spot in member.spots:
        if not spot.pronoun:
            by_name.setdefault(spot.name, []).append(spot)
    merged: dict[str, list[Spot]] = {}
    spelt: dict[str, str] = {}
    for name in sorted(by_name):
        spelt[name] = _spelling(pages, by_name[name])
        merged.setdefault(spelt[name], []).extend(by_name[name])
    ordered = sorted(merged, key=lambda n: (min(s.start for s in merged[n]), n))
    number = dict(zip(ordered, groups(ordered, cjk=pages.cjk), strict=True))
    proofs = links(pages, member.spots, {n: number[s] for n, s in spelt.items()}, max(number.values(), default=0) + 1)
    aliases: list[Alias] = []
    for spelling, spots in merged.items():
        first = min(s.start for s in spots)
        counts = tuple(sorted(Counter(pages.chapter(s.start) for s in spots).items()))
        group = number[spelling]
        aliases.append(Alias(spelling, len(spots), first, pages.chapter(first), counts, group, proofs[group]))
    if not aliases:
        first = member.spots[0].start
        name = _display(pages, member)
        counts = tuple(sorted(Counter(pages.chapter(s.start) for s in member.spots).items()))
        aliases.append(Alias(name, len(member.spots), first, pages.chapter(first), counts))
    aliases.sort(key=lambda a: (-a.mentions, a.first_start, a.name))
    return tuple(aliases[:_MOST_ALIASES])


def _first(pages: Pages, member: Member) -> Evidence:
    named = [s for s in member.spots if not s.pronoun] or member.spots
    return pages.sentence(min(s.start for s in named))


def _quotes(pages: Pages, found: Findings, keys: dict[int, str], told: int) -> tuple[Quote, ...]:
    """All quotes; only the first `told` of `keys` are people, the others may only be voices."""
    people = set(list(keys)[:told])
    decided: dict[int, tuple[int, int, Verdict]] = {}
    for turn, verdict in zip(found.turns, found.verdicts, strict=True):
        for quote in turn.quotes:
            decided[quote] = (verdict.speaker, verdict.addressee, verdict)
    quotes: list[Quote] = []
    for index, span in enumerate(found.spans):
        chapter = pages.chapter(span.start)
        speaker, addressee, confidence, why, voice = None, None, 0.0, "unknown", None
        cue, rival, share = None, None, 0.0
        if index in decided:
            who, whom, verdict = decided[index]
            voice = keys.get(who)
            addressee = keys[whom] if whom in people else None
            cue = Evidence(*verdict.cue, pages.chapter(verdict.cue[0])) if verdict.cue else None
            rival, share = keys.get(verdict.rival), round(verdict.rival_share, 3)
            if who in people:
                speaker, confidence, why = keys[who], round(verdict.confidence, 3), verdict.why
        quotes.append(
            Quote(
                span.start,
                span.end,
                speaker,
                addressee,
                found.kinds[index],
                confidence,
                chapter,
                why,
                voice,
                cue,
                rival,
                share if rival else 0.0,
            )
        )
    return tuple(quotes)
