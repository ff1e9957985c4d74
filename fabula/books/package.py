"""The package of an EPUB: what it says it contains, in which order, under which names - and whether it is locked.

Owns the container, the package document, copy protection, and the cover picture. The one promise: XML is parsed
without entities, without a DTD and without a network, and a locked book is refused by the name of its lock.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field

from lxml import etree

from fabula.books import limits
from fabula.books.archive import Archive, Damaged, resolve
from fabula.books.book import Cover
from fabula.errors import TooLarge, Unreadable

_FONT_ONLY = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_PAGES = ("application/xhtml+xml", "text/html", "application/xml", "text/xml", "application/x-dtbook+xml")
_PICTURES = ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png"), (b"GIF8", "image/gif"))
_FIELD_CHARS = 2000


@dataclass(frozen=True)
class Item:
    """One manifest entry: the member's name, its media type and its properties."""

    name: str
    media_type: str
    properties: frozenset[str]


@dataclass(frozen=True)
class Package:
    """What the package document says. `spine` holds (member name, linear)."""

    title: str | None
    author: str | None
    language: str | None
    spine: tuple[tuple[str, bool], ...]
    nav: str | None
    ncx: str | None
    styles: tuple[str, ...]
    cover: str | None
    notes: list[str] = field(default_factory=list)


def parse_xml(data: bytes, what: str) -> etree._Element:
    """The root of a small XML document, entities unresolved. Raises Unreadable."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Unreadable(f"This EPUB cannot be read: its {what} is not valid XML. Export it again.") from error
    if root is None:
        raise Unreadable(f"This EPUB cannot be read: its {what} is not valid XML. Export it again.")
    return root


def local(element: etree._Element) -> str:
    """An element's name without its namespace; empty for comments and instructions."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def refuse_locked(archive: Archive) -> None:
    """Copy protection cannot and may not be opened; say which one it is."""
    names = {name.casefold() for name in archive.names()}
    found: str | None = None
    if "meta-inf/license.lcpl" in names:
        found = "Readium LCP"
    elif "meta-inf/sinf.xml" in names:
        found = "Apple FairPlay"
    elif "meta-inf/rights.xml" in names:
        found = "Adobe DRM"
    if found is None and "meta-inf/encryption.xml" in names:
        data = archive.read("META-INF/encryption.xml", limits.EPUB_PACKAGE_BYTES)
        root = parse_xml(data, "META-INF/encryption.xml")
        methods = [e.get("Algorithm", "") for e in root.iter() if local(e) == "encryptionmethod"]
        if any(method not in _FONT_ONLY for method in methods):
            found = "encryption"
    if found is not None:
        raise Unreadable(
            f"This EPUB is copy-protected (DRM: {found}) and cannot be read. Use a copy without protection."
        )


def read_package(archive: Archive) -> Package:
    """Find and read the package document. Raises Unreadable or TooLarge."""
    path = _package_path(archive)
    root = parse_xml(archive.read(path, limits.EPUB_PACKAGE_BYTES), "package document")
    folder = posixpath.dirname(path)
    notes: list[str] = []
    items: dict[str, Item] = {}
    metadata: list[etree._Element] = []
    references: list[etree._Element] = []
    toc_id = ""
    for element in root.iter():
        name = local(element)
        if name == "item" and element.get("href"):
            member, _ = resolve(folder, element.get("href", ""))
            properties = frozenset(element.get("properties", "").split())
            items.setdefault(element.get("id", ""), Item(member, element.get("media-type", "").lower(), properties))
        elif name == "itemref":
            references.append(element)
        elif name == "spine":
            toc_id = element.get("toc", "")
        elif name in {"title", "creator", "language", "meta"}:
            metadata.append(element)
    if len(references) > limits.EPUB_SPINE:
        raise TooLarge(f"The EPUB lists more than {limits.EPUB_SPINE} documents. Export it again from its source.")
    ncx = items.get(toc_id) or next((i for i in items.values() if i.media_type == "application/x-dtbncx+xml"), None)
    return Package(
        title=_field(metadata, "title"),
        author=_authors(metadata),
        language=_field(metadata, "language"),
        spine=_spine(references, items, notes),
        nav=next((i.name for i in items.values() if "nav" in i.properties), None),
        ncx=ncx.name if ncx else None,
        styles=tuple(i.name for i in items.values() if i.media_type == "text/css")[:20],
        cover=_cover_name(metadata, items),
        notes=notes,
    )


