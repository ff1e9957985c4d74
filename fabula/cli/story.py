"""The commands of `fabula story`: their words and options. What they do and print is in `tale`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from fabula.cli.options import AsJson, DataDir, Yes, reached

stories = typer.Typer(help="Write stories: branch, undo and rewind them.", no_args_is_help=True, rich_markup_mode=None)

Story = Annotated[str, typer.Argument(help="A story: its id, the beginning of it, or its title.")]
OnBranch = Annotated[
    str | None, typer.Option("--branch", help="A branch's name or id.", show_default="the one the story is on")
]
EntryRef = Annotated[str, typer.Argument(metavar="ENTRY", help="An entry: its number in the text, or its id.")]


@stories.command()
def new(
    title: Annotated[str | None, typer.Argument(help="The title; a book's own by default.")] = None,
    book: Annotated[str | None, typer.Option(help="Begin in this book of the shelf.")] = None,
    opening: Annotated[str | None, typer.Option(help="The first text; in a book, the reader's chapter.")] = None,
    lead: Annotated[str | None, typer.Option(help="The name of somebody new who leads the story.")] = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Begin a story, blank or in a book."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        begun = await tale.begin(to, title, book, opening, lead)
        show.as_json(begun) if as_json else tale.print_begun(begun)

    reached(data_dir, work)


@stories.command("list")
def list_(data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List the stories, the one changed last first."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        found = await to.stories()
        show.as_json(found) if as_json else tale.print_stories(found)

    reached(data_dir, work)


@stories.command("show")
def show_(
    story: Story,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many of the last entries.")] = 20,
    branch: OnBranch = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Print the end of a story."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        on = await tale.on(to, story, branch)
        page = await to.get(on.at("/entries"), limit=limit)
        show.as_json({"story": on.story, "branch": on.branch, **page}) if as_json else tale.print_text(on, page)

    reached(data_dir, work)


@stories.command()
def say(
    story: Story,
    text: Annotated[str, typer.Argument(help="What to add; - reads it from standard input.")],
    told: Annotated[bool, typer.Option("--told", help="As a passage of the story, not as the reader's doing.")] = False,
    branch: OnBranch = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Add to a story."""
    from fabula.cli import tale

    body = {"content": sys.stdin.read() if text == "-" else text, "kind": "story" if told else "reader"}
    _write(data_dir, as_json, story, branch, lambda on: on.send("POST", "/entries", **body), tale.print_added)


