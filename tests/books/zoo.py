"""Headings as they are found in the wild, each book with the truth beside it.

A case is a book in short: "~" on a line of its own stands for a few paragraphs of prose. The truth is one line per
section, "kind: title", with " @ part" where a volume stands over it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from tests.books.prose import chinese, english


@dataclass(frozen=True)
class Case:
    """`text` is the book, `truth` its sections as `kind: title @ part`."""

    name: str
    text: str
    truth: tuple[str, ...]


def _book(source: str, prose: str) -> str:
    numbers = count()
    write = english if prose == "en" else chinese
    lines = source.strip("\n").split("\n")
    return "\n".join(write(next(numbers)) if line == "~" else line for line in lines) + "\n"


def _case(prose: str, name: str, source: str, truth: str) -> Case:
    rows = tuple(row.strip() for row in truth.strip().split("\n") if row.strip())
    return Case(f"{prose}-{name}", _book(source, prose), rows)


def _series(prose: str, name: str, heads: list[str], titles: list[str], gap: str = "\n\n") -> Case:
    source = gap.join(f"{head}{gap}~" for head in heads)
    truth = tuple(f"chapter: {title}" for title in titles)
    return Case(f"{prose}-{name}", _book(source, prose), truth)


def _english_series() -> list[Case]:
    def same(name: str, *heads: str) -> Case:
        return _series("en", name, list(heads), list(heads))

    def titled(name: str, pattern: str, labels: str) -> Case:
        names = ["The Ferry", "A Week of Rain", "Down from the Hills", "The Survey"]
        heads = [pattern.format(n=label, t=t) for label, t in zip(labels.split(), names, strict=False)]
        return _series("en", name, heads, names[: len(heads)])

    return [
        same("caps-roman", "CHAPTER I", "CHAPTER II", "CHAPTER III"),
        same("arabic", "Chapter 1", "Chapter 2", "Chapter 3"),
        same("caps-word", "CHAPTER ONE", "CHAPTER TWO", "CHAPTER THREE"),
        same("the-first", "CHAPTER THE FIRST", "CHAPTER THE SECOND", "CHAPTER THE LAST"),
        same("twenty-one", "Chapter Nineteen", "Chapter Twenty", "Chapter Twenty-One", "Chapter Twenty-Two"),
        same("stave", "STAVE ONE", "STAVE TWO", "STAVE THREE"),
        same("letter", "LETTER I", "LETTER II", "LETTER III"),
        same("canto", "CANTO I", "CANTO II", "CANTO III"),
        same("act", "ACT I", "ACT II", "ACT III"),
        same("bare-roman", "I", "II", "III", "IV"),
        same("bare-arabic", "1", "2", "3", "4"),
        same("bare-word", "ONE", "TWO", "THREE"),
        same("bare-word-title-case", "One", "Two", "Three"),
        same("ordinal-before", "The First Chapter", "The Second Chapter", "The Third Chapter"),
        same("lower-case", "chapter 1", "chapter 2", "chapter 3"),
        same("chapitre", "Chapitre I", "Chapitre II", "Chapitre III"),
        same("kapitel", "1. Kapitel", "2. Kapitel", "3. Kapitel"),
        same("erstes-kapitel", "Erstes Kapitel", "Zweites Kapitel", "Drittes Kapitel"),
        same("glava", "Глава 1", "Глава 2", "Глава 3"),
        same("glava-words", "Глава первая", "Глава вторая", "Глава третья"),
        same("capitulo", "Capítulo 1", "Capítulo 2", "Capítulo 3"),
        same("all-caps-titles", "THE FERRY", "A WEEK OF RAIN", "DOWN FROM THE HILLS"),
        same("parts-only", "PART I", "PART II"),
        _series("en", "bare-roman-dot", ["I.", "II.", "III."], ["I", "II", "III"]),
        _series("en", "bare-dashes", ["- 1 -", "- 2 -", "- 3 -"], ["1", "2", "3"]),
        _series("en", "centred", [" " * 30 + f"CHAPTER {n}" for n in ("I", "II")], ["CHAPTER I", "CHAPTER II"]),
        _series("en", "dotted", ["CHAPTER I.", "CHAPTER II."], ["CHAPTER I", "CHAPTER II"]),
        _series("en", "underscored", ["_Chapter 1_", "_Chapter 2_"], ["Chapter 1", "Chapter 2"]),
        _series("en", "starred", ["*** Chapter 1 ***", "*** Chapter 2 ***"], ["Chapter 1", "Chapter 2"]),
        _series("en", "bold", ["**Chapter 1**", "**Chapter 2**"], ["Chapter 1", "Chapter 2"]),
        _series("en", "spaced-word", ["Chapter O n e", "Chapter T w o"], ["Chapter O n e", "Chapter T w o"]),
        _series("en", "no-break-space", ["CHAPTER\u00a0I", "CHAPTER\u2003II"], ["CHAPTER I", "CHAPTER II"]),
        _series("en", "crlf-like-trailing-blanks", ["CHAPTER I   ", "CHAPTER II\t"], ["CHAPTER I", "CHAPTER II"]),
        titled("colon", "Chapter {n}: {t}", "One Two Three"),
        titled("dash", "Chapter {n} - {t}", "1 2 3"),
        titled("em-dash", "CHAPTER {n}\u2014{t}", "I II III"),
        titled("dot", "CHAPTER {n}. {t}", "I II III"),
        titled("space", "Chapter {n} {t}", "1 2 3"),
        titled("hashes", "## Chapter {n}: {t}", "1 2 3"),
        titled("hashes-only-title", "## {t}", "1 2 3"),
        titled("stave-colon", "STAVE {n}: {t}", "I II III"),
        titled("roman-title", "{n}. {t}", "I II III IV"),
        titled("arabic-title", "{n}. {t}", "1 2 3"),
        titled("arabic-paren", "{n}) {t}", "1 2 3"),
        titled("split-near", "CHAPTER {n}\n{t}", "I II III"),
        titled("split-far", "CHAPTER {n}\n\n{t}", "I II III"),
        titled("split-dot", "Chapter {n}.\n\n{t}", "One Two Three"),
        titled("bare-split", "{n}\n\n{t}", "I II III"),
        titled("equals", "=== Chapter {n}: {t} ===", "1 2 3"),
        titled("caps-comma", "CHAPTER {n}, {t}", "I II III"),
        titled("letter-to", "LETTER {n}. {t}", "I II III"),
    ]


def _english_books() -> list[Case]:
    return [
        _case("en", "prologue-epilogue", "PROLOGUE\n\n~\n\nCHAPTER I\n\n~\n\nCHAPTER II\n\n~\n\nEPILOGUE\n\n~",
              "prologue: PROLOGUE\nchapter: CHAPTER I\nchapter: CHAPTER II\nepilogue: EPILOGUE"),
        _case("en", "preface-is-front", "The Boat\n\nby A. Person\n\nPREFACE\n\n~\n\nCHAPTER I\n\n~\n\nCHAPTER II\n\n~",
              "front: PREFACE\nchapter: CHAPTER I\nchapter: CHAPTER II"),
        _case("en", "introduction-is-front", "Introduction\n\n~\n\nChapter 1\n\n~\n\nChapter 2\n\n~",
              "front: Introduction\nchapter: Chapter 1\nchapter: Chapter 2"),
        _case("en", "interlude-afterword",
              "Chapter 1\n\n~\n\nInterlude\n\n~\n\nChapter 2\n\n~\n\nAfterword\n\n~",
              "chapter: Chapter 1\nextra: Interlude\nchapter: Chapter 2\nextra: Afterword"),
        _case("en", "title-page-is-front", "THE BOAT\n\nBy A. Person\n\n\nCHAPTER I\n\n~\n\nCHAPTER II\n\n~",
              "front: None\nchapter: CHAPTER I\nchapter: CHAPTER II"),
        _case("en", "volumes-restart",
              "VOLUME I\n\nCHAPTER I\n\n~\n\nCHAPTER II\n\n~\n\nVOLUME II\n\nCHAPTER I\n\n~\n\nCHAPTER II\n\n~",
              "chapter: CHAPTER I @ VOLUME I\nchapter: CHAPTER II @ VOLUME I\n"
              "chapter: CHAPTER I @ VOLUME II\nchapter: CHAPTER II @ VOLUME II"),
        _case("en", "parts-continue",
              "PART ONE\nThe Water\n\nChapter 1\n\n~\n\nChapter 2\n\n~\n\n"
              "PART TWO\nThe Land\n\nChapter 3\n\n~\n\nChapter 4\n\n~",
              "chapter: Chapter 1 @ PART ONE: The Water\nchapter: Chapter 2 @ PART ONE: The Water\n"
              "chapter: Chapter 3 @ PART TWO: The Land\nchapter: Chapter 4 @ PART TWO: The Land"),
        _case("en", "book-and-part",
              "BOOK THE FIRST\n\nPART I\n\nCHAPTER I\n\n~\n\nPART II\n\nCHAPTER I\n\n~\n\n"
              "BOOK THE SECOND\n\nPART I\n\nCHAPTER I\n\n~",
              "chapter: CHAPTER I @ BOOK THE FIRST / PART I\nchapter: CHAPTER I @ BOOK THE FIRST / PART II\n"
              "chapter: CHAPTER I @ BOOK THE SECOND / PART I"),
        _case("en", "part-on-the-line",
              "BOOK I, CHAPTER 1\n\n~\n\nBOOK I, CHAPTER 2\n\n~\n\nBOOK II, CHAPTER 1\n\n~",
              "chapter: CHAPTER 1 @ BOOK I\nchapter: CHAPTER 2 @ BOOK I\nchapter: CHAPTER 1 @ BOOK II"),
        _case("en", "restart-without-volume", "CHAPTER I\n\n~\n\nCHAPTER II\n\n~\n\nCHAPTER I\n\n~\n\nCHAPTER II\n\n~",
              "chapter: CHAPTER I\nchapter: CHAPTER II\nchapter: CHAPTER I\nchapter: CHAPTER II"),
        _case("en", "parts-with-bare-numbers",
              "PART I\n\n1\n\n~\n\n2\n\n~\n\n3\n\n~\n\nPART II\n\n1\n\n~\n\n2\n\n~",
              "chapter: 1 @ PART I\nchapter: 2 @ PART I\nchapter: 3 @ PART I\n"
              "chapter: 1 @ PART II\nchapter: 2 @ PART II"),
        _case("en", "small-gap", "Chapter 1\n\n~\n\nChapter 2\n\n~\n\nChapter 4\n\n~\n\nChapter 5\n\n~",
              "chapter: Chapter 1\nchapter: Chapter 2\nchapter: Chapter 4\nchapter: Chapter 5"),
        _case("en", "excerpt", "Chapter 57\n\n~\n\nChapter 58\n\n~", "chapter: Chapter 57\nchapter: Chapter 58"),
        _case("en", "one-chapter-pasted", "Chapter 7: The Survey\n\n~", "chapter: The Survey"),
        _case("en", "contents-one-line",
              "CONTENTS\n\nChapter 1: The Ferry\nChapter 2: The Rain\nChapter 3: The Hills\n\n\n"
              "Chapter 1: The Ferry\n\n~\n\nChapter 2: The Rain\n\n~\n\nChapter 3: The Hills\n\n~",
              "front: None\nchapter: The Ferry\nchapter: The Rain\nchapter: The Hills"),
        _case("en", "contents-leaders",
              "Contents\n\nChapter 1 ........ 3\nChapter 2 ........ 17\n\n\nChapter 1\n\n~\n\nChapter 2\n\n~",
              "front: None\nchapter: Chapter 1\nchapter: Chapter 2"),
        _case("en", "contents-two-lines",
              "CONTENTS\n\nCHAPTER I\nThe Ferry\n\nCHAPTER II\nThe Rain\n\nCHAPTER III\nThe Hills\n\n\n"
              "CHAPTER I\nThe Ferry\n\n~\n\nCHAPTER II\nThe Rain\n\n~\n\nCHAPTER III\nThe Hills\n\n~",
              "front: None\nchapter: The Ferry\nchapter: The Rain\nchapter: The Hills"),
        _case("en", "contents-then-preface",
              "CONTENTS\n\nCHAPTER I. The Ferry\nCHAPTER II. The Rain\nCHAPTER III. The Hills\n\n\n"
              "PREFACE\n\n~\n\n~\n\n"
              "CHAPTER I. The Ferry\n\n~\n\nCHAPTER II. The Rain\n\n~\n\nCHAPTER III. The Hills\n\n~",
              "front: PREFACE\nchapter: The Ferry\nchapter: The Rain\nchapter: The Hills"),
        _case("en", "contents-roman-only",
              "CONTENTS\n\nI. The Ferry\nII. The Rain\nIII. The Hills\n\n\n"
              "CHAPTER I\n\n~\n\nCHAPTER II\n\n~\n\nCHAPTER III\n\n~",
              "front: None\nchapter: CHAPTER I\nchapter: CHAPTER II\nchapter: CHAPTER III"),
        _case("en", "contents-with-parts",
              "CONTENTS\n\nPART I\nChapter 1\nChapter 2\nPART II\nChapter 1\nChapter 2\n\n\n"
              "PART I\n\nChapter 1\n\n~\n\nChapter 2\n\n~\n\nPART II\n\nChapter 1\n\n~\n\nChapter 2\n\n~",
              "front: None\nchapter: Chapter 1 @ PART I\nchapter: Chapter 2 @ PART I\n"
              "chapter: Chapter 1 @ PART II\nchapter: Chapter 2 @ PART II"),
        _case("en", "contents-at-the-end",
              "Chapitre 1\n\n~\n\nChapitre 2\n\n~\n\nChapitre 3\n\n~\n\nTable des matières\n\n"
              "Chapitre 1\nChapitre 2\nChapitre 3",
              "chapter: Chapitre 1\nchapter: Chapitre 2\nchapter: Chapitre 3"),
        _case("en", "letters-then-chapters",
              "Letter 1\n\n~\n\n~\n\nLetter 2\n\n~\n\n~\n\nChapter 1\n\n~\n\nChapter 2\n\n~\n\nChapter 3\n\n~",
              "prologue: Letter 1\nprologue: Letter 2\nchapter: Chapter 1\nchapter: Chapter 2\nchapter: Chapter 3"),
        _case("en", "printed-twice", "Chapter 1\n\nChapter 1\n\n~\n\nChapter 2\n\nChapter 2\n\n~",
              "chapter: Chapter 1\nchapter: Chapter 2"),
        _case("en", "title-of-two-lines",
              "CHAPTER I\nIN WHICH THE FERRY LEAVES\nWITH NOBODY ON IT\n\n~\n\nCHAPTER II\nTHE RAIN\n\n~",
              "chapter: IN WHICH THE FERRY LEAVES WITH NOBODY ON IT\nchapter: THE RAIN"),
        _case("en", "wrapped-title",
              "CHAPTER I. IN WHICH THE FERRY LEAVES,\nAND NOBODY IS ON IT\n\n~\n\nCHAPTER II. THE RAIN\n\n~",
              "chapter: IN WHICH THE FERRY LEAVES, AND NOBODY IS ON IT\nchapter: THE RAIN"),
        _case("en", "dashed-volumes",
              "VOLUME I\u2014WATER\n\nBOOK FIRST\u2014A FERRY\n\nCHAPTER I\u2014THE MATE\n\n~"
              "\n\nCHAPTER II\u2014THE MAIL\n\n"
              "~\n\nBOOK SECOND\u2014THE RAIN\n\nCHAPTER I\u2014THE CELLAR\n\n~",
              "chapter: THE MATE @ VOLUME I: WATER / BOOK FIRST: A FERRY\n"
              "chapter: THE MAIL @ VOLUME I: WATER / BOOK FIRST: A FERRY\n"
              "chapter: THE CELLAR @ VOLUME I: WATER / BOOK SECOND: THE RAIN"),
        _case("en", "stories-with-numbered-scenes",
              "I. THE FERRY\n\nI.\n\n~\n\nII.\n\n~\n\nII. THE RAIN\n\n~\n\n"
              "III. THE HILLS\n\n~\n\nIV. THE SURVEY\n\n~",
              "chapter: THE FERRY\nchapter: THE RAIN\nchapter: THE HILLS\nchapter: THE SURVEY"),
        _case("en", "letter-dated",
              "Letter 1\n\n_To Mrs. Oddy, Harwich._\n\n~\n\nLetter 2\n\n_To Mrs. Oddy, Harwich._\n\n~",
              "chapter: Letter 1\nchapter: Letter 2"),
        _case("en", "licence-at-the-end",
              "Chapter 1\n\n~\n\nChapter 2\n\n~\n\n*** END OF THE PROJECT GUTENBERG EBOOK THE BOAT ***\n\n~",
              "chapter: Chapter 1\nchapter: Chapter 2\nextra: Project Gutenberg licence"),
        _case("en", "wide-gaps", "The Ferry\n\n~\n\n\n\nA Week of Rain\n\n\n~\n\n\n\nDown from the Hills\n\n\n~",
              "chapter: The Ferry\nchapter: A Week of Rain\nchapter: Down from the Hills"),
    ]  # fmt: skip


def _english_negatives() -> list[Case]:
    one = "chapter: None"
    two = "chapter: Chapter 1\nchapter: Chapter 2"

    def inside(name: str, prose: str) -> Case:
        return _case("en", name, f"Chapter 1\n\n~\n\n{prose}\n\n~\n\nChapter 2\n\n~", two)

    return [
        _case("en", "no-headings", "~\n\n~", one),
        _case("en", "scene-breaks-only", "~\n\n* * *\n\n~\n\n* * *\n\n~\n\n* * *\n\n~", one),
        _case("en", "numbered-list", "~\n\n1. Flour\n2. Salt\n3. Candles\n4. A rope\n\n~\n\n~\n\n~", one),
        _case("en", "roman-list", "~\n\nI. FLOUR\n\nII. SALT\n\nIII. CANDLES\n\n~\n\n~\n\n~\n\n~", one),
        inside("chapter-sixteen-prose", "Chapter sixteen, this is ordinary prose that goes on."),
        inside("letter-certainly", "Letter certainly there was none, and none was looked for."),
        inside("chapter-of-accidents", "Chapter three of that book had been torn out by somebody."),
        inside("part-of-the", "Part of the roof had gone in the night."),
        inside("part-i-of", "Part I of the plan had failed already."),
        inside("book-one-was", "Book one was lost at sea, said the mate."),
        inside("letter-i-wrote", "Letter I wrote to her and letter I burned."),
        inside("volume-two-lay", "Volume two lay open on the sill."),
        inside("shouting", "FIRE! FIRE! FIRE!"),
        inside("telegram", "COME AT ONCE"),
        inside("out-of-line-reference", "Chapter 19"),
        inside("year", "1899"),
        inside("i-alone", "I"),
        inside("act-of-god", "Act 2 of God, said Harker, and laughed."),
        inside("introduction-to", "Introduction to the captain took no time at all."),
        inside("conclusion-prose", "Conclusion there was none, and nobody wanted one."),
        _case("en", "wrapped-reference",
              "Chapter 1\n\n~\n\nHe looked the matter up at length in the surveyor's great book, where it stands in\n"
              "Chapter 2. The Lake was there, as blue as ink, and the village at the bottom of it\n"
              "with every chimney drawn in.\n\n~\n\nChapter 2\n\n~", two),
        _case("en", "dialogue-numbers", "~\n\n\"One.\"\n\n\"Two.\"\n\n\"Three.\"\n\n~", one),
    ]  # fmt: skip


def _chinese_series() -> list[Case]:
    names = ["雾里行船", "茶馆闲话", "槐树下的字条", "山路"]

    def titled(name: str, pattern: str, labels: str, gap: str = "\n") -> Case:
        heads = [pattern.format(n=n, t=t) for n, t in zip(labels.split(), names, strict=False)]
        return _series("zh", name, heads, names[: len(heads)], gap)

    def same(name: str, *heads: str, gap: str = "\n") -> Case:
        return _series("zh", name, list(heads), list(heads), gap)

    return [
        titled("zhang", "第{n}章 {t}", "一 二 三 四"),
        titled("hui", "第{n}回 {t}", "一 二 三"),
        titled("jie", "第{n}节 {t}", "一 二 三"),
        titled("hua", "第{n}话 {t}", "一 二 三"),
        titled("mu", "第{n}幕 {t}", "一 二 三"),
        titled("arabic", "第{n}章 {t}", "1 2 3"),
        titled("padded", "第{n}章 {t}", "001 002 003"),
        titled("full-width-digits", "第{n}章 {t}", "１ ２ ３"),
        titled("spaces-inside", "第 {n} 章 {t}", "1 2 3"),
        titled("glued", "第{n}章{t}", "一 二 三"),
        titled("hui-glued", "第{n}回{t}", "一 二 三"),
        titled("colon", "第{n}章：{t}", "一 二 三"),
        titled("dun-comma", "第{n}章、{t}", "一 二 三"),
        titled("full-width-indent", "　　第{n}章　{t}", "一 二 三"),
        titled("ascii-indent", "    第{n}章 {t}", "一 二 三"),
        titled("body-prefix", "正文 第{n}章 {t}", "一 二 三"),
        titled("brackets-around", "【第{n}章】{t}", "一 二 三"),
        titled("brackets-all", "【第{n}章 {t}】", "一 二 三"),
        titled("hash", "＃ 第{n}章 {t}", "１ ２ ３"),
        titled("two-hundred", "第{n}章 {t}", "两百一十七 两百一十八 两百一十九"),
        titled("capital-numerals", "第{n}章 {t}", "壹 贰 叁"),
        titled("positional", "第{n}章 {t}", "一〇八 一〇九 一一〇"),
        titled("bare-title", "{n}、{t}", "一 二 三"),
        titled("arabic-title", "{n} {t}", "1 2 3"),
        titled("arabic-dot", "{n}.{t}", "1 2 3"),
        titled("padded-title", "{n} {t}", "001 002 003"),
        titled("chapter-latin", "Chapter {n} {t}", "1 2 3"),
        titled("traditional-jie", "第{n}節 {t}", "一 二 三"),
        titled("blank-lines", "第{n}章 {t}", "一 二 三", "\n\n"),
        titled("juan-only", "卷{n} {t}", "一 二 三"),
        titled("thousands", "第{n}章 {t}", "一千零一 一千零二 一千零三"),
        same("label-only", "第一章", "第二章", "第三章"),
        same("bare-numerals", "一", "二", "三"),
        same("brackets-label", "第三章", "第四章", "第五章"),
        _series("zh", "juan-first", ["第一卷", "第二卷"], ["第一卷", "第二卷"], "\n"),
        _series("zh", "ends-with-marks", ["第一章 你是谁？", "第二章 快跑！"], ["你是谁？", "快跑！"], "\n"),
        _series("zh", "upper-lower", ["第一章 山路（上）", "第一章 山路（下）", "第二章 河"],
                ["山路（上）", "山路（下）", "河"], "\n"),
        _series("ja", "wa", ["第1話 朝", "第2話 昼", "第3話 夜"], ["朝", "昼", "夜"], "\n"),
        _series("ko", "jang", ["제1장 아침", "제2장 낮", "제3장 밤"], ["아침", "낮", "밤"], "\n"),
    ]  # fmt: skip


def _chinese_books() -> list[Case]:
    return [
        _case("zh", "xiezi-weisheng", "楔子\n~\n第一章 船\n~\n第二章 山\n~\n尾声\n~",
              "prologue: 楔子\nchapter: 船\nchapter: 山\nepilogue: 尾声"),
        _case("zh", "xuzhang-fanwai", "序章 雾\n~\n第一章 船\n~\n第二章 山\n~\n番外一 茶馆\n~\n后记\n~",
              "prologue: 雾\nchapter: 船\nchapter: 山\nextra: 茶馆\nextra: 后记"),
        _case("zh", "xu-is-front", "书名\n作者：某人\n序言\n~\n第一章 船\n~\n第二章 山\n~",
              "front: 序言\nchapter: 船\nchapter: 山"),
        _case("zh", "yinzi-zhongzhang", "引子\n~\n第一章 船\n~\n第二章 山\n~\n终章 归\n~\n附录\n~",
              "prologue: 引子\nchapter: 船\nchapter: 山\nepilogue: 归\nextra: 附录"),
        _case("zh", "juan-restart", "第一卷 水\n第一章 船\n~\n第二章 雾\n~\n第二卷 山\n第一章 路\n~\n第二章 雪\n~",
              "chapter: 船 @ 第一卷 水\nchapter: 雾 @ 第一卷 水\nchapter: 路 @ 第二卷 山\nchapter: 雪 @ 第二卷 山"),
        _case("zh", "juan-yi-continue", "卷一 水\n第一章 船\n~\n第二章 雾\n~\n卷二 山\n第三章 路\n~\n第四章 雪\n~",
              "chapter: 船 @ 卷一 水\nchapter: 雾 @ 卷一 水\nchapter: 路 @ 卷二 山\nchapter: 雪 @ 卷二 山"),
        _case("zh", "part-on-the-line", "第一卷 水 第一章 船\n~\n第一卷 水 第二章 雾\n~\n第二卷 山 第三章 路\n~",
              "chapter: 船 @ 第一卷 水\nchapter: 雾 @ 第一卷 水\nchapter: 路 @ 第二卷 山"),
        _case("zh", "bu-and-hui", "第一部\n第一回 船\n~\n第二回 雾\n~\n第二部\n第三回 路\n~",
              "chapter: 船 @ 第一部\nchapter: 雾 @ 第一部\nchapter: 路 @ 第二部"),
        _case("zh", "jie-inside-zhang", "第一章 水\n第一节 船\n~\n第二节 雾\n~\n第二章 山\n第一节 路\n~\n第二节 雪\n~",
              "chapter: 水\nchapter: 山"),
        _case("zh", "contents", "目录\n第一章 船\n第二章 雾\n第三章 山\n\n第一章 船\n~\n第二章 雾\n~\n第三章 山\n~",
              "front: None\nchapter: 船\nchapter: 雾\nchapter: 山"),
        _case("zh", "contents-juan", "目录\n卷一 船\n卷二 雾\n卷三 山\n\n卷一 船\n~\n卷二 雾\n~\n卷三 山\n~",
              "front: None\nchapter: 船\nchapter: 雾\nchapter: 山"),
        _case("zh", "missing-one", "第一章 船\n~\n第二章 雾\n~\n第四章 山\n~\n第五章 雪\n~",
              "chapter: 船\nchapter: 雾\nchapter: 山\nchapter: 雪"),
        _case("zh", "slip-of-number", "第一章 船\n~\n第二章 雾\n~\n第八章 山\n~\n第四章 雪\n~",
              "chapter: 船\nchapter: 雾\nchapter: 山\nchapter: 雪"),
        _case("zh", "big-jump", "第一章 船\n~\n第二章 雾\n~\n第二十章 山\n~\n第二十一章 雪\n~",
              "chapter: 船\nchapter: 雾\nchapter: 山\nchapter: 雪"),
        _case("zh", "mixed-numerals", "第一章 船\n~\n第2章 雾\n~\n第三章 山\n~",
              "chapter: 船\nchapter: 雾\nchapter: 山"),
        _case("zh", "shang-zhong-xia", "上卷\n第一章 船\n~\n第二章 雾\n~\n下卷\n第三章 山\n~",
              "chapter: 船 @ 上卷\nchapter: 雾 @ 上卷\nchapter: 山 @ 下卷"),
        _case("zh", "printed-twice", "第一章 船\n\n第一章 船\n~\n第二章 雾\n\n第二章 雾\n~",
              "chapter: 船\nchapter: 雾"),
    ]  # fmt: skip


def _chinese_negatives() -> list[Case]:
    two = "chapter: 船\nchapter: 山"

    def inside(name: str, prose: str) -> Case:
        return _case("zh", name, f"第一章 船\n~\n{prose}\n~\n第二章 山\n~", two)

    return [
        inside("first-letter", "第一封信是从南边寄来的，信封已经湿透了。"),
        inside("fourth-book", "第四本书记载着这条河的来历"),
        inside("first-round", "第一回合他就输了"),
        inside("first-part-of", "第一部分的货已经卸完了"),
        inside("third-lesson", "第三节课还没有开始"),
        inside("second-army", "第二集团军已经过了河"),
        inside("chapter-prose", "第一章里写的那条船，后来沉了，船上的人一个也没有回来。"),
        inside("chapter-said", "第三章我们再说这件事，现在先回到船上。"),
        inside("xu-prose", "序幕拉开了，台下一片寂静。"),
        inside("fanwai-prose", "番外的故事他从来不听。"),
        inside("numbered-prose", "一、二、三，拉！"),
        inside("year", "1949年的冬天特别冷。"),
        inside("di-yi-juan-shu", "第一卷书已经被虫蛀了，只剩下半本。"),
        inside("out-of-line", "第九章 无此章"),
        _case("zh", "no-headings", "~\n~", "chapter: None"),
        _case("zh", "list", "~\n一、米\n二、盐\n三、绳子\n~\n~\n~\n~", "chapter: None"),
    ]


CASES: tuple[Case, ...] = (
    *_english_series(),
    *_english_books(),
    *_english_negatives(),
    *_chinese_series(),
    *_chinese_books(),
    *_chinese_negatives(),
)
