"""Where the parts are put together: the only file that names concrete stores, models and queues.

Owns opening and closing an installation, and serving it. Promise: what was opened is closed in the opposite order,
whatever happens in between, and a fault at the start leaves nothing open.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from fabula.accounts.passwords import Passwords
from fabula.accounts.secret import secret_of
from fabula.actions.examine import take_over
from fabula.actions.imports import Imports
from fabula.ai.engine import Engine
from fabula.ai.models import Model
from fabula.ai.models.openai_compatible import OpenAICompatible
from fabula.ai.offline.embed import Embedder, SentenceEncoder
from fabula.api.app import create_app
from fabula.api.wire import BoundedHttp
from fabula.chat.producer import Productions
from fabula.chat.voices import Bookshelf
from fabula.clock import Clock, utc_now
from fabula.config import Config
from fabula.errors import CannotStart
from fabula.installation import Installation
from fabula.ops import logging
from fabula.store.contract import Store
from fabula.store.open import open_store

STREAMS_END_S = 5
"""How long a stopping server waits for answers that are still being sent."""

BACKLOG = 2_048

OPENED_AT_ONCE = 2
"""Files being opened (decoded, unzipped, laid out) at the same time."""


@asynccontextmanager
async def open_installation(
    config: Config,
    *,
    store: Store | None = None,
    clock: Clock | None = None,
    passwords: Passwords | None = None,
    model: Model | None = None,
    embed: Embedder | None = None,
    address: str | None = None,
) -> AsyncIterator[Installation]:
    """Open everything an installation consists of; a given store is used and not closed. Raises CannotStart.

    `address` is where a server answers for it; the command line finds it there instead of opening the files itself.
    """
    async with AsyncExitStack() as opened:
        secret = config.secret or _kept_secret(config)
        if store is None:
            store = await open_store(config.database_url, data_dir=config.data_dir, clock=clock, address=address)
            opened.push_async_callback(store.close)
        pool = passwords or Passwords()
        opened.callback(pool.close)
        if store.kind != "postgresql":
            await store.write(take_over)
        engine = Engine(model or _configured_model(config))
        opened.push_async_callback(engine.close)
        imports = Imports(store)
        opened.push_async_callback(imports.close)
        productions = Productions()
        opened.push_async_callback(productions.close)
        imports.start()
        yield Installation(
            config=config,
            store=store,
            secret=secret,
            clock=clock or utc_now,
            passwords=pool,
            engine=engine,
            bookshelf=Bookshelf(store, embed or SentenceEncoder()),
            productions=productions,
            imports=imports,
            opening=asyncio.Semaphore(OPENED_AT_ONCE),
        )


def _configured_model(config: Config) -> Model | None:
    if config.llm_url is None or config.llm_model is None:
        return None
    return OpenAICompatible(config.llm_url, config.llm_model, config.llm_api_key)


def build_app(at: Installation) -> FastAPI:
    """The ASGI application of an opened installation."""
    return create_app(at)


async def serve(
    config: Config,
    *,
    ready: Callable[[str], None] | None = None,
    model: Model | None = None,
    embed: Embedder | None = None,
) -> None:
    """Listen, open the installation and answer until told to stop. Raises CannotStart.

    `ready` is called once with the address to open, when a request sent there will be answered. `model` and `embed`
    take the place of the configured ones.
    """
    logging.configure(config.log_level)
    async with _server(config, Server, model, embed) as (server, listening, address):
        if ready is not None:
            ready(address)
        await server.serve(sockets=[listening])


@asynccontextmanager
async def serving(config: Config) -> AsyncIterator[str]:
    """Answer in the background for as long as the context lasts; yields the address. Signals are left alone."""
    logging.configure(config.log_level)
    async with _server(config, QuietServer) as (server, listening, address):
        running = asyncio.create_task(server.serve(sockets=[listening]), name="server")
        try:
            yield address
        finally:
            server.should_exit = True
            await running


@asynccontextmanager
async def _server(
    config: Config, kind: type[Server], model: Model | None = None, embed: Embedder | None = None
) -> AsyncIterator[tuple[Server, socket.socket, str]]:
    with _listen(config) as listening:
        config = replace(config, port=listening.getsockname()[1])
        address = f"http://{_in_url(config.host)}:{config.port}"
        async with open_installation(config, model=model, embed=embed, address=address) as at:
            yield kind(_server_options(config, build_app(at)), at), listening, address


class Server(uvicorn.Server):
    """Ends the answers that are being written before it waits for connections, so that stopping is quick."""

    def __init__(self, options: uvicorn.Config, at: Installation) -> None:
        super().__init__(options)
        self._at = at

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the streams first: a listener gets its last frame, and the same key goes on after a restart."""
        await self._at.productions.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM, and do not raise them again: the installation is still to be closed."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handle in before.items():
                signal.signal(number, handle)


class QuietServer(Server):
    """A server inside another program, which keeps its own handling of signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def _server_options(config: Config, app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=BoundedHttp,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        # Only a named proxy may say where a request came from; on the desktop nobody may.
        proxy_headers=bool(config.trusted_proxies) and config.profile == "server",
        forwarded_allow_ips=list(config.trusted_proxies),
        timeout_graceful_shutdown=STREAMS_END_S,
    )


def _listen(config: Config) -> socket.socket:
    host = "127.0.0.1" if config.host == "localhost" else config.host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, because asyncio sends small pieces at once only on sockets that say so; the others wait 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.bind((host, config.port))
        listening.listen(BACKLOG)
        return listening
    except OSError as fault:
        listening.close()
        raise CannotStart(
            f"Cannot listen on {config.host} port {config.port}: {fault.strerror or fault}. "
            "Choose another port with FABULA_PORT, or stop what is using it."
        ) from fault


def _kept_secret(config: Config) -> str:
    try:
        # Created private; a folder that is already there is the person's own business.
        os.makedirs(config.data_dir, mode=0o700, exist_ok=True)
    except OSError as fault:
        raise CannotStart(f"The data folder {config.data_dir} cannot be made: {fault.strerror}.") from fault
    return secret_of(config.data_dir)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
