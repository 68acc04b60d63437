"""A table in a browser: its page, and the forms by which one plays without a script."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from tablee.core.errors import TableeError
from tablee.games import find_game
from tablee.house.daily.day import counts
from tablee.house.errors import Unreadable
from tablee.house.house import House
from tablee.house.live import sentences
from tablee.house.live.blunder_check import among_bots
from tablee.house.live.story import Line, cite
from tablee.house.render import templating
from tablee.house.render.pictures import qr
from tablee.house.render.render_table import look_at
from tablee.house.tables import seating
from tablee.house.tables.pace import LIVE, patience_at
from tablee.house.tables.quick_chat import WORDS
from tablee.house.tables.table import Table
from tablee.house.tables.takeback import may_take_back
from tablee.table import render
from tablee.table.laying import lay
from tablee.table.lesson import lesson_of
from tablee.table.lights import press
from tablee.web.api import routes as api
from tablee.web.http.dependencies import (
    Costly,
    Form,
    Lang,
    TheHouse,
    TheTable,
    Visitor,
    house_of,
    welcome,
)
from tablee.web.http.refusals import clause_of, sentence_of, tell_on
from tablee.web.http.requests import whole_number
from tablee.web.http.responses import address_of, go, hand_of, keep, page, usual_name, wants
from tablee.web.lessons.pages import first_minute, first_seen, firsts, note_first, say_first
from tablee.web.lobby import pages as lobby

router = APIRouter(include_in_schema=False)
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Asked:
    """What somebody wants to see of a table: what is held, asked, or told."""

    hold: str = ""
    ask: str = ""
    lit: str = ""
    """The move of a hint."""
    said: Markup | None = None
    """What is said in the bubble."""
    status: int = 200
    since: int | None = None
    """The ply after which everything is told to somebody who comes back."""


# The page


@router.get("/t/{table}")
async def at_table(
    request: Request,
    table: TheTable,
    visitor: Visitor,
    lang: Lang,
    hold: str = "",
    ask: str = "",
    told: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    """Show a table: as it fills up, as one's seat sees it, or as a spectator does."""
    if table.match.state is None:
        return lobby.lobby_page(request, table, visitor, lang)
    return await table_page(request, table, visitor, lang, Asked(hold, ask, since=told))


async def table_page(
    request: Request, table: Table, visitor: str | None, lang: str, wish: Asked
) -> HTMLResponse:
    """Write the page of a table that is dealt."""
    house, seat = house_of(request), table.seat_of(visitor)
    streams = house.tables.streams(table)
    streams.mark_seen(visitor)
    streams.update_presence(patience_at(table, house.settings.away_after))
    story = await streams.story(lang)
    screen = table.seats.screen_of(visitor)
    shown = streams.seat_page(seat, lang, screen).write(wish.hold, wish.ask, wish.lit)
    if wish.said:
        shown.parts["bubble"] = render.bubble(wish.said)
    waits = table.phase == "playing" and table.dealt().seat != seat
    plays = seat is not None and table.phase == "playing"
    kept = [(line.ply, line.write(seat)) for line in story.lines]
    lines = with_words(request, table, kept, lang, since=kept[0][0] if kept else 0)
    html = f'<div class="table {shown.style}">{shown}</div><ol id="log">{"".join(lines)}</ol>'
    answer = page(
        request,
        "play.html",
        lang,
        wish.status,
        **_about(table, lang, seat),
        game_title=templating.title_of(table.game, lang),
        shown=shown,
        action=f"/t/{table.id}/moves",
        table_id=table.id,
        presence=streams.presence,
        asks=_asks(request, table),
        again=offers_again(table, seat) and wants(request, "again"),
        since=wish.since,
        lines=lines,
        hush=wants(request, "hush"),
        hand=hand_of(request),
        words=WORDS if seat is not None and talks(table, visitor) else (),
        by_day=table.setup.by_the_day,
        called=visitor in house_of(request).notifications.visitors,
        refresh=waits and not wish.said and not wish.ask,
        minute=first_minute(request, table, lang) if plays else [],
        learn=bool(lesson_of(table.game).steps),
        firsts=firsts(request, table, lang) if plays else "[]",
        first=first_seen(request, table, lang, html) if plays else None,
        say_first=say_first,
        screen=screen,
    )
    if plays:
        note_first(request, answer, table.game.name, table.id)
    return answer


