"""What is stored about people: every column in one list, with its age, its export, its erasure.

A column of the schema stands in `PERSONAL` or in `IMPERSONAL`; a test fails for one that is in
neither.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, delete, func, literal, select, update

from tablee.house.ports.names import GUEST, same_name
from tablee.house.ports.seats import BESIDE
from tablee.store import queries
from tablee.store.schema import (
    SCHEMA,
    calls,
    channels,
    codes,
    gatherings,
    hands,
    members,
    removed,
    seats,
    tables,
    tries,
    visitors,
)


class Erasure(Enum):
    """What becomes of a column when its person is to be forgotten."""

    RENAME = "the name becomes that of a guest"
    UNLINK = "the number becomes one that leads to nobody"
    REMOVE = "the row is removed"
    KEEP = "it stays, and leads to nobody"


class Age(Enum):
    """How long a column is kept; the host chooses `names`, `finished` and `unfinished`."""

    MATCH = "as long as the match: finished, unfinished"
    NAMES = "names"
    DAYS = "as long as the deal of its day can be played: 400 days"
    BROUGHT = "finished, from the day on which the record was brought"
    MINUTES = "15 minutes"
    WISHED = "until its person takes it back"
    DAY = "a day after the last note"
    GATHERING = (
        "an evening: a day after its last change, unless its host keeps it; a club: a season"
    )
    ALWAYS = "for ever"


@dataclass(frozen=True)
class Personal:
    """What a column tells about a person, and how that ends."""

    what: str
    age: Age
    erasure: Erasure
    exported: bool = True


PERSONAL = {
    "tables.opener": Personal("who opened a table", Age.MATCH, Erasure.UNLINK),
    "seats.visitor": Personal("who sat where", Age.MATCH, Erasure.UNLINK),
    "seats.name": Personal("the name at a table", Age.NAMES, Erasure.RENAME),
    "hands.visitor": Personal("who has held a hand of a match", Age.MATCH, Erasure.UNLINK),
    "removed.visitor": Personal("who was removed before a deal", Age.MATCH, Erasure.UNLINK),
    "visitors.visitor": Personal("whose tokens were revoked", Age.ALWAYS, Erasure.KEEP),
    "codes.visitor": Personal("who moves to another device", Age.MINUTES, Erasure.REMOVE),
    "codes.code": Personal("the hash of a code", Age.MINUTES, Erasure.REMOVE, exported=False),
    "codes.made_at": Personal("when a code was made", Age.MINUTES, Erasure.REMOVE),
    "tries.visitor": Personal("who played a deal of the day", Age.DAYS, Erasure.UNLINK),
    "channels.id": Personal("the number of a channel", Age.WISHED, Erasure.REMOVE),
    "channels.visitor": Personal("who is called", Age.WISHED, Erasure.REMOVE),
    "channels.kind": Personal("push or mail", Age.WISHED, Erasure.REMOVE),
    "channels.address": Personal("an e-mail or push address", Age.WISHED, Erasure.REMOVE),
    "channels.keys": Personal("the keys of a browser", Age.WISHED, Erasure.REMOVE, exported=False),
    "channels.lang": Personal("the language of calls", Age.WISHED, Erasure.REMOVE),
    "channels.confirmed": Personal("whether an address is its own", Age.WISHED, Erasure.REMOVE),
    "channels.made_at": Personal("when a channel was opened", Age.WISHED, Erasure.REMOVE),
    "calls.channel": Personal("where a call waits", Age.WISHED, Erasure.REMOVE),
    "records.text": Personal(
        "names in records that were brought", Age.BROUGHT, Erasure.KEEP, exported=False
    ),
    "pads.text": Personal(
        "names on score sheets that are shared live", Age.DAY, Erasure.KEEP, exported=False
    ),
    "gatherings.opener": Personal("who opened an evening or a club", Age.GATHERING, Erasure.UNLINK),
    "members.visitor": Personal("who belongs to them", Age.GATHERING, Erasure.UNLINK),
    "members.name": Personal("the name there", Age.GATHERING, Erasure.RENAME),
}
"""Each column that is about a person, as TABLE.COLUMN."""

IMPERSONAL = frozenset(
    f"{table}.{column}"
    for table, columns in {
        "tables": "id game version players options who_may_join pace opened_at secret luck key"
        " started_at ended_at closed rematch day first_try code turned evening club sealed",
        "seats": "table_id seat bot away_since luck uncovered",
        "moves": "table_id ply seat move by_bot played_at",
        "hands": "table_id",
        "removed": "table_id",
        "visitors": "generation",
        "records": "name kept_at",
        "again": "table_id source ply",
        "reviews": "name seat text made_at",
        "tries": "game day table_id lead scores",
        "house": "name value",
        "calls": "table_id seat ply stage tries next_at held_until",
        "months": "month game measure count",
        "counted": "table_id",
        "pads": "name code version noted_at",
        "gatherings": "name kind code parent text version due_at forget_at",
        "members": "gathering number",
    }.items()
    for column in columns.split()
)
"""Columns that tell of a match or the house, and of a person only beside a column above."""

LINKED = {hands: "visitor", removed: "visitor", seats: "visitor", tables: "opener"}
"""The columns of a table's rows that lead to a person."""


def all_columns() -> set[str]:
    """Return every column of the schema, as TABLE.COLUMN."""
    return {str(column) for table in SCHEMA.sorted_tables for column in table.c}


# Who


