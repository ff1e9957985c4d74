"""`fabula story` as a person types it, against the application in this process, and the walk of docs/walk.md."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fabula.accounts.passwords import Passwords
from fabula.cli import reach
from fabula.cli.app import app, main
from fabula.cli.reach import Reached
from fabula.config import Config
from fabula.errors import FabulaError
from fabula.ops import logging
from fabula.wiring import build_app, open_installation
from tests.api.conftest import client_of
from tests.desk import SECRET, Words

ROOT = Path(__file__).parents[2]
WALK = ROOT / "docs" / "walk.md"

Run = Callable[..., str]


@asynccontextmanager
async def _reach(config: Config) -> AsyncIterator[Reached]:
    """The application in this process, opened for one command as the command itself would open it."""
    opened = open_installation(
        Config.from_env({}, data_dir=config.data_dir, secret=SECRET), passwords=Passwords(cost=4), embed=Words()
    )
    async with opened as at, client_of(build_app(at)) as http:
        logging.configure("error")
        yield Reached(http)
        logging.configure("info")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in a folder of its own; what it printed."""
    monkeypatch.setattr(reach, "reach", _reach)
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()

    def command(*words: str, fails: bool = False) -> str:
        done = runner.invoke(app, [*words, "--data-dir", str(tmp_path / "data")])
        if fails:
            assert isinstance(done.exception, FabulaError | SystemExit), done.output
            return getattr(done.exception, "message", "") or done.output
        assert done.exit_code == 0, (words, done.output, done.exception)
        return done.stdout

    return command


@pytest.fixture
def told(run: Run) -> Run:
    """The same, with a story that has begun."""
    assert run("story", "new", "The Lighthouse", "--opening", "The lamp was out.").startswith("Began The Lighthouse")
    return run


def test_a_story_is_meant_by_its_id_its_beginning_or_its_title(told: Run) -> None:
    (story,) = json.loads(told("story", "list", "--json"))
    for name in (story["id"], story["id"][:12], "The Lighthouse", "the light", "house"):
        assert json.loads(told("story", "show", name, "--json"))["story"]["id"] == story["id"]
    told("story", "new", "The Lighter", "--opening", "It floats.")
    assert "More than one story" in told("story", "show", "The Light", fails=True)
    assert "There is no story 'Nowhere'" in told("story", "show", "Nowhere", fails=True)


def test_what_is_said_is_shown_and_can_be_taken_back(told: Run) -> None:
    assert told("story", "say", "house", "I [light] it.\n我点灯。") == "Entry 2.\n"
    assert told("story", "say", "house", "--told", "It burns.") == "Entry 3.\n"
    shown = told("story", "show", "house")
    assert shown == (
        "The Lighthouse - main\n\n[1]\nThe lamp was out.\n\n[2]\n> I [light] it.\n我点灯。\n\n[3]\nIt burns.\n"
    )
    assert told("story", "show", "house", "--limit", "1") == "The Lighthouse - main\n(2 before)\n\n[3]\nIt burns.\n"
    changed = told("story", "edit", "house", "3", "It smokes.")
    assert changed == "changed entry: It smokes.\n  content: It burns. -> It smokes.\n"
    assert "[3] (edited)\nIt smokes." in told("story", "show", "house")
    assert told("story", "undo", "house") == "Took back 1 edit.\n"
    assert told("story", "redo", "house") == "Did again 1 edit.\n"
    assert "nothing to redo" in told("story", "redo", "house", fails=True)
    assert "There is no entry 9; the last one is 3." in told("story", "edit", "house", "9", "x", fails=True)


def test_what_is_said_may_come_from_standard_input(told: Run, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app, ["story", "say", "house", "-", "--data-dir", str(tmp_path / "data")], input="A long\nspeech."
    )
    assert done.stdout == "Entry 2.\n"
    assert told("story", "show", "house").endswith("> A long\nspeech.\n")


