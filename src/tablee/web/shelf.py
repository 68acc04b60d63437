"""The shelf: the boxes, my tables, tables open to all, and the way to a table by its code."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablee.core.lesson import lesson_of
from tablee.games import GAMES
from tablee.look.boxes import boxes
from tablee.web import queries, templating
from tablee.web.bot_workers import LEVELS
from tablee.web.dependencies import Lang, TheHouse, Visitor
from tablee.web.errors import NoTable
from tablee.web.house import House
from tablee.web.learn import has_learnt
from tablee.web.pages import USUAL_LEVEL, go, page
from tablee.web.pictures import box_picture, emblem
from tablee.web.tables import Table
from tablee.web.tickets import Ticket, ticket

router = APIRouter(include_in_schema=False)
MOST_TICKETS = 12
MOST_WATCHED = 6
_CODE = re.compile(r"[A-Za-z0-9_-]{4,64}")


async def _tickets(house: House, visitor: str | None, lang: str) -> tuple[list[Ticket], ...]:
    mine: list[Table] = []
    if visitor is not None:
        own = await house.read(lambda c: queries.tables_of(c, visitor, MOST_TICKETS))
        mine = await house.find(own)
    listed = await house.read(lambda c: queries.open_to_all(c, MOST_TICKETS))
    others = [table for table in await house.find(listed) if table not in mine]
    others += [table for table in watchable(house) if table not in mine]
    own_tickets = sorted((ticket(t, visitor, lang) for t in mine), key=lambda one: one.rank)
    return own_tickets, [ticket(t, visitor, lang) for t in others]


def watchable(house: House, most: int = MOST_WATCHED) -> list[Table]:
    """Tables open to all that are being played now, and that anybody may watch."""
    tables = [streams.table for streams in house.live_streams() if streams.table.presence.here]
    shown = [t for t in tables if t.who_may_join == "open" and t.phase == "playing"]
    return sorted(shown, key=lambda table: -len(table.presence.here))[:most]


# Pages


@router.get("/")
async def shelf(request: Request, house: TheHouse, visitor: Visitor, lang: Lang) -> HTMLResponse:
    """Shows the shelf."""
    return await shelf_page(request, house, visitor, lang)


async def shelf_page(
    request: Request,
    house: House,
    visitor: str | None,
    lang: str,
    status: int = 200,
    notice: str = "",
    code: str = "",
) -> HTMLResponse:
    """Writes the shelf; with a notice if something was refused."""
    mine, others = await _tickets(house, visitor, lang)
    return page(
        request,
        "shelf.html",
        lang,
        status,
        boxes=list(boxes().values()),
        box_picture=box_picture,
        emblem=emblem,
        levels=LEVELS,
        usual=USUAL_LEVEL,
        mine=mine,
        others=others,
        house_notice=house.notice,
        closed=await house.read(lambda c: queries.closed_of(c, visitor)) if visitor else 0,
        printing=house.warmup.missing,
        offer=house.offers.make(),
        lessons={name: bool(lesson_of(game).steps) for name, game in GAMES.items()},
        learnt=[name for name in GAMES if has_learnt(request, name)],
        notice=notice,
        code=code,
    )


@router.get("/code")
async def by_code(
    request: Request,
    house: TheHouse,
    visitor: Visitor,
    lang: Lang,
    code: Annotated[str, Query(max_length=400)] = "",
) -> Response:
    """Leads to the table of a link or of its last part."""
    found = _CODE.fullmatch(code.strip().rstrip("/").rpartition("/")[2].partition("?")[0])
    try:
        if found is None:
            raise NoTable("this is no code of a table.")
        table = await house.table(found[0])
    except NoTable:
        told = templating.speak(lang)("no_such_code")
        return await shelf_page(request, house, visitor, lang, 404, told, code)
    return go(f"/t/{table.id}")
