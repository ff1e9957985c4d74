"""What one line looks like: a chapter heading, a volume, a prologue, a bare number - or nothing of the kind.

Owns the shapes of heading lines in English, Chinese and a few neighbours; knows nothing of the lines around, of
sequences or of books. The one promise: `recognise` looks at one short line and its answer depends on nothing else.
Strength 2 is a line that can hardly be prose; strength 1 needs its neighbours' word for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabula.books.numerals import ZH_NUMERAL, any_number, chinese, roman
from fabula.books.titles import ends_like_prose, is_caps, is_title_case, tidy
from fabula.books.wordforms import latin_form

CHAPTER, DIVISION, BARE = "chapter", "division", "bare"
FRONT, PROLOGUE, EPILOGUE, EXTRA, CONTENTS = "front", "prologue", "epilogue", "extra", "contents"


@dataclass(frozen=True)
class Form:
    """A line read as a heading: `family` groups what is counted together, `tier` says what it can head.

    `label` is the numbered part ("CHAPTER I", "第三章"), `title` what follows it; `part` a volume named on the same
    line; `leader` marks an entry of a table of contents that ends in a page number.
    """

    family: str
    tier: str
    number: int | None
    label: str
    title: str | None
    strength: int = 2
    part: str | None = None
    leader: bool = False


_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES = dict.fromkeys([9, 0xA0, 0x1680, *range(0x2000, 0x200C), 0x202F, 0x205F, 0x3000, 0xFEFF, 0x2060, 0x200E], 0x20)
_PLAIN = {**_WIDE, **_SPACES, 0x2019: 0x27, 0x2018: 0x27}

_N = rf"(?:[0-9]{{1,6}}|[{ZH_NUMERAL}]{{1,10}}|[Ⅰ-ⅿ])"
_PREFIX = r"(?:(?:正文卷?|作品正文|VIP ?(?:章节|卷)?|最新章节) ?[::·、—-]* ?)?"
_OPEN, _CLOSE = r"[【\[〔〖《〈「『(]?", r"[】\]〕〗》〉」』)]?"
_SEP = r"[ :.、,·•/|_~—–-]"
_ZH_NUMBERED = re.compile(
    rf"{_PREFIX}{_OPEN} ?第 ?(?P<num>{_N}) ?(?P<unit>[章节節回卷部集篇幕话話季])(?P<tail>{_CLOSE})(?P<rest>.*)$"
)
_ZH_PART_THEN_CHAPTER = re.compile(
    rf"{_PREFIX}(?P<part>(?:第 ?{_N} ?[卷部集篇季]|[卷部] ?{_N}|[上中下]卷)[^第章回]{{0,30}}?) ?"
    rf"(?={_OPEN}第 ?{_N} ?[章回节節话話])"
)
_ZH_UNIT_FIRST = re.compile(rf"{_OPEN}(?P<unit>[卷章回]) ?(?P<num>{_N}){_CLOSE}(?P<rest>(?:{_SEP}.*)?)$")
_ZH_HALVES = re.compile(rf"{_OPEN}(?P<num>[上中下])(?P<unit>[卷部篇集册冊]){_CLOSE}(?P<rest>(?:{_SEP}.*)?)$")
_ZH_BARE = re.compile(rf"(?P<num>[{ZH_NUMERAL}]{{1,6}}) ?[、.:]?$")
_ZH_BARE_TITLE = re.compile(rf"(?P<num>[{ZH_NUMERAL}]{{1,5}}) ?(?:[、.:] ?| )(?P<rest>.+)$")
_KO_NUMBERED = re.compile(r"제 ?(?P<num>[0-9]{1,4}) ?(?P<unit>[장화부권편])(?P<rest>(?:[ .:,—–-].*)?)$")
_BARE = re.compile(r"(?:No\. ?)?(?P<num>[0-9]{1,4}|[IVXLCDM]{1,9}|[Ⅰ-ⅿ]) ?[.:)]?$")
_BARE_TITLE = re.compile(r"(?P<num>[0-9]{1,4}|[IVXLCDM]{1,9})(?P<sep>[.:)、]+ ?| ?[—–-] ?| +)(?P<rest>\S.*)$")
_BARE_WORD = re.compile(r"(?P<num>[A-Z][A-Za-z]+(?:[- ][A-Za-z]+){0,3})[.:]?$")
_LEADER = re.compile(r"(?: ?\.){3,}\s*\d*\s*$|…+\s*\d+\s*$|·{3,}\s*\d*\s*$|[ \t]{3,}\d{1,4}\s*$|\t+\s*\d{1,4}\s*$")
_HASHES = re.compile(r"(#{1,4}) +(?=\S)")

_ZH_CHAPTERS = {"章": "章", "回": "回", "节": "节", "節": "节", "话": "话", "話": "话", "幕": "幕"}
_ZH_DIVISIONS = {"卷": "卷", "部": "部", "集": "集", "篇": "篇", "季": "季"}
# 第一回合, 第一部分, 第三节课: after these units a title must stand apart, or the sequence must vouch for it.
_LOOSE_UNITS = frozenset("回节節话話幕卷部集篇季")
_ZH_GLUED_PROSE = re.compile(
    r"[里裡中内內的是讲說说写寫就已都才还還也又与與和有所被把我你他她它们們这這那末尾开開结結之]"
)

_ZH_KEYS: tuple[tuple[str, str], ...] = (
    ("序章|楔子|引子|序幕|序曲|开篇|開篇|プロローグ|프롤로그|ПРОЛОГ|Пролог", PROLOGUE),
    ("尾声|尾聲|终章|終章|终幕|大结局|大結局|结局|結局|终曲|エピローグ|에필로그|ЭПИЛОГ|Эпилог", EPILOGUE),
    ("番外篇|番外|外传|外傳|后记|後記|附录|附錄|幕间|幕間|间章|間章|插曲|跋|后序|完本感言|あとがき", EXTRA),
    (
        "自序|总序|總序|代序|译序|序言|序文|前言|引言|导言|導言|题记|題記|内容简介|內容簡介|简介|简序|献辞|序|まえがき",
        FRONT,
    ),
    ("目录|目錄|目次|总目录|차례", CONTENTS),
)
_ZH_SPECIAL = tuple(
    (re.compile(rf"{_OPEN}(?P<key>{'|'.join(' ?'.join(k) for k in keys.split('|'))})"
                rf"(?: ?(?P<num>{_N}|[上中下]))?{_CLOSE}(?P<rest>.*)$"), tier)
    for keys, tier in _ZH_KEYS
)  # fmt: skip
_ZH_FIRST = frozenset(
    "第卷章回上中下序正作最V【[〔〖《〈「『(제序楔引开開プ프П尾终終大结結エ에Э番外后後附幕间間插跋完あ自总總代译前导導题題内內简献ま目차部"
)
_EDGE = " #*=~_|◆◇■□●○★☆※▲△·•"


def plain(line: str) -> str:
    """The line with full-width signs and every kind of space made ordinary, character for character."""
    return line.translate(_PLAIN)


def recognise(line: str, *, hashes: bool = True) -> Form | None:
    """The heading one raw line may be, or None. The line has no newline in it."""
    text = plain(line)
    marked = _HASHES.match(text.lstrip()) if hashes else None
    leader = _LEADER.search(text.rstrip())
    raw, text = _trim(line, text, leader.start() if leader else None)
    if not text:
        return None
    found = _chinese(raw, text) if text[0] in _ZH_FIRST else None
    found = found or latin_form_of(raw, text) or _bare(raw, text)
    if found is None and marked is not None and len(text) <= 100 and not ends_like_prose(text):
        depth = len(marked.group(1))
        found = Form(f"markdown-{depth}", BARE, None, raw.strip(), raw.strip())
    if found is not None and leader is not None:
        found = Form(**{**vars(found), "leader": True})
    return found


def _trim(line: str, text: str, end: int | None) -> tuple[str, str]:
    """Cut a page reference and the decoration around a heading off both forms of the line alike."""
    text = text[:end]
    line = line[: len(text)]
    stripped = text.strip(_EDGE)
    start = text.find(stripped) if stripped else 0
    raw, text = line[start : start + len(stripped)], stripped
    if text[:1] in {"—", "–", "-", "<"} and text[-1:] in {"—", "–", "-", ">"} and len(text) > 2:
        inner = text.strip("—–-<> ")
        start = text.find(inner) if inner else 0
        raw, text = raw[start : start + len(inner)], inner
    return raw, text


def latin_form_of(raw: str, text: str) -> Form | None:
    """A keyword heading in a Latin or Cyrillic script, as a Form."""
    found = latin_form(raw, text)
    if found is None:
        return None
    return Form(found.family, found.tier, found.number, found.label, found.title, found.strength, found.part)


def _chinese(raw: str, text: str) -> Form | None:
    part = None
    before = _ZH_PART_THEN_CHAPTER.match(text)
    if before is not None:
        part = tidy(raw[: before.end()])
        raw, text = raw[before.end() :], text[before.end() :]
    match = _ZH_NUMBERED.match(text)
    if match is not None:
        return _zh_numbered(raw, match, part)
    match = _ZH_UNIT_FIRST.match(text) or _ZH_HALVES.match(text)
    if match is not None and not ends_like_prose(text):
        number = any_number(match["num"]) or {"上": 1, "中": 2, "下": 3}.get(match["num"])
        unit = match["unit"]
        tier = CHAPTER if unit in _ZH_CHAPTERS else DIVISION
        family = "zh-" + (_ZH_CHAPTERS.get(unit) or ("卷" if unit in "卷册冊" else unit))
        title = tidy(raw[match.start("rest") :])
        return Form(family, tier, number, tidy(raw[: match.start("rest")]), title or None)
    match = _KO_NUMBERED.match(text)
    if match is not None and not ends_like_prose(text):
        tier = DIVISION if match["unit"] in "부권편" else CHAPTER
        cut = match.start("rest")
        return Form("ko-" + match["unit"], tier, int(match["num"]), tidy(raw[:cut]), tidy(raw[cut:]) or None)
    return _zh_special(raw, text)


def _zh_numbered(raw: str, match: re.Match[str], part: str | None) -> Form | None:
    number = any_number(match["num"])
    if number is None:
        return None
    unit, rest = match["unit"], match["rest"]
    family = "zh-" + (_ZH_CHAPTERS.get(unit) or _ZH_DIVISIONS[unit])
    tier = CHAPTER if unit in _ZH_CHAPTERS else DIVISION
    cut = match.start("rest")
    label, title = tidy(raw[:cut]), tidy(raw[cut:])
    strength = 2
    apart = not rest or rest[0] in " :.、,·•/|_~—–-([{【〔〖《〈「『“\"'" or bool(match["tail"])
    if rest.startswith(",") and len(rest) > 12:
        return None
    if not apart:
        strength = 1 if unit in _LOOSE_UNITS or _ZH_GLUED_PROSE.match(rest) else 2
    if len(title) > 45 or title.endswith(("。", ";", "；", "，", ",")) or ("，" in title and not apart):
        if not apart or len(title) > 60 or title.endswith(("，", ",", "：", ":")):
            return None
        strength = 1
    return Form(family, tier, number, label, title or None, strength, part)


def _zh_special(raw: str, text: str) -> Form | None:
    for pattern, tier in _ZH_SPECIAL:
        match = pattern.match(text)
        if match is None:
            continue
        rest = match["rest"]
        cut = match.start("rest")
        title = tidy(raw[cut:])
        apart = not rest or rest[0] in " :.、·—–-(" or text[cut - 1] in "】]〕〗》〉」』)"
        aside = match["key"].startswith("番外") and bool(match["num"] or rest.startswith("之"))
        if not (apart or aside):
            continue
        if (
            len(title) > 40
            or title.endswith(("。", "，", "；", "”"))
            or (match["key"] == "序" and match["num"] == "上")
        ):
            continue
        label = tidy(raw[:cut])
        number = any_number(match["num"]) if match["num"] else None
        return Form(f"special-{tier}", tier, number, label, title or None)
    return None


def _bare(raw: str, text: str) -> Form | None:
    """Headings without a keyword: numbers alone, numbers with a title, capitals, lone short lines."""
    match = _BARE.match(text)
    if match is not None:
        value = any_number(match["num"])
        family = "arabic" if match["num"].isdecimal() else "roman"
        return None if value is None else Form(family, BARE, value, _number_alone(raw), None)
    match = _ZH_BARE.match(text)
    if match is not None and (value := chinese(match["num"])) is not None:
        return Form("zh-number", BARE, value, _number_alone(raw), None)
    match = _BARE_WORD.match(text)
    if match is not None and match["num"].upper() != "I" and roman(match["num"]) is None:
        value = any_number(match["num"])
        if value is not None:
            return Form("word", BARE, value, _number_alone(raw), None)
    return _bare_title(raw, text)


def _number_alone(raw: str) -> str:
    return raw.strip().rstrip(".:)、．：） ")


def _bare_title(raw: str, text: str) -> Form | None:
    match = _ZH_BARE_TITLE.match(text)
    if match is not None and (value := chinese(match["num"])) is not None:
        title = tidy(raw[match.start("rest") :])
        fine = 0 < len(title) <= 30 and not title.endswith(("。", "，", "；", "：", "”")) and "，" not in title
        return Form("zh-number-title", BARE, value, match["num"], title) if fine else None
    match = _BARE_TITLE.match(text)
    if match is None:
        return None
    value, title, sep = any_number(match["num"]), tidy(raw[match.start("rest") :]), match["sep"].strip()
    if value is None or not title or len(title) > 80 or ends_like_prose(title):
        return None
    decimal = match["num"].isdecimal()
    east = title[0] > "⺀"
    if not (east or is_caps(title) or is_title_case(title) or (sep and title[0].isupper() and len(title) < 50)):
        return None
    if not sep and (not decimal or (not east and len(title.split()) > 12)):
        return None
    return Form("arabic-title" if decimal else "roman-title", BARE, value, match["num"], title)
