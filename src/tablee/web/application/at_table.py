"""The address of a table: it shows the lobby until the cards are dealt."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.house.errors import ClosedByHost
from tablee.house.ports.gatherings import CLUB, EVENING
from tablee.web.http.context import house_of, lang_of, number_in, table_of, text_in, visitor_of
from tablee.web.http.responses import go
from tablee.web.lobby.pages import lobby_page
from tablee.web.play.pages import TablePageQuery, table_page


async def at_table(request: Request) -> Response:
    """Show a table: as it fills up, as the visitor's seat sees it, or as a spectator does."""
    try:
        table, visitor = await table_of(request), visitor_of(request)
    except ClosedByHost:
        return await _lead_on(request)
    told = number_in(request, "told", 0, 10**6, usual=None)
    if table.match.state is None:
        early = text_in(request, "early", 3) == "yes"
        return lobby_page(request, table, visitor, lang_of(request), early=early)
    query = TablePageQuery(text_in(request, "hold"), text_in(request, "ask"), since=told)
    return await table_page(request, table, visitor, query)


async def _lead_on(request: Request) -> Response:
    """Lead to the evening or the group whose host has ended a match; raise ClosedByHost."""
    stored = await house_of(request).store.tables.load(request.path_params["table"])
    row = stored.row if stored else {}
    for kind in (EVENING, CLUB):
        if row.get(kind) is not None:
            return go(f"/{kind}/{row[kind]}")
    raise ClosedByHost("this match was closed by the host.")


ROUTES = [Route("/t/{table}", at_table)]
