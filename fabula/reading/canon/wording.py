"""The few sentences a canon model fills in itself, in English and Chinese.

Owns these templates. Knows nothing of the model. Promise: a template says nothing that its arguments do not.
"""

from __future__ import annotations

from collections.abc import Sequence

_KINDS = {
    "kin": "{0} and {1} are of one family.",
    "spouse": "{0} and {1} are married.",
    "betrothed": "{0} and {1} are engaged.",
    "friend": "{0} is a friend of {1}.",
    "foe": "{0} is at odds with {1}.",
    "master": "{0} is the master of {1}.",
    "servant": "{0} serves {1}.",
    "acquaintance": "{0} and {1} know each other.",
}
_KINDS_ZH = {
    "kin": "{0}与{1}是一家人。",
    "spouse": "{0}与{1}是夫妻。",
    "betrothed": "{0}与{1}有婚约。",
    "friend": "{0}与{1}是朋友。",
    "foe": "{0}与{1}为敌。",
    "master": "{0}是{1}的主人。",
    "servant": "{0}是{1}的部下。",
    "acquaintance": "{0}与{1}相识。",
}


class Wording:
    """Sentences in the language of a book; `cjk` for Chinese."""

    def __init__(self, *, cjk: bool) -> None:
        self._cjk = cjk

    def arc(self, people: Sequence[str], first: int, last: int) -> str:
        """The title of an arc: whom it is about, and its chapters."""
        if self._cjk:
            where = f"第{first}章" if first == last else f"第{first}至{last}章"
            return f"{'、'.join(people)}（{where}）" if people else where
        where = f"chapter {first}" if first == last else f"chapters {first} to {last}"
        return f"{', '.join(people)} ({where})" if people else where.capitalize()

    def bond(self, source: str, target: str, kind: str, label: str) -> str:
        """What one person is to another."""
        if label:
            return f"{source}是{target}的{label}。" if self._cjk else f"{source} is the {label} of {target}."
        return (_KINDS_ZH if self._cjk else _KINDS)[kind].format(source, target)

    def dead(self, sentence: str) -> str:
        """The state of somebody dead, with the sentence that says so."""
        return f"已死：{sentence}" if self._cjk else f"Dead: {sentence}"
