"""A table in one line: for the shelf, for one's games, for a seat that is carried elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from tablee.core.rules.phrases import Speaker
from tablee.house.clock import now
from tablee.house.render import templating
from tablee.house.render.render_table import look_at
from tablee.house.tables.pace import time_of
from tablee.house.tables.table import Table
from tablee.table.laying import lay
from tablee.table.people import Person

if TYPE_CHECKING:
    from tablee.house.live.streams import Streams
    from tablee.house.open_house.house import House


@dataclass(frozen=True)
class TableSummary:
    """A table in a few words, as one visitor sees it."""

    table: Table
    people: Sequence[Person]
    lead: str
    note: str = ""
    my_turn: bool = False

    @property
    def rank(self) -> int:
        """Its place among other summaries: my turn first, then the others', then those over."""
        return 0 if self.my_turn else ("playing", "open", "over").index(self.table.phase) + 1


def summarize(house: House, table: Table, visitor: str | None, lang: str) -> TableSummary:
    """Return what a visitor reads of a table: whose turn it is, how far the match has come."""
    ui, everyone = (
        templating.speak(lang),
        house.tables.streams(table).people(table.seat_of(visitor)),
    )
    around = [person for person in everyone if table.seats[person.seat].who != "empty"]
    if table.phase == "open":
        free = sum(seat.who == "empty" for seat in table.seats)
        told = ui("ticket_free", n=free) if free else ui("ticket_ready")
        return TableSummary(table, around, "", told)
    if table.phase == "over":
        return TableSummary(table, around, ui("ticket_over"), _winners(table, visitor, ui))
    state, mine = table.dealt(), table.seats.of(visitor)
    assert state.seat is not None
    if not mine:
        return TableSummary(table, around, "", ui("ticket_watch"))
    if state.seat in mine and table.seats[state.seat].bot is None:
        note = _due(table, table.seat_of(visitor), everyone, lang)
        return TableSummary(table, around, ui("ticket_mine"), note, my_turn=True)
    at = table.seats[state.seat]
    if at.who == "away":
        told = ui("ticket_own_bot") if state.seat in mine else ui("ticket_away", who=at.name)
        return TableSummary(table, around, "", told)
    return TableSummary(table, around, "", ui("ticket_thinks", who=at.name))


def _due(table: Table, seat: int | None, people: Sequence[Person], lang: str) -> str:
    """Return the deadline of a move by the day; at a live table, how far the match has come."""
    if table.due is None:
        return _status(table, seat, people, lang)
    late = "ticket_past" if table.due < now() else "ticket_until"
    told = Markup(escape(templating.speak(lang)(late, until="{}")))
    return told.format(time_of(table.due, lang, "short"))


def _status(table: Table, seat: int | None, people: Sequence[Person], lang: str) -> str:
    """Return how far the match has come, in the words of the game's board."""
    status = lay(look_at(table.dealt().view(seat), lang, people)).status
    return status.partition(" · ")[0]


def _winners(table: Table, visitor: str | None, ui: Speaker) -> str:
    outcome = table.dealt().outcome()
    assert outcome is not None
    if table.seat_of(visitor) in outcome.winners:
        return ui("ticket_i_won")
    names = [table.seats.names[seat] for seat in outcome.winners]
    return ui("ticket_won", who=", ".join(names), n=len(names)) if names else ui("ticket_drawn")


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
