"""Everything the server says to a person has its Chinese, in the file the web app tells it from.

A sentence without one, a Chinese one whose English is gone, and places that do not agree are each named.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from pydantic_core._pydantic_core import list_all_errors

from fabula.actions import shown
from fabula.api.errors import _SAFE_KINDS
from tests.sentences import collect, source, sources

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web" / "src"
CATALOGUE = WEB / "shared" / "i18n" / "said-zh.json"
UNFOLLOWED = ("ai/engine.py",)
"""Sources where a complaint of a task's check is passed on; the model hears it, and the person when it stays."""


@pytest.fixture(scope="module")
def chinese() -> dict[str, str]:
    told: dict[str, str] = json.loads(CATALOGUE.read_text(encoding="utf-8"), object_pairs_hook=_once)
    return told


@pytest.fixture(scope="module")
def english() -> Any:
    return collect(sources(ROOT / "fabula"))


def _once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    assert len({key for key, _ in pairs}) == len(pairs), "a sentence stands twice"
    return dict(pairs)


def _rules() -> set[str]:
    """How the validation library words the rules that the API passes on."""
    found = set()
    for kind in list_all_errors():
        if kind["type"] in _SAFE_KINDS:
            for many in ("", "s"):
                text = kind["message_template_python"].replace("{expected_plural}", many)
                found.add(re.sub(r"\{\w+\}", "{}", text))
    return found


def _labels() -> set[str]:
    """How undoing is labelled and told, with places for the kind, the name and the counts."""
    steps = [shown.step([(op, "{}", "")], name) for op in ("create", "update", "delete") for name in ("{}", None)]
    counted = {shown.counted(n, word).replace(str(n), "{}") for n in (1, 2) for word in ("entry", "chapter", "edit")}
    changes = {shown.counted(n, "change").replace(str(n), "{}") + " of the world" for n in (1, 2)}
    kinds = {*shown.WORLD, *shown._BY_TABLE.values(), *shown._BY_PREFIX.values()}
    return {step["label"] for step in steps if step} | counted | changes | kinds | {"Took back {}."}


def _client() -> str:
    """The web app's own sources, which word what never reached the server."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(WEB.rglob("*.ts")))


def _stands(template: str, said: Any, client: str) -> bool:
    """Whether the words of a template are still written somewhere, each run of them in one literal."""
    runs = [run for run in template.split("{}") if any(c.isalpha() for c in run)]
    return all(any(run in text for text in said.literals) or run in client for run in runs)


def test_every_sentence_can_be_followed(english: Any) -> None:
    assert [place for place in english.unread if not place.startswith(UNFOLLOWED)] == []
    assert len(english.templates) > 300


def test_every_sentence_has_its_chinese(english: Any, chinese: dict[str, str]) -> None:
    missing = [f"{where}: {text}" for text, where in english.templates.items() if text not in chinese]
    assert missing == [], "write their Chinese in web/src/shared/i18n/said-zh.json"
    assert sorted((_rules() | _labels()) - chinese.keys()) == []


def test_no_chinese_outlives_its_english(english: Any, chinese: dict[str, str]) -> None:
    known, client = english.templates.keys() | _rules() | _labels(), _client()
    shapes = {"Input should be an object", "Input should be a valid array"}
    gone = [text for text in chinese if text not in known | shapes and not _stands(text, english, client)]
    assert gone == []


def test_a_gone_sentence_is_noticed(english: Any) -> None:
    assert not _stands("The dragon ate {} of your books.", english, "")


def test_places_agree(chinese: dict[str, str]) -> None:
    for text, told in chinese.items():
        assert told.strip(), text
        places = re.findall(r"\{(\d?)\}", told)
        order = [str(at) for at in range(text.count("{}"))]
        assert sorted(p or order[at] for at, p in enumerate(places[: len(order)])) == order, text
        assert len(places) == len(order), text
        assert len(set(map(bool, places))) <= 1, f"numbered and bare places are mixed: {told}"


def test_the_kinds_of_faults_are_real() -> None:
    """The rules above are the library's own words: one of them, provoked."""
    with pytest.raises(ValueError, match="Input should be a valid integer"):
        TypeAdapter(int).validate_python("x")


PLANTED = """
from fabula.errors import FabulaError, Invalid
class Own(Invalid):
    def __init__(self, n):
        super().__init__(f"Own {n} words.")
_LATER = "Said " "later."
def _why(x):
    return f"Why {x}." if x else "No reason."
def fail(x, y):
    complaint = "is bad" if x else "is very bad"
    if x:
        raise Invalid(f"The {y} {complaint}. " + ("Stop." if y else "Go."))
    if y:
        raise Invalid(_LATER)
    raise Invalid(_why(x))
def lost(x):
    raise Invalid(x.sentence)
def kept(x):
    raise Invalid(x.message) from Own(1)
"""


def test_the_walk_follows_what_sentences_are_made_of() -> None:
    errors = source("errors.py", "class FabulaError(Exception): ...\nclass Invalid(FabulaError): ...")
    said = collect({"fabula.errors": errors, "fabula.story.x": source("story/x.py", PLANTED)})
    assert said.templates.keys() == {
        *("The {} {}. Stop.", "The {} {}. Go.", "is bad", "is very bad"),
        *("Said later.", "Why {}.", "No reason.", "Own {} words."),
    }
    assert [place for place in said.unread if "x.sentence" not in place] == []
    assert len(said.unread) == 1
    silent = collect({"fabula.errors": errors, "fabula.cli.x": source("cli/x.py", PLANTED)})
    assert not silent.templates
    assert not silent.unread
