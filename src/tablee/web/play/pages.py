"""A table in a browser: its page, and the forms by which people play without a script."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.house.advice import hints
from tablee.house.advice.blunder_check import among_bots
from tablee.house.daily.day import counts
from tablee.house.errors import Unreadable
from tablee.house.live import sentences
from tablee.house.live.log_rows import rounds_of
from tablee.house.live.story import cite
from tablee.house.open_house.house import House
from tablee.house.render import templating
from tablee.house.render.pictures import qr
from tablee.house.render.render_table import look_at
from tablee.house.seating import seating
from tablee.house.tables.pace import LIVE, patience_at
from tablee.house.tables.quick_chat import WORDS
from tablee.house.tables.table import Table
from tablee.house.tables.takeback import may_take_back
from tablee.table import render
from tablee.table.laying import lay
from tablee.table.lights import press
from tablee.table.pad import pad_of
from tablee.table.posed.lesson import lesson_of
from tablee.web.frame.first_tips import first_minute, first_seen, firsts, note_first, say_first
from tablee.web.frame.matches import record_of
from tablee.web.http.context import (
    form_of,
    house_of,
    lang_of,
    number_in,
    post,
    table_of,
    take_costly,
    text_in,
    visitor_of,
    welcome,
)
from tablee.web.http.refusals import clause_of, sentence_of, tell_on
from tablee.web.http.requests import whole_number
from tablee.web.http.responses import address_of, go, hand_of, keep, page, usual_name, wants


@dataclass(frozen=True)
class TablePageQuery:
    """What a visitor wants to see of a table: what is held, asked, or told."""

    hold: str = ""
    ask: str = ""
    lit: str = ""
    """The move of a hint."""
    said: Markup | None = None
    """What is said in the bubble."""
    status: int = 200
    since: int | None = None
    """The ply after which everything is told to a player who comes back."""


# The page


async def table_page(
    request: Request, table: Table, visitor: str | None, query: TablePageQuery
) -> HTMLResponse:
    """Write the page of a table that is dealt."""
    house, lang, seat = house_of(request), lang_of(request), table.seat_of(visitor)
    streams = house.tables.streams(table)
    streams.mark_seen(visitor)
    streams.update_presence(patience_at(table, house.settings.away_after))
    story = await streams.story(lang)
    screen = table.seats.screen_of(visitor)
    shown = streams.seat_page(seat, lang, screen).write(query.hold, query.ask, query.lit)
    if query.said:
        shown.parts["bubble"] = render.bubble(query.said)
    waits = table.phase == "playing" and table.dealt().seat != seat
    plays = seat is not None and table.phase == "playing"
    kept = [(line.ply, line.write(seat)) for line in story.lines]
    lines = with_words(request, table, kept, lang, since=kept[0][0] if kept else 0)
    html = f'<div class="table {shown.style}">{shown}</div><ol id="log">{"".join(lines)}</ol>'
    answer = page(
        request,
        "play.html",
        lang,
        query.status,
        **_about(table, lang, seat),
        game_title=templating.title_of(table.game, lang),
        shown=shown,
        action=f"/t/{table.id}/moves",
        table_id=table.id,
        presence=streams.presence,
        asks=_asks(request, table),
        again=offers_again(table, seat) and wants(request, "again"),
        since=query.since,
        lines=lines,
        hush=wants(request, "hush"),
        hand=hand_of(request),
        words=WORDS if seat is not None and talks(table, visitor) else (),
        by_day=table.setup.by_the_day,
        called=visitor in house.notifications.visitors,
        refresh=waits and not query.said and not query.ask,
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
    """Return whether nothing answers itself: by the day, or if the browser's setting says so."""
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
    """Return whether a costly move may be looked at again: with bots, not at a try that counts."""
    return among_bots(table, seat) and not counts(table)


