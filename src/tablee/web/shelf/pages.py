"""The shelf: the boxes, my tables, and tables open to all."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from tablee.games import GAMES
from tablee.house.house import House
from tablee.house.live.table_summary import TableSummary, summarize
from tablee.house.render.pictures import box_picture, emblem
from tablee.house.tables.table import Table
from tablee.house.thinking.levels import LEVELS
from tablee.look.boxes import boxes
from tablee.table.lesson import lesson_of
from tablee.web.http.context import house_of, lang_of, text_in, visitor_of
from tablee.web.http.responses import USUAL_LEVEL, page
from tablee.web.lessons.pages import has_learnt
from tablee.web.people.me import put_away
from tablee.web.shelf import suggest

MOST_SHOWN = 12
MOST_WATCHED = 6


async def _tables(
    house: House, visitor: str | None, lang: str, hidden: Sequence[str]
) -> tuple[list[TableSummary], ...]:
    mine: list[Table] = []
    if visitor is not None:
        most = MOST_SHOWN + len(hidden)
        names = await house.store.tables.of_visitor(visitor, most)
        mine = await house.tables.find([name for name in names if name not in hidden][:MOST_SHOWN])
    listed = await house.store.tables.open_to_all(MOST_SHOWN)
    others = [table for table in await house.tables.find(listed) if table not in mine]
    others += [table for table in watchable(house) if table not in mine]
    own = sorted((summarize(house, t, visitor, lang) for t in mine), key=lambda one: one.rank)
    return own, [summarize(house, t, visitor, lang) for t in others]


def watchable(house: House, most: int = MOST_WATCHED) -> list[Table]:
    """Return tables that are being played now and that anyone may watch, the busiest first."""
    live = [streams for streams in house.tables.all_streams() if streams.presence.here]
    busiest = sorted(live, key=lambda streams: -len(streams.presence.here))
    tables = [streams.table for streams in busiest]
    return [t for t in tables if t.setup.who_may_join == "open" and t.phase == "playing"][:most]


async def shelf(request: Request) -> HTMLResponse:
    """Show the shelf; opened from a home screen, the visitor's own tables come first."""
    house, visitor, lang = house_of(request), visitor_of(request), lang_of(request)
    mine, others = await _tables(house, visitor, lang, put_away(request))
    wish = suggest.read_wish(request.query_params)
    return page(
        request,
        "shelf.html",
        lang,
        boxes=list(boxes().values()),
        box_picture=box_picture,
        emblem=emblem,
        wish=wish or suggest.Company(4, 8, 30),
        advice=suggest.suggest(wish) if wish else None,
        companies=suggest.companies(),
        ages=suggest.AGES,
        times=suggest.MINUTES,
        levels=LEVELS,
        usual=USUAL_LEVEL,
        first=text_in(request, "first") == "tables" and bool(mine),
        mine=mine,
        others=others,
        house_notice=house.facts.announcement,
        closed=await house.store.tables.count_closed(visitor) if visitor else 0,
        printing=house.readiness.missing,
        offer=house.offers.make(),
        lessons={name: bool(lesson_of(game).steps) for name, game in GAMES.items()},
        learnt=[name for name in GAMES if has_learnt(request, name)],
    )


ROUTES = [Route("/", shelf)]
