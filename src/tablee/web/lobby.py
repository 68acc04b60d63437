"""A table before the deal: who sits where, who is invited, and what is played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import quote

import segno
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from tablee.core.errors import TableeError
from tablee.core.game import Game
from tablee.games import find_game
from tablee.look.boxes import boxes
from tablee.web import api, seating, templating
from tablee.web.api import TheHouse, Visitor, house_of
from tablee.web.bot_workers import LEVELS
from tablee.web.errors import NotOpener, Unreadable, answer_of
from tablee.web.house import JOIN
from tablee.web.pages import Form, Lang, address_of, go, is_local, keep, name_of, page, usual_name
from tablee.web.refusals import sentence_of
from tablee.web.seat_page import people_of
from tablee.web.shelf import USUAL_LEVEL, box_picture
from tablee.web.tables import Table

router = APIRouter(include_in_schema=False)


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
    """Gets the options of a game in words."""
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


@lru_cache(500)
def qr(address: str) -> Markup:
    """Draws an address as a code to scan."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(
        svgclass="qr", lineclass=None, omitsize=True, border=2, dark="#3a2a2a", light="#fff8e8"
    )
    return Markup(drawn)


def read_name(request: Request, typed: str, lang: str) -> str:
    """Gets the name that somebody has typed, or the one he went by, or that of a guest."""
    return seating.read_name(typed or usual_name(request, lang), name_limit(request))


def name_limit(request: Request) -> int:
    """Gets how long a name may be."""
    return house_of(request).settings.limits.name


# The table itself


def lobby_page(
    request: Request,
    table: Table,
    visitor: str | None,
    lang: str,
    status: int = 200,
    notice: str = "",
    typed: str = "",
) -> HTMLResponse:
    """Shows a table that is not dealt yet; with a notice if something was refused."""
    table.see(visitor)
    mine = table.seat_of(visitor)
    empty = sum(seat.who == "empty" for seat in table.seats)
    link = address_of(request, f"/t/{table.id}")
    return page(
        request,
        "lobby.html",
        lang,
        status,
        table=table,
        title=table.game.rulebook.about["title"][lang],
        game_title=templating.title_of(table.game, lang),
        box=box_picture(boxes()[table.game.name]),
        chairs=people_of(table, mine),
        mine=mine,
        member=mine is not None or (visitor is not None and visitor == table.opener),
        hosts=_hosts(request, table, visitor),
        host_name=_host_name(table, lang),
        was_removed=visitor in table.removed,
        arranges=visitor is not None and visitor == table.opener,
        empty=empty,
        link=link,
        code=qr(link),
        local=is_local(request),
        choices=choices(table.game, lang, table.options),
        levels=LEVELS,
        usual=USUAL_LEVEL,
        notice=notice,
        typed=typed or name_of(request),
        most=name_limit(request),
    )


def _hosts(request: Request, table: Table, visitor: str | None) -> bool:
    """Whether somebody may deal and remove people: the opener, or others once he is absent."""
    if visitor is None or visitor == table.opener:
        return visitor is not None
    absent = seating.opener_absent(house_of(request), table)
    return absent and table.seat_of(visitor) is not None


def _host_name(table: Table, lang: str) -> str:
    seat = table.seat_of(table.opener)
    return templating.speak(lang)("host") if seat is None else table.names[seat]


async def _do(
    request: Request,
    table: Table,
    visitor: str | None,
    lang: str,
    work: Callable[[], Awaitable[None]],
    typed: str = "",
) -> Response:
    """Does something at a table and shows it; a refusal is said on the page, nothing is lost."""
    try:
        await work()
    except TableeError as error:
        if table.phase != "open":
            raise
        status, _ = answer_of(error)
        told = sentence_of(error, lang)
        return lobby_page(request, table, visitor, lang, status, told, typed)
    answer = go(f"/t/{table.id}")
    if typed:
        keep(request, answer, "name", typed)
    return answer


