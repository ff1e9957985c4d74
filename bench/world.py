"""What happens in the novels of the corpus: counts, complaints of the validators, and how many judged facts are right.

The corpus lies outside the project (environment variable FABULA_CORPUS). `measure()` counts facts of each book's canon
model and looks the judged sample of tests/golden/world.json up again. `python -m bench.world SEED` prints a fresh
sample of 100 events, 100 relationships and 100 places over seven novels, with context, to be judged by a reader.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from bench.books import corpus
from bench.reading import Section, cut
from fabula.reading.canon.build import build
from fabula.reading.canon.validate import validate
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.read import read_book
from fabula.reading.shapes import Evidence, Reading

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden" / "world.json"
SAMPLED = (
    "PrideAndPrejudice",
    "HowardsEnd",
    "AnneOfGreenGables",
    "TheMysteriousAffairAtStyles",
    "ThePictureOfDorianGray",
    "TheManWhoWasThursday",
    "sanguo",
)
EACH = 100
CONTEXT = 260


def books() -> list[str]:
    """The names of the novels at hand."""
    folder = corpus()
    if folder is None:
        return []
    return [*sorted(p.name for p in (folder / "en").iterdir() if p.is_dir()), "sanguo"]


@lru_cache(maxsize=2)
def opened(name: str) -> tuple[str, str, tuple[Section, ...]]:
    """(text, language, sections) of a novel."""
    folder = corpus()
    if folder is None:
        raise FileNotFoundError("the corpus is absent; set FABULA_CORPUS to its folder")
    if name == "sanguo":
        text = (folder / "zh" / "sanguo.txt").read_text(encoding="utf-8")
        return text, "zh", tuple(cut(text))
    with (folder / "en" / name / "novel_text.txt").open(encoding="utf-8", newline="") as file:
        text = file.read()
    return text, "en", tuple(cut(text))


def measure() -> dict[str, object]:
    """Counts per novel, and the judged sample."""
    novels: dict[str, object] = {}
    found: dict[str, Reading] = {}
    for name in books():
        text, language, sections = opened(name)
        began = time.process_time()
        reading = read_book(text, sections, language)
        seconds = round(time.process_time() - began, 2)
        found[name] = reading
        pages = Pages(text, sections, language, Pace(None, len(text)))
        model = build(reading, pages)
        chapters = {s.number: text[s.start : s.end] for s in sections if s.number is not None}
        first = {p.key: p.first.chapter for p in reading.people}
        novels[name] = {
            "seconds": seconds,
            "arcs": len(model.arcs) if model else 0,
            "events": len(model.events) if model else 0,
            "places": len(model.locations) if model else 0,
            "relationships": len(model.relationships) if model else 0,
            "complaints": validate(model, chapters, first) if model else ["no model"],
            "kinds": dict(Counter(e.kind for e in reading.events).most_common()),
            "nodes": len(reading.nodes),
            "threads": len(reading.threads),
            "deaths": len(reading.deaths),
        }
    return {"novels": novels, "judged": judged(found)}


def judged(found: dict[str, Reading]) -> dict[str, object]:
    """Right of the judged facts, and how many of them a reading still finds; by sort."""
    if not GOLDEN.is_file():
        return {}
    items = json.loads(GOLDEN.read_text(encoding="utf-8"))["items"]
    known = {(name, *mark) for name, reading in found.items() for _, mark, _ in facts(reading)}
    out: dict[str, object] = {}
    for sort in ("event", "relationship", "place"):
        mine = [i for i in items if i["sort"] == sort]
        here = [i for i in mine if (i["novel"], i["sort"], i["kind"], i["start"], i["end"]) in known]
        out[sort] = {
            "judged": len(mine),
            "right": sum(i["right"] for i in mine),
            "still found": len(here),
            "right of these": sum(i["right"] for i in here),
        }
    return out


def facts(reading: Reading) -> Iterator[tuple[str, tuple[str, str, int, int], tuple[Evidence, ...]]]:
    """(what it says, (sort, kind, start, end), evidence) of every event, relationship and place."""
    names = {p.key: p.name for p in reading.people} | {o.key: o.name for o in reading.others}
    places = {p.key: p.name for p in reading.places}
    for event in reading.events:
        who = " + ".join(names[k] for k in event.actors)
        whom = " + ".join(names[k] for k in event.targets)
        said = f"[{event.kind}] {who} -> {whom} @ {places.get(event.place or '', '')}"
        yield said, ("event", event.kind, event.evidence[0].start, event.evidence[-1].end), event.evidence
    for bond in reading.relationships:
        said = f"{names[bond.source]} is {bond.kind}/{bond.label} of {names[bond.target]}"
        kind = f"{bond.kind}/{bond.label}"
        yield said, ("relationship", kind, bond.evidence[0].start, bond.evidence[-1].end), bond.evidence
    for place in reading.places:
        parent = f" in {places[place.parent]}" if place.parent else ""
        proofs = (place.first,) if place.parent_evidence is None else (place.first, place.parent_evidence)
        yield f"{place.name} ({place.sort}){parent}", ("place", place.sort, place.first.start, place.first.end), proofs


def sample(seed: int) -> Iterator[dict[str, object]]:
    """100 facts of each sort over the sampled novels, evenly."""
    dice = random.Random(seed)
    found = {name: list(facts(read_book(*_arguments(name)))) for name in SAMPLED}
    for sort in ("event", "relationship", "place"):
        for number, name in enumerate(SAMPLED):
            text = opened(name)[0]
            mine = [f for f in found[name] if f[1][0] == sort]
            share = EACH // len(SAMPLED) + (number >= len(SAMPLED) - EACH % len(SAMPLED))
            for said, (_, kind, start, end), proofs in dice.sample(mine, min(share, len(mine))):
                low = max(0, proofs[0].start - CONTEXT)
                yield {
                    "novel": name,
                    "sort": sort,
                    "kind": kind,
                    "start": start,
                    "end": end,
                    "said": said,
                    "before": " ".join(text[low : proofs[0].start].split()),
                    "text": " // ".join(" ".join(text[e.start : e.end].split()) for e in proofs),
                }


def _arguments(name: str) -> tuple[str, tuple[Section, ...], str]:
    text, language, sections = opened(name)
    return text, sections, language


if __name__ == "__main__":
    for fact in sample(int(sys.argv[1])):
        print(json.dumps(fact, ensure_ascii=False))
