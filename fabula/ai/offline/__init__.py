"""A character of a book answers with its own attributed words, without a language model.

Owns the choice of a line, a passage or an honest fixed sentence for a reader's message, and how it is shown. It
knows no database, no clock and no network: a `Source` goes in, an `Answer` comes out. Promise: nothing beyond the
last unlocked chapter influences an answer in any way, and no invented word is put in a character's mouth.
"""

from fabula.ai.offline.answer import Answer, Citation, Part, Past
from fabula.ai.offline.book import ChapterText, Name, Source, SpokenLine
from fabula.ai.offline.embed import Embedder, SentenceEncoder
from fabula.ai.offline.speak import Voices

__all__ = [
    "Answer",
    "ChapterText",
    "Citation",
    "Embedder",
    "Name",
    "Part",
    "Past",
    "SentenceEncoder",
    "Source",
    "SpokenLine",
    "Voices",
]
