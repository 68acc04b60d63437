"""The pages of a house as an ASGI application, with all that needs neither a server nor SQL."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from tablee.house.open_house.house import House
from tablee.house.replay.finished_match import Archive
from tablee.house.replay.reviews import Reviews
from tablee.house.seating.evenings import Evenings
from tablee.web.application import at_table
from tablee.web.application.fast_paths import FastPaths
from tablee.web.big_screen import screen
from tablee.web.club import pages as club
from tablee.web.daily import pages as daily
from tablee.web.evening import forms as evening_forms
from tablee.web.evening import pages as evening
from tablee.web.evening import picture as evening_picture
from tablee.web.evening import stream as evening_stream
from tablee.web.gallery import design_gallery
from tablee.web.http import refusals, responses
from tablee.web.http.buckets import Buckets
from tablee.web.http.limits import Lanes
from tablee.web.http.middleware import RequestMiddleware, Saw
from tablee.web.http.requests import Receive, Scope, Send
from tablee.web.lessons import kept as kept_lessons
from tablee.web.lessons import pages as lessons
from tablee.web.lobby import join, wishes
from tablee.web.lobby import pages as lobby
from tablee.web.people import me, my_games
from tablee.web.play import pages as play
from tablee.web.replay import pages as replay
from tablee.web.replay import replay_from_position, verify
from tablee.web.review import pages as review
from tablee.web.rules import pages as rules
from tablee.web.score_pad import live as live_score_pad
from tablee.web.score_pad import pages as score_pad
from tablee.web.shelf import away, begin
from tablee.web.shelf import pages as shelf

FEATURES = (
    responses,
    shelf,
    begin,
    away,
    lobby,
    wishes,
    join,
    at_table,
    play,
    kept_lessons,
    lessons,
    rules,
    live_score_pad,
    score_pad,
    replay,
    replay_from_position,
    review,
    verify,
    daily,
    me,
    my_games,
    screen,
    evening,
    evening_forms,
    evening_picture,
    evening_stream,
    club,
    design_gallery,
)
"""The modules whose routes every house answers."""


def create_pages(house: House, more: Iterable[BaseRoute] = (), **options: Any) -> Starlette:
    """Return the pages of a house, with more routes that only a server has."""
    routes = [*(route for feature in FEATURES for route in feature.ROUTES), *more]
    for route in routes:
        if isinstance(route, Route) and route.methods:
            route.methods.discard("HEAD")  # the middleware asks for the page instead
    pages = Starlette(routes=routes, exception_handlers=refusals.HANDLERS, **options)
    pages.state.house = house
    pages.state.buckets = Buckets(house.settings.limits)
    pages.state.archive = Archive(house)
    pages.state.reviews = Reviews(house)
    pages.state.evenings = Evenings(house)
    house.services.append(pages.state.evenings)
    return pages


class App:
    """A house as an ASGI server calls it: limits, moves and streams, then pages."""

    def __init__(self, pages: Starlette, saw: Saw | None = None) -> None:
        self.pages = pages
        self.house: House = pages.state.house
        paths = FastPaths(Lanes(pages), self.house)
        settings = self.house.settings
        self._outermost = RequestMiddleware(
            paths,
            settings.limits,
            refusals.refuse,
            saw,
            settings.secure,
            settings.log_addresses,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        scope["app"] = self.pages  # a request that is not let in is refused on a page too
        await self._outermost(scope, receive, send)
