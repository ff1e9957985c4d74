"""A table of contents and a text become sections, when the table makes sense.

Used for EPUB and PDF alike. Owns the reading of entries - which are chapters, which volumes, which front or back
matter; leaves the layout to `assemble`. The one promise: entries decide only when they cut the text better than its
own headings would.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.books.assemble import assemble
from fabula.books.book import Mark, Section
from fabula.books.chapters import check_count, split
from fabula.books.forms import BARE, CHAPTER, CONTENTS, DIVISION, EPILOGUE, EXTRA, FRONT, PROLOGUE, Form, recognise
from fabula.books.scan import Found, scan

_FRONT_WORDS = frozenset(
    [
        "cover", "title page", "titlepage", "half title", "half-title", "copyright", "copyright page", "dedication",
        "epigraph", "contents", "table of contents", "imprint", "colophon", "about this book", "also by", "map", "maps",
        "list of illustrations", "illustrations", "dramatis personae", "praise", "begin reading", "start",
        "封面", "书名页",
        "版权", "版权页", "版权信息", "目录", "目錄", "扉页", "献给", "前折页", "书名", "表紙", "目次", "奥付",
    ]
)  # fmt: skip
_BACK_WORDS = frozenset(
    [
        "acknowledgements", "acknowledgments", "about the author", "about the publisher", "notes", "endnotes",
        "footnotes", "glossary", "bibliography", "index", "credits", "author's note", "a note on the text",
        "reading group guide",
        "致谢", "作者简介", "注释", "索引", "后折页", "封底", "译后记", "full project gutenberg license",
        "the full project gutenberg license",
    ]
)  # fmt: skip
_FEWER = "The table of contents names fewer chapters than the text has; the text's own headings were used."
_PEEK = 600
_SMALL = 400


def split_by_marks(text: str, marks: Sequence[Mark], choice: str = "auto") -> tuple[list[Section], list[str]]:
    """Sections by the entries of a table of contents, or by the text's own headings when those cut it better."""
    if choice != "auto":
        return split(text, choice)
    mains, specials, divisions = sort_entries(text, marks)
    if len(mains) < 2:
        return split(text)
    by_text, notes = split(text)
    chapters = [s for s in by_text if s.kind == "chapter" and s.title is not None]
    if len(chapters) > 1.5 * len(mains) + 2 and _keyword(text, chapters):
        return by_text, [
            *notes,
            _FEWER,
        ]
    sections = assemble(text, mains, specials, divisions)
    check_count(sections)
    return sections, []


def _keyword(text: str, chapters: list[Section]) -> bool:
    """Whether sections begin with lines that are chapter headings by keyword, not bare numbers."""
    forms = [recognise(text[s.start : s.start + 120].strip().split("\n")[0]) for s in chapters[:6]]
    return sum(f is not None and f.tier in {CHAPTER, DIVISION} for f in forms) >= 0.6 * len(forms)


def sort_entries(text: str, marks: Sequence[Mark]) -> tuple[list[Found], list[Found], list[Found]]:
    """(chapters, specials, volumes) among the entries of a table of contents."""
    ordered = sorted((m for m in marks if 0 <= m.offset < len(text)), key=lambda m: (m.offset, m.depth))
    forms = [_form(m.title) for m in ordered]
    level = _chapter_level(text, ordered, forms)
    if level is None:
        return [], [], []
    mains: list[Found] = []
    specials: list[Found] = []
    divisions: list[Found] = []
    numbered = any(f.tier == CHAPTER for f, m in zip(forms, ordered, strict=True) if m.depth == level)
    last = max((i for i, f in enumerate(forms) if f.tier == CHAPTER), default=len(forms))
    taken: set[int] = set()
    for index, (mark, form) in enumerate(zip(ordered, forms, strict=True)):
        parent = mark.depth < level
        if mark.depth > level or (mark.offset in taken and not parent):
            continue
        found = _found(text, mark, form)
        if form.tier in {PROLOGUE, EPILOGUE, EXTRA, FRONT}:
            specials.append(found)
            taken.add(mark.offset)
        elif parent or (form.tier == DIVISION and _has_chapters(forms, ordered, level)):
            divisions.append(found)
        elif numbered and form.tier != CHAPTER and (not mains or index > last):
            if mains:
                specials.append(Found(found.start, found.end, _as(form, EXTRA), found.title, 9, 9))
                taken.add(mark.offset)
        else:
            mains.append(found)
            taken.add(mark.offset)
    if mains:
        specials = [s for s in specials if not (s.form.family == "entry-extra" and s.start < mains[0].start)]
    return mains, specials, divisions


def _has_chapters(forms: list[Form], ordered: list[Mark], level: int) -> bool:
    return any(f.tier not in {DIVISION, FRONT, EXTRA} and m.depth >= level for f, m in zip(forms, ordered, strict=True))


def _form(title: str) -> Form:
    """An entry's title as a heading; words of front and back matter are known, anything else is a title."""
    folded = title.casefold().strip(" .:")
    if folded in _FRONT_WORDS:
        return Form("entry-front", FRONT, None, title, title)
    if folded in _BACK_WORDS:
        return Form("entry-extra", EXTRA, None, title, title)
    form = recognise(title, hashes=False)
    if form is None or form.strength < 2:
        return Form("entry", BARE, None, title, title)
    if form.tier == CONTENTS:
        return _as(form, FRONT)
    return form


def _as(form: Form, tier: str) -> Form:
    return Form("entry-" + tier, tier, form.number, form.label, form.title)


def _chapter_level(text: str, ordered: list[Mark], forms: list[Form]) -> int | None:
    """The depth whose entries are chapters: where numbered chapters stand, else the highest with bodies of its own."""
    depths = [m.depth for m, f in zip(ordered, forms, strict=True) if f.tier == CHAPTER]
    if len(depths) >= 2:
        return max(sorted(set(depths)), key=depths.count)
    story = [m for m, f in zip(ordered, forms, strict=True) if f.tier in {BARE, DIVISION, CHAPTER}]
    if not story:
        return None
    for level in sorted({m.depth for m in story}):
        here = [m for m in story if m.depth == level]
        below = [m for m in story if m.depth == level + 1]
        if len(here) < 2 and below:
            continue
        if below and sum(_own_text(text, m, below) <= _SMALL for m in here) > 0.5 * len(here):
            continue
        return level
    return story[0].depth


def _own_text(text: str, mark: Mark, below: list[Mark]) -> int:
    """How much text stands between an entry and the first entry under it; much when none follows."""
    follows = [b.offset for b in below if b.offset >= mark.offset]
    return len(text[mark.offset : min(follows)].strip()) if follows else _SMALL + 1


def _found(text: str, mark: Mark, form: Form) -> Found:
    """An entry as a heading in the text: its first paragraph, and a title found under a bare label."""
    end = text.find("\n\n", mark.offset)
    end = len(text) if end < 0 or end - mark.offset > _PEEK else end
    title = form.title
    if title is None:
        below, _ = scan(text[mark.offset : mark.offset + _PEEK])
        title = below[0].title if below and below[0].start <= 2 else None
    return Found(mark.offset, min(end, mark.offset + 200), form, title, 9, 9)
