"""Measures the reading room and prints JSON: speed, and quality against annotated books where they are at hand.

The annotated novels lie outside the project: FABULA_SHARED (default: ../shared beside the checkout) holds corpus/ and
tools/. Without them only the two sample books that ship with the product are measured. Options: --novels A,B limits the
novels; --errors shows the sample books' wrong speakers.
"""

from __future__ import annotations

import argparse
import ast
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from fabula.reading.read import read_book  # noqa: E402
from fabula.reading.shapes import GivenPerson, Reading  # noqa: E402

SHARED = Path(os.environ.get("FABULA_SHARED", ROOT.parent / "shared"))
ATTRIBUTION = ("attribution", "explicit", "anaphoric", "implicit")
HEADING = re.compile(
    r"^[ \t]*(?:(?:CHAPTER|Chapter|PART) (?:[IVXLC]+|\d+|[A-Z][a-z-]+)\b.*|[IVXLC]+\.?[ \t]*|"
    r"第[零一二三四五六七八九十百\d]+[章回].*)$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Section:
    """A chapter found by its heading line."""

    number: int | None
    start: int
    end: int


def cut(text: str) -> list[Section]:
    """Sections of a text, by heading lines."""
    starts = [m.start() for m in HEADING.finditer(text)]
    if not starts:
        return [Section(1, 0, len(text))]
    bounds = [*starts, len(text)]
    front = [Section(None, 0, starts[0])] if starts[0] else []
    return front + [Section(i + 1, bounds[i], bounds[i + 1]) for i in range(len(starts))]


def prediction(reading: Reading, sections: Sequence[Section]) -> dict[str, object]:
    """A reading in the evaluator's format."""
    everybody = [*reading.people, *reading.others]
    label = {p.key: f"{p.key} {p.name}" for p in everybody}
    narrators = {p.key for p in reading.people if p.narrator}
    return {
        "chapters": [{"start": s.start, "end": s.end, "title": ""} for s in sections if s.number],
        "characters": [
            {
                "name": label[p.key],
                "aliases": [a.name for a in p.aliases] + (["_narr"] if p.key in narrators else []),
                "gender": {"male": "M", "female": "F"}.get(p.gender, "U"),
            }
            for p in everybody
        ],
        "quotes": [
            {"start": q.start, "end": q.end, "speaker": label.get(q.voice or "")}
            for q in reading.quotes
            if q.kind in {"speech", "thought"}
        ],
    }


def gold_cast(folder: Path) -> list[GivenPerson]:
    """The annotated cast of a novel, to be given to the reader."""
    people: list[GivenPerson] = []
    with Path(folder, "character_info.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            aliases = tuple(sorted(map(str, ast.literal_eval(row["Aliases"]))))
            name = row["Main Name"]
            if name not in {"_group", "_unknowable", "Unknowable", "_unknown"}:
                gender = {"M": "male", "F": "female"}.get(row["Gender"], "unknown")
                narrator = name == "_narr" or "_narr" in aliases
                people.append(GivenPerson(name, tuple(a for a in aliases if a[0] != "_"), gender, narrator))
    return people


def named(reading: Reading, cast: Sequence[GivenPerson]) -> dict[str, str]:
    """For each key of a reading whose cast was given, the given name."""

    def plain(name: str) -> str:
        return re.sub(r"^(?:the|an?|his|her|my) ", "", name.replace(".", "").casefold())

    owner = {plain(a): p.name for p in reversed(cast) for a in [*p.aliases, p.name]}
    out: dict[str, str] = {}
    for person in [*reading.people, *reading.others]:
        found = [owner.get(plain(alias.name), "") for alias in person.aliases]
        votes = Counter(f for f in found if f)
        if votes:
            out[person.key] = min(votes.items(), key=lambda v: (-v[1], v[0]))[0]
    told = next((p.name for p in cast if p.narrator), None)
    out.update({p.key: told for p in reading.people if p.narrator and told})
    return out


def evaluated(folder: str, names: Sequence[str], *options: str) -> dict[str, Any]:
    """The evaluator's report on the predictions in `folder`."""
    command = [sys.executable, str(SHARED / "tools" / "pdnc_eval.py"), "--data", str(SHARED / "corpus" / "en")]
    command += ["--pred", folder, "--novels", ",".join(names), "--per-novel", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def given(wanted: Sequence[str]) -> dict[str, object]:
    """Attribution with the annotated cast given to the reader."""
    corpus = SHARED / "corpus" / "en"
    names = list(wanted) or sorted(p.name for p in corpus.iterdir() if p.is_dir())
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            text = (corpus / name / "novel_text.txt").open(encoding="utf-8", newline="").read()
            cast = gold_cast(corpus / name)
            sections = cut(text)
            reading = read_book(text, sections, "en", cast=cast)
            label = named(reading, cast)
            answer = prediction(reading, sections)
            answer["quotes"] = [
                {"start": q.start, "end": q.end, "speaker": label.get(q.voice or "")}
                for q in reading.quotes
                if q.kind in {"speech", "thought"}
            ]
            Path(folder, f"{name}.json").write_text(json.dumps(answer), encoding="utf-8")
        report = evaluated(folder, names, "--speaker-map", "alias")
    novels = {n: report["novels"][n]["attribution"]["all"]["acc_all"] for n in names}
    return {k: v for k, v in brief(report["micro"]).items() if k in ATTRIBUTION} | {"novels": novels}


def novels(wanted: Sequence[str]) -> dict[str, object]:
    """Figures for annotated English novels, by the evaluator."""
    corpus = SHARED / "corpus" / "en"
    names = list(wanted) or sorted(p.name for p in corpus.iterdir() if p.is_dir())
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            text = (corpus / name / "novel_text.txt").open(encoding="utf-8", newline="").read()
            sections = cut(text)
            before = time.process_time()
            reading = read_book(text, sections, "en")
            seconds[name] = round(time.process_time() - before, 2)
            Path(folder, f"{name}.json").write_text(json.dumps(prediction(reading, sections)), encoding="utf-8")
        figures = evaluated(folder, names)
    return {
        "total": brief(figures["micro"]),
        "novels": {n: brief(figures["novels"][n]) | {"seconds": seconds[n]} for n in names},
    }


def brief(m: dict[str, dict[str, dict[str, float]]]) -> dict[str, object]:
    """The figures that matter from one evaluator report."""
    attribution = m["attribution"]
    return {
        "quotes_f1": m["quotes"]["strict"]["f1"],
        "attribution": attribution["all"]["acc_all"],
        "explicit": attribution["Explicit"]["acc_all"],
        "anaphoric": attribution["Anaphoric"]["acc_all"],
        "implicit": attribution["Implicit"]["acc_all"],
        "purity": m["cast"]["alias_purity_top50"],
        "gender": m["cast"]["gender_acc"],
        "recall": m["cast"]["recall"],
        "top50_any": m["cast"]["top50_precision_any"],
        "alias_pairs_f1": m["cast"]["alias_pairs"]["f1"],
    }


def sample(language: str, *, errors: bool) -> dict[str, object]:
    """Figures for one of the two books that ship with the product."""
    text = (ROOT / "fabula" / "samples" / language / "book.txt").read_text(encoding="utf-8")
    truth = json.loads((ROOT / "tests" / "golden" / "samples" / f"{language}.json").read_text(encoding="utf-8"))
    before = time.process_time()
    reading = read_book(text, cut(text), language)
    seconds = round(time.process_time() - before, 2)
    owner = {a.casefold(): c["name"] for c in truth["characters"] for a in [c["name"], *c["aliases"]]}
    meant: dict[str, str] = {}
    for person in reading.people:
        votes: Counter[str] = Counter()
        for alias in person.aliases:
            name = owner.get(alias.name.casefold()) or owner.get(alias.name.removeprefix("the ").casefold())
            if name:
                votes[name] += alias.mentions
        if votes:
            meant[person.key] = min(votes.items(), key=lambda v: (-v[1], v[0]))[0]
    main: dict[str, str] = {}
    for person in reading.people:
        if person.key in meant and meant[person.key] not in main.values():
            main[person.key] = meant[person.key]
    at = {q.start: q for q in reading.quotes}
    right = wrong = missed = 0
    shown: list[str] = []
    names = {p.key: p.name for p in reading.people}
    for quote in truth["quotes"]:
        found = next((at[quote["start"] + d] for d in (0, 1, -1, 2, -2) if quote["start"] + d in at), None)
        if quote["speaker"] is None:
            continue
        if found is None:
            missed += 1
        said = main.get(found.speaker or "") if found else None
        right += said == quote["speaker"]
        wrong += said != quote["speaker"]
        if said != quote["speaker"] and errors:
            near = text[max(0, quote["start"] - 70) : quote["start"]].replace("\n", "/")
            words = text[quote["start"] : quote["end"]][:50]
            after = text[quote["end"] : quote["end"] + 40].replace("\n", "/")
            got = f"{names.get(found.speaker or '')} {found.why} {found.confidence}" if found else "no quote"
            shown.append(f"{quote['speaker']} <- {got} | {near}[[{words}]]{after}")
    cast_found = {meant[k] for k in meant}
    aliases_right = sum(
        1 for p in reading.people for a in p.aliases if owner.get(a.name.casefold()) == main.get(p.key, "-")
    )
    aliases_all = sum(1 for p in reading.people for a in p.aliases if a.name.casefold() in owner)
    genders = {c["name"]: c["gender"] for c in truth["characters"]}
    gender = [p.gender == genders[main[p.key]] for p in reading.people if p.key in main]
    if errors:
        print("\n".join(shown), file=sys.stderr)
        for p in reading.people:
            print(
                p.key,
                p.name,
                p.gender,
                p.role,
                [(a.name, a.mentions) for a in p.aliases],
                meant.get(p.key),
                file=sys.stderr,
            )
    return {
        "seconds": seconds,
        "speakers": round(right / max(1, right + wrong), 4),
        "quotes": right + wrong,
        "quotes_missed": missed,
        "cast": f"{len(cast_found)}/{len(truth['characters'])}",
        "alias_share_right": round(aliases_right / max(1, aliases_all), 3),
        "gender": round(sum(gender) / max(1, len(gender)), 3),
        "people": len(reading.people),
    }


def measure(wanted: Sequence[str] = (), *, errors: bool = False, samples_only: bool = False) -> dict[str, object]:
    """All figures; `wanted` names novels (all by default)."""
    report: dict[str, object] = {"samples": {x: sample(x, errors=errors) for x in ("en", "zh")}}
    if not samples_only and (SHARED / "corpus" / "en").is_dir():
        report["english"] = novels(wanted)
        report["gold cast"] = given(wanted)
        text = (SHARED / "corpus" / "zh" / "sanguo.txt").open(encoding="utf-8").read()
        before = time.process_time()
        reading = read_book(text, cut(text), "zh")
        report["chinese"] = {
            "seconds": round(time.process_time() - before, 2),
            "people": [p.name for p in reading.people],
            "quotes": len(reading.quotes),
            "attributed": sum(q.speaker is not None for q in reading.quotes),
        }
    return report


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--novels", default="")
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--samples-only", action="store_true")
    options = parser.parse_args()
    wanted = [n for n in options.novels.split(",") if n]
    report = measure(wanted, errors=options.errors, samples_only=options.samples_only)
    print(json.dumps(report, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
