"""Bytes become a book: decoded text, split into sections that lose nothing.

`open_book` and `open_paste` are the doors; everything behind them is pure and knows nothing of stores, models or
people. The one promise: what comes out is exactly what was in the file, or an error that says what to do.
"""

from fabula.books.book import BookText, Cover, Section
from fabula.books.encodings import ENCODINGS, candidates
from fabula.books.open import HEADING_CHOICES, open_book, open_paste

__all__ = [
    "ENCODINGS",
    "HEADING_CHOICES",
    "BookText",
    "Cover",
    "Section",
    "candidates",
    "open_book",
    "open_paste",
]