def test_a_rollback_says_what_goes_before_it_goes(told: Run) -> None:
    told("story", "say", "house", "I light it.")
    told("story", "world", "house", "characters", "--add", "Ada", "--about", "She keeps the lamp.")
    would = "1 entry would go:\n  [2] I light it.\nand what is about them: character 1 (Ada)\n"
    assert told("story", "rollback", "house", "2", "--dry-run") == would
    assert "Ada" in told("story", "world", "house", "characters")
    done = told("story", "rollback", "house", "2", "--yes")
    assert done == would + "Took back 1 entry, 1 change of the world.\n"
    assert "Ada" not in told("story", "world", "house", "characters")
    assert "cannot be rolled back" in told("story", "rollback", "house", "1", "--yes", fails=True)


def test_branches_are_forked_compared_and_switched(told: Run) -> None:
    told("story", "say", "house", "I light it.")
    assert told("story", "fork", "house", "dark", "--at", "1") == "The story is on dark, 1 entry.\n"
    told("story", "say", "house", "I wait.")
    assert told("story", "fork", "house", "other", "--stay") == "Made other, 2 entries.\n"
    rows = [line.split("\t")[:4] for line in told("story", "branches", "house").splitlines()]
    assert rows == [["", "main", "2", ""], ["*", "dark", "2", "main, entry 1"], ["", "other", "2", "dark, entry 2"]]
    compared = told("story", "compare", "house", "main")
    parted = "The first 1 entry is the same.\n\nmain:\n  [2] I light it.\n\ndark:\n  [2] I wait.\n"
    assert compared == parted
    assert told("story", "switch", "house", "main") == "The story is on main, 2 entries.\n"
    assert "I light it." in told("story", "show", "house")
    assert "I wait." in told("story", "show", "house", "--branch", "dark")
    assert "There is no branch 'nowhere'" in told("story", "switch", "house", "nowhere", fails=True)


def test_the_log_and_the_world_for_people_and_for_programs(told: Run) -> None:
    told("story", "say", "house", "I light it.")
    told("story", "world", "house", "place", "--add", "The pier", "--about", "It is wet.")
    assert told("story", "log", "house") == "new place: The pier\nnew entry: I light it.\n"
    assert told("story", "log", "house", "--entry", "2") == "new entry: I light it.\n"
    assert [c["kind"] for c in json.loads(told("story", "log", "house", "--json"))["changes"]] == ["place", "entry"]
    assert told("story", "world", "house", "places") == "The pier\tactive\tIt is wet.\n"
    assert "place\t1\n" in told("story", "world", "house")
    assert "of which kind" in told("story", "world", "house", "--add", "x", fails=True)


def test_rows_are_changed_and_deleted(told: Run) -> None:
    world = ("story", "world", "house")
    told(*world, "characters", "--add", "Ada", "--set", "state.visual.attire=a coat", "--set", 'tags=["keeper"]')
    said = told(*world, "characters", "--edit", "ada", "--name", "Ada Marsh", "--set", "state.stackables.gold=3")
    assert "name: Ada -> Ada Marsh" in said
    assert "state.stackables.gold: nothing -> 3" in said
    (row,) = json.loads(told(*world, "characters", "--json"))["rows"]
    assert (row["name"], row["tags"]) == ("Ada Marsh", ["keeper"])
    assert (row["state"]["visual"], row["state"]["stackables"]) == ({"attire": "a coat"}, {"gold": 3})
    assert "stackables" in told(*world, "characters", "--edit", "Ada Marsh", "--set", "state.stackables=3", fails=True)
    assert "nothing called Tom" in told(*world, "characters", "--delete", "Tom", fails=True)
    assert "one of --add" in told(*world, "characters", "--add", "x", "--delete", "y", fails=True)
    told(*world, "characters", "--add", "Ada Marsh")
    assert "by its id" in told(*world, "characters", "--delete", "Ada Marsh", fails=True)
    assert "deleted character: Ada Marsh" in told(*world, "characters", "--delete", row["id"])
    told("story", "undo", "house")
    assert row["id"] in told(*world, "characters", "--json")