def with_words(
    request: Request, table: Table, lines: list[tuple[int, str]], lang: str, since: int = 0
) -> list[str]:
    """Return the log with what was said at the table, unless the browser is set to hear nothing."""
    for ply, words in _said(request, table, lang).items():
        if ply >= since:
            lines += [(ply, Markup('<li class="word-said">{}</li>').format(told)) for told in words]
    return [line for _, line in sorted(lines, key=lambda one: one[0])]


def _said(request: Request, table: Table, lang: str, taken: bool = False) -> dict[int, list[str]]:
    """Return what was said at a table, by its ply, unless the browser is set to hear nothing.

    What was taken back is told too, if asked.
    """
    ui, found = templating.speak(lang), dict[int, list[str]]()
    heard = house_of(request).tables.streams(table).talk.heard
    for ply, seat, word in () if wants(request, "hush") else heard:
        told = ui("word_told", who=table.seats.names[seat], word=ui(f"word_{word}"))
        found.setdefault(ply, []).append(told)
    for ply, seat, _ in table.match.taken if taken else ():
        told = ui("took_back", who=table.seats.names[seat])
        found.setdefault(ply, []).append(told)
    return found


def talks(table: Table, visitor: str | None) -> bool:
    """Return whether a visitor has other people to say a word to."""
    others = [seat for seat in table.seats if seat.visitor and seat.device != visitor]
    return bool(table.seats.of(visitor)) and bool(others)


# Pages beside the table


async def menu(request: Request) -> HTMLResponse:
    """Show everything that can be done at a table beside playing."""
    house, table, visitor = house_of(request), await table_of(request), visitor_of(request)
    lang, seat, passing = lang_of(request), table.seat_of(visitor), text_in(request, "pass", 40)
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
        sealed=table.sealed,
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


async def log(request: Request) -> HTMLResponse:
    """Tell everything that has happened, or what has since a ply."""
    take_costly(request)
    table, visitor, lang = await table_of(request), visitor_of(request), lang_of(request)
    since = number_in(request, "since", 0, 10**6, usual=0)
    table.dealt()
    story = await sentences.chronicle_of(house_of(request).thinking, table, lang)
    seat, ui = table.seat_of(visitor), templating.speak(lang)
    told = _said(request, table, lang, taken=True)
    return page(
        request,
        "log.html",
        lang,
        **_about(table, lang, seat),
        what="told",
        heading=ui("log_since" if since else "log_title"),
        rounds=rounds_of(table.game, story.dealt, story.steps, since, told),
        cite=lambda clause: Markup(cite(table.setup.rules, clause, lang)),
        people=house_of(request).tables.streams(table).people(seat),
        word=ui(f"pad_word_{pad_of(table.game).word}").capitalize(),
    )


async def points(request: Request) -> HTMLResponse:
    """Show how the points of the last round, or of the match, came about."""
    table, visitor, lang = await table_of(request), visitor_of(request), lang_of(request)
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


async def _at_seat(request: Request) -> tuple[Table, str | None]:
    """Return a table and its visitor; tell refusals on the table's page, in its bubble."""
    table, visitor = await table_of(request), visitor_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        if table.match.state is None:
            return None
        query = TablePageQuery(said=bubble_of(table, error, lang_of(request)), status=status)
        return await table_page(request, table, visitor, query)

    tell_on(request, tell)
    return table, visitor


async def move(request: Request) -> Response:
    """Play a move, or hold a thing, or ask why not; a script gets JSON in `fast_paths.py`."""
    table, visitor = await _at_seat(request)
    lang, form = lang_of(request), form_of(request)
    path, seat = f"/t/{table.id}", table.seat_of(visitor)
    chosen = form.get("move", "")
    if "press" in form:
        people = house_of(request).tables.streams(table).people(seat)
        laid = lay(look_at(table.dealt().view(seat), lang, people))
        what, chosen = press(laid, form["press"], form.get("held", ""))
        if what != "play":
            return go(f"{path}?{urlencode({what: chosen})}")
    answers = whole_number(form.get("ply", ""), "ply")
    await table.play(table.seat_for(visitor), chosen, answers, lang)
    return go(path)


