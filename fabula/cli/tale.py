"""Stories on the command line: how they are reached, and how they are told to a person.

Owns the English of `fabula story`. It knows nothing of rows. The promise: every write names the version that was just
read, and whatever is printed for a person is printed as it stands, never as markup.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.cli import show
from fabula.cli.reach import Reached
from fabula.errors import Invalid, NotFound

SHOWN = 60
ROWS_MAX = 1_000
DEPTH_MAX = 10
ID_MIN = 6
WHO = {"opening": "", "reader": "> ", "story": "", "system": "! "}
DONE = {"create": "new", "update": "changed", "delete": "deleted"}


@dataclass
class On:
    """A branch of a story, as it was just read."""

    to: Reached
    story: dict[str, Any]
    branch: dict[str, Any]

    def at(self, path: str) -> str:
        """An address on the branch."""
        return f"/api/stories/{self.story['id']}/branches/{self.branch['id']}{path}"

    async def send(self, method: str, path: str, **body: Any) -> Any:
        """A write that names the version read."""
        return await self.to.send(method, self.at(path), json={**body, "version": self.branch["version"]})

    async def entry(self, wanted: str) -> str:
        """The id of an entry, known by its number in the text or by its id; raises `NotFound`."""
        if not wanted.isdecimal() or len(wanted) > 15:
            return wanted
        position = int(wanted)
        page = await self.to.get(self.at("/entries"), after=max(0, position - 1), limit=1)
        if not page["entries"] or page["entries"][0]["position"] != position:
            raise NotFound(f"There is no entry {wanted}; the last one is {self.branch['head_position']}.")
        return str(page["entries"][0]["id"])

    async def fork(self, name: str, at: str | None, *, switch: bool) -> Any:
        """A new branch behind an entry, the newest one by default."""
        entry_id = await self.entry(at if at is not None else str(self.branch["head_position"]))
        asked = {"entry_id": entry_id, "name": name, "branch_id": self.branch["id"], "switch": switch}
        path = f"/api/stories/{self.story['id']}/fork"
        return await self.to.post(path, json={**asked, "version": self.branch["version"]})

    async def switch(self) -> Any:
        """The story goes on here."""
        return await self.to.post(f"/api/stories/{self.story['id']}/switch", json={"branch_id": self.branch["id"]})

    async def rows(self, kind: str | None) -> dict[str, Any]:
        """Rows of a kind, at most ROWS_MAX of them, and how many there are of each."""
        if kind is None:
            counts = (await self.to.get(self.at("/world"), limit=1))["counts"]
            return {"rows": [], "counts": counts}
        found: list[dict[str, Any]] = []
        after: dict[str, str] = {}
        while True:
            page = await self.to.get(self.at("/world"), kind=kind, limit=200, **after)
            found += page["rows"]
            if page["next"] is None or len(found) >= ROWS_MAX:
                return {"rows": found, "counts": page["counts"]}
            after = {"after": page["next"]}

    async def row(self, kind: str, wanted: str) -> dict[str, Any]:
        """The row of a kind by its name, its id or the beginning of it; raises `NotFound`, `Invalid` for several."""
        rows: list[dict[str, Any]] = (await self.rows(kind))["rows"]
        found = [row for row in rows if row["id"] == wanted]
        found = found or [row for row in rows if row["name"].casefold() == wanted.casefold()]
        found = found or [row for row in rows if len(wanted) >= ID_MIN and row["id"].startswith(wanted)]
        if not found:
            raise NotFound(f"There is nothing called {wanted} among the {kind}.")
        if len(found) > 1:
            ids = ", ".join(row["id"] for row in found[:5])
            raise Invalid(f"Several of the {kind} are called {wanted}; name one by its id: {ids}.")
        (one,) = found
        return one

    async def keep(self, kind: str, wanted: str | None, said: dict[str, str | None], given: list[str]) -> Any:
        """A new row of a kind, or other values for one that is there."""
        values: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
        parts = laid(given)
        state = parts.pop("state", None)
        values |= parts
        if wanted is None:
            return await self.send(
                "POST", "/world", kind=kind, values=values | ({} if state is None else {"state": state})
            )
        row = await self.row(kind, wanted)
        patch = {} if state is None else {"state": state}
        return await self.send("PATCH", f"/world/{row['id']}", kind=kind, values=values, patch=patch)

    async def drop(self, kind: str, wanted: str) -> Any:
        """A row goes, with what refers to it."""
        row = await self.row(kind, wanted)
        asked = {"kind": kind, "version": self.branch["version"]}
        return await self.to.send("DELETE", self.at(f"/world/{row['id']}"), params=asked)


async def on(to: Reached, story: str, branch: str | None) -> On:
    """The branch meant."""
    found = await to.story(story)
    return On(to, found, await to.branch(found, branch))


async def begin(to: Reached, title: str | None, book: str | None, opening: str | None, lead: str | None) -> Any:
    """A story begins."""
    wish: dict[str, Any] = {"title": title, "opening": opening, "lead": lead}
    if book is not None:
        wish["book_id"] = (await to.book(book))["id"]
    elif title is None or opening is None:
        raise Invalid("A story without a book needs a title and an --opening.")
    return await to.post("/api/stories", json={name: value for name, value in wish.items() if value is not None})


async def change(
    to: Reached, story: dict[str, Any], title: str | None, about: str | None, given: list[str]
) -> dict[str, Any]:
    """Other fields for a story."""
    parts = laid(given)
    if parts.keys() - {"definition", "settings"}:
        raise Invalid("Say definition.KEY=VALUE or settings.KEY=VALUE.")
    told = {"title": title, "description": about, **parts}
    asked = {name: value for name, value in told.items() if value is not None}
    changed: dict[str, Any] = await to.send("PATCH", f"/api/stories/{story['id']}", json=asked)
    return changed


def laid(given: list[str]) -> dict[str, Any]:
    """`state.visual.attire=coat` as nested objects. A value that is JSON is taken as such, anything else as text."""
    found: dict[str, Any] = {}
    for each in given:
        path, equals, value = each.partition("=")
        names = path.strip().split(".")
        if not equals or not all(names) or len(names) > DEPTH_MAX:
            raise Invalid(f"{each[:SHOWN]} is not of the form KEY=VALUE or KEY.PART=VALUE.")
        at = found
        for name in names[:-1]:
            at = at.setdefault(name, {})
            if not isinstance(at, dict):
                raise Invalid(f"{each[:SHOWN]} contradicts what was set before it.")
        try:
            at[names[-1]] = json.loads(value)
        except (ValueError, RecursionError):
            at[names[-1]] = value
    return found


async def verify(to: Reached, story: dict[str, Any]) -> list[dict[str, Any]]:
    """What is wrong on each branch."""
    home = f"/api/stories/{story['id']}/branches"
    listed = (await to.get(home))["branches"]
    return [{"branch": each["name"], **await to.get(f"{home}/{each['id']}/verify")} for each in listed]


async def export(to: Reached, story: dict[str, Any], file: Path) -> dict[str, Any]:
    """Writes a story into a file."""
    text = json.dumps(await to.get(f"/api/stories/{story['id']}/export"), ensure_ascii=False)
    if str(file) == "-":
        sys.stdout.write(text + "\n")
    else:
        try:
            await asyncio.to_thread(file.write_text, text, "utf-8")
        except OSError as fault:
            raise Invalid(f"{file.name} cannot be written: {fault.strerror}.") from fault
    return {"title": story["title"], "file": str(file)}


async def bring(to: Reached, file: Path) -> Any:
    """A story from a file."""
    try:
        data = await asyncio.to_thread(file.read_bytes)
    except OSError as fault:
        raise Invalid(f"{file.name} cannot be read: {fault.strerror}.") from fault
    return await to.post("/api/stories/import", content=data, headers={"Content-Type": "application/json"})


def going(story: dict[str, Any]) -> str:
    """What goes with a story, as a sentence."""
    shelf = " The book leaves the shelf, with every conversation in it." if story["book_id"] else ""
    return f"{story['title']}: {counted(story['branches'], 'branch', 'branches')} would be gone for good.{shelf}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """`1 entry`, `2 entries`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def print_begun(begun: dict[str, Any], verb: str = "Began") -> None:
    """A story that is there now."""
    story = begun["story"]
    parts = [counted(story["entries"], "entry", "entries"), counted(story["branches"], "branch", "branches")]
    show.text(f"{verb} {story['title']}: {', '.join(parts)}  {story['id']}")


