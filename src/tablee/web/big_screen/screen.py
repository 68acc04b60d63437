"""A table on a big screen: what everyone may see of it; phones are the hands."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.house.live.streams import SCREEN
from tablee.house.live.table_summary import missing_of
from tablee.house.ports import short_codes
from tablee.house.render import templating
from tablee.house.render.pictures import box_picture, qr
from tablee.house.seating import seating
from tablee.house.tables.table import Table
from tablee.look.boxes import boxes
from tablee.web.http.context import house_of, lang_of, table_of, visitor_of
from tablee.web.http.responses import USUAL_LEVEL, address_of, go, is_local, page


async def screen(request: Request) -> Response:
    """Show a table from outside; the next match of the same people once there is one."""
    table, visitor, lang = await table_of(request), visitor_of(request), lang_of(request)
    if table.rematch:
        return go(f"/t/{table.rematch}/screen")
    if table.match.state is None:
        return _gathering(request, table, visitor, lang)
    return await _playing(request, table, lang)


def _about(request: Request, table: Table, lang: str) -> dict[str, Any]:
    link = address_of(request, f"/t/{table.id}")
    return {
        "table": table,
        "game": table.game,
        "path": f"/t/{table.id}",
        "title": table.game.rulebook.about["title"][lang],
        "game_title": templating.title_of(table.game, lang),
        "code": qr(link),
        "local": is_local(request),
    }


def _gathering(request: Request, table: Table, visitor: str | None, lang: str) -> HTMLResponse:
    """Show, before the deal, the way to the table and who is here; a host may deal."""
    streams = house_of(request).tables.streams(table)
    return page(
        request,
        "gathering.html",
        lang,
        **_about(request, table, lang),
        box=box_picture(boxes()[table.game.name], lang),
        people=streams.people(None),
        missing=missing_of(streams, None, lang),
        hosts=seating.hosts(house_of(request), table, visitor),
        usual=USUAL_LEVEL,
        empty=sum(seat.who == "empty" for seat in table.seats),
        aloud=short_codes.spell(table.setup.code) if table.setup.code else "",
        where=address_of(request, "/join").partition("://")[2],
    )


async def _playing(request: Request, table: Table, lang: str) -> HTMLResponse:
    """Return the table as a spectator sees it, in the browser of a player too."""
    streams = house_of(request).tables.streams(table)
    await streams.story(lang)
    shown = streams.seat_page(None, lang).write()
    return page(
        request,
        "screen.html",
        lang,
        **_about(request, table, lang),
        shown=shown,
        action=f"/t/{table.id}/moves",
        table_id=table.id,
        me=SCREEN,
    )


ROUTES = [Route("/t/{table}/screen", screen)]
