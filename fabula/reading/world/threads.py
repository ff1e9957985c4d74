"""What stays open, what is forbidden, and where paths split: threads, rules of the world, and key nodes.

Owns choosing among sentences and events that say so. Knows nothing of how events were found. Promise: every item is
an exact span, a node has two or three different ways on, and only a chapter with a decision has a node.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from fabula.reading.shapes import Event, Evidence, Node, Thread, WorldRule
from fabula.reading.words.world import (
    QUESTION,
    RULE,
    RULE_HARD,
    RULE_HINTS,
    RULE_HINTS_ZH,
    RULE_ZH,
    SEARCH,
    WHETHER,
    WHETHER_ZH,
)
from fabula.reading.world.stage import Stage

_RULE = re.compile(RULE, re.IGNORECASE)
_RULE_ZH = re.compile(RULE_ZH)
_HARD = re.compile(RULE_HARD, re.IGNORECASE)
_SEARCH = re.compile(SEARCH)
_QUESTION = re.compile(QUESTION, re.IGNORECASE)
_WHETHER = re.compile(WHETHER)
_WHETHER_ZH = re.compile(WHETHER_ZH)
_MOST_RULES, _MOST_THREADS, _MOST_NODES = 40, 200, 60
_CLOSES = {
    "promise": ("marriage", "journey", "arrival", "gift", "letter"),
    "proposal": ("marriage",),
    "invitation": ("arrival", "meeting"),
}
_DECIDES = frozenset({"decision", "refusal", "promise", "proposal", "allegiance", "request"})
_MOST_WAYS = 400
_ALIKE = 12


def rules(stage: Stage) -> tuple[WorldRule, ...]:
    """Sentences that state a law, a custom or a prohibition."""
    pattern = _RULE_ZH if stage.pages.cjk else _RULE
    out: list[WorldRule] = []
    done = -1
    for at in _hints(stage.text, RULE_HINTS_ZH if stage.pages.cjk else RULE_HINTS):
        if at < done:
            continue
        proof = stage.pages.sentence(at)
        done = proof.end
        if not proof.start <= at < proof.end <= proof.start + 400:
            continue
        match = pattern.search(stage.text, proof.start, proof.end)
        if match is None:
            continue
        if any(mark in stage.text[proof.end - 2 : proof.end] for mark in "?？"):
            continue
        hard = stage.pages.cjk or _HARD.search(stage.text, match.start(), min(proof.end, match.end() + 20)) is not None
        out.append(WorldRule(f"w{len(out) + 1}", hard, proof.chapter, (proof,)))
        if len(out) == _MOST_RULES:
            break
    return tuple(out)


def _hints(text: str, words: Sequence[str]) -> list[int]:
    """Where any of the words stands, in order; looking for each alone is much quicker than for all at once."""
    found: list[int] = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            found.append(at)
            at = text.find(word, at + 1)
    return sorted(found)


def threads(stage: Stage, told: Sequence[Event]) -> tuple[Thread, ...]:
    """Promises, engagements and invitations with what ends them, searches, and questions that the narration asks."""
    drafts: list[tuple[int, str, tuple[str, ...], Evidence, Evidence | None]] = []
    for index, event in enumerate(told):
        if event.kind in _CLOSES:
            people = (*event.actors, *event.targets)
            closed = _closing(told, index)
            proof = event.evidence[0]
            drafts.append((proof.start, event.kind, people, proof, closed))
    for start, end in stage.told:
        asked = stage.text[end - 1] in "?？" and not stage.pages.cjk and _QUESTION.match(stage.text, start)
        sought = None if stage.pages.cjk else _SEARCH.search(stage.text, start, end)
        if not asked and sought is None:
            continue
        people = tuple(dict.fromkeys(stage.keys[n.person] for n in stage.within(start, end) if not n.quoted))
        if people:
            kind = "question" if asked else "search"
            drafts.append((start, kind, people[:4], stage.proof(start, end), None))
    drafts.sort(key=lambda d: (d[0], d[1]))
    return tuple(
        Thread(f"t{i + 1}", kind, people, proof.chapter, (proof,), closed)
        for i, (_, kind, people, proof, closed) in enumerate(drafts[:_MOST_THREADS])
    )


def _closing(told: Sequence[Event], index: int) -> Evidence | None:
    """The sentence of the later event that ends what an event opens, for the same people."""
    event = told[index]
    people = {*event.actors, *event.targets}
    for other in told[index + 1 : index + 400]:
        both = {*other.actors, *other.targets}
        wanted = people <= both if event.kind == "proposal" and len(people) > 1 else people & both == people
        if other.kind in _CLOSES[event.kind] and wanted and other.evidence[0].start > event.evidence[0].start:
            return other.evidence[0]
    return None


def nodes(stage: Stage, told: Sequence[Event]) -> tuple[Node, ...]:
    """Chapters in which somebody decides, with two or three ways on that the chapter itself names."""
    pattern = _WHETHER_ZH if stage.pages.cjk else _WHETHER
    by_chapter: dict[int, list[Event]] = defaultdict(list)
    for event in told:
        if event.kind in _DECIDES:
            by_chapter[event.chapter].append(event)
    ways = _ways(stage, pattern) if by_chapter else {}
    out: list[Node] = []
    for chapter in sorted(by_chapter):
        best: tuple[int, Event, list[Evidence]] | None = None
        for event in by_chapter[chapter]:
            options = _options(stage, event, ways.get(chapter, []))
            score = (event.kind == "decision") * 2 + len(options)
            if len(options) >= 2 and (best is None or score > best[0]):
                best = (score, event, options)
        if best is not None:
            _, event, options = best
            out.append(Node(f"n{len(out) + 1}", event.actors[0], chapter, event.evidence, tuple(options)))
    return tuple(out[:_MOST_NODES])


def _ways(stage: Stage, pattern: re.Pattern[str]) -> dict[int, list[Evidence]]:
    """Ways on that the narration names, by chapter."""
    ways: dict[int, list[Evidence]] = defaultdict(list)
    for start, end in stage.told:
        for match in pattern.finditer(stage.text, start, end):
            left, right = match.span("option")
            while right > left and stage.text[right - 1].isspace():
                right -= 1
            proof = stage.proof(left, right)
            if len(ways[proof.chapter]) < _MOST_WAYS:
                ways[proof.chapter].append(proof)
    return ways


def _options(stage: Stage, event: Event, ways: Sequence[Evidence]) -> list[Evidence]:
    """Two or three different ways: what the event's sentence names first, then the nearest others of the chapter."""
    home = event.evidence[0]
    own = [w for w in ways if home.start <= w.start < home.end]
    if not own:
        return []
    rest = sorted((w for w in ways if w not in own), key=lambda w: (abs(w.start - home.start), w.start))
    chosen: list[Evidence] = []
    for way in [*own, *rest]:
        text = " ".join(stage.text[way.start : way.end].split())
        if all(text[:_ALIKE] != " ".join(stage.text[c.start : c.end].split())[:_ALIKE] for c in chosen):
            chosen.append(way)
        if len(chosen) == 3:
            break
    return sorted(chosen, key=lambda e: e.start)