@stories.command()
def edit(
    story: Story,
    entry: EntryRef,
    text: Annotated[str, typer.Argument(help="The new text; - reads it from standard input.")],
    branch: OnBranch = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Change what an entry says."""
    from fabula.cli import tale

    content = sys.stdin.read() if text == "-" else text

    async def do(on: Any) -> Any:
        return await on.send("PATCH", f"/entries/{await on.entry(entry)}", content=content)

    _write(data_dir, as_json, story, branch, do, tale.print_changed)


@stories.command()
def log(
    story: Story,
    entry: Annotated[str | None, typer.Option(help="Only what the turn of this entry changed.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many of the last changes.")] = 30,
    branch: OnBranch = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Print what was changed, the newest first."""
    from fabula.cli import tale

    async def do(on: Any) -> Any:
        if entry is None:
            return await on.to.get(on.at("/log"), limit=limit)
        return await on.to.get(on.at("/changes"), entry_id=await on.entry(entry), limit=limit)

    _write(data_dir, as_json, story, branch, do, tale.print_changed)


@stories.command()
def undo(story: Story, branch: OnBranch = None, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Take back the newest thing done."""
    from fabula.cli import tale

    _write(data_dir, as_json, story, branch, lambda on: on.send("POST", "/undo"), tale.print_reversed)


@stories.command()
def redo(story: Story, branch: OnBranch = None, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Do again what was undone last."""
    from fabula.cli import tale

    _write(data_dir, as_json, story, branch, lambda on: on.send("POST", "/redo"), tale.print_reversed)


@stories.command()
def rollback(
    story: Story,
    entry: EntryRef,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    yes: Yes = False,
    branch: OnBranch = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Take back an entry, everything after it, and what is about them."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        on = await tale.on(to, story, branch)
        entry_id = await on.entry(entry)
        preview = await to.get(on.at("/rollback"), entry_id=entry_id)
        if not as_json:
            tale.print_preview(preview)
        if not dry_run:
            if not yes and sys.stdin.isatty():
                typer.confirm("Roll back?", abort=True, err=True)
            preview = await on.send("POST", "/rollback", entry_id=entry_id)
            if not as_json:
                tale.print_reversed(preview)
        if as_json:
            show.as_json(preview)

    reached(data_dir, work)


@stories.command()
def fork(
    story: Story,
    name: Annotated[str, typer.Argument(help="The new branch's name.")],
    at: Annotated[str | None, typer.Option(help="The last entry of both.", show_default="the newest")] = None,
    stay: Annotated[bool, typer.Option("--stay", help="Stay on the branch the story is on.")] = False,
    branch: OnBranch = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Begin a new branch behind an entry."""
    from fabula.cli import tale

    _write(data_dir, as_json, story, branch, lambda on: on.fork(name, at, switch=not stay), tale.print_branch)


@stories.command()
def branches(story: Story, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List the branches; the one the story is on is marked."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        found = (await to.get(f"/api/stories/{(await to.story(story))['id']}/branches"))["branches"]
        show.as_json(found) if as_json else tale.print_branches(found)

    reached(data_dir, work)


@stories.command()
def switch(
    story: Story,
    branch: Annotated[str, typer.Argument(help="A branch's name or id.")],
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Go on with another branch."""
    from fabula.cli import tale

    _write(data_dir, as_json, story, branch, lambda on: on.switch(), tale.print_branch)


@stories.command()
def compare(
    story: Story,
    here: Annotated[str, typer.Argument(help="A branch's name or id.")],
    there: Annotated[str | None, typer.Argument(help="Another one.", show_default="the one the story is on")] = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Lay two branches side by side."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        found = await to.story(story)
        one, other = await to.branch(found, here), await to.branch(found, there)
        compared = await to.get(f"/api/stories/{found['id']}/compare", here=one["id"], there=other["id"])
        show.as_json(compared) if as_json else tale.print_compared(compared)

    reached(data_dir, work)


@stories.command()
def change(
    story: Story,
    title: Annotated[str | None, typer.Option(help="Another title.")] = None,
    about: Annotated[str | None, typer.Option(metavar="TEXT", help="What it is about, for the list.")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="A part of definition or settings, as definition.setting=Kent."
        ),
    ] = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Change what a story is called, what it is, or how it is told; on all branches, without undo."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        changed = await tale.change(to, await to.story(story), title, about, set_ or [])
        show.as_json(changed) if as_json else show.text(f"Changed {changed['story']['title']}.")

    reached(data_dir, work)


@stories.command()
def world(
    story: Story,
    kind: Annotated[str | None, typer.Argument(help="characters, places, items, factions, lore, ...")] = None,
    add: Annotated[str | None, typer.Option(metavar="NAME", help="Make one of the kind.")] = None,
    edit: Annotated[str | None, typer.Option(metavar="NAME", help="Change one, by name or id.")] = None,
    delete: Annotated[str | None, typer.Option(metavar="NAME", help="Delete one, with what refers to it.")] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="With --edit: another name.")] = None,
    about: Annotated[str | None, typer.Option(metavar="TEXT", help="With --add or --edit: what it is.")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="With --add or --edit: a column, or a part of its state."),
    ] = None,
    branch: OnBranch = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """List who and what there is; make, change or delete somebody or something."""
    from fabula.cli import tale

    asked = [each for each in (add, edit, delete) if each is not None]
    if len(asked) > 1:
        raise typer.BadParameter("Give one of --add, --edit and --delete.")
    if asked and kind is None:
        raise typer.BadParameter("Say of which kind, such as characters.")

    async def do(on: Any) -> Any:
        if not asked:
            return await on.rows(kind)
        if delete is not None:
            return await on.drop(kind, delete)
        return await on.keep(kind, edit, {"name": name if add is None else add, "description": about}, set_ or [])

    _write(data_dir, as_json, story, branch, do, tale.print_changed if asked else tale.print_world)


@stories.command()
def verify(story: Story, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Check that every branch's rows and log agree; exit status 1 when they do not."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        found = await tale.verify(to, await to.story(story))
        show.as_json(found) if as_json else tale.print_verified(found)
        if any(each["findings"] for each in found):
            raise typer.Exit(1)

    reached(data_dir, work)


@stories.command()
def export(
    story: Story,
    file: Annotated[Path, typer.Argument(help="Where to write it; - is standard output.")],
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Write a story into a file: every branch, every row and the whole log."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        written = await tale.export(to, await to.story(story), file)
        if str(file) != "-":
            show.as_json(written) if as_json else show.text(f"Wrote {written['title']} to {written['file']}.")

    reached(data_dir, work)


@stories.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="An .avts file.")], data_dir: DataDir = None, as_json: AsJson = False
) -> None:
    """Bring a story from a file."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        brought = await tale.bring(to, file)
        show.as_json(brought) if as_json else tale.print_begun(brought, "Brought")

    reached(data_dir, work)


@stories.command()
def delete(story: Story, yes: Yes = False, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Delete a story with all its branches; the story of a book takes the book off the shelf."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        found = await to.story(story)
        if not yes and sys.stdin.isatty():
            typer.confirm(f"{tale.going(found)} Delete?", abort=True, err=True)
        await to.send("DELETE", f"/api/stories/{found['id']}")
        show.as_json({"deleted": found["id"]}) if as_json else show.text(f"Deleted {found['title']}.")

    reached(data_dir, work)


def _write(data_dir: Path | None, as_json: bool, story: str, branch: str | None, do: Any, told: Any) -> None:
    """Do something on a branch and print what came of it."""
    from fabula.cli import show, tale

    async def work(to: Any) -> None:
        done = await do(await tale.on(to, story, branch))
        show.as_json(done) if as_json else told(done)

    reached(data_dir, work)
