"""A table before the deal: who sits where, who is invited, and what is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse

from tablee.core.errors import TableeError
from tablee.core.game import Game
from tablee.core.rules.variant import as_toml
from tablee.games import find_game
from tablee.house.errors import NotOpener, OnlyFor, Unreadable
from tablee.house.live.streams import Streams
from tablee.house.registry import JOIN
from tablee.house.render import templating
from tablee.house.render.pictures import box_picture, qr
from tablee.house.tables import seating, short_codes
from tablee.house.tables.names import free_name
from tablee.house.tables.pace import LIVE, PACES
from tablee.house.tables.table import Table
from tablee.house.thinking.levels import LEVELS
from tablee.look.boxes import boxes
from tablee.web.http.dependencies import Form, Lang, TheHouse, TheTable, Visitor, house_of, welcome
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import whole_number
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
    """Show a table that is not dealt yet; with a notice if something was refused."""
    streams = house_of(request).tables.streams(table)
    streams.mark_seen(visitor)
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
        box=box_picture(boxes()[table.game.name], lang),
        chairs=streams.people(mine),
        pairs=table.setup.players // table.game.partners(table.setup.options),
        mine=mine,
        member=mine is not None or (visitor is not None and visitor == table.setup.opener),
        hosts=hosts(request, table, visitor),
        called=visitor in house_of(request).notifications.visitors,
        host_name=_host_name(table, lang),
        was_removed=visitor in table.removed,
        arranges=visitor is not None and visitor == table.setup.opener,
        empty=empty,
        missing=missing_of(streams, mine, lang),
        link=link,
        code=qr(link),
        aloud=short_codes.spell(table.setup.code) if table.setup.code else "",
        where=address_of(request, "/join").partition("://")[2],
        local=is_local(request),
        choices=choices(table.game, lang, table.setup.options),
        differences=table.game.differences(table.setup.blank, lang),
        levels=LEVELS,
        usual=USUAL_LEVEL,
        notice=notice,
        typed=typed or name_of(request),
        most=name_limit(request),
    )


def missing_of(streams: Streams, seat: int | None, lang: str) -> str:
    """Return how many of those seated are here, and who is missing; empty if nobody is."""
    seats = streams.table.seats
    around = [person for person in streams.people(seat) if seats[person.seat].visitor]
    gone = [person for person in around if not person.here and person.seat != seat]
    if not gone:
        return ""
    names = ", ".join(person.name for person in gone)
    ui, here = templating.speak(lang), len(around) - len(gone)
    return ui("missing", here=here, all=len(around), who=names, n=here)


def hosts(request: Request, table: Table, visitor: str | None) -> bool:
    """Return whether somebody may deal and remove people.

    The opener, or others in their absence.
    """
    if visitor is None or visitor == table.setup.opener:
        return visitor is not None
    absent = seating.opener_absent(house_of(request), table)
    return absent and bool(table.seats.of(visitor))


def _host_name(table: Table, lang: str) -> str:
    seat = table.seat_of(table.setup.opener)
    return templating.speak(lang)("host") if seat is None else table.seats.names[seat]


def tell_in_lobby(
    request: Request, table: TheTable, visitor: Visitor, lang: Lang, form: Form
) -> None:
    """Has refusals told on the lobby's page, with what was typed still there."""

    async def tell(error: TableeError, status: int) -> Response | None:
        if table.phase != "open":
            return None
        typed = form.get("name", "")
        return lobby_page(request, table, visitor, lang, status, sentence_of(error, lang), typed)

    tell_on(request, tell)


deeds = APIRouter(include_in_schema=False, dependencies=[Depends(tell_in_lobby)])


