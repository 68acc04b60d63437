"""The API as a FastAPI application, which a server hands everything below `/api`."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from tablee import GAMES, __version__
from tablee.house.errors import Unreadable
from tablee.house.ports.work import Readiness
from tablee.web.api import docs, routes
from tablee.web.http import refusals
from tablee.web.http.context import house_of


class ApiMount(BaseRoute):
    """Hands a request for the API on, under its whole path."""

    def __init__(self, api: FastAPI) -> None:
        self.api = api

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is for the API, or asks how the house is."""
        path = scope["path"]
        fits = path == "/healthz" or f"{path}/".startswith("/api/")
        return (Match.FULL if fits else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        await self.api(scope, receive, send)


def create_api() -> FastAPI:
    """Return the API; its `state` is that of the pages."""
    api = FastAPI(
        title="Tablée",
        version=__version__,
        description=docs.INTRODUCTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        exception_handlers={**refusals.HANDLERS, RequestValidationError: _unreadable},
    )
    api.router.routes.extend(routes.router.routes)
    docs.describe_fast_paths(api)

    @api.get("/healthz", tags=["house"], responses=docs.RESPONSES)
    async def healthz(request: Request) -> dict[str, Any]:
        """Say whether the house is open, with all its games, and its store answers."""
        house = house_of(request)
        await house.facts.check_store()
        missing = house.readiness.missing
        late = {"compiling": missing, "printing": missing} if missing else {}  # the old name too
        return {"status": "open", **late, "version": __version__, **_installed(house.readiness)}

    @api.get("/api/docs", include_in_schema=False)
    async def page() -> HTMLResponse:
        return HTMLResponse(docs.page(api.openapi()))

    return api


def _installed(readiness: Readiness) -> dict[str, Any]:
    """Return which games come from other packages, and which cannot be played and why."""
    left_out = {f"{one.name} ({one.source})": one.why for one in GAMES.left_out}
    told = {"installed": GAMES.sources, "left_out": left_out, "not_compiled": readiness.failed}
    return {name: said for name, said in told.items() if said}


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return await refusals.answer(request, Unreadable(f"{where}: {first['msg']}."))
