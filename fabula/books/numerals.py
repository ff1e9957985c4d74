"""Numbers as chapter headings write them: Arabic, Roman, English words, Chinese.

Knows nothing of headings. The one promise: a parser answers the number, or None for anything that is not wholly one.
"""

from __future__ import annotations

import re

_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})")
_ROMAN_VALUE = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN_SIGNS = {chr(0x2160 + i): i + 1 for i in range(12)} | {chr(0x2170 + i): i + 1 for i in range(12)}


def _row(words_: str) -> list[str]:
    return words_.split()


_UNITS = _row(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
seventeen eighteen nineteen"
)
_TENS = _row("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINALS = _row(
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth \
fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_WORDS: dict[str, int] = {
    **{word: i for i, word in enumerate(_UNITS)},
    **{word: i for i, word in enumerate(_ORDINALS)},
    **{word: 20 + 10 * i for i, word in enumerate(_TENS)},
    **{word[:-1] + "ieth": 20 + 10 * i for i, word in enumerate(_TENS)},
    "fourty": 40,
    "hundredth": 100,
}
# Ordinals and cardinals of other languages whose first chapters are often spelled out.
_FOREIGN: dict[str, int] = {
    word: i + 1
    for row in (
        "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
        "première second tierce quatre cinq six sept huit neuf dix",
        "un deux trois",
        "erstes zweites drittes viertes fünftes sechstes siebentes achtes neuntes zehntes elftes zwölftes",
        "erster zweiter dritter vierter fünfter sechster siebenter achter neunter zehnter",
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo",
        "первая вторая третья четвертая пятая шестая седьмая восьмая девятая десятая одиннадцатая двенадцатая",
        "первый второй третий четвертый пятый шестой седьмой восьмой девятый десятый",
    )
    for i, word in enumerate(_row(row))
} | {"четвёртая": 4, "siebtes": 7, "tercera": 3, "primera": 1, "segunda": 2}

_ZH_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0, "○": 0, "两": 2, "兩": 2, "壹": 1, "贰": 2, "貳": 2, "叁": 3, "參": 3, "叄": 3, "肆": 4, "伍": 5,
    "陆": 6, "陸": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
_ZH_SCALES = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_ZH_TENS = {"廿": 20, "卅": 30, "卌": 40}
ZH_NUMERAL = "".join(sorted({*_ZH_DIGITS, *_ZH_SCALES, *_ZH_TENS, "万", "萬"}))
"""Every character a Chinese number may be written with, for use in a character class."""


def roman(text: str) -> int | None:
    """The value of a Roman numeral in capitals or small letters, or of one sign such as the single character for IV."""
    if text in _ROMAN_SIGNS:
        return _ROMAN_SIGNS[text]
    capital = text.upper()
    if not capital or not _ROMAN.fullmatch(capital):
        return None
    total = 0
    for here, after in zip(capital, [*capital[1:], ""], strict=True):
        value = _ROMAN_VALUE[here]
        total += -value if after and _ROMAN_VALUE[after] > value else value
    return total


def words(text: str) -> int | None:
    """The value of an English number in words, cardinal or ordinal, below a thousand ("the twenty-first" is 21)."""
    tokens = [t for t in re.split(r"[\s-]+", text.casefold()) if t]
    if tokens[:1] == ["the"]:
        tokens = tokens[1:]
    if not tokens or len(tokens) > 6:
        return None
    if len(tokens) == 1 and tokens[0] in _FOREIGN and tokens[0] not in _WORDS:
        return _FOREIGN[tokens[0]]
    total, last = 0, ""
    for token in tokens:
        if token == "hundred":
            if not 0 < total < 10 or last == "hundred":
                return None
            total *= 100
        elif token == "and":
            if last not in {"hundred"}:
                return None
        else:
            value = _WORDS.get(token)
            if value is None or not _fits(total, value, last):
                return None
            total += value
        last = token
    return None if last in {"and"} else total


def _fits(total: int, value: int, last: str) -> bool:
    """Whether a word may follow what was read: units after tens, anything below 100 after a hundred."""
    if not last or last in {"hundred", "and"}:
        return True
    return 20 <= total % 100 <= 90 and total % 10 == 0 and 0 < value < 10 and last in _WORDS


def chinese(text: str) -> int | None:
    """The value of a Chinese number: positional (一〇五), with scales (一百零五, 十二), or in capitals (壹)."""
    if not text or any(c not in ZH_NUMERAL for c in text):
        return None
    if all(c in _ZH_DIGITS for c in text):
        return int("".join(str(_ZH_DIGITS[c]) for c in text)) if len(text) <= 6 else None
    total = section = digit = 0
    for c in text:
        if c in _ZH_DIGITS:
            digit = _ZH_DIGITS[c]
        elif c in _ZH_TENS:
            section += _ZH_TENS[c]
        elif c in _ZH_SCALES:
            section += (digit or 1) * _ZH_SCALES[c]
            digit = 0
        else:
            total += (section + digit or 1) * 10_000
            section = digit = 0
    return total + section + digit


def any_number(text: str) -> int | None:
    """The value of a number in any of the notations above, spaces around it ignored."""
    text = text.strip()
    if text.isdecimal() and len(text) <= 6:
        return int(text)
    for parse in (roman, chinese, words):
        value = parse(text)
        if value is not None:
            return value
    return None
