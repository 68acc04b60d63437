"""A kiosk: the library on a big screen, where nobody signs in and nobody is remembered for long."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tablee.games import GAMES
from tablee.house.errors import NothingThere
from tablee.house.house import House
from tablee.house.render.pictures import box_picture, qr
from tablee.house.settings import KIOSK
from tablee.house.tables import seating
from tablee.house.tables.seats import Seat
from tablee.house.tables.table import Table
from tablee.look.boxes import boxes
from tablee.table.people import BOT_NAMES
from tablee.web.http.dependencies import Form, Lang, TheHouse, Visitor, count_newcomer, house_of
from tablee.web.http.requests import cookies_of, whole_number
from tablee.web.http.responses import USUAL_LEVEL, address_of, go, keep, lead_back, page

PLAYERS = 4
"""So many bots show a game, or as many as it is for."""


def must_be_there(request: Request) -> None:
    """Refuses where the host has set up no kiosk."""
    if not house_of(request).settings.kiosk:
        raise NothingThere("this house has no kiosk: start it with --kiosk.")


router = APIRouter(prefix="/kiosk", include_in_schema=False, dependencies=[Depends(must_be_there)])


@router.get("")
async def kiosk(request: Request, lang: Lang) -> Response:
    """Show the shelf on a big screen; from now on this browser forgets whoever leaves it."""
    link = address_of(request, "/")
    answer = page(
        request,
        "kiosk.html",
        lang,
        boxes=list(boxes().values()),
        box_picture=box_picture,
        code=qr(link),
        where=address_of(request, "/join").partition("://")[2],
    )
    keep(request, answer, KIOSK, "yes")
    return answer


@router.post("/open")
async def open_table(request: Request, house: TheHouse, form: Form) -> Response:
    """Open a table for whoever scans its code, and show the way to it."""
    count_newcomer(request)
    players = whole_number(form.get("players", ""), "players")
    facts = house.tables.facts(KIOSK, form.get("game", ""), players, {}, "link")
    table = await house.tables.open(facts)
    return go(f"/t/{table.id}/screen")


lead_back(router, "/kiosk", "/open", "/forget")


@router.get("/show")
async def show(request: Request, house: TheHouse) -> Response:
    """Show a match among bots: the one that goes on, or one of the next game."""
    state = request.app.state
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


@router.post("/forget")
async def forget(request: Request, house: TheHouse, visitor: Visitor) -> Response:
    """Frees the seats of whoever has left, lets bots play on there, and forgets them."""
    if visitor is not None:
        names = await house.store.tables.of_visitor(visitor)
        for table in await house.tables.find(names):
            for seat in table.seats.of(visitor) if table.phase != "over" else ():
                await seating.free(house, table, seat)
    answer = go("/kiosk")
    for name in cookies_of(request.scope):
        keep(request, answer, name, "")
    return answer
