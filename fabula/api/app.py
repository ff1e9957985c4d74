"""The ASGI application: routes, and the layers a request passes on its way to them.

Owns the order of the layers, outermost first: headers, trace, faults, size, origin, person, rate. Knows no route by
name. Promise: the layers pass every chunk on as it comes, so an event stream is never held back, and a request that is
refused early has used up nothing of what later layers count.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fabula import __version__
from fabula.api import errors, openapi
from fabula.api.auth import Authenticate, Origin
from fabula.api.headers import SecurityHeaders
from fabula.api.limits import BodyLimit, RateLimit, Rates
from fabula.api.routes import ROUTERS
from fabula.api.static import Pages
from fabula.api.trace import ROUTE_KEY, Trace
from fabula.installation import Installation
from fabula.ops import logging


def create_app(at: Installation, *, pages: Pages | None = None) -> FastAPI:
    """The application for one opened installation."""
    logging.ensure()
    rates = Rates(at.clock)
    app = FastAPI(
        title="Fabula",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        generate_unique_id_function=_operation_id,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(Trace),
            Middleware(errors.Faults),
            Middleware(BodyLimit),
            Middleware(Origin, at=at),
            Middleware(Authenticate, at=at),
            Middleware(RateLimit, rates=rates, per_second=at.config.requests_per_second),
        ],
    )
    app.state.installation = at
    app.state.rates = rates
    errors.install(app)
    for router in ROUTERS:
        app.include_router(router)
    app.add_route(openapi.PATH, _openapi_document, include_in_schema=False)
    app.router.default = pages or Pages()
    return app


async def _openapi_document(request: Request) -> Response:
    request.scope[ROUTE_KEY] = openapi.PATH
    document: dict[str, Any] = openapi.describe(request.app)
    return JSONResponse(document)


def _operation_id(route: APIRoute) -> str:
    """The function's name: stable, and the same in a generated client."""
    return route.name