@router.post("/t/{table}/sit")
async def sit(
    request: Request, house: TheHouse, table: api.TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Sits down, by one's name; at the first free seat if none is chosen."""
    passing, typed = Response(), form.get("name", "")
    known, _ = api.welcome(request, passing, visitor)

    async def work() -> None:
        name = read_name(request, typed, lang)
        await seating.sit(house, table, known, _number(form, "seat"), name)

    answer = await _do(request, table, known, lang, work, typed)
    answer.headers.append("set-cookie", passing.headers["set-cookie"])
    return answer


@router.post("/t/{table}/name")
async def rename(
    request: Request, house: TheHouse, table: api.TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Gives oneself another name, here and from now on."""
    typed = form.get("name", "")

    async def work() -> None:
        await seating.rename(house, table, visitor, read_name(request, typed or " ", lang))

    return await _do(request, table, visitor, lang, work, typed)


@router.post("/t/{table}/bot")
async def bot(
    request: Request, house: TheHouse, table: api.TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Puts a bot of a level at a seat, or another one in its place."""

    async def work() -> None:
        level = form.get("level", USUAL_LEVEL)
        await seating.put_bot(house, table, visitor, _seat(form), level)

    return await _do(request, table, visitor, lang, work)


@router.post("/t/{table}/leave")
async def leave(
    request: Request, house: TheHouse, table: api.TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Frees a seat: one's own, or another one before the deal."""

    async def work() -> None:
        seat = _number(form, "seat")
        at = table.seat_for(visitor) if seat is None else seat
        await seating.remove(house, table, visitor, at)

    return await _do(request, table, visitor, lang, work)


@router.post("/t/{table}/start")
async def start(
    request: Request, house: TheHouse, table: api.TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Deals; bots of a chosen level take the seats that are empty."""

    async def work() -> None:
        await seating.start(house, table, visitor, form.get("fill") or None)

    return await _do(request, table, visitor, lang, work)


# How the table is to be


@router.get("/t/{table}/arrange")
async def asked_how(
    request: Request, table: api.TheTable, visitor: Visitor, lang: Lang
) -> Response:
    """Asks whoever opened the table how else it is to be."""
    if table.phase != "open":
        return go(f"/t/{table.id}")
    seating.may_arrange(table, visitor)
    return _arrange_page(request, table, lang, {})


def _arrange_page(
    request: Request,
    table: Table,
    lang: str,
    form: Mapping[str, str],
    status: int = 200,
    notice: str = "",
) -> HTMLResponse:
    chosen = {**table.options, **_options(table.game, form)}
    return page(
        request,
        "arrange.html",
        lang,
        status,
        table=table,
        **_wishes(table.game, lang, form.get("players", str(table.players)), chosen),
        join=form.get("join", table.who_may_join),
        notice=notice,
    )


@router.post("/t/{table}/arrange")
async def arrange(
    request: Request, house: TheHouse, table: api.TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Changes seats, options and who may join, and leads back to the table."""
    try:
        await seating.arrange(
            house,
            table,
            visitor,
            _number(form, "players"),
            _options(table.game, form),
            form.get("join"),
        )
    except TableeError as error:
        if table.phase != "open" or isinstance(error, NotOpener):
            raise
        status, _ = answer_of(error)
        return _arrange_page(request, table, lang, form, status, sentence_of(error, lang))
    return go(f"/t/{table.id}")


def _options(game: Game, form: Mapping[str, str]) -> dict[str, str]:
    """Gets the options that a form chooses."""
    chosen = {option.name: form.get(f"option-{option.name}", "") for option in game.options}
    return {name: value for name, value in chosen.items() if value}


def _wishes(game: Game, lang: str, players: str, chosen: Mapping[str, object]) -> dict[str, Any]:
    """Gets what a page needs that asks how a table is to be."""
    return {
        "game": game,
        "title": game.rulebook.about["title"][lang],
        "game_title": templating.title_of(game, lang),
        "players": players,
        "joins": JOIN,
        "choices": choices(game, lang, chosen),
    }


@router.get("/t/{table}/sit")
@router.get("/t/{table}/name")
@router.get("/t/{table}/bot")
@router.get("/t/{table}/leave")
@router.get("/t/{table}/start")
async def back_to_table(table: str) -> Response:
    """Leads back to the table whoever loads a refused form's page again."""
    return go(f"/t/{quote(table)}")


@router.get("/tables")
async def back_to_shelf() -> Response:
    """Leads back to the shelf, likewise."""
    return go("/")


def _number(form: Mapping[str, str], name: str) -> int | None:
    text = form.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise Unreadable(f"{name} {text[:20]!r}: write a whole number.")
    return int(text)


def _seat(form: Mapping[str, str]) -> int:
    seat = _number(form, "seat")
    if seat is None:
        raise Unreadable("seat: say which.")
    return seat


# A new table


@router.get("/new/{game}")
async def new(
    request: Request,
    game: str,
    lang: Lang,
    players: Annotated[int, Query(ge=0, le=100)] = 0,
) -> HTMLResponse:
    """Asks what kind of table it is to be."""
    chosen = find_game(game)
    wish = {"players": str(players)} if players in chosen.players else {}
    return _new_page(request, chosen, lang, wish)


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
        **_wishes(game, lang, players, _options(game, form)),
        box=box_picture(boxes()[game.name]),
        join=form.get("join", JOIN[0]),
        typed=form.get("name", "") or name_of(request),
        most=name_limit(request),
        notice=notice,
    )


@router.post("/tables")
async def open_table(
    request: Request, house: TheHouse, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Opens a table, sits down at it, and leads there."""
    game = find_game(form.get("game", ""))
    passing, typed = Response(), form.get("name", "")
    try:
        name = read_name(request, typed, lang)
        known, _ = api.welcome(request, passing, visitor)
        wish = _number(form, "players")
        table = await house.open(
            known, game.name, wish, _options(game, form), form.get("join", JOIN[0])
        )
        await seating.sit(house, table, known, None, name)
    except TableeError as error:
        status, _ = answer_of(error)
        return _new_page(request, game, lang, form, status, sentence_of(error, lang))
    answer = go(f"/t/{table.id}")
    answer.headers.append("set-cookie", passing.headers["set-cookie"])
    if typed:
        keep(request, answer, "name", name)
    return answer
