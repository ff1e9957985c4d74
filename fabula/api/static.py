"""The web application's files.

Owns which file answers an address that is not the API's. Promise: only files inside the built folder are ever sent,
files named after their content are cached for good, and the page that names them is asked for anew each time.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from fabula.api.auth import is_api
from fabula.api.trace import ROUTE_KEY
from fabula.errors import NotFound

FOLDER = Path(__file__).with_name("static")
PATH_CHARS_MAX = 1_000
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"

_UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fabula</title></head>
<body><h1>Fabula is running</h1>
<p>The web application has not been built yet. Run <code>make web</code> in the source folder, then reload this page.
The API is at <code>/api</code>.</p></body></html>
"""


class Pages:
    """What answers when no route does: a file, the page, or not_found."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request the routes did not match."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000, "reason": ""})
            return
        response = self._answer(scope)
        scope[ROUTE_KEY] = "page"
        await response(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        path, method = scope["path"], scope["method"]
        if is_api(path) or len(path) > PATH_CHARS_MAX:
            raise NotFound("There is no such address.")
        if method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        found = self._file(path)
        if found is not None:
            file, about = found
            hashed = path.startswith("/assets/")
            return FileResponse(file, headers={"Cache-Control": _FOREVER if hashed else _ASK_AGAIN}, stat_result=about)
        if path != "/" and "text/html" not in Headers(scope=scope).get("accept", ""):
            raise NotFound("There is no such address.")
        return self._page()

    def _page(self) -> Response:
        index = self._folder / "index.html"
        if index.is_file():
            return FileResponse(index, headers={"Cache-Control": _ASK_AGAIN})
        return HTMLResponse(_UNBUILT, headers={"Cache-Control": "no-store"})

    def _file(self, path: str) -> tuple[Path, os.stat_result] | None:
        """The regular file under the folder with that address; links that lead outside are not followed."""
        parts = path.strip("/").split("/")
        if any(part in ("", ".", "..") or "\\" in part or ":" in part or "\0" in part for part in parts):
            return None
        folder = self._folder.resolve()
        try:
            file = folder.joinpath(*parts).resolve()
            about = file.stat()
        except OSError:
            # Too long a name, a file used as a folder, or simply nothing there.
            return None
        inside = file.is_relative_to(folder) and stat.S_ISREG(about.st_mode)
        return (file, about) if inside else None
