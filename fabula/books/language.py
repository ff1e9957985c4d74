"""Which language a text is mostly written in, from its scripts and a handful of very common words.

Knows no models and no word lists beyond these few. The one promise: an answer always, cheap and the same every time.
"""

from __future__ import annotations

import re
from collections import Counter

_SAMPLE = 120_000
_WORD = re.compile(r"[^\W\d_]+")


def _words(row: str) -> frozenset[str]:
    return frozenset(row.split())


_COMMON = {
    "en": _words("the and of to a in that was he she it his her with had you not"),
    "fr": _words("le la les de des et un une est il elle que qui dans pas pour vous"),
    "de": _words("der die das und ist nicht ein eine er sie es zu den mit dem war ich"),
    "es": _words("el los las de que y un una en no se por con su para del está"),
    "it": _words("il di che e un una non per con gli della sono era si più nel"),
    "pt": _words("o os de que e um uma não em se por com para do da mais ele"),
}


def sample(text: str, size: int = _SAMPLE) -> str:
    """Evenly spread slices of a long text, so that a foreign preface does not decide."""
    if len(text) <= size:
        return text
    piece, step = size // 8, len(text) // 8
    return "".join(text[i * step : i * step + piece] for i in range(8))


def _script(code: int) -> str:
    if 0x4E00 <= code <= 0x9FFF or 0x3400 <= code <= 0x4DBF:
        return "han"
    if 0x3040 <= code <= 0x30FF:
        return "kana"
    if 0xAC00 <= code <= 0xD7A3:
        return "hangul"
    if 0x0400 <= code <= 0x04FF:
        return "cyrillic"
    return "latin" if code < 0x250 else "other"


def language_of(text: str, declared: str | None = None) -> str:
    """A two-letter language code. `declared` (from a book's metadata) decides only between languages of one script."""
    piece = sample(text)
    scripts: Counter[str] = Counter()
    for char, count in Counter(piece).items():
        if char.isalpha():
            scripts[_script(ord(char))] += count
    han, kana, hangul = scripts["han"], scripts["kana"], scripts["hangul"]
    # One CJK character carries about as much as a Latin word of three letters.
    if 3 * (han + kana + hangul) > scripts["latin"] + scripts["cyrillic"]:
        if hangul > han and hangul > kana:
            return "ko"
        return "ja" if kana * 20 > han + kana else "zh"
    prefix = (declared or "").replace("_", "-").split("-")[0].strip().lower()
    known = prefix if re.fullmatch(r"[a-z]{2,3}", prefix) and prefix not in {"und", "zxx", "zh", "ja", "ko"} else None
    if scripts["cyrillic"] > scripts["latin"]:
        return known if known in {"ru", "uk", "be", "bg", "sr"} else "ru"
    return _latin(piece, None if known in {"ru", "uk", "be", "bg", "sr"} else known)


def _latin(piece: str, declared: str | None) -> str:
    if declared is not None and declared not in _COMMON:
        return declared
    counts = Counter(w.casefold() for w in _WORD.findall(piece))
    score = {code: sum(counts[w] for w in common) for code, common in _COMMON.items()}
    best = max(score, key=lambda code: (score[code], code == "en"))
    if declared is not None and score[declared] * 2 >= score[best]:
        return declared
    return best if score[best] > 1.3 * score["en"] and score[best] >= 5 else "en"
