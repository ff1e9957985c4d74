"""PDFs set on the spot: novels with running heads, columns, East Asian text, and some that cannot be read."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 420.0, 595.0
LEFT, RIGHT, TOP, BOTTOM = 54.0, 366.0, 530.0, 60.0
SIZE, LEADING = 11.0, 14.0


class Setter:
    """Sets lines on pages the way books do: indents, ragged ends, heads and numbers at the edges."""

    def __init__(
        self, *, head: str | None = "THE BOAT", numbers: bool = True, font: str = "Times-Roman", lock: str | None = None
    ):
        self.out = io.BytesIO()
        encryption = StandardEncryption(lock, canPrint=0) if lock is not None else None
        self.canvas = Canvas(self.out, (WIDTH, HEIGHT), encrypt=encryption, invariant=1, pageCompression=1)
        self.head, self.numbers, self.font = head, numbers, font
        self.page = 0
        self.y = 0.0
        self._open()

    def _open(self) -> None:
        self.page += 1
        self.y = TOP
        if self.head:
            self.canvas.setFont(self.font, 9)
            self.canvas.drawCentredString(WIDTH / 2, HEIGHT - 36, self.head)
        if self.numbers:
            self.canvas.setFont(self.font, 9)
            self.canvas.drawCentredString(WIDTH / 2, 30, str(self.page))

    def turn(self) -> None:
        """Begin a new page."""
        self.canvas.showPage()
        self._open()

    def line(self, text: str, x: float = LEFT, size: float = SIZE) -> None:
        """One line; a full page turns."""
        if self.y < BOTTOM:
            self.turn()
        self.canvas.setFont(self.font, size)
        self.canvas.drawString(x, self.y, text)
        self.y -= LEADING

    def heading(self, text: str, mark: str | None = None) -> None:
        """A large centred line with room around it, and a bookmark."""
        self.y -= LEADING
        self.canvas.setFont(self.font, 16)
        self.canvas.drawCentredString(WIDTH / 2, self.y, text)
        self.y -= 2 * LEADING
        if mark is not None:
            self.canvas.bookmarkPage(mark)
            self.canvas.addOutlineEntry(mark, mark, 0)

    def paragraph(
        self, text: str, *, indent: float = 14.0, break_: Callable[[str, float], list[str]] | None = None
    ) -> None:
        """Fill lines with words."""
        for i, row in enumerate((break_ or self._by_words)(text, indent)):
            self.line(row, LEFT + (indent if i == 0 else 0.0))

    def _by_words(self, text: str, indent: float) -> list[str]:
        rows: list[str] = []
        row, room = "", RIGHT - LEFT - indent
        for word in text.split():
            wider = f"{row} {word}".strip()
            if row and pdfmetrics.stringWidth(wider, self.font, SIZE) > room:
                rows.append(row)
                row, room = word, RIGHT - LEFT
            else:
                row = wider
        return [*rows, row]

    def done(self) -> bytes:
        """The file."""
        self.canvas.showPage()
        self.canvas.save()
        return self.out.getvalue()


def novel(
    chapters: Sequence[tuple[str, str | None, Sequence[str]]], *, outline: bool = False, **options: object
) -> bytes:
    """Chapters as (label, title, paragraphs), each on a new page."""
    setter = Setter(**options)  # type: ignore[arg-type]
    for i, (label, title, paragraphs) in enumerate(chapters):
        if i:
            setter.turn()
        setter.heading(label, f"{label}: {title}" if outline and title else label if outline else None)
        if title:
            setter.heading(title)
        for text in paragraphs:
            setter.paragraph(text)
    return setter.done()


def chinese_novel(chapters: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """The same in Chinese: a fixed number of characters a line, two of indent."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    setter = Setter(head="船与山", font="STSong-Light")

    def fixed(text: str, indent: float) -> list[str]:
        first, per = int((RIGHT - LEFT - indent) // SIZE), int((RIGHT - LEFT) // SIZE)
        return [text[:first]] + [text[i : i + per] for i in range(first, len(text), per)]

    for i, (heading, paragraphs) in enumerate(chapters):
        if i:
            setter.turn()
        setter.heading(heading)
        for text in paragraphs:
            setter.paragraph(text, indent=2 * SIZE, break_=fixed)
    return setter.done()


def two_columns(left: Sequence[str], right: Sequence[str], *, interleaved: bool, pages: int = 1) -> bytes:
    """Lines in two columns, drawn row by row or column by column."""
    out = io.BytesIO()
    canvas = Canvas(out, (WIDTH, HEIGHT), invariant=1)
    for _ in range(pages):
        canvas.setFont("Times-Roman", 9)
        rows = [(40.0, TOP - 12 * i, text) for i, text in enumerate(left)]
        other = [(220.0, TOP - 12 * i, text) for i, text in enumerate(right)]
        order = [p for pair in zip(rows, other, strict=True) for p in pair] if interleaved else rows + other
        for x, y, text in order:
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def scanned(pages: int = 3) -> bytes:
    """Pages that are one grey picture each."""
    from PIL import Image

    out = io.BytesIO()
    canvas = Canvas(out, (WIDTH, HEIGHT), invariant=1)
    picture = ImageReader(Image.new("L", (40, 60), 200))
    for _ in range(pages):
        canvas.drawImage(picture, 0, 0, WIDTH, HEIGHT)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def blank(pages: int = 2) -> bytes:
    """Pages with nothing on them."""
    out = io.BytesIO()
    canvas = Canvas(out, (WIDTH, HEIGHT), invariant=1)
    for _ in range(pages):
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def raw_pdf(objects: Sequence[bytes], trailer: bytes = b"/Root 1 0 R") -> bytes:
    """A PDF from bare objects, numbered from 1, with a correct cross-reference table."""
    out = b"%PDF-1.4\n"
    offsets = []
    for i, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (i, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
