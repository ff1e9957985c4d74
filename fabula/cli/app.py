"""The command `fabula`: its words, their options, and how a fault is told.

A person's mistake is one sentence on standard error and exit status 1 (2 for wrong usage); only a bug shows where it
happened.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from fabula import __version__
from fabula.cli.options import AsJson, DataDir, Yes, reached
from fabula.cli.story import stories
from fabula.errors import FabulaError

app = typer.Typer(
    name="fabula",
    help="Read novels, meet their people, and talk to them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(stories, name="story")

Book = Annotated[str, typer.Argument(help="A book: its id, the beginning of it, or its title.")]


def main() -> None:
    """Run the command line."""
    try:
        app()
    except FabulaError as fault:
        from fabula.cli import show

        show.fault(fault)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"fabula {__version__}\n")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Read novels, meet their people, and talk to them."""


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[
        int | None, typer.Option(help="Port to listen on; 0 takes a free one.", show_default="8420")
    ] = None,
    profile: Annotated[str | None, typer.Option(help="desktop or server.", show_default="desktop")] = None,
    data_dir: DataDir = None,
) -> None:
    """Serve the web app and the API."""
    from fabula.config import Config
    from fabula.wiring import serve as run

    config = Config.from_env(os.environ, host=host, port=port, profile=profile, data_dir=data_dir)

    def ready(address: str) -> None:
        sys.stderr.write(f"Fabula is at {address} (Ctrl-C stops it)\n")
        sys.stderr.flush()

    asyncio.run(run(config, ready=ready))


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="TXT, EPUB or PDF files.")],
    title: Annotated[str | None, typer.Option(help="The title, instead of the file's own.")] = None,
    author: Annotated[str | None, typer.Option(help="The author, instead of the file's own.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Read a text file in this encoding.")] = None,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until the books have been read.")] = True,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Bring books and have them read."""
    from fabula.cli import shelf, show

    if title is not None and len(files) > 1:
        raise typer.BadParameter("--title names one book; give one file.")

    async def work(to: Any) -> None:
        brought, faults = await shelf.bring(to, files, title=title, author=author, encoding=encoding, wait=wait)
        if brought or as_json:
            show.as_json(brought) if as_json else shelf.print_brought(brought)
        for fault in faults:
            show.fault(fault)
        if faults:
            raise typer.Exit(1)

    reached(data_dir, work)


@app.command()
def books(data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List the shelf."""
    from fabula.cli import shelf, show

    async def work(to: Any) -> None:
        found = await to.books()
        show.as_json(found) if as_json else shelf.print_books(found)

    reached(data_dir, work)


@app.command()
def chapters(book: Book, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List a book's chapters."""
    from fabula.cli import shelf, show

    async def work(to: Any) -> None:
        found = (await to.get(f"/api/novels/{(await to.book(book))['id']}/chapters"))["chapters"]
        show.as_json(found) if as_json else shelf.print_chapters(found)

    reached(data_dir, work)


@app.command()
def read(
    book: Book,
    number: Annotated[int, typer.Argument(help="The chapter; 0 is the matter before the first.")],
    peek: Annotated[bool, typer.Option("--peek", help="Do not move the saved place.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Print a chapter and move the saved place there; people know the book up to that place."""
    from fabula.cli import show

    async def work(to: Any) -> None:
        found = await to.book(book)
        chapter = await to.get(f"/api/novels/{found['id']}/chapters/{number}")
        if not peek:
            await to.send("PUT", f"/api/progress/{found['id']}", json={"current_chapter": number})
        show.as_json(chapter) if as_json else show.text(chapter["content"].strip("\n"))

    reached(data_dir, work)


@app.command()
def cast(book: Book, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List the people met up to the saved place."""
    from fabula.cli import shelf, show

    async def work(to: Any) -> None:
        found = await to.get(f"/api/novels/{(await to.book(book))['id']}/characters")
        show.as_json(found) if as_json else shelf.print_cast(found)

    reached(data_dir, work)


@app.command()
def talk(
    book: Book,
    name: Annotated[str, typer.Argument(help="A person of the book: a name, an alias, or the beginning of one.")],
    text: Annotated[str | None, typer.Argument(help="What to say; without it, a conversation begins.")] = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Talk to a person of a book."""
    from fabula.cli import talk as talking

    if as_json and text is None:
        raise typer.BadParameter("--json needs the text to say.")

    async def work(to: Any) -> None:
        found = await to.book(book)
        character = await to.character(found, name)
        if text is None:
            await talking.at_length(to, found, character)
        else:
            await talking.once(to, character, text, as_json=as_json)

    reached(data_dir, work)


@app.command()
def delete(
    book: Book,
    yes: Yes = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Take a book off the shelf, with every conversation in it."""
    from fabula.cli import show

    async def work(to: Any) -> None:
        found = await to.book(book)
        if not yes and sys.stdin.isatty():
            typer.confirm(f"Delete {found['title']} and everything said in it?", abort=True, err=True)
        await to.send("DELETE", f"/api/novels/{found['id']}")
        show.as_json({"deleted": found["id"]}) if as_json else show.text(f"Deleted {found['title']}.")

    reached(data_dir, work)


@app.command()
def doctor(data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Look for anything that is not as it should be; exit status 1 when there is."""
    from fabula.cli import show

    async def work(to: Any) -> None:
        report = await to.get("/api/doctor")
        if as_json:
            show.as_json(report)
        else:
            show.table(("what", "how it is"), report["facts"].items())
            for finding in report["findings"]:
                show.text(f"! {finding}")
            show.text("Clean." if not report["findings"] else f"{len(report['findings'])} findings.")
        if report["findings"]:
            raise typer.Exit(1)

    reached(data_dir, work)


@app.command()
def extract(
    file: Annotated[Path, typer.Argument(help="A TXT, EPUB or PDF file.")],
    out: Annotated[str, typer.Option("--json", metavar="OUT", help="Where to write the JSON; - is standard output.")],
    encoding: Annotated[str | None, typer.Option(help="Read a text file in this encoding.")] = None,
) -> None:
    """Read a file without keeping it: chapters, people and quotes as JSON."""
    from fabula.cli.extract import extract as write

    write(file, out, encoding=encoding)
