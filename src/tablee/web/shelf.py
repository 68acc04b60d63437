"""The shelf: the boxes, my tables, tables open to all, and the way to a table by its code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from tablee.core.drawing import use
from tablee.core.game import Game
from tablee.core.page import Person
from tablee.core.phrases import Speaker
from tablee.look.boxes import Box, boxes
from tablee.web import queries, templating
from tablee.web.api import TheHouse, Visitor
from tablee.web.bot_workers import LEVELS
from tablee.web.errors import NoTable, NotNow, NotReadyYet
from tablee.web.files import address
from tablee.web.house import House
from tablee.web.pages import Lang, go, page
from tablee.web.seat_page import people_of
from tablee.web.tables import Table

router = APIRouter(include_in_schema=False)
MOST_TICKETS = 12
USUAL_LEVEL = "casual"
SPINE = 18
"""How much of its spine a box shows, in the units of its cover."""
_CODE = re.compile(r"[A-Za-z0-9_-]{4,64}")


@dataclass(frozen=True)
class Ticket:
    """A table, as its ticket tells it."""

    table: Table
    people: Sequence[Person]
    lead: str
    note: str = ""
    hot: bool = False

    @property
    def rank(self) -> int:
        """Gets its place among one's tickets: my turn, the others', those over."""
        return 0 if self.hot else ("playing", "open", "over").index(self.table.phase) + 1


# Drawings


@cache
def box_picture(box: Box) -> Markup:
    """Draws a box: its lid, and a little of its spine."""
    cover, (near, far) = box.cover, box.spine
    width, height = cover.width, cover.height
    back = height - SPINE / 2 - 2
    spine = (
        f'<path d="M4 0L-{SPINE} -14V{back:g}L0 {height:g}z" fill="{near}"/>'
        f'<path d="M-{SPINE} -14V{back:g}l6 3V-10z" fill="{far}"/>'
    )
    lid = use(cover.id, width=width, height=height, sprite=address(f"{box.game.name}.svg"))
    return Markup(
        f'<svg class="n{round(width / 10)}" viewBox="-{SPINE} -14 {width + SPINE:g}'
        f' {height + 14:g}" aria-hidden="true">{spine}{lid}</svg>'
    )


@cache
def emblem(game: Game) -> Markup:
    """Draws the emblem of a game."""
    drawn = boxes()[game.name].emblem
    width, height = drawn.size
    inner = use(drawn.part, width=width, height=height, sprite=address(f"{game.name}.svg"))
    return Markup(f'<svg viewBox="{drawn.box}" aria-hidden="true">{inner}</svg>')


# Tickets


def ticket(table: Table, visitor: str | None, lang: str) -> Ticket:
    """Writes a table's ticket for somebody: whose turn it is, and how far the match has come."""
    ui, around = templating.speak(lang), _company(table, visitor)
    if table.phase == "open":
        free = sum(seat.who == "empty" for seat in table.seats)
        told = ui("ticket_free", n=free) if free else ui("ticket_ready")
        return Ticket(table, around, "", told)
    if table.phase == "over":
        return Ticket(table, around, ui("ticket_over"), _winners(table, visitor, ui))
    state, mine = table.dealt(), table.seat_of(visitor)
    assert state.seat is not None
    if state.seat == mine and table.seats[mine].bot is None:
        return Ticket(table, around, ui("ticket_mine"), _status(table, mine, lang), hot=True)
    at = table.seats[state.seat]
    if at.who == "away":
        told = ui("ticket_own_bot") if state.seat == mine else ui("ticket_away", who=at.name)
        return Ticket(table, around, "", told)
    return Ticket(table, around, "", ui("ticket_thinks", who=at.name))


def _company(table: Table, visitor: str | None) -> list[Person]:
    around = people_of(table, table.seat_of(visitor))
    return [person for person in around if table.seats[person.seat].who != "empty"]


def _status(table: Table, seat: int, lang: str) -> str:
    """Gets how far the match has come, in the words of the game's board."""
    status = table.game.board(table.dealt().view(seat), lang, table.names).status
    return status.partition(" · ")[0]


def _winners(table: Table, visitor: str | None, ui: Speaker) -> str:
    outcome = table.dealt().outcome()
    assert outcome is not None
    if table.seat_of(visitor) in outcome.winners:
        return ui("ticket_i_won")
    names = [table.names[seat] for seat in outcome.winners]
    return ui("ticket_won", who=", ".join(names), n=len(names)) if names else ui("ticket_drawn")


async def find_tables(house: House, names: Sequence[str]) -> list[Table]:
    """Gets tables by name but those that cannot be shown: played by older rules, or not yet."""
    found = []
    for name in names:
        try:
            found.append(await house.table(name))
        except (NotNow, NotReadyYet):
            continue
    return found


async def _tickets(house: House, visitor: str | None, lang: str) -> tuple[list[Ticket], ...]:
    mine: list[Table] = []
    if visitor is not None:
        own = await house.store.read(lambda c: queries.tables_of(c, visitor, MOST_TICKETS))
        mine = await find_tables(house, own)
    listed = await house.store.read(lambda c: queries.open_to_all(c, MOST_TICKETS))
    others = [table for table in await find_tables(house, listed) if table not in mine]
    own_tickets = sorted((ticket(t, visitor, lang) for t in mine), key=lambda one: one.rank)
    return own_tickets, [ticket(t, visitor, lang) for t in others]


# Pages


@router.get("/")
async def shelf(request: Request, house: TheHouse, visitor: Visitor, lang: Lang) -> HTMLResponse:
    """Shows the shelf."""
    return await shelf_page(request, house, visitor, lang)


async def shelf_page(
    request: Request,
    house: House,
    visitor: str | None,
    lang: str,
    status: int = 200,
    notice: str = "",
    code: str = "",
) -> HTMLResponse:
    """Writes the shelf; with a notice if something was refused."""
    mine, others = await _tickets(house, visitor, lang)
    return page(
        request,
        "shelf.html",
        lang,
        status,
        boxes=list(boxes().values()),
        box_picture=box_picture,
        emblem=emblem,
        levels=LEVELS,
        usual=USUAL_LEVEL,
        mine=mine,
        others=others,
        printing=house.warmup.missing,
        notice=notice,
        code=code,
    )


@router.get("/code")
async def by_code(
    request: Request,
    house: TheHouse,
    visitor: Visitor,
    lang: Lang,
    code: Annotated[str, Query(max_length=400)] = "",
) -> Response:
    """Leads to the table of a link or of its last part."""
    found = _CODE.fullmatch(code.strip().rstrip("/").rpartition("/")[2].partition("?")[0])
    try:
        if found is None:
            raise NoTable("this is no code of a table.")
        table = await house.table(found[0])
    except NoTable:
        told = templating.speak(lang)("no_such_code")
        return await shelf_page(request, house, visitor, lang, 404, told, code)
    return go(f"/t/{table.id}")
