"""How much of anything the room accepts, in one place.

Byte limits of files and text come from the acceptance rules of the service specification (section 5.1); the rest
bounds what a hostile file may cost. The one promise: every loop over untrusted data ends at one of these numbers.
"""

from __future__ import annotations

MIB = 1024 * 1024

PASTE_BYTES = 5 * MIB
TXT_BYTES = 10 * MIB
EPUB_BYTES = 20 * MIB
PDF_BYTES = 20 * MIB
TEXT_BYTES = 20 * MIB
CHAPTERS = 2048
TITLE_CHARS = 500
AUTHOR_CHARS = 200

# One heading line; anything longer is a paragraph.
HEADING_CHARS = 120

# Without headings: one chapter up to here, then parts of this size.
WHOLE_CHARS = 60_000
PART_CHARS = 16_000
PART_MIN_CHARS = 12_000
PART_MAX_CHARS = 20_000

EPUB_ENTRIES = 10_000
EPUB_MIMETYPE_BYTES = 128
EPUB_CONTAINER_BYTES = 256 * 1024
EPUB_PACKAGE_BYTES = 2 * MIB
EPUB_TOC_BYTES = 2 * MIB
EPUB_STYLE_BYTES = 256 * 1024
EPUB_SPINE = 10_000
EPUB_TOC_ENTRIES = 10_000
EPUB_RESOURCE_BYTES = 5 * MIB
EPUB_TOTAL_BYTES = 20 * MIB
EPUB_COVER_BYTES = 5 * MIB
# Tags of a whole book: about five times what a heavily marked-up novel of the greatest size needs.
EPUB_TAGS = 1_000_000
EPUB_TOKENS = 300_000
EPUB_DEPTH = 500

PDF_PAGES = 3000
PDF_SECONDS = 60.0
PDF_MEMORY_BYTES = 480 * MIB
PDF_PAGE_CHARS = 100_000
PDF_OUTLINE = 5000