def test_what_a_story_is_can_be_changed(told: Run) -> None:
    to = ("story", "change", "house")
    assert told(*to, "--about", "A lamp.", "--set", "settings.retrievalBudgets.lore=10") == "Changed The Lighthouse.\n"
    whole = json.loads(told(*to, "--title", "The Lamp", "--set", "definition.setting=Kent", "--json"))
    assert (whole["story"]["title"], whole["definition"]["setting"]) == ("The Lamp", "Kent")
    budgets = whole["settings"]["retrievalBudgets"]
    assert (budgets["lore"], budgets["entities"]) == (10, 1200)
    to = ("story", "change", "The Lamp")
    assert "narration" in told(*to, "--set", "definition.narration=nobody", fails=True)
    assert "no setting" in told(*to, "--set", "settings.colour=red", fails=True)
    assert "definition.KEY" in told(*to, "--set", "title=x", fails=True)
    assert "KEY=VALUE" in told(*to, "--set", "definition", fails=True)
    assert "Say what" in told(*to, fails=True)


def test_a_story_goes_into_a_file_and_comes_back(told: Run, tmp_path: Path) -> None:
    told("story", "say", "house", "I light it.")
    told("story", "export", "house", "house.avts")
    before = told("story", "show", "house")
    assert told("story", "delete", "house", "--yes") == "Deleted The Lighthouse.\n"
    assert "There is no story" in told("story", "show", "house", fails=True)
    assert told("story", "import", "house.avts").startswith("Brought The Lighthouse: 2 entries, 1 branch")
    assert told("story", "show", "house") == before
    assert told("story", "verify", "house") == "1 branch: clean.\n"
    (tmp_path / "broken.avts").write_text("{}")
    assert "no exported story" in told("story", "import", "broken.avts", fails=True)
    assert "cannot be read" in told("story", "import", "missing.avts", fails=True)


def test_verify_ends_with_a_status_when_something_is_wrong(told: Run, tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "data" / "fabula.db") as database:
        database.execute("UPDATE story_entries SET content = 'Something else.'")
    done = CliRunner().invoke(app, ["story", "verify", "house", "--data-dir", str(tmp_path / "data")])
    assert done.exit_code == 1
    assert "! main: story_entries" in done.stdout
    assert done.stdout.endswith("1 branch: 1 finding.\n")


def test_every_command_takes_a_data_folder_and_speaks_json() -> None:
    listed = re.findall(r"^  (\w+) ", CliRunner().invoke(app, ["story", "--help"]).stdout.split("Commands:")[1], re.M)
    words = "new list show say edit log undo redo rollback fork branches switch compare change world verify"
    words += " export import delete"
    assert sorted(listed) == sorted(words.split())
    for command in listed:
        about = CliRunner().invoke(app, ["story", command, "--help"]).stdout
        assert "--data-dir" in about, command
        assert "--json" in about, command


def test_a_fault_is_one_sentence_on_standard_error(
    told: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["fabula", "story", "undo", "house", "--data-dir", str(tmp_path / "data")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "fabula: There is nothing to undo.\n"


def walk() -> list[tuple[str, str]]:
    """The commands of docs/walk.md with what it says they print."""
    blocks = re.findall(r"^```console\n(.*?)^```$", WALK.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    steps = [step for block in blocks for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in (step.partition("\n") for step in steps)]


def spoken(output: str) -> str:
    """Output without the ids, which are new every time."""
    return re.sub(r"\b(book|story|brch)_[0-9a-f-]+", r"\1_...", output).rstrip()


def test_the_walk_in_the_documentation_works(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    book = tmp_path / "lighthouse.txt"
    book.write_bytes((ROOT / "fabula" / "samples" / "en" / "book.txt").read_bytes())
    steps = walk()
    done: set[str] = set()
    for command, output in steps:
        program, *words = shlex.split(command)
        assert program == "fabula"
        assert spoken(run(*words)) == spoken(output), command
        done.add(words[1] if words[0] == "story" else words[0])
    assert done >= {"import", "new", "say", "undo", "fork", "compare", "rollback", "export", "delete", "verify"}


def test_the_walk_notices_another_answer() -> None:
    told_ids: Any = spoken("Began A  story_0a1b-2c\n")
    assert told_ids == spoken("Began A  story_ffff-00")
    assert told_ids != spoken("Began B  story_0a1b-2c")