def _asks(request: Request, table: Table) -> bool:
    """Return whether nothing answers itself: by the day, or for whoever wishes to be asked."""
    return table.setup.pace != LIVE or wants(request, "asks")


def _about(table: Table, lang: str, seat: int | None) -> dict[str, Any]:
    return {
        "table": table,
        "game": table.game,
        "title": table.game.rulebook.about["title"][lang],
        "path": f"/t/{table.id}",
        "rules": table.setup.rules,
        "phase": table.phase,
        "rematch": table.rematch,
        "me": seat,
        "counts": counts(table),
        "day": f"/day/{table.game.name}/{table.day.date}" if table.day.date else "",
    }


def offers_again(table: Table, seat: int | None) -> bool:
    """Return whether a costly move may be looked at again.

    With bots, and not at a try that counts.
    """
    return among_bots(table, seat) and not counts(table)


def with_words(
    request: Request, table: Table, lines: list[tuple[int, str]], lang: str, since: int = 0
) -> list[str]:
    """Return the log, and in it what was said at the table, unless somebody wants no words."""
    ui, talk = templating.speak(lang), house_of(request).tables.streams(table).talk
    said = () if wants(request, "hush") else talk.heard
    for ply, seat, word in [one for one in said if one[0] >= since]:
        told = ui("word_told", who=table.seats.names[seat], word=ui(f"word_{word}"))
        lines.append((ply, Markup('<li class="word-said">{}</li>').format(told)))
    return [line for _, line in sorted(lines, key=lambda one: one[0])]


def talks(table: Table, visitor: str | None) -> bool:
    """Return whether somebody has other people to say a word to."""
    others = [seat for seat in table.seats if seat.visitor and seat.device != visitor]
    return bool(table.seats.of(visitor)) and bool(others)


# What lies beside the table


@router.get("/t/{table}/menu")
async def menu(
    request: Request,
    table: TheTable,
    visitor: Visitor,
    lang: Lang,
    passing: Annotated[str, Query(alias="pass", max_length=40)] = "",
) -> HTMLResponse:
    """Show everything that can be done at a table beside playing."""
    house, seat = house_of(request), table.seat_of(visitor)
    streams = house.tables.streams(table)
    await streams.story(lang)
    seat_page = streams.seat_page(seat, lang, table.seats.screen_of(visitor))
    link = address_of(request, f"/t/{table.id}")
    return page(
        request,
        "menu.html",
        lang,
        **_about(table, lang, seat),
        what="menu",
        heading=templating.speak(lang)("menu_title"),
        parts=seat_page.asides,
        asks=_asks(request, table),
        among_bots=offers_again(table, seat),
        sealed=table.day.sealed,
        again=wants(request, "again"),
        by_day=table.setup.pace != LIVE,
        people=seat_page.people,
        differences=table.game.differences(table.setup.blank, lang),
        most=house.settings.limits.name,
        presence=streams.presence,
        takes=table.match.takeback_request.seat is None and may_take_back(table, seat),
        words=WORDS if talks(table, visitor) else (),
        hush=wants(request, "hush"),
        hand=hand_of(request),
        link=link,
        code=qr(link),
        over=f"{link}/over?{urlencode({'code': passing})}" if passing else "",
    )


