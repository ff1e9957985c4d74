"""The command `fabula` as a person or a script runs it: exit statuses, streams, and the server that holds the data."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.lantern import TEXT

FABULA = Path(sys.executable).parent / "fabula"
OTHER = TEXT.replace("Ada", "Eda")
pytestmark = pytest.mark.skipif(not FABULA.exists(), reason="the package is not installed beside this Python")


@dataclass
class Shell:
    """A data folder and the command run in it, with nothing else of this process's settings."""

    folder: Path

    @property
    def env(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "COVERAGE_FILE") if name in os.environ}
        return {**kept, "FABULA_DATA_DIR": str(self.folder), "PYTHONUTF8": "1", "NO_COLOR": "1"}

    def run(self, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
        given = {"input": "", "env": self.env, **more}
        return subprocess.run(
            [str(FABULA), *words], capture_output=True, text=True, timeout=120, check=False, cwd=self.folder, **given
        )

    def json(self, *words: str) -> Any:
        done = self.run(*words, "--json")
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return json.loads(done.stdout)

    def file(self, name: str, content: str | bytes) -> str:
        place = self.folder / name
        place.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(place)


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """A person's mistake: status 1, nothing on standard output, one sentence on standard error."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("fabula: ")
    assert "Traceback" not in line
    return line


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A folder with two books in it, read and at their first chapter."""
    one = Shell(tmp_path_factory.mktemp("cli"))
    done = one.run("import", one.file("lantern.txt", TEXT), one.file("lantern two.txt", OTHER))
    assert done.returncode == 0, done.stderr
    return one


@contextmanager
def serving(one: Shell) -> Iterator[Shell]:
    """A server that holds the folder meanwhile."""
    server = subprocess.Popen(
        [str(FABULA), "serve", "--port", "0"], env=one.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    line = server.stderr.readline()
    assert "http://127.0.0.1:" in line, line
    yield one
    server.send_signal(signal.SIGTERM)
    out, err = server.communicate(timeout=30)
    assert server.returncode in (0, -signal.SIGTERM), err
    assert "Traceback" not in err
    assert all(json.loads(line)["level"] in ("info", "warn") for line in out.splitlines())


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """An empty folder that a server holds."""
    with serving(Shell(tmp_path_factory.mktemp("served"))) as one:
        yield one


@pytest.fixture(scope="module")
def held(shell: Shell, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """The folder with two books once more, held by a server: commands are quicker there."""
    folder = tmp_path_factory.mktemp("held") / "data"
    shutil.copytree(shell.folder, folder)
    with serving(Shell(folder)) as one:
        yield one


# -- without a server ---------------------------------------------------------------------------------------------


def test_books_that_were_brought_are_listed_in_tabs_for_a_pipe(shell: Shell) -> None:
    done = shell.run("books")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert sorted(row[1] for row in rows) == ["lantern", "lantern two"]
    assert {(row[3], row[4]) for row in rows} == {("ready", "4")}
    assert "\x1b" not in done.stdout


def test_json_is_what_the_api_says(shell: Shell) -> None:
    books = shell.json("books")
    assert {book["title"] for book in books} == {"lantern", "lantern two"}
    assert {book["status"] for book in books} == {"ready"}
    chapters = shell.json("chapters", "lantern")
    assert [c["number"] for c in chapters] == [1, 2, 3, 4]
    chapter = shell.json("read", "lantern", "2", "--peek")
    assert "tamarisk" in chapter["content"]
    report = shell.json("doctor")
    assert report["findings"] == []
    again = shell.json("import", str(shell.folder / "lantern.txt"))
    assert again[0]["duplicate"] is True


def test_a_book_is_read_and_its_people_met_as_far_as_it_was_read(shell: Shell) -> None:
    before = {person["name"] for person in shell.json("cast", "lantern")["characters"]}
    assert "Ada" in before
    assert "Cora" not in before
    peeked = shell.run("read", "lantern", "4", "--peek")
    assert "obsidian" in peeked.stdout
    assert "Cora" not in shell.run("cast", "lantern").stdout
    done = shell.run("read", "lantern", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("CHAPTER IV")
    assert "Cora" in shell.run("cast", "lantern").stdout
    shell.run("read", "lantern", "1")


def test_talking_prints_the_answer_and_nothing_else(shell: Shell) -> None:
    said = shell.run("talk", "lantern", "Ada", "What did you promise your father about the lamp?")
    assert (said.returncode, said.stderr) == (0, "")
    assert "the lamp would never go out" in said.stdout
    assert "\x1b" not in said.stdout
    answer = shell.run("talk", "lantern", "ada", "Is there bread in this house?", "--json")
    data = json.loads(answer.stdout)
    assert (data["committed"], data["replayed"]) == (True, False)
    talk = shell.run("talk", "lantern", "Ada", input="Is there any soup?\n\n/bye\nnever said\n")
    assert (talk.returncode, talk.stderr) == (0, "")
    assert talk.stdout.strip()
    assert "never said" not in talk.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("import", "nowhere.txt"), "nowhere.txt"),
        (("chapters", "nothing like it"), "There are: "),
        (("chapters", "lan"), "More than one book"),
        (("read", "lantern", "99"), "no such chapter"),
        (("talk", "lantern", "Nobody", "Hello"), "Ada"),
        (("talk", "lantern", "Ada", "?!"), "words"),
        (("talk", "lantern", "Ada", "x" * 5_000), "4000"),
        (("delete", "book_00000000", "--yes"), "no book"),
        (("extract", "nowhere.txt", "--json", "-"), "nowhere.txt"),
        (("extract", "lantern.txt", "--json", "no/such/folder/out.json"), "cannot be written"),
        (("extract", "lantern.txt", "--json", "-", "--encoding", "klingon"), "Unknown encoding"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
)
def test_a_mistake_is_one_sentence_and_status_one(held: Shell, words: tuple[str, ...], told: str) -> None:
    assert told in refused(held.run(*words))


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("import",),
        ("read", "lantern"),
        ("read", "lantern", "one"),
        ("extract", "lantern.txt"),
        ("books", "--colour"),
        ("talk", "lantern", "Ada", "--json"),
        ("import", "a.txt", "b.txt", "--title", "T"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_status_two(shell: Shell, words: tuple[str, ...]) -> None:
    done = shell.run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Error" in done.stderr
    assert "Traceback" not in done.stderr


def test_help_and_version_need_nothing(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    for words in (("--help",), ("--version",), ("talk", "--help")):
        done = shell.run(*words)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_book_is_meant_by_its_id_the_beginning_of_it_or_its_title(held: Shell) -> None:
    book = next(b for b in held.json("books") if b["title"] == "lantern two")
    for wanted in (book["id"], book["id"][:13], "LANTERN TWO", "lantern t"):
        assert held.json("chapters", wanted)[0]["title"] == "The Lamp"
    ids = {b["id"] for b in held.json("books")}
    assert "More than one" in refused(held.run("chapters", "book_"))
    assert {b["id"] for b in held.json("books")} == ids


def test_one_bad_file_does_not_keep_the_good_ones_out(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    good, bad = shell.file("good.txt", TEXT), shell.file("bad.epub", b"PK\x03\x04 broken")
    done = shell.run("import", bad, good, "missing.txt", "--no-wait")
    assert done.returncode == 1
    assert [line.split(":")[1].strip() for line in done.stderr.splitlines()] == ["bad.epub", "missing.txt"]
    assert done.stdout.startswith("good: 4 chapters")
    # What was not waited for is read by the next command that waits.
    books = shell.json("import", good)
    assert (books[0]["duplicate"], books[0]["status"]) == (True, "ready")
    gone = shell.run("delete", "good", "--yes", "--json")
    assert json.loads(gone.stdout) == {"deleted": books[0]["novel_id"]}
    assert shell.json("books") == []


def test_a_foreign_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.file("fabula.db", b"not a database at all, but something that somebody wants to keep" * 100)
    told = refused(shell.run("books"))
    assert "fabula.db" in told
    assert (tmp_path / "fabula.db").read_bytes().startswith(b"not a database")


def test_a_reader_that_stops_reading_is_no_fault(shell: Shell) -> None:
    run = f'"{FABULA}" read lantern 1 --peek | head -c 1'
    done = subprocess.run(
        ["/bin/sh", "-c", run], env=shell.env, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, "C")
    assert "Traceback" not in done.stderr


# -- extract ------------------------------------------------------------------------------------------------------


def check_extract(found: dict[str, Any], text: str) -> None:
    """The documented form, and offsets that are places in the text."""
    assert sorted(found) == ["chapters", "characters", "encoding", "quotes"]
    at = 0
    for chapter in found["chapters"]:
        assert sorted(chapter) == ["end", "kind", "number", "start", "title"]
        assert chapter["start"] == at
        at = chapter["end"]
    assert at == len(text)
    names = {person["name"] for person in found["characters"]}
    for person in found["characters"]:
        assert sorted(person) == ["aliases", "gender", "mentions", "name", "role"]
        assert person["name"] not in person["aliases"]
    for quote in found["quotes"]:
        assert sorted(quote) == ["end", "kind", "speaker", "start"]
        assert 0 <= quote["start"] <= quote["end"] <= len(text)
        assert quote["speaker"] is None or quote["speaker"] in names


def test_extract_needs_no_database_and_writes_the_documented_form(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    done = shell.run("extract", shell.file("lantern.txt", TEXT), "--json", "-")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    check_extract(found, TEXT)
    assert found["encoding"] == "utf-8"
    assert (found["chapters"][0]["number"], found["chapters"][0]["title"]) == (1, "The Lamp")
    assert {"Ada", "Bruno"} <= {person["name"] for person in found["characters"]}
    spoken = {TEXT[q["start"] : q["end"]]: q["speaker"] for q in found["quotes"]}
    assert spoken["The lamp must burn until the morning,"] == "Ada"
    assert [p.name for p in tmp_path.iterdir()] == ["lantern.txt"]


def test_extract_writes_a_file_and_counts_characters_not_bytes(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    text = (
        "第一回 灯\n\n海上有灯。李明说道：“灯不可灭。”王芳笑道：“我知道。”\n\n第二回 船\n\n船来了。李明道：“来了。”\n"
    )
    done = shell.run("extract", shell.file("book.txt", text.encode("gb18030")), "--json", str(tmp_path / "out.json"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    check_extract(found, text)
    assert found["encoding"] == "gb18030"
    assert "灯不可灭。" in {text[q["start"] : q["end"]] for q in found["quotes"]}


# -- with a server ------------------------------------------------------------------------------------------------


def test_the_server_that_holds_the_data_is_spoken_to(served: Shell) -> None:
    brought = served.json("import", served.file("lantern.txt", TEXT), "--title", "The Lantern", "--author", "Nobody")
    assert (brought[0]["title"], brought[0]["status"]) == ("The Lantern", "ready")
    assert served.run("books").stdout.split("\t")[1:4] == ["The Lantern", "Nobody", "ready"]
    assert (
        "the lamp would never go out"
        in served.run("talk", "The Lantern", "Ada", "What did you promise your father about the lamp?").stdout
    )
    assert served.json("doctor")["facts"]["messages"] == 2
    assert "no such chapter" in refused(served.run("read", "lantern", "99"))


def test_a_second_server_is_refused_and_told_who_has_the_data(served: Shell) -> None:
    told = refused(served.run("serve", "--port", "0"))
    assert "fabula.db" in told


def test_a_port_in_use_is_told_with_what_to_do(tmp_path: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = refused(Shell(tmp_path).run("serve", "--port", str(port)))
    assert str(port) in told
    assert "FABULA_PORT" in told
