"""How a table is to be: a new one, and one that is arranged anew before the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.game import Game
from tablee.core.rules.variant import as_toml
from tablee.games import GAMES, find_game
from tablee.house.errors import NotOpener, OnlyFor
from tablee.house.open_house.registry import JOIN
from tablee.house.render import templating
from tablee.house.render.pictures import box_picture, emblem
from tablee.house.seating import seating
from tablee.house.tables.pace import LIVE, PACES
from tablee.house.tables.table import Table
from tablee.look.boxes import boxes
from tablee.web.frame.forms import options_of
from tablee.web.http.context import (
    form_of,
    house_of,
    lang_of,
    number_in,
    post,
    table_of,
    visitor_of,
    welcome,
)
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import whole_number
from tablee.web.http.responses import go, keep, lead_back, name_limit, name_of, page, read_name


@dataclass(frozen=True)
class Choice:
    """An option of a game in words: what is chosen, what else there is, and the clause."""

    name: str
    title: str
    values: Mapping[str, str]
    clause: str
    sentence: str
    players: tuple[int, ...] | None
    chosen: str


def choices(game: Game, lang: str, chosen: Mapping[str, object]) -> list[Choice]:
    """Return the options of a game in words."""
    told = boxes()[game.name].options
    return [
        Choice(
            option.name,
            told[option.name]["title"][lang],
            {value: told[option.name][value][lang] for value in option.values},
            option.clause,
            game.rulebook.clause(option.clause).text[lang],
            option.players,
            str(chosen.get(option.name, option.values[0])),
        )
        for option in game.options
    ]


# Arranging a table


async def ask_how(request: Request) -> Response:
    """Ask the opener how else the table is to be."""
    table, visitor = await table_of(request), visitor_of(request)
    if table.phase != "open":
        return go(f"/t/{table.id}")
    seating.may_arrange(table, visitor)
    return _arrange_page(request, table, lang_of(request), {})


def _arrange_page(
    request: Request,
    table: Table,
    lang: str,
    form: Mapping[str, str],
    status: int = 200,
    notice: str = "",
) -> HTMLResponse:
    chosen = {**table.setup.options, **options_of(table.game, form)}
    return page(
        request,
        "arrange.html",
        lang,
        status,
        table=table,
        **_about(table.game, lang, form.get("players", str(table.setup.players)), chosen),
        join=form.get("join", table.setup.who_may_join),
        pace=form.get("pace", str(table.setup.pace)),
        variant=form.get("variant", as_toml(table.setup.options.get("variant", ""))),
        notice=notice,
    )


async def arrange(request: Request) -> Response:
    """Change seats, options, pace and who may join, and lead back to the table."""
    table, visitor, form = await table_of(request), visitor_of(request), form_of(request)
    lang = lang_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        if table.phase != "open" or isinstance(error, NotOpener):
            return None
        return _arrange_page(request, table, lang, form, status, sentence_of(error, lang))

    tell_on(request, tell)
    players, game = number_of(form, "players"), find_game(form.get("game") or table.game.name)
    _check_seats(game, form)
    options = options_of(game, form) | variant_of(game, form)
    how = (players, options, form.get("join"), number_of(form, "pace"), game)
    await seating.arrange(house_of(request), table, visitor, *how)
    return go(f"/t/{table.id}")


def _check_seats(game: Game, form: Mapping[str, str]) -> None:
    """Raise OnlyFor if a form chooses an option that is not for so many players."""
    for option in game.options:
        few = option.players and form.get("players") not in {*map(str, option.players), None}
        if few and form.get(f"option-{option.name}", option.values[0]) != option.values[0]:
            raise OnlyFor(f"{option.name} is not for so many players.", option.players or ())


def variant_of(game: Game, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the other numbers that a form holds; an empty field takes them away."""
    text = form.get("variant")
    return {} if text is None else {"variant": game.read_variant(text) if text.strip() else ""}


def about_game(game: Game, lang: str) -> dict[str, Any]:
    """Return what every page needs on which a box lies on the table."""
    return {
        "title": game.rulebook.about["title"][lang],
        "box": box_picture(boxes()[game.name], lang),
        "others": [other for other in GAMES.values() if other is not game],
        "emblem": emblem,
        "host": templating.host_of(game.name),
    }


def _about(game: Game, lang: str, players: str, chosen: Mapping[str, object]) -> dict[str, Any]:
    """Return what both pages need that ask how a table is to be."""
    return {
        "game": game,
        **about_game(game, lang),
        "players": players,
        "joins": JOIN,
        "paces": PACES,
        "choices": choices(game, lang, chosen),
        "sample": game.sample_variant(),
    }


def number_of(form: Mapping[str, str], name: str) -> int | None:
    """Return a number that a form holds; None if it is left out."""
    return whole_number(form[name], name) if form.get(name) else None


# A new table


async def new(request: Request) -> HTMLResponse:
    """Ask what kind of table it is to be."""
    players = number_in(request, "players", 0, 100, usual=0)
    game = find_game(request.path_params["game"])
    form = {"players": str(players)} if players in game.players else {}
    return _new_page(request, game, lang_of(request), form)


def _new_page(
    request: Request,
    game: Game,
    lang: str,
    form: Mapping[str, str],
    status: int = 200,
    notice: str = "",
) -> HTMLResponse:
    players = form.get("players", str(min(4, game.players[-1])))
    return page(
        request,
        "new.html",
        lang,
        status,
        **_about(game, lang, players, options_of(game, form)),
        join=form.get("join", JOIN[0]),
        pace=form.get("pace", str(LIVE)),
        variant=form.get("variant", ""),
        typed=form.get("name", "") or name_of(request),
        most=name_limit(request),
        notice=notice,
    )


async def open_table(request: Request) -> Response:
    """Open a table, sit down at it, and lead there."""
    house, visitor, form = house_of(request), visitor_of(request), form_of(request)
    lang, game = lang_of(request), find_game(form.get("game", ""))

    async def tell(error: TableeError, status: int) -> Response:
        return _new_page(request, game, lang, form, status, sentence_of(error, lang))

    tell_on(request, tell)
    name = read_name(request, form.get("name", ""), lang)
    known, _ = welcome(request, visitor)
    _check_seats(game, form)
    options = options_of(game, form) | variant_of(game, form)
    join = form.get("join", JOIN[0])
    how = (number_of(form, "players"), options, join, number_of(form, "pace") or LIVE)
    table = await house.tables.open(house.tables.facts(known, game.name, *how))
    await seating.sit(house, table, known, None, name)
    answer = go(f"/t/{table.id}")
    if form.get("name"):
        keep(request, answer, "name", name)
    return answer


ROUTES = [
    Route("/t/{table}/arrange", ask_how),
    post("/t/{table}/arrange", arrange),
    Route("/new/{game}", new),
    post("/tables", open_table),
    *lead_back("/", "/tables"),
]
