"""The pages of the deal of the day: all games of a date, one of them, and the way to its table."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from babel.dates import format_date
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee.core.game import Game
from tablee.core.record import Record
from tablee.core.rules.rulebook import signed
from tablee.games import find_game
from tablee.house.clock import now
from tablee.house.daily import day
from tablee.house.daily.calendar import Month, month_of, streak
from tablee.house.daily.percentile import Standing
from tablee.house.errors import NothingThere, SealedDay, Unreadable
from tablee.house.open_house.house import House
from tablee.house.ports.names import read_name
from tablee.house.ports.seats import Seat
from tablee.house.ports.stored import Conflict
from tablee.house.ports.tries import Try
from tablee.house.render import templating
from tablee.house.render.pictures import box_picture, emblem
from tablee.house.seating.seating import bot_names
from tablee.house.tables.pace import iso_of
from tablee.house.tables.table import Table
from tablee.look.boxes import Box, boxes
from tablee.web.http.context import (
    form_of,
    house_of,
    lang_of,
    post,
    text_in,
    visitor_of,
    welcome,
)
from tablee.web.http.responses import address_of, go, page, usual_name


@dataclass(frozen=True)
class Deal:
    """The deal of a game and a date, with what one visitor has made of it."""

    box: Box
    date: date
    mine: Try | None
    going: str | None
    """The table at which the visitor is in the middle of it."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.box.game

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/day/{self.game.name}/{self.date}"

    @property
    def over(self) -> bool:
        """Whether its day is over."""
        return day.is_over(self.date)

    @property
    def done(self) -> bool:
        """Whether the visitor has a result."""
        return self.mine is not None and self.mine.lead is not None

    @property
    def counts(self) -> bool:
        """Whether what the visitor plays now counts."""
        first = self.mine is None or (self.going is not None and self.mine.table == self.going)
        return first and not self.over


async def deal_of(house: House, visitor: str | None, box: Box, on: date) -> Deal:
    """Return a day's deal for a visitor; a match that has just ended has its result already."""
    if visitor is None:
        return Deal(box, on, None, None)
    days, game = house.store.days, box.game.name
    going = await days.going(visitor, game, str(on))
    if going is not None:
        table = await house.tables.table(going)
        if table.phase == "over":
            await house.tables.end(table)
            going = await days.going(visitor, game, str(on))
    found = await days.tries_of(visitor, str(on), str(on))
    mine = next((one for one in found if one.game == game), None)
    return Deal(box, on, mine, going)


def read_date(text: str) -> date:
    """Return a date in an address, of the last year or the next day; raise NothingThere."""
    try:
        on = date.fromisoformat(text)
    except ValueError:
        raise NothingThere(f"{text[:20]!r} is no date: write 2026-11-15.") from None
    if not -1 <= (day.today() - on).days <= day.KEPT_DAYS or text != str(on):
        raise NothingThere(f"there is no deal of {on}: choose one of the last year.")
    return on


def box_of(game: str) -> Box:
    """Return the box of a game; raise UnknownGame."""
    return boxes()[find_game(game).name]


# All games of a date


async def all_games(request: Request) -> HTMLResponse:
    """Show the deals of a date, today's unless another is asked for, and a month of days."""
    house, visitor, lang = house_of(request), visitor_of(request), lang_of(request)
    on, month = text_in(request, "on", 10), _month_in(request)
    at = read_date(on) if on else day.today()
    deals = [await deal_of(house, visitor, box, at) for box in boxes().values()]
    return page(
        request,
        "days.html",
        lang,
        deals=deals,
        box_picture=box_picture,
        **await _around(house, visitor, lang, at, month),
        **_said(house, lang, at),
    )


def _month_in(request: Request) -> str:
    """Return the month of an address; raise Unreadable for what is written otherwise."""
    month = text_in(request, "month")
    if not re.fullmatch(r"(\d{4}-\d{2})?", month):
        raise Unreadable(f"month {month[:20]!r}: write 2026-11.")
    return month


async def _around(
    house: House, visitor: str | None, lang: str, at: date, month: str, game: str = ""
) -> dict[str, Any]:
    """Return the month around a date with what a visitor has played, and the days in a row."""
    first = date.fromisoformat(f"{month}-01") if _is_month(month) else at.replace(day=1)
    found, played = [], []
    if visitor is not None:
        last = str(first + timedelta(31))
        found = await house.store.days.tries_of(visitor, str(first), last)
        played = await house.store.days.days_of(visitor)
    shown = [one for one in found if game in ("", one.game)]
    calendar: Month = month_of(first, shown, lang, at)
    return {"calendar": calendar, "streak": streak(played, day.today())}


def _is_month(text: str) -> bool:
    try:  # a calendar shows some days of the months before and after too
        return bool(text) and 1 < date.fromisoformat(f"{text}-01").year < 9999
    except ValueError:
        return False


def _said(house: House, lang: str, at: date) -> dict[str, Any]:
    """Return what every page of a date says of it."""
    minutes = max(0, day.ends(day.today()) - now()) // 60_000
    return {
        "at": at,
        "today": day.today(),
        "month_name": format_date(at, "MMMM", locale=lang),
        "weekday": format_date(at, "EEEE", locale=lang),
        "long_date": say_date(at, lang),
        "ends": iso_of(day.ends(day.today())),
        "hour": "00:00",
        "hours": minutes // 60,
        "minutes": minutes % 60,
        "zone": day.zone(),
        "emblem": emblem,
        "signed": signed,
        "one_day": timedelta(1),
    }


