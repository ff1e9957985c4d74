"""Which ties become relationships: one for each pair and kind, with the first sentences that prove it.

Owns weighing ties, and acquaintance by conversation. Knows nothing of languages. Promise: every relationship's
evidence is complete in itself, two people are never kin in two contradictory ways, and acquaintance takes several
exchanges.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from fabula.reading.findings import Findings
from fabula.reading.shapes import Evidence, Relationship
from fabula.reading.turns import Turn, Verdict
from fabula.reading.words.bonds import MUTUAL, MUTUAL_KINDS, MUTUAL_ZH
from fabula.reading.world.bonds import Tie
from fabula.reading.world.deeds import Deed
from fabula.reading.world.stage import NOBODY, Stage

_EXCHANGES = 2
"""So many times two people must answer each other, or do something together, before they count as acquainted."""
_TOGETHER = frozenset(
    [
        "meeting",
        "company",
        "telling",
        "request",
        "affection",
        "gift",
        "parting",
        "invitation",
        "letter",
        "proposal",
        "quarrel",
    ]
)
_LONG_TALK = 16
"""After so many turns a conversation counts as another one."""
_MOST = 400
_ORDER = ("spouse", "kin", "betrothed", "master", "servant", "foe", "friend", "acquaintance")
_INVERSE = {"master": "servant", "servant": "master"}


def relationships(
    stage: Stage,
    found: Findings,
    ties: Iterable[Tie],
    deeds: Sequence[Deed],
    met: dict[tuple[int, int], list[Evidence]],
) -> tuple[Relationship, ...]:
    """All relationships, in the order in which the book proves them."""
    by_pair: dict[tuple[int, int], list[Tie]] = defaultdict(list)
    for tie in [*ties, *_from_deeds(stage, deeds)]:
        if tie.source != tie.target:
            by_pair[min(tie.source, tie.target), max(tie.source, tie.target)].append(tie)
    drafts: list[tuple[int, int, str, str, tuple[Evidence, ...]]] = []
    for pair in sorted(by_pair):
        drafts.extend(_chosen(stage, by_pair[pair]))
    close = {(min(d[0], d[1]), max(d[0], d[1])) for d in drafts}
    for (one, two), meetings in sorted(met.items()):
        if (one, two) not in close:
            drafts.append((one, two, "acquaintance", "", tuple(meetings)))
    drafts.sort(key=lambda d: (d[2] == "acquaintance", max(e.start for e in d[4]), d[0], d[1]))
    drafts = sorted(drafts[:_MOST], key=lambda d: (max(e.start for e in d[4]), d[0], d[1]))
    out: list[Relationship] = []
    for source, target, kind, word, proofs in drafts:
        out.append(
            Relationship(
                key=f"r{len(out) + 1}",
                source=stage.keys[source],
                target=stage.keys[target],
                kind=kind,
                label=word,
                mutual=kind in MUTUAL_KINDS or word in MUTUAL or word in MUTUAL_ZH,
                chapter=max(e.chapter for e in proofs),
                evidence=proofs,
            )
        )
    return tuple(out)


def _chosen(stage: Stage, ties: list[Tie]) -> list[tuple[int, int, str, str, tuple[Evidence, ...]]]:
    """The relationships that the ties about two people support: at most one of blood or marriage, one other."""
    out: list[tuple[int, int, str, str, tuple[Evidence, ...]]] = []
    votes: Counter[tuple[int, str, str]] = Counter()
    faint: Counter[tuple[int, str, str]] = Counter()
    for tie in ties:
        (faint if tie.faint else votes)[tie.source, tie.kind, tie.word] += 1
    if any(key[1] in {"kin", "spouse"} and key[2] for key in votes):
        votes = Counter({key: n for key, n in votes.items() if key[1] != "kin" or key[2]})
    for key, count in faint.items():
        if count >= 2 or key in votes:
            votes[key] += count
    family = [key for key in votes if key[1] in {"kin", "spouse"}]
    others = [key for key in votes if key[1] not in {"kin", "spouse"}]
    for group in (family, others):
        ranked = sorted(group, key=lambda k: (-votes[k], _ORDER.index(k[1]), k))
        if not ranked:
            continue
        best = ranked[0]
        if group is family and len(ranked) > 1 and votes[ranked[1]] == votes[best] and not _agree(best, ranked[1]):
            continue
        if group is others and best[1] in {"friend", "acquaintance"} and out:
            continue
        mine = [c for c in ties if (c.source, c.kind, c.word) == best]
        mine.sort(key=lambda c: (c.faint, c.proofs[0][0]))
        first = mine[:2] if mine[0].faint else mine[:1]
        spans = sorted({span for tie in first for span in tie.proofs})
        proofs = tuple(stage.proof(*span) for span in spans)
        out.append((best[0], mine[0].target, best[1], best[2], proofs))
    return out


def _agree(one: tuple[int, str, str], two: tuple[int, str, str]) -> bool:
    """Whether two family ties about a pair can both be true: the two directions of one bond."""
    if one[1] != two[1]:
        return False
    if one[1] == "spouse":
        return True
    words = {one[2], two[2]}
    return one[0] != two[0] and (
        words <= {"brother", "sister", "cousin", "twin"} or any(words & up and words & down for up, down in _WAYS)
    )


_WAYS = (
    ({"father", "mother"}, {"son", "daughter", "child"}),
    ({"uncle", "aunt"}, {"nephew", "niece"}),
    ({"grandfather", "grandmother"}, {"grandson", "granddaughter"}),
    ({"guardian"}, {"ward"}),
)


def _from_deeds(stage: Stage, deeds: Sequence[Deed]) -> Iterable[Tie]:
    """Whom somebody marries, captures or kills; in Chinese chronicles also whom he fights."""
    kinds = {"marriage": ("spouse", ""), "fight": ("foe", ""), "capture": ("foe", "")}
    if not stage.pages.cjk:
        del kinds["fight"]
    for deed in deeds:
        pairs = [(a, t) for a in deed.actors for t in deed.targets]
        if deed.kind == "death" and deed.targets:
            yield from (Tie(a, t, "", "foe", ((deed.start, deed.end),)) for a, t in pairs)
        elif deed.kind in kinds and pairs:
            kind, word = kinds[deed.kind]
            if kind == "spouse" and stage.genders[pairs[0][0]] == stage.genders[pairs[0][1]] != "":
                continue
            yield from (Tie(a, t, word, kind, ((deed.start, deed.end),)) for a, t in pairs)


def conversations(
    stage: Stage, found: Findings, deeds: Sequence[Deed]
) -> tuple[dict[tuple[int, int], list[Evidence]], list[Deed]]:
    """(acquainted, talks): pairs who answer each other or meet often enough, with proof; conversations as events.

    Only turns whose speaker a tag tells count as proof; a conversation is an unbroken run of turns in one chapter.
    """
    pairs = list(zip(found.turns, found.verdicts, strict=True))
    proofs: dict[tuple[int, int], list[tuple[Evidence, ...]]] = defaultdict(list)
    for deed in deeds:
        if deed.kind in _TOGETHER:
            for one in deed.actors:
                for two in deed.targets:
                    proofs[min(one, two), max(one, two)].append((stage.proof(deed.start, deed.end),))
    talks: list[Deed] = []
    scene: dict[tuple[int, int], list[int]] = {}
    loose: Counter[tuple[int, int]] = Counter()
    last, begun = -1, 0
    for index in range(1, len(pairs)):
        (before, said), (turn, answer) = pairs[index - 1], pairs[index]
        if turn.scene != before.scene or turn.paragraph - last > 12 or index - begun > _LONG_TALK:
            talks.extend(_talks(stage, scene, found))
            scene, loose, begun = {}, Counter(), index
        last = turn.paragraph
        if not _exchange(stage, found, pairs, index):
            continue
        pair = (min(said.speaker, answer.speaker), max(said.speaker, answer.speaker))
        loose[pair] += 1
        if _alone(pairs, index):
            scene.setdefault(pair, []).extend((index - 1, index))
        if stage.classical and loose[pair] < _EXCHANGES:
            continue
        if len(proofs[pair]) < 2 * _EXCHANGES:
            proofs[pair].append((_tag(stage, found, index - 1), _tag(stage, found, index)))
    talks.extend(_talks(stage, scene, found))
    met: dict[tuple[int, int], list[Evidence]] = {}
    for pair, meetings in proofs.items():
        meetings.sort(key=lambda m: m[0].start)
        if len(meetings) >= _EXCHANGES:
            met[pair] = sorted({e for m in meetings[:_EXCHANGES] for e in m}, key=lambda e: e.start)
    return met, talks


def _exchange(stage: Stage, found: Findings, pairs: Sequence[tuple[Turn, Verdict]], index: int) -> bool:
    """Whether two known people speak one after the other near `index`, one of them named as the speaker."""
    (before, said), (turn, answer) = pairs[index - 1], pairs[index]
    near = turn.scene == before.scene and turn.paragraph - before.paragraph <= 3
    known = said.speaker in stage.known and answer.speaker in stage.known and said.speaker != answer.speaker
    spoken = all(found.kinds[t.quotes[0]] == "speech" for t in (before, turn))
    return near and spoken and known and _told(said) and _told(answer) and "explicit" in {said.why, answer.why}


def _alone(pairs: Sequence[tuple[Turn, Verdict]], index: int) -> bool:
    """Whether the turn at `index` surely answers the one right before it: nobody else is called, or speaks nearby."""
    (before, said), (turn, answer) = pairs[index - 1], pairs[index]
    one, two = said.speaker, answer.speaker
    if turn.paragraph - before.paragraph > 1:
        return False
    if (before.called and two not in before.called) or (turn.called and one not in turn.called):
        return False
    if two in before.called or one in turn.called:
        return True
    for other in (index - 2, index + 1):
        if 0 <= other < len(pairs):
            beside, verdict = pairs[other]
            close = beside.scene == turn.scene and abs(beside.paragraph - turn.paragraph) <= 3
            if close and verdict.speaker not in (NOBODY, one, two):
                return False
    return True


def _told(verdict: Verdict) -> bool:
    return (verdict.why == "explicit" and verdict.confidence >= 0.9) or (
        verdict.why == "anaphoric" and verdict.confidence >= 0.97
    )


def _talks(stage: Stage, scene: dict[tuple[int, int], list[int]], found: Findings) -> list[Deed]:
    """The conversations in a run of turns: of the two pairs that answered each other most."""
    talks: list[Deed] = []
    for pair in sorted(scene, key=lambda p: (-len(scene[p]), p))[:2]:
        turns = scene[pair]
        if stage.classical and len(turns) < 4:
            continue
        first, second = (_tag(stage, found, turn) for turn in turns[:2])
        if first == second:
            continue
        actor = found.verdicts[turns[0]].speaker
        other = pair[0] if pair[1] == actor else pair[1]
        talks.append(
            Deed("talk", [actor], [other], -1, first.start, first.end, first.start, 0.9, (second.start, second.end))
        )
    return talks


def _tag(stage: Stage, found: Findings, index: int) -> Evidence:
    """The sentence in which the first quotation of a turn ends, with the tag behind it."""
    span = found.spans[found.turns[index].quotes[0]]
    return stage.pages.sentence(max(span.start, span.end - 1))
