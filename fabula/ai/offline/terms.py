"""What a text is about: its terms, and which other words stand for the same thing.

Owns tokens, the light stemmer, word families and concepts for English, and character pairs for Chinese. It knows
nothing of books or of scores. Promise: the same text gives the same terms in the same order.
"""

from __future__ import annotations

import re
from functools import lru_cache

from fabula.ai.offline import lexicon_en, lexicon_zh
from fabula.ai.offline.sentences import CJK

_TOKEN = re.compile(r"[a-zà-öø-ÿœ]+(?:['’][a-z]+)?|\d+", re.IGNORECASE)
_CJK_RUN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_VOWEL = re.compile(r"[aeiouy]")
_HOLLOW = re.compile("|".join(map(re.escape, lexicon_zh.HOLLOW)))
MAX_TERMS = 400


def tokens(text: str) -> list[str]:
    """Words as written; the apostrophe endings are dropped (`Bill's` gives `Bill`, `don't` gives `dont`)."""
    found = []
    for word in _TOKEN.findall(text):
        word = word.replace("’", "'")
        if "'" in word:
            head, _, rest = word.partition("'")
            word = head if rest.lower() == "s" else head + rest
        found.append(word)
    return found


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The common form of one lower-case English word."""
    family = _FAMILY.get(word)
    if family is not None:
        return family
    plain = _strip(word)
    return _FAMILY.get(plain, plain)


def _strip(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zes")) else word[:-1]
    for ending in ("ingly", "edly", "ing", "ed", "ly", "ness"):
        body = word[: -len(ending)]
        if word.endswith(ending) and len(body) > 2 and _VOWEL.search(body):
            word = body
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
                word = word[:-1]
            break
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 2 and word.endswith("y"):
        word = word[:-1] + "i"
    return word


def _families() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in lexicon_en.FAMILIES.split("\n"):
        forms = line.split()
        for form in forms:
            table.setdefault(form, _strip(forms[0]))
            table.setdefault(_strip(form), _strip(forms[0]))
    return table


_FAMILY: dict[str, str] = {}
_FAMILY.update(_families())


def _concepts() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for line in lexicon_en.CONCEPTS.split("\n"):
        head, _, rest = line.partition(":")
        if rest:
            key = stem(head)
            others = tuple(dict.fromkeys(stem(word) for word in rest.split()))
            table[key] = tuple(w for w in table.get(key, ()) + others if w != key)
    for line in lexicon_zh.CONCEPTS.split("\n"):
        head, _, rest = line.partition(":")
        if rest:
            table[head] = tuple(rest.split())
    return table


_CONCEPT = _concepts()
_CONCEPT_ZH = tuple(sorted((k for k in _CONCEPT if CJK.match(k)), key=lambda k: (-len(k), k)))


def kindred(term: str) -> tuple[str, ...]:
    """Other terms that may stand for this one, in an older book."""
    return _CONCEPT.get(term, ())


def terms(text: str) -> list[str]:
    """Terms of a text of the book, in order, repeats kept: stems without stop words; Chinese pairs and characters."""
    found = []
    for token in tokens(text):
        word = token.lower()
        if word not in lexicon_en.STOP and (len(word) > 1 or word.isdigit()):
            found.append(stem(word))
    for run in _CJK_RUN.findall(text):
        found.extend(char for char in run if char not in lexicon_zh.STOP)
        found.extend(
            run[i : i + 2]
            for i in range(len(run) - 1)
            if run[i] not in lexicon_zh.STOP or run[i + 1] not in lexicon_zh.STOP
        )
    return found


def topics(text: str, *, named: bool) -> list[str]:
    """Terms of a message that say what it is about, without repeats.

    `text` is the message without the names in it; with `named` the words for kinship go too ("your sister Jane").
    Words that only ask ("guess", "time") are topics where there is nothing else.
    """
    words = [t.lower() for t in tokens(text)]
    words = [w for w in words if w not in lexicon_en.STOP and (len(w) > 1 or w.isdigit())]
    if named:
        words = [w for w in words if w not in lexicon_en.KIN]
    found = [stem(w) for w in words if w not in lexicon_en.ASKING]
    if not found and not named:
        found = [stem(w) for w in words if w not in lexicon_en.HOLLOW]
    for run in _CJK_RUN.findall(_HOLLOW.sub(" ", text)):
        found.extend(_chinese_topics(run))
    return list(dict.fromkeys(found))[:MAX_TERMS]


def _chinese_topics(run: str) -> list[str]:
    run = run.strip("个只")
    if all(char in lexicon_zh.STOP for char in run):
        return []
    if run in _CONCEPT or len(run) <= 2:
        return [run]
    found: list[str] = []
    i = 0
    while i < len(run):
        known = next((k for k in _CONCEPT_ZH if len(k) > 1 and run.startswith(k, i)), None)
        if known is not None:
            found.append(known)
            i += len(known)
            continue
        if i + 1 < len(run):
            found.append(run[i : i + 2])
        elif not found:
            found.append(run[i])
        i += 1
    return found
