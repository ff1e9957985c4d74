"""What a novel says: its people, their words, its places, each with the sentences that prove it.

Owns reading a book offline and without any model. Knows nothing of storage, accounts or the screen. Promise: the same
text always gives the same reading, and every claim points at exact text.
"""

from __future__ import annotations
