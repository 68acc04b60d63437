"""A kiosk: the library on a big screen, which forgets its visitors soon after they leave."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.games import GAMES
from tablee.house.errors import NothingThere
from tablee.house.open_house.house import House
from tablee.house.people import forgetting
from tablee.house.ports.seats import Seat
from tablee.house.render.pictures import box_picture, qr
from tablee.house.seating import seating
from tablee.house.settings import KIOSK
from tablee.house.tables.table import Table
from tablee.look.boxes import boxes
from tablee.table.people import BOT_NAMES
from tablee.web.http.context import count_newcomer, form_of, house_of, lang_of, post, visitor_of
from tablee.web.http.requests import cookies_of, whole_number
from tablee.web.http.responses import USUAL_LEVEL, address_of, go, keep, lead_back, page

PLAYERS = 4
"""So many bots show a game, or as many as it is for."""


async def kiosk(request: Request) -> Response:
    """Show the shelf on a big screen; from now on this browser forgets its visitors."""
    link = address_of(request, "/")
    answer = page(
        request,
        "kiosk.html",
        lang_of(request),
        boxes=list(boxes().values()),
        box_picture=box_picture,
        code=qr(link),
        where=address_of(request, "/join").partition("://")[2],
    )
    keep(request, answer, KIOSK, "yes")
    return answer


async def open_table(request: Request) -> Response:
    """Open a table for the people who scan its code, and show the way to it."""
    house, form = house_of(request), form_of(request)
    count_newcomer(request)
    players = whole_number(form.get("players", ""), "players")
    facts = house.tables.facts(KIOSK, form.get("game", ""), players, {}, "link")
    table = await house.tables.open(facts)
    return go(f"/t/{table.id}/screen")


async def show(request: Request) -> Response:
    """Show a match among bots: the one that goes on, or one of the next game."""
    house, state = house_of(request), request.app.state
    table = house.tables.live(state.demonstration)
    if table is None or table.phase != "playing":
        table = await _demonstrate(house, state.demonstration)
        state.demonstration = table.id
    return go(f"/t/{table.id}/screen")


async def _demonstrate(house: House, last: str) -> Table:
    """Let bots play the next game after the one that was shown last."""
    before = house.tables.live(last)
    names = list(GAMES)
    name = names[(names.index(before.game.name) + 1) % len(names) if before else 0]
    players = min(GAMES[name].players, key=lambda n: abs(n - PLAYERS))
    bots = [Seat(name=bot, bot=USUAL_LEVEL) for bot in BOT_NAMES[:players]]
    table = await house.tables.open(house.tables.facts(KIOSK, name, players, {}, "link"), bots)
    await seating.start(house, table, KIOSK, None)
    return table


async def forget(request: Request) -> Response:
    """Free the seats of a visitor who has left, let bots play on there, and forget the visitor."""
    house, visitor = house_of(request), visitor_of(request)
    if visitor is not None:
        names = await house.store.tables.of_visitor(visitor)
        for table in await house.tables.find(names):
            for seat in table.seats.of(visitor) if table.phase != "over" else ():
                await seating.free(house, table, seat)
        await forgetting.forget(house, visitor)
    answer = go("/kiosk")
    for name in cookies_of(request.scope):
        keep(request, answer, name, "")
    return answer


def _in_kiosk(route: Route) -> Route:
    """Return a route that is refused where the host has set up no kiosk."""
    endpoint: Callable[[Request], Awaitable[Response]] = route.endpoint

    async def checked(request: Request) -> Response:
        if not house_of(request).settings.kiosk:
            raise NothingThere("this house has no kiosk: start it with --kiosk.")
        return await endpoint(request)

    return Route(route.path, checked, methods=list(route.methods or ()))


ROUTES = [
    _in_kiosk(route)
    for route in (
        Route("/kiosk", kiosk),
        post("/kiosk/open", open_table),
        Route("/kiosk/show", show),
        post("/kiosk/forget", forget),
        *lead_back("/kiosk", "/kiosk/open", "/kiosk/forget"),
    )
]
