"""How well each piece of a character's speech answers a message, and how sure that is.

Owns the weights. Four things together decide: nearness in sense (to the message and to the opening of its answer),
shared rare words, what had been said to the character when it spoke, and the form an answer to this act takes. It
knows nothing of what is shown. Promise: pure; equal input gives equal numbers, rounded so that ties are ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fabula.ai.offline.embed import Embedder
from fabula.ai.offline.message import Asked
from fabula.ai.offline.view import View
from fabula.ai.offline.voice import Floats, Postings, Voice

CONTEXT_FROM = 0.35
CONTEXT_SPAN = 0.45
CONTEXT = 0.75
CONTEXT_WORDS = 0.3
# What shared words count when somebody is asked about and a unit has nothing to do with them.
STRAY = 0.3
K1 = 1.2
B = 0.6
_FORM = {
    "why": ("reason", 0.12),
    "when": ("time", 0.12),
    "number": ("number", 0.12),
    "where": ("place", 0.10),
    "how": ("means", 0.05),
    "advice": ("counsel", 0.12),
}


@dataclass(frozen=True)
class Scores:
    """One value a unit: `total` ranks, `sure` decides the band, the others explain."""

    total: Floats
    sure: Floats
    sense: Floats
    cover: Floats
    context: Floats
    context_cover: Floats
    entity: Floats
    form: Floats


def score(asked: Asked, voice: Voice, view: View, embed: Embedder) -> Scores:
    """Score every unit of a voice for one message."""
    texts = [asked.text, asked.opening] + ([asked.opening_to] if asked.opening_to else [])
    asked_vectors = embed.encode(texts)
    near = voice.vectors @ asked_vectors.T
    sense = np.maximum(near[:, 1], np.float32(0.95) * near[:, 0])
    by_context = voice.context_vectors @ asked_vectors[0] if len(voice.contexts) else np.zeros(0, dtype=np.float32)
    context = voice.spread(by_context.astype(np.float32))
    answering = np.clip((context - CONTEXT_FROM) / CONTEXT_SPAN, 0, 1) * np.clip(voice.words / 5, 0.3, 1)
    cover = covered(asked.topics, voice.postings, len(voice), view)
    context_cover = voice.spread(covered(asked.topics, voice.context_postings, len(voice.contexts), view))
    context_cover = context_cover * np.minimum(1, context / CONTEXT_SPAN)
    words = bm25(asked.words, voice, view)
    entity, spoken_to = _entity(asked, voice, view)
    if asked.opening_to is not None:
        sense = np.where(spoken_to, np.maximum(sense, near[:, 2]), sense)
    form = _forms(asked, voice)
    if asked.named and asked.acts & {"opinion", "who-is"}:
        cover = np.where(entity > 0, cover, np.float32(STRAY) * cover)
        words = np.where(entity > 0, words, np.float32(STRAY) * words)
    total = (
        1.2 * sense
        + 0.40 * cover
        + 0.45 * words
        + CONTEXT * answering
        + CONTEXT_WORDS * context_cover
        + 0.85 * voice.prior
        + 0.08 * voice.flags["opening"]
        + form
        + entity
    )
    strength = np.where(entity >= 0.28, 0.25, np.where(entity > 0, 0.1, 0.0))
    sure = sense + 0.6 * cover + 0.6 * answering + 0.3 * context_cover + strength + form / 2
    if asked.topics and asked.foreign:
        sure = sure - 0.3 * len(asked.foreign) / len(asked.topics)
    return Scores(
        np.round(total, 4),
        np.round(sure, 4),
        sense,
        cover,
        answering.astype(np.float32),
        context_cover,
        entity,
        form,
    )


def covered(topics: Sequence[str], postings: Postings, size: int, view: View) -> Floats:
    """Share of the topics' rarity found in each document, kindred words counting less."""
    found = np.zeros(size, dtype=np.float32)
    whole = 0.0
    for term in topics:
        rarity = view.rarity(term)
        whole += rarity
        best = np.zeros(size, dtype=np.float32)
        for other, share in view.alternatives(term):
            if other in postings:
                rows = postings[other][0]
                best[rows] = np.maximum(best[rows], np.float32(share * min(rarity, view.idf(other))))
        found += best
    return found / np.float32(whole) if whole else found


