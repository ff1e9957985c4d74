"""Books over HTTP: the shelf, bringing a book, the catalog."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, File, Form, Query, Request, Response, UploadFile

from fabula.actions import import_book, shelf
from fabula.actions.import_book import Accepted, Offer
from fabula.api.auth import At, Me
from fabula.api.openapi import fails
from fabula.api.shapes_books import (
    AcceptedOut,
    CatalogOut,
    EncodingsOut,
    Mode,
    NovelOut,
    NovelsOut,
    PasteIn,
    ShelfIn,
    StatusOut,
)
from fabula.api.strict import new_router
from fabula.books.limits import EPUB_BYTES, MIB
from fabula.errors import Invalid, TooLarge

router = new_router("/api/novels", "novels")

FILE_BYTES_MAX = EPUB_BYTES
REFUSED = fails(
    "parse_error", "payload_too_large", "unsupported_media_type", "validation_error", "capacity_unavailable"
)
KNOWN = "You have this book already."
READING = "The book is accepted and being read. Ask for its status."


def accepted(response: Response, book: Accepted) -> AcceptedOut:
    """202 for a new book, 200 for one that is there already."""
    response.status_code = 200 if book.duplicate else 202
    return AcceptedOut(**vars(book), message=KNOWN if book.duplicate else READING)


@router.get("", responses=fails("validation_error"))
async def list_novels(
    at: At,
    me: Me,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
    cursor: Annotated[str | None, Query(max_length=100)] = None,
) -> NovelsOut:
    """The shelf, the book touched last first."""
    novels, after = await shelf.novels(at, me, limit, cursor)
    return NovelsOut.model_validate({"novels": novels, "next_cursor": after})


@router.post("", status_code=202, responses={200: {"model": AcceptedOut}, **REFUSED})
async def paste_novel(at: At, me: Me, asked: PasteIn, response: Response) -> AcceptedOut:
    """Bring a book as pasted text."""
    offer = Offer(
        data=asked.content.encode(), pasted=True, title=asked.title, author=asked.author, mode=asked.deviation_mode
    )
    return accepted(response, await import_book.accept(at, me, offer))


async def one_file(request: Request) -> None:
    """Refuse a form with a second file, instead of keeping one of them without a word."""
    if len((await request.form()).getlist("file")) > 1:
        raise Invalid("Send one file at a time.")


@router.post(
    "/upload",
    status_code=202,
    responses={200: {"model": AcceptedOut}, **REFUSED},
    dependencies=[Depends(one_file)],
)
async def upload_novel(
    at: At,
    me: Me,
    response: Response,
    file: Annotated[UploadFile, File(description="One TXT, EPUB or PDF file.")],
    title: Annotated[str | None, Form(max_length=2_000)] = None,
    author: Annotated[str | None, Form(max_length=2_000)] = None,
    deviation_mode: Annotated[Mode, Form()] = "canon",
    encoding: Annotated[str | None, Form(max_length=40)] = None,
) -> AcceptedOut:
    """Bring a book as a file; what is not said about it is taken from the file."""
    offer = Offer(
        data=await _bytes(file),
        filename=file.filename,
        media_type=file.content_type,
        title=title,
        author=author,
        mode=deviation_mode,
        encoding=encoding or None,
    )
    return accepted(response, await import_book.accept(at, me, offer))


@router.post("/encodings", responses=REFUSED, dependencies=[Depends(one_file)])
async def try_encodings(at: At, me: Me, file: Annotated[UploadFile, File()]) -> EncodingsOut:
    """Show how a text file would be read, and how else it could be, before it is brought."""
    shown = await import_book.encodings(at, await _bytes(file), file.filename, file.content_type)
    return EncodingsOut.model_validate(shown)


@router.get("/catalog")
async def list_catalog(at: At, me: Me) -> CatalogOut:
    """Every finished book of this installation; it never says who brought it."""
    return CatalogOut.model_validate({"novels": await shelf.catalog(at, me)})


@router.get("/{novel_id}", responses=fails("not_found"))
async def read_novel(at: At, me: Me, novel_id: str) -> NovelOut:
    """One book of the shelf."""
    return NovelOut.model_validate(await shelf.novel(at, me, novel_id))


@router.get("/{novel_id}/status", responses=fails("not_found"))
async def read_status(at: At, me: Me, novel_id: str) -> StatusOut:
    """How the import of a book stands; ask again while it is pending or parsing."""
    return StatusOut.model_validate(await shelf.status(at, me, novel_id))


@router.get(
    "/{novel_id}/cover",
    response_class=Response,
    responses={200: {"content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}}, **fails("not_found")},
)
async def read_cover(at: At, me: Me, novel_id: str) -> Response:
    """The cover picture that came with the book."""
    row = await shelf.cover(at, me, novel_id)
    return Response(
        bytes(row["bytes"]), media_type=row["media_type"], headers={"Cache-Control": "private, max-age=3600"}
    )


@router.post("/{novel_id}/shelf", status_code=204, responses=fails("not_found"))
async def take_novel(at: At, me: Me, novel_id: str, asked: ShelfIn | None = None) -> None:
    """Put a finished book on one's own shelf; repeating it changes nothing."""
    await shelf.take(at, me, novel_id, asked.deviation_mode if asked else None)


@router.post("/{novel_id}/retry", status_code=202, responses=fails("not_found", "conflict"))
async def retry_import(at: At, me: Me, novel_id: str) -> StatusOut:
    """Read a book whose import failed once more, from where it stopped."""
    await shelf.retry(at, me, novel_id)
    return await read_status(at, me, novel_id)


@router.post("/{novel_id}/cancel", status_code=202, responses=fails("not_found", "conflict"))
async def cancel_import(at: At, me: Me, novel_id: str) -> StatusOut:
    """Stop reading a book; its chapters stay."""
    await shelf.cancel(at, me, novel_id)
    return await read_status(at, me, novel_id)


@router.delete("/{novel_id}", status_code=204, responses=fails("not_found"))
async def delete_novel(at: At, me: Me, novel_id: str) -> None:
    """Take a book off the shelf, with one's story in it and every conversation."""
    await shelf.delete(at, me, novel_id)


async def _bytes(file: UploadFile) -> bytes:
    data = await file.read(FILE_BYTES_MAX + 1)
    if len(data) > FILE_BYTES_MAX:
        raise TooLarge(f"The file is larger than {FILE_BYTES_MAX // MIB} MiB; bring a smaller one.")
    return data
