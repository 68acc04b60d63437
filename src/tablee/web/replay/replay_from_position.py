"""Playing a match again: the same cards against bots, from the deal or from any moment."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.posed import POSITION
from tablee.games import find_game
from tablee.house.errors import NotNow
from tablee.house.open_house.house import House
from tablee.house.ports.names import free_name, read_name
from tablee.house.ports.seats import Seat
from tablee.house.render import templating
from tablee.house.replay.finished_match import FinishedMatch
from tablee.house.tables.table import Table
from tablee.house.thinking.levels import LEVELS, check_level
from tablee.table.people import BOT_NAMES
from tablee.web.frame.matches import match_of, own_seat, read_seat
from tablee.web.http.context import (
    form_of,
    house_of,
    lang_of,
    number_in,
    post,
    text_in,
    visitor_of,
    welcome,
)
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import whole_number
from tablee.web.http.responses import USUAL_LEVEL, go, page, usual_name


async def ask(request: Request) -> HTMLResponse:
    """Ask at which seat to play these cards again, and against whom."""
    visitor, viewer = visitor_of(request), text_in(request, "as", 8)
    ply = number_in(request, "ply", 0, 10**6, usual=0)
    past = await match_of(request)
    return _page(request, past, read_seat(past, viewer, own_seat(request, visitor)), ply)


def _page(
    request: Request, past: FinishedMatch, seat: int, ply: int, status: int = 200, told: str = ""
) -> HTMLResponse:
    lang, ply = lang_of(request), min(ply, len(past.record.moves) - 1)
    return page(
        request,
        "again.html",
        lang,
        status,
        past=past,
        title=past.game.rulebook.about["title"][lang],
        game_title=templating.title_of(past.game, lang),
        seat=seat,
        ply=ply,
        levels=LEVELS,
        usual=USUAL_LEVEL,
        notice=told,
    )


async def again(request: Request) -> Response:
    """Open a table with the same cards and, if asked, the moves up to a moment; lead there."""
    visitor, lang, form = visitor_of(request), lang_of(request), form_of(request)
    past = await match_of(request)
    ply = whole_number(form.get("ply") or "0", "ply")
    seat = read_seat(past, form.get("seat", ""), own_seat(request, visitor))

    async def tell(error: TableeError, status: int) -> Response | None:
        return _page(request, past, seat, ply, status, sentence_of(error, lang))

    tell_on(request, tell)
    level = check_level(form.get("level") or USUAL_LEVEL)
    known, _ = welcome(request, visitor)
    own = form.get("name") or usual_name(request, lang)
    start = past, ply, form.get("move", "")
    table = await play_again(house_of(request), known, own, seat, level, *start)
    return go(f"/t/{table.id}")


async def play_again(
    house: House,
    visitor: str,
    name: str,
    seat: int,
    level: str,
    past: FinishedMatch,
    ply: int,
    tried: str = "",
) -> Table:
    """Open a table of one person and bots with the cards of a match, as it stood after a ply.

    A move that was tried there is made too.
    """
    record = past.record
    if ply >= len(record.moves) or record.game is not find_game(record.game.name):
        raise NotNow("there is nothing to play on from here: choose an earlier moment.")
    options = dict(record.options)
    position = str(options.pop(POSITION, ""))
    facts = house.tables.facts(
        visitor, record.game.name, record.players, options, "link", position=position
    )
    own = Seat(visitor, read_name(name, house.settings.limits.name))
    around: list[Seat] = []
    for n in range(record.players):
        taken = [own.name, *(one.name for one in around)]
        bot = Seat(name=free_name(BOT_NAMES[n], taken), bot=level)
        around.append(own if n == seat else bot)
    table = await house.tables.open(facts, around)
    store, moves = house.store.tables, [*_moves(past, ply), *_tried(past, ply, seat, tried)]
    await table.change(lambda: store.open_again(table.id, past.name, record.key, moves))
    house.tables.go_on(table)
    return table


def _moves(past: FinishedMatch, ply: int) -> Iterator[tuple[int, str]]:
    """Yield the first moves of a match, each with its seat."""
    for n, move in enumerate(past.record.moves[:ply]):
        seat = past.moments[past.find(n)].state.seat
        assert seat is not None
        yield seat, str(move)


def _tried(past: FinishedMatch, ply: int, seat: int, move: str) -> Iterator[tuple[int, str]]:
    """Yield a move that was tried, if there is one; raise IllegalMove where it may not be made."""
    state = past.moments[past.find(ply)].state
    if move and state.seat == seat:
        state.play(past.game.parse_move(move))
        yield seat, move


ROUTES = [Route("/replay/{name}/again", ask), post("/replay/{name}/again", again)]
