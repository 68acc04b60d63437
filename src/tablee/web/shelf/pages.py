"""The first page: a table that is laid, the shelf above it, and those who play at other tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from babel.dates import format_date
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from tablee.core.game import Game
from tablee.games import GAMES, find_game
from tablee.house.daily.day import today
from tablee.house.live.table_summary import TableSummary, summarize
from tablee.house.open_house.house import House
from tablee.house.render.laid import scene_of
from tablee.house.render.pictures import box_picture, emblem
from tablee.house.seating.seating import bot_names
from tablee.house.tables.table import Table
from tablee.house.thinking.levels import LEVELS
from tablee.look.boxes import boxes
from tablee.table.posed.laid import LaidTable, greets, laid_tables
from tablee.table.posed.lesson import lesson_of
from tablee.web.frame.first_tips import cookie_of, has_learnt
from tablee.web.http.context import house_of, lang_of, text_in, visitor_of
from tablee.web.http.requests import cookies_of
from tablee.web.http.responses import USUAL_LEVEL, page, usual_name
from tablee.web.shelf import suggest
from tablee.web.shelf.away import put_away

MOST_SHOWN = 12
MOST_WARM = 2
"""Tickets of running tables beside the one that is laid."""
MOST_WATCHED = 6


@dataclass(frozen=True)
class Own:
    """What a visitor has here: how many tables were begun lately, and those that go on."""

    begun: Sequence[Table]
    running: Sequence[TableSummary]


async def _own(house: House, visitor: str | None, lang: str, hidden: Sequence[str]) -> Own:
    if visitor is None:
        return Own((), ())
    names = await house.store.tables.of_visitor(visitor, MOST_SHOWN + len(hidden))
    begun = await house.tables.find(names[:MOST_SHOWN])
    shown = [table for table in begun if table.phase != "over" and table.id not in hidden]
    summaries = [summarize(house, table, visitor, lang) for table in shown]
    return Own(begun, sorted(summaries, key=lambda one: one.rank))


async def _others(
    house: House, visitor: str | None, lang: str, mine: Sequence[Table]
) -> list[TableSummary]:
    """Return the tables that people have opened to all: one may join them, or watch."""
    listed = await house.store.tables.open_to_all(MOST_SHOWN)
    found = [*await house.tables.find(listed), *watchable(house)]
    return [summarize(house, table, visitor, lang) for table in found if table not in mine]


def watchable(house: House, most: int = MOST_WATCHED) -> list[Table]:
    """Return tables that are being played now and that anyone may watch, the busiest first."""
    live = [streams for streams in house.tables.all_streams() if streams.presence.here]
    busiest = sorted(live, key=lambda streams: -len(streams.presence.here))
    tables = [streams.table for streams in busiest]
    return [t for t in tables if t.setup.who_may_join == "open" and t.phase == "playing"][:most]


def game_on_table(asked: str, begun: Sequence[Table]) -> Game:
    """Return the game that lies on the table: one asked for, the last one played, or the first."""
    if asked in GAMES:
        return find_game(asked)
    if begun:
        return begun[0].game
    games = [box.game for box in boxes().values()]
    return next((game for game in games if greets(game)), games[0])


def table_of_day(game: Game, begun: int) -> LaidTable | None:
    """Return the table that is laid: another one each day, and after each table one has begun."""
    laid = laid_tables(game)
    return laid[(today().toordinal() + begun) % len(laid)] if laid else None


async def shelf(request: Request) -> HTMLResponse:
    """Show the table that is laid; nothing is made before a card is pressed."""
    house, visitor, lang = house_of(request), visitor_of(request), lang_of(request)
    own = await _own(house, visitor, lang, put_away(request))
    game = game_on_table(text_in(request, "table"), own.begun)
    laid = table_of_day(game, len(own.begun))
    players = laid.view.players if laid else min(4, game.players[-1])
    guests = bot_names(usual_name(request, lang), players - 1)
    wish = suggest.read_wish(request.query_params)
    return page(
        request,
        "shelf.html",
        lang,
        boxes=list(boxes().values()),
        box=boxes()[game.name],
        box_picture=box_picture,
        emblem=emblem,
        game=game,
        title=game.rulebook.about["title"][lang],
        laid=laid,
        scene=scene_of(laid, lang, guests) if laid else None,
        players=players,
        guests=guests,
        wish=wish or suggest.Company(4, 8, 30),
        advice=suggest.suggest(wish) if wish else None,
        companies=suggest.companies(),
        ages=suggest.AGES,
        times=suggest.MINUTES,
        levels=LEVELS,
        usual=USUAL_LEVEL,
        warm=own.running[:MOST_WARM],
        more=max(0, len(own.running) - MOST_WARM),
        begun=bool(own.begun),
        others=await _others(house, visitor, lang, own.begun),
        house_notice=house.facts.announcement,
        printing=house.readiness.missing,
        offer=house.offers.make(),
        lesson=bool(lesson_of(game).steps),
        learnt=has_learnt(request, game.name),
        fresh=laid is not None and cookie_of(game.name) not in cookies_of(request.scope),
        date=today(),
        month=format_date(today(), "MMM", locale=lang),
        weekday=format_date(today(), "EEE", locale=lang),
    )


ROUTES = [Route("/", shelf)]
