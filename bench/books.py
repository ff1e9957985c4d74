"""Books for measuring conversation: annotated novels, an old Chinese one with rough speakers, and the samples.

Owns the turn from corpus files to a `Source`. The corpus lies outside the project (environment variable
FABULA_CORPUS); nothing here is shipped or imported by the product. Promise: the same files give the same source.
"""

from __future__ import annotations

import ast
import csv
import json
import os
import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fabula.ai.offline.book import ChapterText, Name, Source, SpokenLine
from fabula.reading.read import read_book

ROOT = Path(__file__).resolve().parent.parent
SPECIAL = frozenset({"_group", "_unknowable", "_unknown", "_narr", "_narrator", "Unknowable"})
HEADINGS = {
    "AlicesAdventuresInWonderland": r"^[ \t]*CHAPTER [IVXLC]+\.?[ \t]*$",
    "AnneOfGreenGables": r"^[ \t]*CHAPTER [IVXLC]+\.? .*$",
    "DaisyMiller": r"^PART [IVX]+\s*$",
    "NorthangerAbbey": r"^[ \t]*C(?:HAPTER|hapter) \d+[ \t]*$",
    "TheAwakening": r"^[IVXLC]+\.?[ \t]*$",
    "TheSignOfTheFour": r"^Chapter [IVXLC]+\s*$",
}
PLAIN = r"^[ \t]*CHAPTER [IVXLC]+\.?[ \t]*$"
TRIM = ' \t\r\n\u00a0"“”`'

# Principal people of the Chinese novel and what they are called; single characters count only before a verb of saying.
PEOPLE_ZH = {
    "曹操": ("孟德", "曹孟德", "曹公", "曹丞相", "操"),
    "刘备": ("玄德", "刘玄德", "刘皇叔", "刘豫州", "先主", "备"),
    "关羽": ("云长", "关公", "关云长", "羽"),
    "张飞": ("翼德", "张翼德", "飞"),
    "诸葛亮": ("孔明", "卧龙", "诸葛孔明", "诸葛丞相", "亮"),
    "赵云": ("子龙", "赵子龙", "云"),
    "周瑜": ("公瑾", "周公瑾", "周郎", "瑜"),
    "孙权": ("仲谋", "吴侯", "权"),
    "鲁肃": ("子敬", "鲁子敬", "肃"),
    "吕布": ("奉先", "吕奉先", "温侯", "布"),
    "董卓": ("卓", "董太师"),
    "王允": ("允", "王司徒"),
    "貂蝉": ("蝉",),
    "袁绍": ("本初", "绍", "袁本初"),
    "袁术": ("术", "公路"),
    "陈宫": ("宫", "公台"),
    "郭嘉": ("嘉", "奉孝"),
    "荀彧": ("彧", "文若"),
    "许褚": ("褚", "仲康"),
    "典韦": ("韦",),
    "张辽": ("辽", "文远"),
    "庞统": ("统", "凤雏", "士元"),
    "黄忠": ("忠", "汉升"),
    "马超": ("超", "孟起"),
    "黄盖": ("盖", "公覆"),
    "孙策": ("策", "伯符"),
    "孙坚": ("坚", "文台"),
    "司马懿": ("懿", "仲达", "司马仲达"),
    "徐庶": ("庶", "元直", "单福"),
    "司马徽": ("水镜", "徽", "水镜先生"),
    "华佗": ("佗",),
    "刘表": ("表", "景升"),
    "蔡瑁": ("瑁",),
    "张松": ("松",),
    "魏延": ("延", "文长"),
    "姜维": ("维", "伯约"),
    "蒋干": ("干", "子翼"),
    "陶谦": ("谦", "恭祖"),
    "孔融": ("融", "文举"),
    "祢衡": ("衡", "正平"),
    "杨修": ("修", "德祖"),
    "吕伯奢": ("伯奢",),
    "太史慈": ("慈",),
    "夏侯惇": ("惇",),
    "张昭": ("昭", "子布"),
    "貂": (),
}


def corpus() -> Path | None:
    """The corpus folder, None where there is none."""
    given = os.environ.get("FABULA_CORPUS")
    path = Path(given) if given else ROOT.parent / "shared" / "corpus"
    return path if (path / "en").is_dir() else None


def load(book: str) -> Source:
    """A book by the name it has in the golden file: an annotated novel, "sanguo", or "sample-en" and "sample-zh"."""
    if book.startswith("sample-"):
        return sample(book.removeprefix("sample-"))
    return sanguo() if book == "sanguo" else annotated(book)