def _package_path(archive: Archive) -> str:
    container = archive.find("META-INF/container.xml")
    if container is None:
        office = any(name.startswith(("word/", "xl/", "ppt/")) for name in archive.names())
        hint = " It looks like an Office document; save it as text, EPUB or PDF." if office else ""
        raise Unreadable(f"This is a ZIP archive but not an EPUB: META-INF/container.xml is missing.{hint}")
    mimetype = archive.find("mimetype")
    if mimetype is not None:
        declared = archive.read(mimetype, limits.EPUB_MIMETYPE_BYTES).strip(b" \t\r\n\x00\xef\xbb\xbf")
        if declared != b"application/epub+zip":
            raise Unreadable("This is a ZIP archive but not an EPUB: its mimetype says something else.")
    root = parse_xml(archive.read(container, limits.EPUB_CONTAINER_BYTES), "container")
    for element in root.iter():
        if local(element) == "rootfile" and element.get("full-path"):
            path, _ = resolve("", element.get("full-path", ""))
            stored = archive.find(path)
            if stored is None:
                break
            return stored
    raise Unreadable("This EPUB cannot be read: its package document is missing. Export it again.")


def _spine(references: list[etree._Element], items: dict[str, Item], notes: list[str]) -> tuple[tuple[str, bool], ...]:
    spine: list[tuple[str, bool]] = []
    seen: set[str] = set()
    for reference in references:
        item = items.get(reference.get("idref", ""))
        if item is None:
            notes.append(f"The spine names {reference.get('idref', '')[:40]!r}, which the book does not contain.")
        elif item.name in seen:
            notes.append(f"{item.name[:80]!r} is listed twice; it was read once.")
        elif item.media_type in _PAGES or item.name.lower().endswith((".xhtml", ".html", ".htm", ".xml")):
            spine.append((item.name, reference.get("linear", "yes").strip().lower() != "no"))
            seen.add(item.name)
    return tuple(spine)


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext(with_tail=False))).split())[:_FIELD_CHARS]


def _field(metadata: list[etree._Element], name: str) -> str | None:
    for element in metadata:
        if local(element) == name and _text(element):
            return _text(element)
    return None


def _authors(metadata: list[etree._Element]) -> str | None:
    """Creators who wrote it: those marked as authors, or all of them when none is marked."""
    roles = {
        element.get("refines", "").lstrip("#"): _text(element)
        for element in metadata
        if local(element) == "meta" and element.get("property") == "role"
    }
    rows: list[tuple[str, str]] = []
    for element in metadata:
        if local(element) == "creator" and _text(element):
            own = next((v for k, v in element.attrib.items() if str(k).rpartition("}")[2] == "role"), "")
            rows.append((_text(element), str(own) or roles.get(element.get("id", "-"), "")))
    chosen = [name for name, role in rows if role == "aut"] or [name for name, _ in rows]
    return ", ".join(dict.fromkeys(chosen)) or None


def _cover_name(metadata: list[etree._Element], items: dict[str, Item]) -> str | None:
    for item in items.values():
        if "cover-image" in item.properties:
            return item.name
    for element in metadata:
        if local(element) == "meta" and element.get("name") == "cover" and element.get("content", "") in items:
            return items[element.get("content", "")].name
    for key, item in items.items():
        if item.media_type.startswith("image/") and "cover" in f"{key} {posixpath.basename(item.name)}".lower():
            return item.name
    return None


def read_cover(archive: Archive, name: str | None, notes: list[str]) -> Cover | None:
    """The cover picture, if it is one of the four kinds a browser shows safely and within its limit."""
    if name is None:
        return None
    try:
        data = archive.read(name, limits.EPUB_COVER_BYTES)
    except (Damaged, TooLarge) as error:
        notes.append(f"The cover picture was left out: {error.message}")
        return None
    kind = next((kind for magic, kind in _PICTURES if data.startswith(magic)), None)
    if kind is None and data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        kind = "image/webp"
    if kind is None:
        notes.append("The cover was left out: it is not a JPEG, PNG, GIF or WebP picture.")
        return None
    return Cover(data, kind)
