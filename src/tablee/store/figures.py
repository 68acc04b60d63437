"""The year in figures: sums by month and game that name nobody and outlive the matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, insert, select, text

from tablee.house.figures import Sums
from tablee.store.schema import counted, months, moves, seats, tables

LONGEST_PAUSE = 5 * 60 * 1000
"""Milliseconds between two moves that count as play; the rest of a longer pause does not."""
BATCH = 200
"""Matches that are added in one piece."""


def add(connection: Connection, month: str, game: str, measure: str, more: int) -> None:
    """Add to a sum of a month."""
    statement = text(
        "INSERT INTO months (month, game, measure, count) VALUES (:month, :game, :measure, :more)"
        " ON CONFLICT (month, game, measure) DO UPDATE SET count = months.count + :more"
    )
    row = {"month": month, "game": game, "measure": measure, "more": more}
    connection.execute(statement, row)


def month_of(milliseconds: int) -> str:
    """Return the month of a moment by the clock of this house, as 2026-11."""
    return f"{datetime.fromtimestamp(milliseconds / 1000).astimezone():%Y-%m}"


def sum_up(connection: Connection) -> None:
    """Add every finished match to the sums of its month, once."""
    while sum_up_some(connection):
        pass


def sum_up_some(connection: Connection) -> int:
    """Add some finished matches to the sums of their months; return how many were new."""
    fresh = (
        select(tables.c.id, tables.c.game, tables.c.pace, tables.c.day, tables.c.ended_at)
        .where(tables.c.ended_at.is_not(None), tables.c.closed.is_(None))
        .where(tables.c.id.not_in(select(counted.c.table_id)))
        .limit(BATCH)
    )
    rows = connection.execute(fresh).all()
    sums: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        measures = _measure(connection, row)
        sums.update({(month_of(row.ended_at), row.game, m): n for m, n in measures.items()})
    for (month, game, measure), more in sums.items():
        add(connection, month, game, measure, more)
    if rows:
        connection.execute(insert(counted), [{"table_id": row.id} for row in rows])
    return len(rows)


def _measure(connection: Connection, row: Any) -> Mapping[str, int]:
    """Return what one match adds to each measure."""
    around = connection.execute(select(seats.c.visitor).where(seats.c.table_id == row.id))
    people = sum(visitor is not None for (visitor,) in around)
    at = select(moves.c.played_at).where(moves.c.table_id == row.id).order_by(moves.c.ply)
    played = [int(moment) for (moment,) in connection.execute(at)]
    pauses = (min(after - before, LONGEST_PAUSE) for before, after in pairwise(played))
    return {
        "matches": 1,
        "people": people,
        "alone": int(people == 1),
        "bots": int(people == 0),
        "by_the_day": int(row.pace > 0),
        "deals_of_the_day": int(row.day is not None),
        "moves": len(played),
        "minutes": 0 if row.pace else round(sum(pauses) / 60_000),
    }


def read(connection: Connection, year: int) -> Sums:
    """Return the sums of a year by month and game."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    within = months.c.month.startswith(f"{year:04d}-")
    rows = select(months).where(within).order_by(months.c.month, months.c.game)
    for row in connection.execute(rows):
        found.setdefault((row.month, row.game), {})[row.measure] = int(row._mapping["count"])
    return found


def of_year(connection: Connection, year: int) -> Sums:
    """Return the sums of a year, with what has ended meanwhile."""
    sum_up(connection)
    return read(connection, year)
