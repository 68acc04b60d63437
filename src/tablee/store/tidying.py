"""What goes with time: tables that were never finished, names, finished matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, select

from tablee.core.errors import TableeError
from tablee.house.ages import AGES, Ages, parse_ages
from tablee.house.clock import now
from tablee.house.daily import day
from tablee.store import database, figures, personal, queries
from tablee.store.schema import SCHEMA, moves, records, reviews, tables, tries

BESIDE = [one for one in SCHEMA.sorted_tables if "table_id" in one.c and one is not tries]
"""What goes with a table; a result of the day stays with its day."""


# Ages


def read_ages(connection: Connection) -> Ages | None:
    """Return the ages that the host has chosen; None for a house in which nobody has."""
    return parse_ages(queries.kept(connection, AGES))


def keep_ages(connection: Connection, ages: Ages) -> None:
    """Keep how long things are kept: the house tidies by it every day."""
    queries.keep(connection, AGES, str(ages))


# Tidy


@dataclass(frozen=True)
class Tidied:
    """How many tables, names and brought records were removed, and how many records written."""

    lobbies: int = 0
    unfinished: int = 0
    finished: int = 0
    records: int = 0
    brought: int = 0
    names: int = 0


def tidy(engine: Engine, ages: Ages, folder: Path | None = None) -> Tidied:
    """Remove what is older than that, once it is in the figures; finished matches as records too.

    Records that were brought to look at are finished matches too: their owners bring them again.
    Results of deals of the day stay as long as their days can be played.
    """
    with database.whole(engine) as connection:
        figures.sum_up(connection)
        last = select(func.max(moves.c.played_at)).where(moves.c.table_id == tables.c.id)
        began = tables.c.started_at, tables.c.opened_at
        quiet_since = func.coalesce(tables.c.ended_at, last.scalar_subquery(), *began)
        rows = connection.execute(
            select(tables.c.id, tables.c.key, tables.c.ended_at, quiet_since.label("at"))
        ).all()
        waiting = [r for r in rows if r.ended_at is None and r.at < _before(ages.unfinished)]
        over = [str(r.id) for r in rows if r.ended_at is not None and r.at < _before(ages.finished)]
        lobbies = [str(row.id) for row in waiting if row.key is None]
        begun = [str(row.id) for row in waiting if row.key is not None]
        written = sum(_keep_record(connection, name, folder) for name in over) if folder else 0
        _remove(connection, [*lobbies, *begun, *over])
        brought = _remove_brought(connection, _before(ages.finished))
        names = personal.blank_names(connection, _before(ages.names))
        oldest = day.today() - timedelta(day.KEPT_DAYS)
        connection.execute(delete(tries).where(tries.c.day < str(oldest)))
    return Tidied(len(lobbies), len(begun), len(over), written, brought, names)


def _before(days: int | None) -> int:
    """Return the moment before which something is too old; nothing is where it is kept."""
    return 0 if days is None else now() - days * queries.DAY


def _remove(connection: Connection, names: list[str]) -> None:
    if not names:
        return
    database.let_moves_go(connection)
    for name in names:
        for listed in BESIDE:
            connection.execute(delete(listed).where(listed.c.table_id == name))
        connection.execute(delete(reviews).where(reviews.c.name == name))
        connection.execute(delete(tables).where(tables.c.id == name))
    database.make_moves_stay(connection)


def _remove_brought(connection: Connection, before: int) -> int:
    old = records.c.kept_at < before
    names = select(records.c.name).where(old)
    connection.execute(delete(reviews).where(reviews.c.name.in_(names)))
    return connection.execute(delete(records).where(old)).rowcount


def _keep_record(connection: Connection, name: str, folder: Path) -> bool:
    """Write the record of a match; False if its rules cannot replay it any more."""
    from tablee.house.events import Events
    from tablee.house.open_house.table_backend import NoBackend
    from tablee.house.tables.table import Table

    stored = queries.load(connection, name)
    assert stored is not None
    try:
        text = str(Table(stored, NoBackend(), Events()).record())
    except TableeError:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{stored.row['game']}-{name}.record").write_text(text, encoding="utf-8")
    return True
