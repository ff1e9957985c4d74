"""EPUBs and PDFs made on the spot, well-formed unless a test asks for the opposite. Byte-for-byte repeatable."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field

from tests.books.prose import flowing

CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="{path}" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 40
_WHEN = (2020, 1, 1, 0, 0, 0)


def page(body: str, head: str = "") -> str:
    """An XHTML document around a body."""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Hidden title'
        f"</title>{head}</head><body>{body}</body></html>"
    )


def paragraphs(seed: int = 0, count: int = 3) -> str:
    """Prose as paragraphs of markup."""
    return "".join(f"<p>{p}</p>" for p in flowing(seed, count).split("\n\n"))


@dataclass
class Epub:
    """A book to be zipped. `pages` are (name, markup or bytes, linear); `toc` is (title, href, depth)."""

    pages: list[tuple[str, str | bytes, bool]] = field(default_factory=list)
    toc: list[tuple[str, str, int]] = field(default_factory=list)
    metadata: str = "<dc:title>The Boat</dc:title><dc:creator>A. Person</dc:creator><dc:language>en</dc:language>"
    manifest: str = ""
    spine: str | None = None
    use: str = "nav"
    extra: dict[str, bytes] = field(default_factory=dict)
    replace: dict[str, bytes | None] = field(default_factory=dict)
    folder: str = "OEBPS"
    compression: int = zipfile.ZIP_DEFLATED

    def add(self, body: str, *, linear: bool = True, name: str | None = None) -> str:
        """Add a page with a body; its name."""
        name = name or f"text{len(self.pages) + 1}.xhtml"
        self.pages.append((name, page(body), linear))
        return name

    def members(self) -> dict[str, bytes]:
        """Every file of the archive by name."""
        items = "".join(
            f'<item id="p{i}" href="{name}" media-type="application/xhtml+xml"/>'
            for i, (name, _, _) in enumerate(self.pages)
        )
        refs = "".join(
            f'<itemref idref="p{i}"{"" if linear else chr(32) + chr(108) + "inear=" + chr(34) + "no" + chr(34)}/>'
            for i, (_, _, linear) in enumerate(self.pages)
        )
        toc = ""
        if self.toc and self.use in {"nav", "both"}:
            items += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        if self.toc and self.use in {"ncx", "both"}:
            items += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
            toc = ' toc="ncx"'
        package = (
            '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
            f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">{self.metadata}'
            f"</metadata><manifest>{items}{self.manifest}</manifest>"
            f"<spine{toc}>{refs if self.spine is None else self.spine}</spine></package>"
        )
        base = f"{self.folder}/" if self.folder else ""
        files = {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": CONTAINER.format(path=f"{base}book.opf").encode(),
            f"{base}book.opf": package.encode(),
        }
        for name, content, _ in self.pages:
            files[base + name] = content.encode() if isinstance(content, str) else content
        if self.toc:
            files[f"{base}nav.xhtml"] = page(
                f'<nav epub:type="toc"><h1>Contents</h1>{self._list(0, 0)[0]}</nav>'
            ).encode()
            files[f"{base}toc.ncx"] = self._ncx().encode()
        files.update(self.extra)
        for name, data in self.replace.items():
            if data is None:
                files.pop(name, None)
            else:
                files[name] = data
        return files

    def _list(self, start: int, depth: int) -> tuple[str, int]:
        out, i = "<ol>", start
        while i < len(self.toc) and self.toc[i][2] >= depth:
            title, href, _ = self.toc[i]
            out += f'<li><a href="{href}">{title}</a>'
            i += 1
            if i < len(self.toc) and self.toc[i][2] > depth:
                inner, i = self._list(i, depth + 1)
                out += inner
            out += "</li>"
        return out + "</ol>", i

    def _ncx(self) -> str:
        out, open_ = "", 0
        for title, href, depth in self.toc:
            while open_ > depth:
                out += "</navPoint>"
                open_ -= 1
            out += f'<navPoint><navLabel><text>{title}</text></navLabel><content src="{href}"/>'
            open_ = depth + 1
        return f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{out}{"</navPoint>" * open_}</navMap></ncx>'

    def zipped(self) -> bytes:
        """The archive's bytes."""
        return zipped(self.members(), self.compression)


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Files as a ZIP archive with fixed dates."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, _WHEN)
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else compression
            archive.writestr(info, data)
    return out.getvalue()


def novel(chapters: int = 3, *, use: str = "nav", toc: bool = True) -> Epub:
    """A plain book: one page a chapter, headed "Chapter N" with a title under it."""
    names = ["The Ferry", "A Week of Rain", "Down from the Hills", "The Survey", "The Orchard"]
    book = Epub(use=use)
    for i in range(chapters):
        title = names[i % len(names)]
        name = book.add(f"<h1>Chapter {i + 1}</h1><h2>{title}</h2>{paragraphs(i)}")
        if toc:
            book.toc.append((f"Chapter {i + 1}: {title}", name, 0))
    return book
