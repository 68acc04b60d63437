"""A table before the deal: who sits where, who is invited, and what is played."""

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
    """Return how many of those seated are here, and who is missing; empty if all are here."""
    seats = streams.table.seats
    around = [person for person in streams.people(seat) if seats[person.seat].visitor]
    gone = [person for person in around if not person.here and person.seat != seat]
    if not gone:
        return ""
    names = ", ".join(person.name for person in gone)
    ui, here = templating.speak(lang), len(around) - len(gone)
    return ui("missing", here=here, all=len(around), who=names, n=here)


def hosts(request: Request, table: Table, visitor: str | None) -> bool:
    """Return whether a visitor may deal and remove people: the opener, or others in absence."""
    if visitor is None or visitor == table.setup.opener:
        return visitor is not None
    absent = seating.opener_absent(house_of(request), table)
    return absent and bool(table.seats.of(visitor))


def _host_name(table: Table, lang: str) -> str:
    seat = table.seat_of(table.setup.opener)
    return templating.speak(lang)("host") if seat is None else table.seats.names[seat]


async def _seat_form(request: Request) -> tuple[Table, str | None, dict[str, str]]:
    """Return the table of a form, its visitor and its fields; tell refusals in the lobby."""
    table, visitor, form = await table_of(request), visitor_of(request), form_of(request)
    lang = lang_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        if table.phase != "open":
            return None
        typed = form.get("name", "")
        return lobby_page(request, table, visitor, lang, status, sentence_of(error, lang), typed)

    tell_on(request, tell)
    return table, visitor, form


async def sit(request: Request) -> Response:
    """Sit down under a name; at the first free seat if none is chosen."""
    table, visitor, form = await _seat_form(request)
    known, _ = welcome(request, visitor)
    name, seat = read_name(request, form.get("name", ""), lang_of(request)), _number(form, "seat")
    if not form.get("name"):
        name = free_name(name, seating.others_names(table))
    await seating.sit(house_of(request), table, known, seat, name, form.get("luck", ""))
    return _back(request, table, form)


async def sit_beside(request: Request) -> Response:
    """Seat another person at the visitor's own screen."""
    table, visitor, form = await _seat_form(request)
    guest = templating.speak(lang_of(request))("guest")
    name = form.get("beside") or free_name(guest, seating.others_names(table))
    await seating.sit_beside(house_of(request), table, visitor, _number(form, "seat"), name)
    return go(f"/t/{table.id}")


async def rename(request: Request) -> Response:
    """Give the visitor another name, here and from now on."""
    table, visitor, form = await _seat_form(request)
    name = read_name(request, form.get("name") or " ", lang_of(request))
    await seating.rename(house_of(request), table, visitor, name)
    return _back(request, table, form)


async def luck(request: Request) -> Response:
    """Add the visitor's luck to the shuffle."""
    table, visitor, form = await _seat_form(request)
    await seating.add_luck(house_of(request), table, visitor, form.get("luck", ""))
    return _back(request, table, form)


async def bot(request: Request) -> Response:
    """Put a bot of a level at a seat, or another one in its place."""
    table, visitor, form = await _seat_form(request)
    level = form.get("level", USUAL_LEVEL)
    await seating.put_bot(house_of(request), table, visitor, _seat(form), level)
    return _back(request, table, form)


async def leave(request: Request) -> Response:
    """Free a seat: the visitor's own, or another one before the deal."""
    table, visitor, form = await _seat_form(request)
    seat = _number(form, "seat")
    at = table.seat_for(visitor) if seat is None else seat
    await seating.remove(house_of(request), table, visitor, at)
    return _back(request, table, form)


async def start(request: Request) -> Response:
    """Deal; bots of a chosen level take the seats that are empty."""
    table, visitor, form = await _seat_form(request)
    await seating.start(house_of(request), table, visitor, form.get("fill") or None)
    return _back(request, table, form)


def _back(request: Request, table: Table, form: Mapping[str, str]) -> Response:
    """Lead back to the table; a name that was typed is kept."""
    answer = go(f"/t/{table.id}{'/screen' if form.get('screen') else ''}")
    if form.get("name"):
        keep(request, answer, "name", form["name"])
    return answer


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
    players = _number(form, "players")
    _check_seats(table.game, form)
    options = options_of(table.game, form) | variant_of(table.game, form)
    how = (players, options, form.get("join"), _number(form, "pace"))
    await seating.arrange(house_of(request), table, visitor, *how)
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


def _about(game: Game, lang: str, players: str, chosen: Mapping[str, object]) -> dict[str, Any]:
    """Return what both pages need that ask how a table is to be."""
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


def _number(form: Mapping[str, str], name: str) -> int | None:
    return whole_number(form[name], name) if form.get(name) else None


def _seat(form: Mapping[str, str]) -> int:
    seat = _number(form, "seat")
    if seat is None:
        raise Unreadable("seat: say which.")
    return seat


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
        box=box_picture(boxes()[game.name], lang),
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
    how = (_number(form, "players"), options, join, _number(form, "pace") or LIVE)
    table = await house.tables.open(house.tables.facts(known, game.name, *how))
    await seating.sit(house, table, known, None, name)
    return _back(request, table, {"name": name} if form.get("name") else {})


FORMS = [
    post("/t/{table}/sit", sit),
    post("/t/{table}/beside", sit_beside),
    post("/t/{table}/name", rename),
    post("/t/{table}/luck", luck),
    post("/t/{table}/bot", bot),
    post("/t/{table}/leave", leave),
    post("/t/{table}/start", start),
]
ROUTES = [
    *FORMS,
    *lead_back("/t/{table}", *(form.path for form in FORMS)),
    Route("/t/{table}/arrange", ask_how),
    post("/t/{table}/arrange", arrange),
    Route("/new/{game}", new),
    post("/tables", open_table),
    *lead_back("/", "/tables"),
]