def say_date(at: date, lang: str) -> str:
    """Return a date as people read it."""
    return format_date(at, "d. MMMM yyyy" if lang == "de" else "d MMMM yyyy", locale=lang)


# One game


async def of_today(request: Request) -> Response:
    """Lead to today's deal of a game."""
    return go(f"/day/{box_of(request.path_params['game']).game.name}/{day.today()}")


def _deal_in(request: Request) -> tuple[Box, date]:
    """Return the game and the date of an address; raise UnknownGame or NothingThere."""
    return box_of(request.path_params["game"]), read_date(request.path_params["on"])


async def one_deal(request: Request) -> HTMLResponse:
    """Show a day's deal: before it is played what it is, then how well the visitor has done."""
    house, visitor, lang = house_of(request), visitor_of(request), lang_of(request)
    month, (box, at) = _month_in(request), _deal_in(request)
    deal = await deal_of(house, visitor, box, at)
    standing = None
    if deal.done or deal.over:
        found = await house.store.days.results(box.game.name, str(at))
        standing = Standing(found, deal.mine.lead if deal.mine else None)
    origin = day.origin_of(house.offers, box.game.name, str(at), box.day)
    link = address_of(request, deal.path)
    return page(
        request,
        "day.html",
        lang,
        deal=deal,
        plan=box.day,
        box=box,
        box_picture=box_picture,
        bots=bot_names(usual_name(request, lang), box.day.players - 1),
        title=box.game.rulebook.about["title"][lang],
        standing=standing,
        shared=share_text(deal, standing, lang, link),
        link=link,
        promise=origin.promise,
        record=str(record_of(house, box, at)) if deal.over else "",
        **await _around(house, visitor, lang, at, month, box.game.name),
        **_said(house, lang, at),
    )


def share_text(deal: Deal, standing: Standing | None, lang: str, link: str) -> str:
    """Return what a visitor may tell others of the result: nothing of the cards."""
    if deal.mine is None or deal.mine.lead is None or standing is None:
        return ""
    ui, title = templating.speak(lang), deal.game.rulebook.about["title"][lang]
    lines = [
        ui("day_share_head", date=say_date(deal.date, lang)),
        ui("day_share_result", game=title, lead=signed(deal.mine.lead)),
    ]
    if standing.tells:
        tenths = round(10 * standing.beaten / standing.others)
        better = ui("day_better", beaten=standing.beaten, others=standing.others)
        lines += ["■" * tenths + "□" * (10 - tenths), better]
    elif standing.others:
        lines.append(ui("day_place", place=standing.place, total=standing.total))
    return "\n".join([*lines, link])


def record_of(house: House, box: Box, at: date) -> Record:
    """Return the deal of a finished day as a record without moves, by which its key is checked."""
    if not day.is_over(at):
        raise SealedDay("the key of a day is told when it is over.")
    plan, game = box.day, box.game
    origin = day.origin_of(house.offers, game.name, str(at), plan)
    options = game.check_options(plan.players, plan.options)
    key = origin.key(game, plan.players, options)
    return Record(game, plan.players, key, options, commitment=origin.promise, origin=origin)


async def record(request: Request) -> Response:
    """Return the record of a deal whose day is over; `tablee verify` checks it."""
    box, at = _deal_in(request)
    text = str(record_of(house_of(request), box, at))
    head = f'attachment; filename="{day.name_of(box.game.name, str(at))}.record"'
    return PlainTextResponse(text, headers={"content-disposition": head})


async def begin(request: Request) -> Response:
    """Lead to the table of a day's deal: the one that goes on, or a new one."""
    visitor, (box, at) = visitor_of(request), _deal_in(request)
    if at > day.today():
        raise SealedDay("this day has not begun: its deal is played from midnight on.")
    known, _ = welcome(request, visitor)
    name = form_of(request).get("name") or usual_name(request, lang_of(request))
    table = await begin_try(house_of(request), known, name, box, at)
    return go(f"/t/{table.id}")


async def begin_try(house: House, visitor: str, name: str, box: Box, at: date) -> Table:
    """Return a table for a day's deal; the first one of its day counts, all others are practice."""
    deal = await deal_of(house, visitor, box, at)
    if deal.going is not None:
        return await house.tables.table(deal.going)
    await house.readiness.ready(box.game.name)
    await house.tables.check_tables(visitor)
    plan, new = box.day, secrets.token_urlsafe(12)
    facts = house.tables.facts(visitor, box.game.name, plan.players, plan.options, "link")
    facts |= {"day": str(at), "first_try": int(deal.counts)}
    origin = day.origin_of(house.offers, box.game.name, str(at), plan)
    around = _around_table(house, visitor, name, plan.players)
    key = origin.key(box.game, plan.players, facts["options"])
    try:
        await house.store.days.open_try(new, facts, around, origin.secret.hex(), key)
    except Conflict:  # begun in another window at this moment
        again = await deal_of(house, visitor, box, at)
        assert again.going is not None
        new = again.going
    return await house.tables.table(new)


def _around_table(house: House, visitor: str, name: str, players: int) -> list[Seat]:
    own = Seat(visitor, read_name(name, house.settings.limits.name))
    names = bot_names(own.name, players - 1)
    return [own, *(Seat(name=bot, bot=day.LEVEL) for bot in names)]


ROUTES = [
    Route("/day", all_games),
    Route("/day/{game}", of_today),
    Route("/day/{game}/{on}", one_deal),
    post("/day/{game}/{on}", begin),
    Route("/day/{game}/{on}/record", record),
]
