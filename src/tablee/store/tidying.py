"""What goes with time: tables that were never finished, names, finished matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, delete, func, select

from tablee.core.errors import TableeError
from tablee.house.ages import AGES, Ages, parse_ages
from tablee.house.clock import now
from tablee.house.daily import day
from tablee.store import code_queries, database, figures, personal, queries
from tablee.store.schema import SCHEMA, moves, records, reviews, tables, tries

T = TypeVar("T")
BATCH = 50
"""Tables that are removed in one transaction."""
LONGEST_PAUSE = 1.0
"""Seconds between two transactions at most."""
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

    def __add__(self, other: Tidied) -> Tidied:
        """Return both together."""
        return Tidied(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def tidy(engine: Engine, ages: Ages, folder: Path | None = None) -> Tidied:
    """Remove what is older than that, once it is in the figures; finished matches as records too.

    Records that were brought to look at are finished matches too: their owners bring them again.
    Results of deals of the day stay as long as their days can be played. It is done in small
    transactions: people who play meanwhile wait for one of them at most.
    """
    while _in_turn(engine, figures.sum_up_some):
        pass
    with engine.connect() as connection:
        names = _find_old(connection, ages).names
    done = Tidied()
    for first in range(0, len(names), BATCH):
        some = names[first : first + BATCH]
        done += _in_turn(engine, partial(_remove, names=some, ages=ages, folder=folder))
    done += _in_turn(engine, partial(_tidy_rest, ages=ages))
    if any(astuple(done)):
        _in_turn(engine, queries.tell_open_houses)
    return done


@dataclass(frozen=True)
class _Old:
    """The tables that may go: never dealt, never finished, finished."""

    lobbies: list[str]
    unfinished: list[str]
    finished: list[str]

    @property
    def names(self) -> list[str]:
        """All of them."""
        return [*self.lobbies, *self.unfinished, *self.finished]


def _in_turn(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Do a piece of the work in a transaction; then let those who play come in for as long."""
    begun = time.monotonic()
    with database.whole(engine) as connection:
        done = work(connection)
    time.sleep(min(time.monotonic() - begun, LONGEST_PAUSE))
    return done


def _find_old(connection: Connection, ages: Ages, names: Sequence[str] | None = None) -> _Old:
    """Return what is too old, of all tables or of some."""
    last = select(func.max(moves.c.played_at)).where(moves.c.table_id == tables.c.id)
    began = tables.c.started_at, tables.c.opened_at
    quiet_since = func.coalesce(tables.c.ended_at, last.scalar_subquery(), *began)
    chosen = select(tables.c.id, tables.c.key, tables.c.ended_at, quiet_since.label("at"))
    if names is not None:
        chosen = chosen.where(tables.c.id.in_(names))
    rows = connection.execute(chosen).all()
    waiting = [r for r in rows if r.ended_at is None and r.at < _before(ages.unfinished)]
    over = [str(r.id) for r in rows if r.ended_at is not None and r.at < _before(ages.finished)]
    return _Old(
        [str(row.id) for row in waiting if row.key is None],
        [str(row.id) for row in waiting if row.key is not None],
        over,
    )


def _tidy_rest(connection: Connection, ages: Ages) -> Tidied:
    """Remove brought records, names, results of days and score sheets."""
    brought = _remove_brought(connection, _before(ages.finished))
    names = personal.blank_names(connection, _before(ages.names))
    oldest = day.today() - timedelta(day.KEPT_DAYS)
    connection.execute(delete(tries).where(tries.c.day < str(oldest)))
    code_queries.forget_old(connection)
    return Tidied(brought=brought, names=names)


def _before(days: int | None) -> int:
    """Return the moment before which something is too old; nothing is where it is kept."""
    return 0 if days is None else now() - days * queries.DAY


def _remove(
    connection: Connection, names: Sequence[str], ages: Ages, folder: Path | None
) -> Tidied:
    """Remove tables that are still too old, with all that goes with them."""
    old = _find_old(connection, ages, names)
    kept = (_keep_record(connection, name, folder) for name in old.finished if folder)
    written = sum(kept)
    database.let_moves_go(connection)
    for name in old.names:
        for listed in BESIDE:
            connection.execute(delete(listed).where(listed.c.table_id == name))
        connection.execute(delete(reviews).where(reviews.c.name == name))
        connection.execute(delete(tables).where(tables.c.id == name))
    database.make_moves_stay(connection)
    counts = (len(old.lobbies), len(old.unfinished), len(old.finished))
    return Tidied(*counts, records=written)


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