def bm25(topics: Sequence[str], voice: Voice, view: View) -> Floats:
    """BM25 of the topics over the units, divided by its best value or 12, whichever is more."""
    found = np.zeros(len(voice), dtype=np.float32)
    if not len(voice):
        return found
    norm = K1 * (1 - B + B * voice.sizes / voice.sizes.mean())
    for term in topics:
        best = np.zeros(len(voice), dtype=np.float32)
        for other, share in view.alternatives(term):
            if other in voice.postings:
                rows, counts = voice.postings[other]
                gain = np.float32(share * view.idf(other)) * counts * (K1 + 1) / (counts + norm[rows])
                best[rows] = np.maximum(best[rows], gain)
        found += best
    return found / np.float32(max(12.0, float(found.max(initial=0.0))))


def _forms(asked: Asked, voice: Voice) -> Floats:
    """What the form of a unit is worth for the acts of the message."""
    flags, acts = voice.flags, asked.acts
    form = np.zeros(len(voice), dtype=np.float32)
    for act, (flag, worth) in _FORM.items():
        if act in acts:
            form += np.float32(worth) * flags[flag]
    if "yes-no" in acts and not acts & {"opinion", "why"}:
        form += np.float32(0.10) * flags["yes"]
    if acts & {"opinion", "who-is"}:
        form += np.float32(0.06) * voice.judged
        if asked.named:
            told = np.array([any(p in u.tells for p in asked.named) for u in voice.units], dtype=bool)
            form += np.where(flags["judgement"], 0.0, np.where(told, -0.10, -0.20)).astype(np.float32)
            form += np.float32(0.15) * told
    if acts & {"why", "opinion", "who-is", "what", "advice"}:
        form -= np.float32(0.15) * (voice.words < 4)
    if asked.you and not asked.named:
        form += np.float32(0.08) * flags["me"]
        form -= np.float32(0.10) * (flags["you"] & ~flags["me"])
    if acts & {"asks", "what", "who", "why", "where", "when", "how", "yes-no"}:
        form -= np.float32(0.10) * flags["asks"]
    return form


def _entity(asked: Asked, voice: Voice, view: View) -> tuple[Floats, Floats]:
    """Whether a unit is about those named, and where it was said to one of them."""
    worth = np.zeros(len(voice), dtype=np.float32)
    to_them = np.zeros(len(voice), dtype=bool)
    if not asked.named:
        return worth, to_them.astype(np.float32)
    judging = bool(asked.acts & {"opinion", "who-is"})
    miss = -0.25 if judging else -0.10
    people = set(asked.named)
    for at, unit in enumerate(voice.units):
        line = unit.line
        if people & unit.named:
            worth[at] = 0.35
        elif people & unit.about:
            worth[at] = 0.30
        elif people & unit.about_far:
            worth[at] = 0.20
        elif unit.third and any(m.character in people for m in line.named):
            worth[at] = 0.15
        elif asked.you and unit.you and line.addressee in people:
            to_them[at] = True
            judged = "judgement" in unit.forms
            worth[at] = 0.32 if judged and unit.you_are else 0.24 if judged else 0.12
        elif people & unit.vocative:
            worth[at] = 0.05
        elif unit.third and line.answers is not None and _names(view, unit.line.chapter, line.answers, people):
            worth[at] = 0.15
        else:
            worth[at] = miss
    return worth, to_them.astype(np.float32)


def _names(view: View, chapter: int, index: int, people: set[str]) -> bool:
    return any(m.character in people for m in view.line(chapter, index).named)
