"""The application: `create_app(settings)` puts door, fast paths and API together."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route

from tablee import __version__
from tablee.core.errors import TableeError
from tablee.house.errors import Broken, NothingThere, Unreadable
from tablee.house.house import House
from tablee.house.render.files import address
from tablee.house.replay.finished_match import Archive
from tablee.house.replay.reviews import Reviews
from tablee.house.settings import Settings
from tablee.store.sql_store import SqlStore
from tablee.web.api import docs as api_docs
from tablee.web.api import routes as api
from tablee.web.big_screen import kiosk, screen
from tablee.web.daily import pages as daily
from tablee.web.gallery import design_gallery
from tablee.web.host import staff
from tablee.web.host.metrics import Metrics
from tablee.web.http import refusals, responses
from tablee.web.http.buckets import Buckets
from tablee.web.http.fast_paths import FastPaths
from tablee.web.http.limits import Lanes
from tablee.web.http.middleware import Door
from tablee.web.lessons import pages as lessons
from tablee.web.lobby import join
from tablee.web.lobby import pages as lobby
from tablee.web.notify import push
from tablee.web.notify.outbox import Outbox
from tablee.web.offline import pages as offline
from tablee.web.people import me, my_games, notifications
from tablee.web.play import pages as play
from tablee.web.replay import pages as replay
from tablee.web.replay import replay_from_position, verify
from tablee.web.review import pages as review
from tablee.web.rules import pages as rules
from tablee.web.score_pad import pages as score_pad
from tablee.web.server.bot_workers import BotWorkers
from tablee.web.server.warmup import Warmup
from tablee.web.shelf import pages as shelf

PAGES = (
    api,
    responses,
    shelf,
    lobby,
    play,
    lessons,
    rules,
    me,
    design_gallery,
    staff,
    verify,
    replay,
    review,
    replay_from_position,
    my_games,
    daily,
    join,
    screen,
    kiosk,
    score_pad,
    notifications,
    offline,
)
"""The modules whose routes are served."""
SMALL = 1_000
"""Bytes of an answer that is not worth compressing."""


class App:
    """The whole application, as an ASGI server calls it; `house` is behind it."""

    def __init__(self, rest: FastAPI, house: House) -> None:
        self.house = house
        self.rest = rest
        paths = FastPaths(Lanes(rest), house)
        self._door = Door(paths, house.settings.limits, refusals.refuse_at_door)
        self._door.metrics = rest.state.metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one request."""
        await self._door(scope, receive, send)


def create_app(settings: Settings) -> App:
    """Make the application."""
    store = SqlStore(settings.database)
    house = House(settings, store, BotWorkers(settings.bot_workers), Warmup())
    outbox = Outbox(house, store.secret("vapid", push.make_key))
    house.services.append(outbox)
    rest = FastAPI(
        title="Tablée",
        version=__version__,
        description=api_docs.INTRODUCTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_life,
    )
    rest.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=5)
    rest.state.house = house
    rest.state.outbox = outbox
    rest.state.buckets = Buckets(settings.limits)
    rest.state.metrics = Metrics()
    rest.state.demonstration = ""
    rest.state.archive = Archive(house)
    rest.state.reviews = Reviews(house)
    for module in PAGES:
        rest.router.routes.extend(module.router.routes)
    api_docs.describe_fast_paths(rest)
    _add_own_pages(rest)
    _answer_errors(rest)
    return App(rest, house)


@asynccontextmanager
async def _life(rest: FastAPI) -> AsyncIterator[None]:
    house: House = rest.state.house
    await house.begin()
    settling = asyncio.create_task(asyncio.to_thread(_settle))
    yield
    await settling
    await house.close()


def _settle() -> None:
    """Make what pages need before it is asked for, while the house is open already."""
    responses.make_ready()
    gc.collect()
    gc.freeze()  # what is loaded now stays: the collector need not look at it again
    gc.set_threshold(100_000, 20, 50)  # most of what a request makes is gone before it ends
    gc.enable()


def _add_own_pages(rest: FastAPI) -> None:
    @rest.get("/healthz", tags=["house"], responses=api_docs.RESPONSES)
    async def healthz() -> dict[str, Any]:
        """Says whether the house is open, with all its games, and its store answers."""
        house: House = rest.state.house
        await house.facts.check_store()
        missing = house.readiness.missing
        printing = {"printing": missing} if missing else {}
        return {"status": "open", **printing, "version": __version__}

    @rest.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> RedirectResponse:
        return RedirectResponse(address("favicon.svg"), 308)

    @rest.get("/api/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(api_docs.page(rest.openapi()))


def routes_of(router: Any) -> Iterator[Route]:
    """Yield all routes of an application, those of the routers in it too."""
    for route in router.routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from routes_of(inner)
        elif isinstance(route, Route):
            yield route


def _ways(rest: FastAPI, request: Request) -> set[str]:
    """Return the methods by which an address may be asked."""
    found = [route for route in routes_of(rest) if route.matches(request.scope)[0] != Match.NONE]
    return {method for route in found for method in route.methods or ()}


def _answer_errors(rest: FastAPI) -> None:
    @rest.exception_handler(TableeError)
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, TableeError)
        return await refusals.answer(request, error)

    @rest.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return await refusals.answer(request, Unreadable(f"{where}: {first['msg']}."))

    @rest.exception_handler(HTTPException)
    async def nothing_there(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        sentence = f"{request.method} {request.url.path}: {error.detail}; see /api/docs."
        if error.status_code in (400, 422):
            return await refusals.answer(request, Unreadable(sentence))
        answer = await refusals.answer(request, NothingThere(sentence), error.status_code)
        answer.headers.update(error.headers or {})
        if error.status_code == 405:
            answer.headers["allow"] = ", ".join(sorted(_ways(rest, request)))
        return answer

    @rest.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        """Says that something has failed here; what, is told in the log alone."""
        failed = Broken("something has failed here: try again in a moment.")
        return await refusals.answer(request, failed)
