"""Whether words read as a title, and how a title is tidied for show.

Knows no headings and no numbers. The one promise: judgements look only at the words given.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_][\w'’]*")
_JOINING = (
    "a an the and or nor but of in on at to by for from with as is into de la le du des et der die das und von zu"
)
_SMALL = frozenset(_JOINING.split())
_EDGES = "> \t\u3000\u00a0:：.．、,，·•/|_~*#=—–-】]〕〗"
_PROSE_END = (",", ";", "，", "；", "。", "：", "、", "的")


def tidy(title: str) -> str:
    """A title without the separators, underscores and decoration around it; inner runs of blanks become one."""
    title = " ".join(title.replace("_", " ").replace("\u3000", " ").split())
    title = title.lstrip(_EDGES)
    stripped = title.rstrip(" \t:：、,，·•/|~*#=—–-")
    if stripped.endswith(("】", "〕", "〗", "]")) and not any(c in stripped for c in "【〔〖["):
        stripped = stripped[:-1]
    if stripped.endswith(".") and not stripped.endswith("..") and stripped.count(".") == 1 and len(stripped) > 3:
        stripped = stripped[:-1]
    if len(stripped) > 2 and stripped[0] == "《" and stripped[-1] == "》" and stripped.count("《") == 1:
        stripped = stripped[1:-1]
    return stripped.strip()


def is_caps(text: str) -> bool:
    """Letters, and none of them small (an ordinal's or a possessive's small letter is forgiven)."""
    letters = [c for c in text if c.isalpha() and c.upper() != c.lower()]
    small = sum(c.islower() for c in letters)
    return len(letters) >= 2 and small <= (1 if len(letters) > 8 else 0)


def is_title_case(text: str) -> bool:
    """Most words begin with a capital, small joining words aside."""
    words = [w for w in _WORD.findall(text) if w.casefold() not in _SMALL]
    if not words:
        return False
    capital = sum(w[0].isupper() or not w[0].islower() for w in words)
    first = _WORD.search(text)
    return first is not None and not first.group()[0].islower() and capital >= 0.6 * len(words)


def ends_like_prose(text: str) -> bool:
    """A line that breaks off, or ends a full sentence of some length, is no title."""
    text = text.rstrip()
    if text.endswith(_PROSE_END):
        return True
    return text.endswith((".", '."', '."', ".”")) and len(text.split()) > 6 and not is_caps(text)


def could_be_title(line: str, *, apart: bool) -> bool:
    """Whether a line under a bare label may be its title. `apart`: a blank line stands between them."""
    text = line.strip().strip("_*#= ")
    if not text or len(text) > 90 or (text[0] in "\"“‘'«「『—–-[(" and not is_caps(text)):
        return False
    if ends_like_prose(text) or text.endswith((":", "-")):
        return False
    if any("⺀" <= c <= "鿿" for c in text):
        return len(text) <= 25 and not text.endswith(("！", "？", "”", "…"))
    if is_caps(text):
        return True
    if apart:
        return is_title_case(text) and not text.endswith((".", "!", "?")) and len(text.split()) <= 12
    return text[0].isupper() or text[0].isdigit()
