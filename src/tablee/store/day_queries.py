"""What is asked of the store about deals of the day: each function runs inside one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from tablee.house.ports.seats import Seat
from tablee.house.ports.tries import Try
from tablee.store import queries
from tablee.store.schema import seats, tables, tries

MOST_DAYS = 400
"""Days that a streak is counted over."""


def going(connection: Connection, visitor: str, game: str, day: str) -> str | None:
    """Return the table at which a visitor is in the middle of a day's deal."""
    found: str | None = connection.scalar(
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.visitor == visitor, tables.c.game == game, tables.c.day == day)
        .where(tables.c.ended_at.is_(None))
        .order_by(tables.c.first_try.desc(), tables.c.opened_at.desc())
        .limit(1)
    )
    return found


def open_try(
    connection: Connection,
    table: str,
    facts: Mapping[str, Any],
    around: Sequence[Seat],
    secret: str,
    key: bytes,
) -> None:
    """Open and deal a table for a day's deal; a second first try is a conflict."""
    queries.open_table(connection, table, facts, around, secret)
    if facts["first_try"]:
        same = {"game": facts["game"], "day": facts["day"], "table_id": table}
        connection.execute(insert(tries), {"visitor": facts["opener"], **same})
    queries.start(connection, table, lambda *_: (key, ("",) * len(around)))


def end(connection: Connection, table: str, scores: Sequence[int], counts: bool) -> None:
    """Note that a match is over, and the result of a try that was ended in time."""
    queries.end(connection, table)
    if counts:
        own, *others = scores
        result = {"lead": own - max(others), "scores": " ".join(map(str, scores))}
        open_ones = (tries.c.table_id == table, tries.c.lead.is_(None))
        connection.execute(update(tries).where(*open_ones).values(result))


def tries_of(connection: Connection, visitor: str, since: str, until: str) -> list[Try]:
    """Return a visitor's first tries of some days, the latest first, each among all of its day."""
    all_of = tries.alias("all_of")
    same = (all_of.c.game == tries.c.game, all_of.c.day == tries.c.day)
    lower = (all_of.c.lead < tries.c.lead) & (all_of.c.visitor != tries.c.visitor)
    beaten = select(func.count()).select_from(all_of).where(*same, lower).scalar_subquery()
    ended = select(func.count(all_of.c.lead)).where(*same).scalar_subquery()
    chosen = select(tries, beaten.label("beaten"), ended.label("ended"))
    mine = (tries.c.visitor == visitor, tries.c.day >= since, tries.c.day <= until)
    found = connection.execute(chosen.where(*mine).order_by(tries.c.day.desc()))
    return [_try(row) for row in found]


def _try(row: Any) -> Try:
    scores = tuple(map(int, (row.scores or "").split()))
    others = max(0, row.ended - (row.lead is not None))
    return Try(row.game, row.day, row.table_id, row.lead, scores, row.beaten, others)


def days_of(connection: Connection, visitor: str) -> list[str]:
    """Return the days on which a visitor has ended a try, the latest first."""
    found = connection.execute(
        select(tries.c.day)
        .where(tries.c.visitor == visitor, tries.c.lead.is_not(None))
        .distinct()
        .order_by(tries.c.day.desc())
        .limit(MOST_DAYS)
    )
    return [str(day) for (day,) in found]


def results(connection: Connection, game: str, day: str) -> dict[int, int]:
    """Return how often each lead was reached, the lowest first."""
    ended = (tries.c.game == game, tries.c.day == day, tries.c.lead.is_not(None))
    counted = select(tries.c.lead, func.count()).where(*ended).group_by(tries.c.lead)
    return {int(lead): int(n) for lead, n in connection.execute(counted.order_by(tries.c.lead))}
