"""A table before the deal: who sits where, who is invited, and what is played."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tablee.core.errors import TableeError
from tablee.house.errors import EmptySeat, Unreadable
from tablee.house.live.table_summary import missing_of
from tablee.house.ports import short_codes
from tablee.house.ports.names import free_name
from tablee.house.render import templating
from tablee.house.render.pictures import qr
from tablee.house.seating import seating
from tablee.house.tables.table import Table
from tablee.house.thinking.levels import LEVELS
from tablee.table.people import BOT_NAMES
from tablee.web.http.context import (
    form_of,
    house_of,
    lang_of,
    post,
    table_of,
    visitor_of,
    welcome,
)
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.responses import (
    USUAL_LEVEL,
    address_of,
    go,
    is_local,
    keep,
    lead_back,
    name_limit,
    name_of,
    page,
    read_name,
)
from tablee.web.lobby.chairs import all_chairs, around
from tablee.web.lobby.wishes import about_game, choices, number_of

THREE = ("novice", "regular", "expert")
"""The levels that a free chair offers; a bot that sits there may have any other."""
FACES = tuple(zip(LEVELS, BOT_NAMES, strict=False))
"""Each level with the name whose face stands for it."""


def lobby_page(
    request: Request,
    table: Table,
    visitor: str | None,
    lang: str,
    status: int = 200,
    notice: str = "",
    typed: str = "",
    early: bool = False,
) -> HTMLResponse:
    """Show a table that is not dealt yet; with a notice if something was refused."""
    streams = house_of(request).tables.streams(table)
    streams.mark_seen(visitor)
    mine, setup = table.seat_of(visitor), table.setup
    seats = all_chairs(table, streams.people(mine))
    link, may_deal = (
        address_of(request, f"/t/{table.id}"),
        seating.hosts(house_of(request), table, visitor),
    )
    missing, empty = missing_of(streams, mine, lang), sum(seat.free for seat in seats)
    if early and may_deal:
        notice = missing or (templating.speak(lang)("start_free", n=empty) if empty else "")
    return page(
        request,
        "lobby.html",
        lang,
        status,
        table=table,
        **about_game(table.game, lang),
        seats=seats,
        chairs=around(table, seats, mine),
        mine=mine,
        member=table.belongs(visitor),
        hosts=may_deal,
        called=visitor in house_of(request).notifications.visitors,
        host_name=_host_name(table, lang),
        was_removed=visitor in table.removed,
        arranges=visitor is not None and visitor == setup.opener,
        empty=empty,
        present=sum(not seat.free and not seat.late for seat in seats),
        missing=missing,
        early=early and may_deal and bool(notice),
        link=link,
        code=qr(link),
        aloud=short_codes.spell(setup.code) if setup.code else "",
        where=address_of(request, "/join").partition("://")[2],
        local=is_local(request),
        choices=choices(table.game, lang, setup.options),
        differences=table.game.differences(setup.blank, lang),
        faces=FACES,
        three=[face for face in FACES if face[0] in THREE],
        usual=USUAL_LEVEL,
        notice=notice,
        typed=typed or name_of(request),
        most=name_limit(request),
    )


def _host_name(table: Table, lang: str) -> str:
    seat = table.seat_of(table.setup.opener)
    return templating.speak(lang)("host") if seat is None else table.seats.names[seat]


async def _seat_form(request: Request) -> tuple[Table, str | None, dict[str, str]]:
    """Return the table of a form, its visitor and its fields; tell refusals in the lobby."""
    table, visitor, form = await table_of(request), visitor_of(request), form_of(request)
    lang = lang_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        if table.phase != "open":
            return None
        told, typed = sentence_of(error, lang), form.get("name", "")
        early = isinstance(error, EmptySeat)
        return lobby_page(request, table, visitor, lang, status, told, typed, early)

    tell_on(request, tell)
    return table, visitor, form


async def sit(request: Request) -> Response:
    """Sit down under a name; at the first free seat if none is chosen."""
    table, visitor, form = await _seat_form(request)
    known, _ = welcome(request, visitor)
    name, seat = read_name(request, form.get("name", ""), lang_of(request)), number_of(form, "seat")
    if not form.get("name"):
        name = free_name(name, seating.others_names(table))
    await seating.sit(house_of(request), table, known, seat, name, form.get("luck", ""))
    return _back(request, table, form)


async def sit_beside(request: Request) -> Response:
    """Seat another person at the visitor's own screen."""
    table, visitor, form = await _seat_form(request)
    guest = templating.speak(lang_of(request))("guest")
    name = form.get("beside") or free_name(guest, seating.others_names(table))
    await seating.sit_beside(house_of(request), table, visitor, number_of(form, "seat"), name)
    return go(f"/t/{table.id}")


async def rename(request: Request) -> Response:
    """Give the visitor another name, here and from now on."""
    table, visitor, form = await _seat_form(request)
    name = read_name(request, form.get("name") or " ", lang_of(request))
    await seating.rename(house_of(request), table, visitor, name)
    return _back(request, table, form)


async def luck(request: Request) -> Response:
    """Add the visitor's luck to the shuffle."""
    table, visitor, form = await _seat_form(request)
    await seating.add_luck(house_of(request), table, visitor, form.get("luck", ""))
    return _back(request, table, form)


async def bot(request: Request) -> Response:
    """Put a bot of a level at a seat, or another one in its place."""
    table, visitor, form = await _seat_form(request)
    level = form.get("level", USUAL_LEVEL)
    await seating.put_bot(house_of(request), table, visitor, _seat(form), level)
    return _back(request, table, form)


async def leave(request: Request) -> Response:
    """Free a seat: the visitor's own, or another one before the deal."""
    table, visitor, form = await _seat_form(request)
    seat = number_of(form, "seat")
    at = table.seat_for(visitor) if seat is None else seat
    await seating.remove(house_of(request), table, visitor, at)
    return _back(request, table, form)


async def start(request: Request) -> Response:
    """Deal; bots of a chosen level take the seats that are empty. Too early, say who is missing."""
    table, visitor, form = await _seat_form(request)
    lang, fill = lang_of(request), form.get("fill") or None
    sure = fill or form.get("sure") or table.setup.by_the_day or table.phase != "open"
    streams = house_of(request).tables.streams(table)
    missing = missing_of(streams, table.seat_of(visitor), lang)
    if missing and not sure and seating.hosts(house_of(request), table, visitor):
        return lobby_page(request, table, visitor, lang, 409, early=True)
    await seating.start(house_of(request), table, visitor, fill)
    return _back(request, table, form)


def _seat(form: Mapping[str, str]) -> int:
    seat = number_of(form, "seat")
    if seat is None:
        raise Unreadable("seat: say which.")
    return seat


def _back(request: Request, table: Table, form: Mapping[str, str]) -> Response:
    """Lead back to the table; a name that was typed is kept."""
    answer = go(f"/t/{table.id}{'/screen' if form.get('screen') else ''}")
    if form.get("name"):
        keep(request, answer, "name", form["name"])
    return answer


FORMS = [
    post("/t/{table}/sit", sit),
    post("/t/{table}/beside", sit_beside),
    post("/t/{table}/name", rename),
    post("/t/{table}/luck", luck),
    post("/t/{table}/bot", bot),
    post("/t/{table}/leave", leave),
    post("/t/{table}/start", start),
]
ROUTES = [
    *FORMS,
    *lead_back("/t/{table}", *(form.path for form in FORMS)),
]
