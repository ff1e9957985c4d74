"""How well and how fast a character answers offline, beside plain cosine and plain BM25 in the same run.

Next utterance: something was said to a character; its lines are ranked; the line it said is masked of its own context;
ties count against the ranking. `python -m bench talk` measures; `python -m bench.talk [--extracted]` prints the golden
messages with their answers, to be read and judged, there with the speakers that Fabula extracts itself.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from bench.books import corpus, extracted, load, namesake
from fabula.ai.offline import SentenceEncoder, Voices
from fabula.ai.offline.message import MAX_MESSAGE, clean, read_message
from fabula.ai.offline.score import CONTEXT, CONTEXT_WORDS, bm25, score
from fabula.ai.offline.sentences import tail
from fabula.ai.offline.terms import terms
from fabula.errors import Invalid

ROOT = Path(__file__).resolve().parent.parent
NOVELS = (
    "AlicesAdventuresInWonderland",
    "PrideAndPrejudice",
    "TheSignOfTheFour",
    "Emma",
    "AnneOfGreenGables",
    "ThePictureOfDorianGray",
    "NorthangerAbbey",
)
TALKATIVE = (
    ("AnneOfGreenGables", "Anne Shirley"),
    ("Emma", "Emma"),
    ("HowardsEnd", "Margaret"),
    ("TheMysteriousAffairAtStyles", "Hercule Poirot"),
    ("PrideAndPrejudice", "Elizabeth"),
    ("TheSignOfTheFour", "Wooden-Legged Man"),
    ("sanguo", "曹操"),
)
QUESTIONS = (
    "What do you think of {other}?",
    "Who is {other}?",
    "Why are you angry?",
    "Where do you live?",
    "What happened at the ball?",
    "Do you like music?",
    "How are you?",
    "Hello",
    "Are you afraid of death?",
    "Do you want to marry?",
    "What should I do?",
    "How did you come here?",
    "Tell me about your family.",
    "What is your greatest wish?",
    "When did you arrive?",
    "You are very kind.",
    "What do you eat for breakfast?",
    "Who was the murderer?",
    "Do you believe in God?",
    "Where is {other} now?",
)
QUESTIONS_ZH = (
    "你觉得{other}怎么样？",
    "你为什么生气？",
    "你怕死吗？",
    "怎样才能得天下？",
    "你好",
    "你喜欢喝酒吗？",
    "{other}在哪里？",
)
END = 10_000


def next_utterance(novel: str, pairs: int, embed: SentenceEncoder) -> dict[str, list[int]]:
    """Ranks of the true reply, by ranking."""
    source = load(novel)
    voices = Voices(source, embed)
    last = source.chapters[-1].number
    view = voices._view(last)
    lines = [ln for c in view.chapters.values() for ln in c.lines if ln.sure]
    spoken: dict[str, int] = {}
    for line in lines:
        if line.speaker:
            spoken[line.speaker] = spoken.get(line.speaker, 0) + 1
    direct = [ln for ln in lines if ln.answers is not None and ln.answers == ln.index - 1]
    able = [ln for ln in direct if ln.speaker and spoken[ln.speaker] >= 20]
    chosen = random.Random(0).sample(able, min(pairs, len(able)))
    ranks: dict[str, list[int]] = {"full": [], "cosine": [], "bm25": [], "candidates": []}
    for line in chosen:
        answered = view.line(line.chapter, line.answers or 0)
        assert line.speaker is not None
        voice = voices._voice(line.speaker, last)
        try:
            asked = read_message(clean(tail(answered.text, 200)[:MAX_MESSAGE]), (), view, line.speaker)
        except Invalid:
            continue
        scores = score(asked, voice, view, embed)
        own = np.array([u.line.chapter == line.chapter and u.line.index == line.index for u in voice.units])
        masked = scores.total - np.where(own, CONTEXT * scores.context + CONTEXT_WORDS * scores.context_cover, 0)
        plain = voice.vectors @ embed.encode([asked.text])[0]
        by_line: dict[tuple[int, int], list[int]] = {}
        for at, unit in enumerate(voice.units):
            by_line.setdefault((unit.line.chapter, unit.line.index), []).append(at)
        words = bm25(list(dict.fromkeys(terms(asked.text))), voice, view)
        for name, values in (("full", masked), ("cosine", plain), ("bm25", words)):
            best = {key: float(values[rows].max()) for key, rows in by_line.items()}
            mine = best[(line.chapter, line.index)]
            ranks[name].append(sum(1 for value in best.values() if value >= mine))
        ranks["candidates"].append(len(by_line))
    return ranks


def measures(ranks: list[int]) -> dict[str, float]:
    """MRR and recall at ten."""
    return {
        "mrr": round(sum(1 / r for r in ranks) / len(ranks), 3),
        "r10": round(sum(r <= 10 for r in ranks) / len(ranks), 3),
    }


def speed(embed: SentenceEncoder) -> dict[str, Any]:
    """Time to read a book for one talkative character, and to answer when warm."""
    index = {}
    times: list[float] = []
    for book, character in TALKATIVE:
        source = load(book)
        last = source.chapters[-1].number
        voices = Voices(source, embed)
        began = time.perf_counter()
        voices._view(last)
        read = time.perf_counter() - began
        began, busy = time.perf_counter(), time.process_time()
        voices.warm(character, last)
        spoken, busy = time.perf_counter() - began, time.process_time() - busy
        index[f"{book}/{character}"] = {
            "book_s": round(read, 2),
            "character_s": round(spoken, 2),
            "character_cpu_s": round(busy, 2),
            "units": len(voices._voice(character, last)),
        }
        other = next(c for c in source.display if c != character)
        for question in QUESTIONS_ZH if source.chinese else QUESTIONS:
            began = time.perf_counter()
            voices.answer(character, question.replace("{other}", other), (), last)
            times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return {
        "index": index,
        "answer_ms": {
            "n": len(times),
            "p50": round(statistics.median(times), 1),
            "p95": round(times[int(0.95 * len(times))], 1),
            "max": round(times[-1], 1),
        },
        "peak_rss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def judge(embed: SentenceEncoder, *, own: bool) -> None:
    """Print every golden message with its answer, to be read; `own` uses the speakers that Fabula extracts itself."""
    golden = json.loads((ROOT / "tests" / "golden" / "talk.json").read_text(encoding="utf-8"))
    stayed: Counter[str] = Counter()
    for book in sorted({entry["book"] for entry in golden}):
        known = load(book)
        source = extracted(book) if own else known
        voices = Voices(source, embed)
        for entry in (e for e in golden if e["book"] == book):
            character = namesake(source, entry["character"], known) if own else entry["character"]
            if character is None:
                stayed["nobody"] += 1
                continue
            try:
                answer = voices.answer(character, entry["message"], (), entry["through"])
            except Invalid as fault:
                print(f"{entry['id']} [{entry['verdict']}] {entry['message']}\n    {fault.message}")
                continue
            spans = [(c.chapter, c.start, c.end) for c in answer.citations if answer.parts[c.part].type != "occasion"]
            same = any(c == e[0] and s < e[2] and e[1] < t for c, s, t in spans for e in entry["spans"])
            same = same or (not spans and not entry["spans"])
            stayed[f"{entry['expect']} {'same' if same else answer.kind}"] += 1
            print(f"{entry['id']} [{entry['verdict']}{'' if same else ', CHANGED'}] {character}: {entry['message']}")
            print(f"    ({answer.kind} {answer.confidence}) " + answer.text.replace("\n", "\n    "))
    print(json.dumps(stayed, indent=1))


def measure(pairs: int = 120) -> dict[str, Any]:
    """Speed, memory and next utterance; needs the corpus."""
    if corpus() is None:
        return {"skipped": "the corpus is absent; set FABULA_CORPUS to its folder"}
    embed = SentenceEncoder()
    embed.encode(["warm"])
    found = speed(embed)
    whole: dict[str, list[int]] = {}
    for novel in NOVELS:
        for name, ranks in next_utterance(novel, pairs, embed).items():
            whole.setdefault(name, []).extend(ranks)
    candidates = whole.pop("candidates")
    found["next_utterance"] = {
        **{name: measures(ranks) for name, ranks in whole.items()},
        "pairs": len(candidates),
        "median_candidates": statistics.median(candidates),
    }
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--extracted", action="store_true", help="speakers as Fabula reads them")
    judge(SentenceEncoder(), own=parser.parse_args().extracted)