@dataclass(frozen=True)
class Known:
    """A person who has sat at tables: the number, the names, the last time."""

    visitor: str
    names: tuple[str, ...]
    tables: int
    last: int


def find_people(connection: Connection, text: str) -> list[Known]:
    """Return who has a number or has used a name, those seen last first."""
    found: dict[str, list[Any]] = {}
    at = func.coalesce(tables.c.ended_at, tables.c.started_at, tables.c.opened_at)
    rows = select(seats.c.visitor, seats.c.name, at).join(tables, tables.c.id == seats.c.table_id)
    for visitor, name, last in connection.execute(rows.where(seats.c.visitor.is_not(None))):
        found.setdefault(str(visitor).partition(BESIDE)[0], []).append((str(name), int(last)))
    people = [
        Known(who, tuple(sorted({n for n, _ in sat})), len(sat), max(last for _, last in sat))
        for who, sat in found.items()
        if who == text or any(same_name(name, text) for name, _ in sat)
    ]
    return sorted(people, key=lambda one: -one.last)


def _of(column: Any, visitor: str) -> ColumnElement[bool]:
    """Select what belongs to a visitor, or to those who play at the same screen."""
    mine: ColumnElement[bool] = column == visitor
    beside: ColumnElement[bool] = column.startswith(visitor + BESIDE, autoescape=True)
    return mine | beside


# Forget


def forget(connection: Connection, visitor: str) -> list[str]:
    """Erase a visitor as `PERSONAL` says; return the tables that have changed."""
    changed = sorted(_tables_of(connection, visitor))
    for table in changed:
        _unlink(connection, table, visitor)
    for day in connection.execute(select(tries.c.table_id).where(tries.c.visitor == visitor)):
        nobody = tries.c.table_id == day.table_id
        connection.execute(update(tries).where(nobody).values(visitor=_nobody()))
    _unlink_gatherings(connection, visitor)
    mine = select(channels.c.id).where(channels.c.visitor == visitor)
    connection.execute(delete(calls).where(calls.c.channel.in_(mine)))
    for listed in (channels, codes):
        connection.execute(delete(listed).where(listed.c.visitor == visitor))
    return changed


def revoke(connection: Connection, visitor: str) -> None:
    """Let no token lead to a visitor any more."""
    known = queries.generations(connection).get(visitor, 0)
    queries.revoke(connection, visitor, known + 1)


def _tables_of(connection: Connection, visitor: str) -> set[str]:
    found: set[str] = set()
    for listed, column in LINKED.items():
        name = listed.c.id if listed is tables else listed.c.table_id
        rows = connection.execute(select(name).where(_of(listed.c[column], visitor)))
        found |= {str(row[0]) for row in rows}
    return found


def _unlink(connection: Connection, table: str, visitor: str) -> None:
    """Give a visitor's rows of a table a number that leads to nobody, and a guest's name."""
    nobody = literal(_nobody())
    around = (seats.c.table_id == table, _of(seats.c.visitor, visitor))
    connection.execute(update(seats).where(*around).values(name=GUEST))
    for listed, name in LINKED.items():
        column = listed.c[name]
        row = listed.c.id if listed is tables else listed.c.table_id
        rest = nobody + func.substr(column, len(visitor) + 1)
        of_table = (row == table, _of(column, visitor))
        connection.execute(update(listed).where(*of_table).values({name: rest}))


def _unlink_gatherings(connection: Connection, visitor: str) -> None:
    """Let evenings and clubs lead to nobody where they led to a visitor."""
    nobody = _nobody()
    named = update(members).where(members.c.visitor == visitor)
    connection.execute(named.values(visitor=nobody, name=GUEST))
    opened = update(gatherings).where(gatherings.c.opener == visitor)
    connection.execute(opened.values(opener=nobody))


def _nobody() -> str:
    return secrets.token_urlsafe(12)


def blank_names(connection: Connection, before: int) -> int:
    """Put a guest's name in place of people's in matches that ended earlier; return how many."""
    over = select(tables.c.id).where(tables.c.ended_at < before)
    people = seats.c.visitor.is_not(None) | seats.c.away_since.is_not(None)
    named = (seats.c.table_id.in_(over), people, seats.c.name.not_in((GUEST, "")))
    return connection.execute(update(seats).where(*named).values(name=GUEST)).rowcount


# Export


def export(connection: Connection, visitor: str) -> dict[str, list[dict[str, Any]]]:
    """Return every row that is about a visitor, by its table; keys and codes left out."""
    return {
        listed.name: rows
        for listed, chosen in _chosen(visitor)
        if (rows := [_told(row) for row in connection.execute(select(listed).where(chosen))])
    }


def _chosen(visitor: str) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    for listed, column in LINKED.items():
        yield listed, _of(listed.c[column], visitor)
    yield gatherings, gatherings.c.opener == visitor
    for listed in (visitors, codes, tries, channels, members):
        yield listed, listed.c.visitor == visitor
    mine = select(channels.c.id).where(channels.c.visitor == visitor)
    yield calls, calls.c.channel.in_(mine)


SECRET = ("secret", "key", "luck", "text")
"""Columns of a table that would tell cards of a match that goes on."""


def _told(row: Any) -> dict[str, Any]:
    """Return a row without secrets, neither of the person's devices nor of a match."""
    told = row._mapping
    silent = {name.partition(".")[2] for name, one in PERSONAL.items() if not one.exported}
    return {name: value for name, value in told.items() if name not in (*SECRET, *silent)}
