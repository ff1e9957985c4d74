"""Where the parts are put together: the only file that names concrete stores, models and queues.

Owns opening and closing an installation, and serving it. Promise: what was opened is closed in the opposite order,
whatever happens in between, and a fault at the start leaves nothing open.
"""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from fabula.accounts.passwords import Passwords
from fabula.accounts.secret import secret_of
from fabula.api.app import create_app
from fabula.clock import Clock, utc_now
from fabula.config import Config
from fabula.errors import CannotStart
from fabula.installation import Installation
from fabula.ops import logging
from fabula.store.contract import Store
from fabula.store.open import open_store

STREAMS_END_S = 5
"""How long a stopping server waits for answers that are still being sent."""


@asynccontextmanager
async def open_installation(
    config: Config,
    *,
    store: Store | None = None,
    clock: Clock | None = None,
    passwords: Passwords | None = None,
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
        yield Installation(config=config, store=store, secret=secret, clock=clock or utc_now, passwords=pool)


def build_app(at: Installation) -> FastAPI:
    """The ASGI application of an opened installation."""
    return create_app(at)


async def serve(config: Config, *, ready: Callable[[str], None] | None = None) -> None:
    """Listen, open the installation and answer until told to stop. Raises CannotStart.

    `ready` is called once with the address to open, when a request sent there will be answered.
    """
    logging.configure(config.log_level)
    with _listen(config) as listening:
        config = replace(config, port=listening.getsockname()[1])
        address = f"http://{_in_url(config.host)}:{config.port}"
        async with open_installation(config, address=address) as at:
            server = uvicorn.Server(_server_options(config, build_app(at)))
            if ready is not None:
                ready(address)
            await server.serve(sockets=[listening])


def _server_options(config: Config, app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
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
    try:
        return socket.create_server((host, config.port), family=family, backlog=2_048)
    except OSError as fault:
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
