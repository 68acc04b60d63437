"""The address of a table: it shows the lobby until the cards are dealt."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.web.http.context import lang_of, number_in, table_of, text_in, visitor_of
from tablee.web.lobby.pages import lobby_page
from tablee.web.play.pages import TablePageQuery, table_page


async def at_table(request: Request) -> Response:
    """Show a table: as it fills up, as the visitor's seat sees it, or as a spectator does."""
    table, visitor = await table_of(request), visitor_of(request)
    told = number_in(request, "told", 0, 10**6, usual=None)
    if table.match.state is None:
        early = text_in(request, "early", 3) == "yes"
        return lobby_page(request, table, visitor, lang_of(request), early=early)
    query = TablePageQuery(text_in(request, "hold"), text_in(request, "ask"), since=told)
    return await table_page(request, table, visitor, query)


ROUTES = [Route("/t/{table}", at_table)]