def print_stories(found: list[dict[str, Any]]) -> None:
    """The stories."""
    rows = [
        (s["id"][:14], s["title"], s["book_title"], s["status"].replace("_", " "), s["entries"], s["branches"])
        for s in found
    ]
    if rows:
        show.table(("id", "title", "book", "", "entries", "branches"), rows)
    else:
        show.err.print("Nothing here yet. Begin with: fabula story new TITLE --opening TEXT")


def print_text(on_branch: On, page: dict[str, Any]) -> None:
    """The text, each entry under its number; what the reader did is marked."""
    show.text(f"{on_branch.story['title']} - {on_branch.branch['name']}")
    if page["previous"] is not None:
        show.text(f"({page['previous'] - 1} before)")
    for entry in page["entries"]:
        edited = " (edited)" if entry["edited"] else ""
        show.text(f"\n[{entry['position']}]{edited}\n{WHO[entry['kind']]}{entry['content']}")


def print_added(done: dict[str, Any]) -> None:
    """An entry that was added."""
    show.text(f"Entry {done['entry']['position']}.")


def print_changed(done: dict[str, Any]) -> None:
    """Changes, one a line, with what each part was and became."""
    if not done["changes"]:
        show.text("Nothing changed.")
    for change in done["changes"]:
        show.text(f"{DONE[change['op']]} {change['kind']}: {_short(change['name'])}")
        for part in change["parts"]:
            show.text(f"  {part['path']}: {_short(part['before'])} -> {_short(part['after'])}")


