"""The application of a server: `create_app(settings)` gives a house its store, pages and API."""

from __future__ import annotations

from tablee.core.extras import need

need("fastapi", "serve")  # says so before what comes with it is missed

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from tablee.house.open_house.house import House
from tablee.house.settings import Settings
from tablee.store.sql_store import SqlStore
from tablee.web.api.app import ApiMount, create_api
from tablee.web.application.pages import App, create_pages
from tablee.web.big_screen import kiosk
from tablee.web.host import figures, privacy, staff
from tablee.web.host.metrics import Metrics
from tablee.web.http import responses
from tablee.web.notify import push
from tablee.web.notify.outbox import Outbox
from tablee.web.offline import pages as offline
from tablee.web.people import notifications
from tablee.web.server.bot_workers import BotWorkers
from tablee.web.server.housekeeping import Housekeeping
from tablee.web.server.installed import leave_out_what_fails
from tablee.web.server.warmup import Warmup

__all__ = ["App", "create_app"]
SERVER_ONLY = (notifications, offline, kiosk, staff, figures, privacy)
"""The modules whose routes need a server: its outbox, its host, its big screens."""
SMALL = 1_000
"""Bytes of an answer that is not worth compressing."""


def create_app(settings: Settings) -> App:
    """Make the application."""
    leave_out_what_fails()
    store = SqlStore(settings.database)
    house = House(settings, store, BotWorkers(settings.bot_workers), Warmup())
    outbox = Outbox(house, store.secret("vapid", push.make_key))
    house.services += [outbox, Housekeeping(house)]
    api = create_api()
    pages = create_pages(
        house,
        [*(route for feature in SERVER_ONLY for route in feature.ROUTES), ApiMount(api)],
        middleware=[Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=5)],
        lifespan=_life,
    )
    pages.state.outbox = outbox
    pages.state.figures = store.facts.year
    pages.state.metrics = Metrics()
    pages.state.demonstration = ""
    api.state = pages.state
    return App(pages, pages.state.metrics.saw)


@asynccontextmanager
async def _life(pages: Starlette) -> AsyncIterator[None]:
    house: House = pages.state.house
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