def bubble_of(table: Table, error: TableeError, lang: str) -> Markup:
    """Return why something is refused, with its clause."""
    clause = clause_of(error)
    said = Markup(escape(sentence_of(error, lang)))
    return said + cite(table.setup.rules, clause, lang) if clause else said


async def hint(request: Request) -> Response:
    """Show the table with the move that an expert would play, and why."""
    table, visitor = await _at_seat(request)
    take_costly(request)
    seat, lang = table.seat_for(visitor), lang_of(request)
    found = await hints.hint(house_of(request), table, seat, lang)
    said = Markup("<b>{}</b> {} {}").format(found["hint"], found["reason"], found["hope"])
    return await table_page(request, table, visitor, TablePageQuery(lit=found["move"], said=said))


async def ask_over(request: Request) -> HTMLResponse:
    """Ask a visitor who was given a code whether to take over its seat."""
    table, visitor = await table_of(request), visitor_of(request)
    lang, code = lang_of(request), text_in(request, "code", 40)
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


async def over(request: Request) -> Response:
    """Take over the seat of a code."""
    table, visitor = await _at_seat(request)
    form, (known, _) = form_of(request), welcome(request, visitor)
    name = form.get("name") or usual_name(request, lang_of(request))
    await seating.take_over(house_of(request), table, known, form.get("code", ""), name)
    return go(f"/t/{table.id}")


async def seats(request: Request) -> Response:
    """Change who plays at a seat: away, back, uncover, cover, free, pass, rename."""
    table, visitor = await _at_seat(request)
    seat, what = number_in(request, "seat", usual=0), request.path_params["what"]
    name = form_of(request).get("name", "")
    answer = go(await _change_seat(house_of(request), table, visitor, seat, what, name))
    if what == "rename":
        keep(request, answer, "name", " ".join(name.split()))
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


async def take_back(request: Request) -> Response:
    """Ask for the last move back, or answer who asks."""
    table, visitor = await _at_seat(request)
    await seating.take_back(table, visitor, form_of(request).get("say", "ask"))
    return go(f"/t/{table.id}")


async def word(request: Request) -> Response:
    """Say one of six words at the table."""
    table, visitor = await _at_seat(request)
    await seating.say(house_of(request), table, visitor, form_of(request).get("word", ""))
    return go(f"/t/{table.id}")


async def ready(request: Request) -> Response:
    """Note that a player has seen the points of a round, or asks for more time."""
    table, visitor = await _at_seat(request)
    if not table.seats.of(visitor):
        table.seat_for(visitor)
    more = bool(form_of(request).get("more"))
    house_of(request).tables.streams(table).mark_ready(visitor, more=more)
    return go(f"/t/{table.id}")


async def rematch(request: Request) -> Response:
    """Open the next match of the same people; with bots alone, deal at once."""
    house, (table, visitor) = house_of(request), await _at_seat(request)
    new = await seating.rematch(house, table, visitor)
    others = [seat for seat in new.seats if seat.bot is None and seat.device != visitor]
    if new.phase == "open" and not others:
        await seating.start(house, new, visitor, None)
    return go(f"/t/{new.id}")


async def record(request: Request) -> Response:
    """Return the record of a match that is over; `tablee verify` checks it."""
    return record_of(await table_of(request))


ROUTES = [
    Route("/t/{table}/menu", menu),
    Route("/t/{table}/log", log),
    Route("/t/{table}/points", points),
    post("/t/{table}/moves", move),
    Route("/t/{table}/hint", hint),
    Route("/t/{table}/over", ask_over),
    post("/t/{table}/over", over),
    post("/t/{table}/seats/{seat}/{what}", seats),
    post("/t/{table}/take-back", take_back),
    post("/t/{table}/word", word),
    post("/t/{table}/ready", ready),
    post("/t/{table}/rematch", rematch),
    Route("/t/{table}/record", record),
]