def print_reversed(done: dict[str, Any]) -> None:
    """What was taken back or done again."""
    show.text(done["reversed"]["told"])


def print_preview(preview: dict[str, Any]) -> None:
    """What a rollback takes back."""
    show.text(f"{counted(preview['entries_total'], 'entry', 'entries')} would go:")
    for entry in preview["entries"]:
        show.text(f"  [{entry['position']}] {entry['first_words']}")
    if preview["changes"]:
        kinds = ", ".join(f"{kind} {count}" for kind, count in preview["changes"].items())
        names = f" ({', '.join(preview['names'])})" if preview["names"] else ""
        show.text(f"and what is about them: {kinds}{names}")


def print_branch(done: dict[str, Any]) -> None:
    """The branch that was made or chosen."""
    branch = done["branch"]
    where = "The story is on" if branch["is_current"] else "Made"
    show.text(f"{where} {branch['name']}, {counted(branch['entries'], 'entry', 'entries')}.")


def print_branches(found: list[dict[str, Any]]) -> None:
    """The branches, each under the one it left."""
    names = {branch["id"]: branch["name"] for branch in found}
    rows = []
    for branch in found:
        parent = names.get(branch["parent_id"])
        left = f"{parent}, entry {branch['fork_position']}" if parent and branch["fork_position"] else parent
        rows.append(("*" if branch["is_current"] else "", branch["name"], branch["entries"], left, branch["id"][:13]))
    show.table(("", "name", "entries", "from", "id"), rows)


def print_compared(compared: dict[str, Any]) -> None:
    """Where two branches part, how each goes on, and what of the world differs."""
    show.text(f"The first {counted(compared['common_entries'], 'entry is', 'entries are')} the same.")
    for side in (compared["here"], compared["there"]):
        show.text(f"\n{side['branch']['name']}:")
        for entry in side["entries"]:
            show.text(f"  [{entry['position']}] {_short(entry['content'])}")
        if not side["entries"]:
            show.text("  (ends there)")
    if compared["differences"]:
        names = [side["branch"]["name"] for side in (compared["here"], compared["there"])]
        show.text("\nThe world:")
        for each in compared["differences"]:
            show.text(f"  {each['kind']} {each['name']}")
            for name, said in zip(names, (each["here"], each["there"]), strict=True):
                show.text(f"    {name}: {'not there' if said is None else _short(said)}")


def print_world(found: dict[str, Any]) -> None:
    """How many there are of each kind, or the rows of one."""
    if found["rows"]:
        rows = [(row["name"], row["status"], row["description"]) for row in found["rows"]]
        show.table(("name", "status", "description"), rows)
    else:
        show.table(("kind", "how many"), found["counts"].items())


def print_verified(found: list[dict[str, Any]]) -> None:
    """Whether every branch is sound."""
    for each in found:
        for finding in each["findings"]:
            show.text(f"! {each['branch']}: {finding}")
    wrong = sum(len(each["findings"]) for each in found)
    branches = counted(len(found), "branch", "branches")
    show.text(f"{branches}: {'clean' if not wrong else counted(wrong, 'finding')}.")


def _short(value: Any) -> str:
    """A value in one line."""
    if value is None:
        return "nothing"
    text = " ".join((value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "\N{HORIZONTAL ELLIPSIS}"