@router.get("/t/{table}/log", dependencies=[Costly])
async def log(
    request: Request,
    table: TheTable,
    visitor: Visitor,
    lang: Lang,
    since: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> HTMLResponse:
    """Tells everything that has happened, or what has since a ply."""
    table.dealt()
    thinking = house_of(request).thinking
    seat, told = table.seat_of(visitor), await sentences.told_since(thinking, table, since, lang)
    lines = [(ply, Line(table.setup.rules, lang, ply, line).write(seat)) for ply, _, line in told]
    return page(
        request,
        "log.html",
        lang,
        **_about(table, lang, seat),
        what="told",
        heading=templating.speak(lang)("log_since" if since else "log_title"),
        lines=with_words(request, table, lines, lang, since),
    )


@router.get("/t/{table}/points")
async def points(request: Request, table: TheTable, visitor: Visitor, lang: Lang) -> HTMLResponse:
    """Show how the points of the last round, or of the match, came about."""
    seat, story = table.seat_of(visitor), await house_of(request).tables.streams(table).story(lang)
    return page(
        request,
        "points.html",
        lang,
        **_about(table, lang, seat),
        what="sheet-page",
        heading=templating.speak(lang)("sheet_show"),
        points=story.sheet.write(seat) if story.sheet else "",
    )


# Moves, seats and the next match


def tell_at_table(request: Request, table: TheTable, visitor: Visitor, lang: Lang) -> None:
    """Has refusals told on the table's page, in its bubble."""

    async def tell(error: TableeError, status: int) -> Response | None:
        if table.match.state is None:
            return None
        wish = Asked(said=bubble_of(table, error, lang), status=status)
        return await table_page(request, table, visitor, lang, wish)

    tell_on(request, tell)


deeds = APIRouter(include_in_schema=False, dependencies=[Depends(tell_at_table)])


@deeds.post("/t/{table}/moves")
async def move(
    house: TheHouse, table: TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Plays a move, or holds a thing, or asks why not; a script gets JSON in `fast_paths.py`."""
    path, seat = f"/t/{table.id}", table.seat_of(visitor)
    chosen = form.get("move", "")
    if "press" in form:
        laid = lay(
            look_at(table.dealt().view(seat), lang, house.tables.streams(table).people(seat))
        )
        what, chosen = press(laid, form["press"], form.get("held", ""))
        if what != "play":
            return go(f"{path}?{urlencode({what: chosen})}")
    answers = whole_number(form.get("ply", ""), "ply")
    await table.play(table.seat_for(visitor), chosen, answers, lang)
    return go(path)


def bubble_of(table: Table, error: TableeError, lang: str) -> Markup:
    """Says why something is refused, with its clause."""
    clause = clause_of(error)
    said = Markup(escape(sentence_of(error, lang)))
    return said + cite(table.setup.rules, clause, lang) if clause else said


@deeds.get("/t/{table}/hint", dependencies=[Costly])
async def hint(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, lang: Lang
) -> Response:
    """Show the table with the move that an expert would play, and why."""
    found = await sentences.hint(house, table, table.seat_for(visitor), lang)
    said = Markup("<b>{}</b> {} {}").format(found["hint"], found["reason"], found["hope"])
    return await table_page(request, table, visitor, lang, Asked(lit=found["move"], said=said))


@router.get("/t/{table}/over")
async def asked_over(
    request: Request,
    table: TheTable,
    visitor: Visitor,
    lang: Lang,
    code: Annotated[str, Query(max_length=40)] = "",
) -> HTMLResponse:
    """Asks whoever was given a code whether to take over the seat it stands for."""
    return page(
        request,
        "over.html",
        lang,
        **_about(table, lang, table.seat_of(visitor)),
        what="over",
        heading=templating.speak(lang)("over_title"),
        code=code,
        typed=usual_name(request, lang),
        most=house_of(request).settings.limits.name,
    )


@deeds.post("/t/{table}/over")
async def over(
    request: Request, house: TheHouse, table: TheTable, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Take over the seat of a code."""
    known, _ = welcome(request, visitor)
    name = form.get("name") or usual_name(request, lang)
    await seating.take_over(house, table, known, form.get("code", ""), name)
    return go(f"/t/{table.id}")


@deeds.post("/t/{table}/seats/{seat}/{what}")
async def seats(
    request: Request,
    house: TheHouse,
    table: TheTable,
    visitor: Visitor,
    lang: Lang,
    form: Form,
    seat: int,
    what: str,
) -> Response:
    """Change who plays at a seat: away, back, uncover, cover, free, pass, rename."""
    answer = go(await _change_seat(house, table, visitor, seat, what, form.get("name", "")))
    if what == "rename":
        keep(request, answer, "name", " ".join(form.get("name", "").split()))
    return answer


async def _change_seat(
    house: House, table: Table, visitor: str | None, seat: int, what: str, name: str
) -> str:
    path = f"/t/{table.id}"
    if what == "away":
        await seating.away(house, table, visitor, seat, seating.STAND_IN)
    elif what == "back":
        since = await seating.come_back(house, table, visitor)
        return f"{path}?told={since}" if since < table.ply else path
    elif what in ("uncover", "cover"):
        await seating.uncover(house, table, visitor, seat if what == "uncover" else None)
    elif what == "free":
        await seating.remove(house, table, visitor, seat)
    elif what == "pass":
        return f"{path}/menu?pass={await seating.pass_on(house, table, visitor)}"
    elif what == "rename":
        await seating.rename(house, table, visitor, name)
    else:
        raise Unreadable(f"{what[:20]!r} cannot be done with a seat.")
    return path


@deeds.post("/t/{table}/take-back")
async def take_back(table: TheTable, visitor: Visitor, form: Form) -> Response:
    """Asks for one's last move back, or answers whoever asks."""
    await seating.take_back(table, visitor, form.get("say", "ask"))
    return go(f"/t/{table.id}")


@deeds.post("/t/{table}/word")
async def word(
    house: TheHouse, table: TheTable, visitor: Visitor, form: Form, lang: Lang
) -> Response:
    """Says one of six words at the table."""
    await seating.say(house, table, visitor, form.get("word", ""))
    return go(f"/t/{table.id}")


@deeds.post("/t/{table}/ready")
async def ready(house: TheHouse, table: TheTable, visitor: Visitor, form: Form) -> Response:
    """Note that somebody has seen the points of a round, or ask for more time."""
    if not table.seats.of(visitor):
        table.seat_for(visitor)
    house.tables.streams(table).mark_ready(visitor, more=bool(form.get("more")))
    return go(f"/t/{table.id}")


@deeds.post("/t/{table}/rematch")
async def rematch(house: TheHouse, table: TheTable, visitor: Visitor) -> Response:
    """Open the next match of the same people; with bots alone nobody has to wait."""
    new = await seating.rematch(house, table, visitor)
    others = [seat for seat in new.seats if seat.bot is None and seat.device != visitor]
    if new.phase == "open" and not others:
        await seating.start(house, new, visitor, None)
    return go(f"/t/{new.id}")


router.routes.extend(deeds.routes)
router.add_api_route("/t/{table}/record", api.record)


# Play now


@router.post("/play/{game}")
async def play_now(
    request: Request, house: TheHouse, visitor: Visitor, lang: Lang, form: Form, game: str
) -> Response:
    """Open a table with bots, deals, and lead there."""
    chosen = find_game(game)
    players = whole_number(form["players"], "players") if form.get("players") else USUAL_PLAYERS
    players = players if players in chosen.players else chosen.players[-1]
    known, _ = welcome(request, visitor)
    table = await seating.play_now(
        house,
        known,
        form.get("name") or usual_name(request, lang),
        form.get("level") or seating.STAND_IN,
        house.tables.facts(known, game, players, lobby.options_of(chosen, form), "link"),
        form.get("luck", ""),
        form.get("offer", ""),
    )
    return go(f"/t/{table.id}")
