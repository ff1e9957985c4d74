"""How much each person matters: importance, and the role their part in the book suggests.

Owns the arithmetic over mentions, lines and chapters. Knows nothing of texts except the counts it is given. Promise:
at most two protagonists, and nobody is called an antagonist without sentences that show hostility.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PRONOUN_WEIGHT = 0.25
LINE_WEIGHT = 2.0


@dataclass(frozen=True, slots=True)
class Weight:
    """What counts for one person: named mentions, a narrator's pronouns, lines, chapters, hostile sentences."""

    named: int
    pronouns: int
    lines: int
    chapters: int
    hostile: int
    narrator: bool

    @property
    def importance(self) -> float:
        """Mentions and lines together; a narrator's pronouns count for little each."""
        return self.named + PRONOUN_WEIGHT * self.pronouns + LINE_WEIGHT * self.lines


def roles(weights: Sequence[Weight], chapters: int) -> list[str]:
    """A role for each person; `weights` are ordered by importance, best first."""
    out: list[str] = []
    if not weights:
        return out
    top = weights[0].importance
    villain = _villain(weights)
    for position, weight in enumerate(weights):
        share = weight.importance / top if top else 0.0
        if position == 0 and weight.importance >= 3:
            out.append("protagonist")
        elif position == villain:
            out.append("antagonist")
        elif position == 1 and share >= 0.6 and weight.chapters >= 0.5 * chapters:
            out.append("protagonist")
        elif weight.importance < max(6.0, 0.03 * top):
            out.append("minor")
        else:
            out.append("supporting")
    return out


def _villain(weights: Sequence[Weight]) -> int:
    """The position of the one person clearly shown as hostile, or -1."""
    best, found = 0.0, -1
    rates = [w.hostile / max(8, w.named) for w in weights]
    usual = sum(rates) / len(rates)
    for position, weight in enumerate(weights[:20]):
        if position == 0 or weight.narrator or weight.hostile < 3 or weight.importance < 0.05 * weights[0].importance:
            continue
        if rates[position] >= max(0.04, 3 * usual) and rates[position] > best:
            best, found = rates[position], position
    return found
