"""What a sentence about somebody tells: looks, nature, origins, or simply who they are.

Owns weighing one sentence, given what follows its subject. Knows nothing of persons or where the sentence stands.
Promise: pure functions from text to a weight by kind; nothing is claimed of deeds, moods or comings and goings.
"""

from __future__ import annotations

import re

from fabula.reading.words.english import PERSON_NOUNS
from fabula.reading.words.portraits import BODY, LOOKS_ZH, NATURE, NATURE_ZH, ORIGINS, PAST_ZH, SHAPES

_PART = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_COPULA = re.compile(
    r"\s*(?:,[^,]{1,40},)?\s*(?:was|is|were|had been|has been|had always been|seemed|remained)\s+"
    r"(?:not\s+|always\s+|only\s+|by\s+no\s+means\s+|of\s+)?(?:(?P<article>a|an|the|one|his|her)\b)?"
)
_DOING = re.compile(r"\s*(?:\w+ly\s+)?\w+(?:ing|ed)\b")
_APPOSED = re.compile(r",\s+(?:a|an|the)\s")
_HAD = re.compile(r"\s*(?:had|has|wore|possessed)\s+(?!been\b|to\b|not\b|never\b)")
_FEATURE = re.compile(r"\s+(?:[a-z-]+\s+){0,2}?(?P<noun>[a-z]+)\s+(?:was|were|is|are|had been)\b(?!\s+\w+ing\b)")
_ORIGINS = re.compile(ORIGINS)
_COPULA_ZH = re.compile(
    r"^[，,]?(?:(?:是|本是|原是|原来是|名叫|生得|长得|身长|身高|年方|自幼|从小|为人|生性|性情|性格|字[^，。]{1,3}[，。])|"
    r"乃[^，。]{1,14}(?:也|人氏|之后|之子|之弟|之女|之兄)|今年[^，。]{1,5}岁|[一二三四五六七八九十百]{1,4}(?:来|多)?岁)"
)
_LISTS_ZH = tuple(re.compile("|".join(words)) for words in (LOOKS_ZH, NATURE_ZH, PAST_ZH))
_LOOKING_ZH = re.compile("^[^，。]{0,6}[见看视望听问]")
_STOCK_ZH = re.compile("性命|下文分解|如何")


def weigh_english(rest: str) -> dict[str, float]:
    """Weights by kind for a sentence whose subject is followed by `rest`; empty if it tells nothing lasting."""
    copula = _COPULA.match(rest)
    apposed = _APPOSED.match(rest)
    had = _HAD.match(rest)
    if copula is None and apposed is None and had is None:
        return {}
    start = max(m.end() for m in (copula, apposed, had) if m is not None)
    head = [w.lower() for w in _PART.findall(rest[start : start + 70])]
    all_words = [w.lower() for w in _PART.findall(rest[:180])]
    article = copula.group("article") if copula else ""
    origin = _ORIGINS.search(rest[:180]) is not None
    if copula and not article and not origin and _DOING.match(rest, start) and head[0] not in NATURE | SHAPES:
        return {}
    body = sum(w in BODY for w in all_words)
    shape = sum(w in SHAPES for w in head)
    nature = sum(w in NATURE for w in head)
    trade = bool(article or apposed) and any(w in PERSON_NOUNS for w in head[:6])
    base = 1.0 if copula else 0.7 if apposed else 0.3
    out: dict[str, float] = {}
    if body + shape and not (had and not body) and (shape or body > 1 or had):
        out["appearance"] = base + 0.6 * min(3, body) + 0.4 * min(2, shape)
    if nature:
        out["personality"] = base + 0.7 * min(3, nature)
    if origin:
        out["background"] = base + 0.8
    best = max(out, key=lambda k: (out[k], k)) if out else ""
    out = {best: out[best]} if best else {}
    if article or apposed:
        told = 1.0 + (0.5 if trade else 0.0) + (0.3 if article in {"a", "an"} else 0.0)
        out["description"] = told + 0.2 * min(3, body + shape + nature + origin)
    return out


def weigh_feature(rest: str) -> dict[str, float]:
    """Weights for a sentence that begins with somebody's own: "her eyes were grey", "his temper was short"."""
    feature = _FEATURE.match(rest)
    if feature is None:
        return {}
    noun = feature.group("noun").lower()
    if noun in BODY:
        return {"appearance": 1.7}
    return {"personality": 1.6} if noun in NATURE else {}


def weigh_chinese(rest: str) -> dict[str, float]:
    """Weights by kind for a Chinese sentence whose subject is followed by `rest`."""
    if _STOCK_ZH.search(rest) or _LOOKING_ZH.match(rest):
        return {}
    copula = _COPULA_ZH.match(rest) is not None
    looks, nature, past = (len(pattern.findall(rest)) for pattern in _LISTS_ZH)
    base = 0.8 if copula else 0.0
    scores = {
        "appearance": base + 0.5 * min(4, looks),
        "personality": base + 0.5 * min(4, nature),
        "background": base + 0.4 * min(4, past),
    }
    best = max(scores, key=lambda k: (scores[k], k))
    out = {best: scores[best]} if scores[best] > max(base, 0.9) else {}
    if copula:
        out["description"] = 1.0 + 0.2 * min(4, looks + nature + past)
    return out
