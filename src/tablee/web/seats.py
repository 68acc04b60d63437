"""Who sits around a table, as pages show it."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.web.stage import Person
from tablee.web.tables import Table


def person(table: Table, seat: int, visitor: str | None) -> Person:
    """Gets who sits at a seat; his name is empty if nobody does."""
    at = table.seats[seat]
    here = at.visitor is None or any(l.visitor == at.visitor for l in table.listeners)
    return Person(
        seat,
        at.name,
        bot=at.bot is not None,
        away=at.who == "away",
        here=here,
        mine=visitor is not None and at.visitor == visitor,
    )


def people(table: Table, visitor: str | None) -> Sequence[Person]:
    """Gets everyone who sits at a table."""
    return [person(table, n, visitor) for n, at in enumerate(table.seats) if at.who != "empty"]