@deeds.post("/t/{table}/sit")
async def sit(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Sits down, by one's name; at the first free seat if none is chosen."""
    known, _ = welcome(request, visitor)
    name = read_name(request, form.get("name", ""), lang)
    if not form.get("name"):
        name = free_name(name, seating.others_names(table))
    await seating.sit(house, table, known, _number(form, "seat"), name, form.get("luck", ""))
    return _back(request, table, form)


@deeds.post("/t/{table}/beside")
async def sit_beside(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Seats somebody else at one's own screen."""
    name = form.get("beside") or free_name(
        templating.speak(lang)("guest"), seating.others_names(table)
    )
    await seating.sit_beside(house, table, visitor, _number(form, "seat"), name)
    return go(f"/t/{table.id}")


@deeds.post("/t/{table}/name")
async def rename(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Give oneself another name, here and from now on."""
    name = read_name(request, form.get("name") or " ", lang)
    await seating.rename(house, table, visitor, name)
    return _back(request, table, form)


@deeds.post("/t/{table}/luck")
async def luck(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, form: Form
) -> Response:
    """Add luck of one's own to the shuffle."""
    await seating.add_luck(house, table, visitor, form.get("luck", ""))
    return _back(request, table, form)


@deeds.post("/t/{table}/bot")
async def bot(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, form: Form
) -> Response:
    """Put a bot of a level at a seat, or another one in its place."""
    level = form.get("level", USUAL_LEVEL)
    await seating.put_bot(house, table, visitor, _seat(form), level)
    return _back(request, table, form)


@deeds.post("/t/{table}/leave")
async def leave(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, form: Form
) -> Response:
    """Frees a seat: one's own, or another one before the deal."""
    seat = _number(form, "seat")
    at = table.seat_for(visitor) if seat is None else seat
    await seating.remove(house, table, visitor, at)
    return _back(request, table, form)


@deeds.post("/t/{table}/start")
async def start(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, form: Form
) -> Response:
    """Deals; bots of a chosen level take the seats that are empty."""
    await seating.start(house, table, visitor, form.get("fill") or None)
    return _back(request, table, form)


def _back(request: Request, table: Table, form: Mapping[str, str]) -> Response:
    """Leads back to the table; a name that was typed is kept."""
    answer = go(f"/t/{table.id}{'/screen' if form.get('screen') else ''}")
    if form.get("name"):
        keep(request, answer, "name", form["name"])
    return answer


router.routes.extend(deeds.routes)


# How the table is to be


@router.get("/t/{table}/arrange")
async def asked_how(request: Request, table: TheTable, visitor: Visitor, lang: Lang) -> Response:
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
    chosen = {**table.setup.options, **options_of(table.game, form)}
    return page(
        request,
        "arrange.html",
        lang,
        status,
        table=table,
        **_wishes(table.game, lang, form.get("players", str(table.setup.players)), chosen),
        join=form.get("join", table.setup.who_may_join),
        pace=form.get("pace", str(table.setup.pace)),
        variant=form.get("variant", as_toml(table.setup.options.get("variant", ""))),
        notice=notice,
    )


@router.post("/t/{table}/arrange")
async def arrange(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Change seats, options, pace and who may join, and leads back to the table."""

    async def tell(error: TableeError, status: int) -> Response | None:
        if table.phase != "open" or isinstance(error, NotOpener):
            return None
        return _arrange_page(request, table, lang, form, status, sentence_of(error, lang))

    tell_on(request, tell)
    players = _number(form, "players")
    _check_seats(table.game, form)
    options = options_of(table.game, form) | variant_of(table.game, form)
    how = (players, options, form.get("join"), _number(form, "pace"))
    await seating.arrange(house, table, visitor, *how)
    return go(f"/t/{table.id}")


def options_of(game: Game, form: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a form chooses."""
    chosen = {option.name: form.get(f"option-{option.name}", "") for option in game.options}
    return {name: value for name, value in chosen.items() if value}


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


def _wishes(game: Game, lang: str, players: str, chosen: Mapping[str, object]) -> dict[str, Any]:
    """Return what a page needs that asks how a table is to be."""
    return {
        "game": game,
        "title": game.rulebook.about["title"][lang],
        "game_title": templating.title_of(game, lang),
        "players": players,
        "joins": JOIN,
        "paces": PACES,
        "choices": choices(game, lang, chosen),
        "sample": game.sample_variant(),
    }


for deed in ("sit", "beside", "name", "luck", "bot", "leave", "start"):
    lead_back(router, "/t/{table}", f"/t/{{table}}/{deed}")
lead_back(router, "/", "/tables")


def _number(form: Mapping[str, str], name: str) -> int | None:
    return whole_number(form[name], name) if form.get(name) else None


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
        **_wishes(game, lang, players, options_of(game, form)),
        box=box_picture(boxes()[game.name], lang),
        join=form.get("join", JOIN[0]),
        pace=form.get("pace", str(LIVE)),
        variant=form.get("variant", ""),
        typed=form.get("name", "") or name_of(request),
        most=name_limit(request),
        notice=notice,
    )


@router.post("/tables")
async def open_table(
    request: Request, house: TheHouse, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Open a table, sits down at it, and lead there."""
    game = find_game(form.get("game", ""))

    async def tell(error: TableeError, status: int) -> Response:
        return _new_page(request, game, lang, form, status, sentence_of(error, lang))

    tell_on(request, tell)
    name = read_name(request, form.get("name", ""), lang)
    known, _ = welcome(request, visitor)
    _check_seats(game, form)
    options = options_of(game, form) | variant_of(game, form)
    join = form.get("join", JOIN[0])
    how = (_number(form, "players"), options, join, _number(form, "pace") or LIVE)
    table = await house.tables.open(house.tables.facts(known, game.name, *how))
    await seating.sit(house, table, known, None, name)
    return _back(request, table, {"name": name} if form.get("name") else {})