@lru_cache(maxsize=4)
def annotated(novel: str) -> Source:
    """A novel with its annotated quotations, speakers and addressees."""
    folder = corpus()
    if folder is None:
        raise FileNotFoundError("the corpus is absent; set FABULA_CORPUS to its folder")
    with open(folder / "en" / novel / "novel_text.txt", encoding="utf-8", newline="") as file:
        text = file.read()
    chapters, starts = _chapters(text, HEADINGS.get(novel, PLAIN), numbered=False)
    aliases, genders, narrator = _cast(folder / "en" / novel / "character_info.csv")
    with open(folder / "en" / novel / "quotation_info.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    aliases, genders, narrator = _speaking_names(rows, aliases, genders, narrator)
    owner = {alias: main for main, own in aliases.items() for alias in sorted(own)}
    owner.update({main: main for main in aliases})
    lines = []
    for row in rows:
        speaker = owner.get(row["speaker"].strip())
        heard = [owner.get(str(a).strip()) for a in ast.literal_eval(row["addressees"] or "[]")]
        heard = [a for a in heard if a is not None and a not in SPECIAL]
        spans = ast.literal_eval(row["quoteByteSpans"])
        lines.extend(_spoken(text, spans, speaker, heard[0] if 0 < len(heard) <= 2 else None, starts))
    names = [
        Name(alias, main, first)
        for main, own in aliases.items()
        for alias in sorted(own | {main})
        if (first := _first(text, alias, starts))
    ]
    display = {main: main for main in aliases}
    return Source("en", chapters, tuple(lines), tuple(names), display, genders, narrator)


def _speaking_names(
    rows: list[dict[str, str]], aliases: dict[str, set[str]], genders: dict[str, str], narrator: str | None
) -> tuple[dict[str, set[str]], dict[str, str], str | None]:
    """The cast under the names by which the annotation lets it speak ("Dorian Gray", not "Prince Charming")."""
    counts = Counter(row["speaker"].strip() for row in rows)
    renamed = {main: max((*sorted(own), main), key=lambda a: (counts[a], a == main)) for main, own in aliases.items()}
    return (
        {renamed[main]: own | {main} for main, own in aliases.items()},
        {renamed[main]: gender for main, gender in genders.items()},
        renamed.get(narrator) if narrator else None,
    )


def _cast(path: Path) -> tuple[dict[str, set[str]], dict[str, str], str | None]:
    aliases: dict[str, set[str]] = {}
    genders: dict[str, str] = {}
    narrator = None
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            main = row["Main Name"].strip()
            if main in SPECIAL:
                continue
            own = {str(a).strip() for a in ast.literal_eval(row["Aliases"])}
            if "_narr" in own:
                narrator = main
            aliases[main] = {a for a in own if a not in SPECIAL and a}
            genders[main] = {"F": "female", "M": "male"}.get(row["Gender"], "unknown")
    return aliases, genders, narrator


def _chapters(text: str, heading: str, *, numbered: bool) -> tuple[tuple[ChapterText, ...], list[int]]:
    starts = [m.start() for m in re.finditer(heading, text, re.MULTILINE)]
    ends = [*starts[1:], len(text)]
    chapters = tuple(
        ChapterText(n, text[s : text.index("\n", s)].strip() if numbered else None, text[s:e])
        for n, (s, e) in enumerate(zip(starts, ends, strict=True), 1)
    )
    return chapters, starts


def _spoken(
    text: str, spans: list[list[int]], speaker: str | None, addressee: str | None, starts: list[int]
) -> list[SpokenLine]:
    found = []
    for start, end in spans:
        while start < end and text[start] in TRIM:
            start += 1
        while end > start and text[end - 1] in TRIM:
            end -= 1
        chapter = bisect_right(starts, start)
        if end > start and chapter:
            base = starts[chapter - 1]
            known = speaker if speaker not in SPECIAL else None
            found.append(SpokenLine(chapter, start - base, end - base, known, addressee))
    return found


def _first(text: str, alias: str, starts: list[int]) -> int | None:
    found = re.search(r"(?<!\w)" + re.escape(alias).replace(r"\ ", r"\s+") + r"(?!\w)", text)
    chapter = bisect_right(starts, found.start()) if found else 0
    return chapter or None


@lru_cache(maxsize=1)
def sanguo() -> Source:
    """The Chinese novel, its speakers taken from the clause before each quotation."""
    folder = corpus()
    if folder is None:
        raise FileNotFoundError("the corpus is absent; set FABULA_CORPUS to its folder")
    text = (folder / "zh" / "sanguo.txt").read_text(encoding="utf-8").replace("\r\n", "\n")
    chapters, _ = _chapters(text, r"^第\d+章.*$", numbered=True)
    people = {k: v for k, v in PEOPLE_ZH.items() if len(k) > 1}
    called = {name: main for main, own in people.items() for name in (main, *own)}
    pattern = re.compile("|".join(sorted(map(re.escape, called), key=len, reverse=True)))
    lines = []
    for chapter in chapters:
        for quote in re.finditer(r"[：:]“([^“”]{1,1500})”", chapter.text):
            speaker, addressee = _said_by(chapter.text[: quote.start()][-60:], pattern, called)
            lines.append(SpokenLine(chapter.number, quote.start(1), quote.end(1), speaker, addressee))
    names = []
    for name, main in called.items():
        first = next((c.number for c in chapters if name in c.text), None)
        if first and len(name) > 1:
            names.append(Name(name, main, first))
    return Source("zh", chapters, tuple(lines), tuple(names), {main: main for main in people})


def _said_by(before: str, pattern: re.Pattern[str], called: dict[str, str]) -> tuple[str | None, str | None]:
    if not re.search(r"[曰道说问云答]$", before):
        return None, None
    sentence = re.split(r"[。！？”\n]", before)[-1]
    addressee = None
    for clause in reversed(re.split(r"[，；]", sentence)):
        speaker = None
        for found in pattern.finditer(clause):
            lead = clause[max(found.start() - 1, 0) : found.start()]
            after = clause[found.end() : found.end() + 6]
            if len(found.group()) == 1 and not re.match(r".{0,3}[曰道]?$|[笑怒惊喜大叹]", after):
                continue
            if lead in ("谓", "向", "对", "问", "与", "见", "令", "告", "召", "请"):
                addressee = addressee or called[found.group()]
            elif speaker is None:
                speaker = called[found.group()]
        if speaker is not None:
            return speaker, addressee
    return None, addressee


@lru_cache(maxsize=2)
def sample(language: str) -> Source:
    """A sample book with the people and lines that its truth file gives; a disguise counts once it is lifted."""
    path = ROOT / "fabula" / "samples" / language / "book.txt"
    text = path.read_text(encoding="utf-8")
    truth = json.loads((ROOT / "tests" / "golden" / "samples" / f"{language}.json").read_text(encoding="utf-8"))
    heading = r"^第[一二三四五六七八九十]+[章回].*$" if language == "zh" else r"^Chapter [A-Z][a-z]+(?:-[a-z]+)?$"
    chapters, starts = _chapters(text, heading, numbered=False)
    lines = []
    for quote in truth["quotes"]:
        said = text[quote["start"] : quote["end"]]
        signed = any(r["alias"] in said and r["is"] == quote["speaker"] for r in truth.get("reveals", ()))
        if quote.get("kind", "speech") == "speech" and not signed:
            span = [[quote["start"], quote["end"]]]
            lines.extend(_spoken(text, span, quote["speaker"], quote.get("addressee"), starts))
    lifted = {reveal["alias"]: reveal["chapter"] for reveal in truth.get("reveals", ())}
    names = []
    for person in truth["characters"]:
        for alias in dict.fromkeys([person["name"], *person["aliases"]]):
            first = _first(text, alias, starts) if language == "en" else _first_zh(chapters, alias)
            if first:
                names.append(Name(alias, person["name"], max(first, lifted.get(alias, 0))))
    people = truth["characters"]
    return Source(
        language,
        chapters,
        tuple(lines),
        tuple(names),
        {p["name"]: p["name"] for p in people},
        {p["name"]: p.get("gender", "unknown") for p in people},
        next((p["name"] for p in people if p.get("narrator")), None),
    )


def _first_zh(chapters: tuple[ChapterText, ...], alias: str) -> int | None:
    return next((c.number for c in chapters if alias in c.text), None)


@lru_cache(maxsize=2)
def extracted(book: str) -> Source:
    """The same book with the people, speakers and names that Fabula itself reads out of it."""
    known = load(book)
    text = "".join(c.text for c in known.chapters)
    sections, start = [], 0
    for chapter in known.chapters:
        sections.append(Part(chapter.number, start, start + len(chapter.text)))
        start += len(chapter.text)
    reading = read_book(text, sections, known.language)
    base = {s.number: s.start for s in sections}
    lines = [
        SpokenLine(q.chapter, q.start - base[q.chapter], q.end - base[q.chapter], q.speaker, q.addressee, q.confidence)
        for q in reading.quotes
        if q.kind == "speech"
    ]
    names = [Name(a.name, p.key, a.first_chapter) for p in reading.people for a in p.aliases]
    return Source(
        known.language,
        known.chapters,
        tuple(lines),
        tuple(names),
        {p.key: p.name for p in reading.people},
        {p.key: p.gender for p in reading.people},
        next((p.key for p in reading.people if p.narrator), None),
    )


def namesake(source: Source, character: str, known: Source) -> str | None:
    """The person of an extracted book who has most of an annotated character's names."""
    wanted = {n.text for n in known.names if n.character == character}
    counts = Counter(n.character for n in source.names if n.text in wanted)
    lines = Counter(line.speaker for line in source.lines)
    return max(counts, key=lambda c: (lines[c], counts[c], c), default=None)


@dataclass(frozen=True)
class Part:
    """A section of a text, as reading wants it."""

    number: int | None
    start: int
    end: int
