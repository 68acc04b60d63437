"""Opens a database: makes its tables, or brings those of an older version up to date."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    select,
    text,
)

from tablee.core.errors import InvalidOption
from tablee.house import ages
from tablee.store.schema import SCHEMA, house

CHANNEL = "tablee"
"""On which workers tell each other what has changed."""
ALIVE = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""Has the system notice within a minute that the other end has gone without a word."""
VERSION = 11
"""The version of the tables; a step in `STEPS` leads to each from the one before."""

STEPS = {
    2: (
        "ALTER TABLE tables ADD COLUMN closed VARCHAR(16)",
        "INSERT INTO hands (table_id, visitor) SELECT seats.table_id, seats.visitor FROM seats"
        " JOIN tables ON tables.id = seats.table_id"
        " WHERE seats.visitor IS NOT NULL AND tables.key IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM hands WHERE hands.table_id = seats.table_id"
        " AND hands.visitor = seats.visitor)",
    ),
    3: ("ALTER TABLE tables ADD COLUMN pace INTEGER DEFAULT 0 NOT NULL",),
    4: (
        "ALTER TABLE tables ADD COLUMN secret VARCHAR(64)",
        "ALTER TABLE tables ADD COLUMN luck VARCHAR(1000)",
        "ALTER TABLE seats ADD COLUMN luck VARCHAR(80) DEFAULT '' NOT NULL",
    ),
    5: ("ALTER TABLE seats ADD COLUMN uncovered INTEGER",),
    6: (
        "ALTER TABLE tables ADD COLUMN day VARCHAR(10)",
        "ALTER TABLE tables ADD COLUMN first_try INTEGER DEFAULT 0 NOT NULL",
    ),
    7: (
        "ALTER TABLE tables ADD COLUMN code VARCHAR(8)",
        "ALTER TABLE tables ADD COLUMN turned INTEGER DEFAULT 0 NOT NULL",
        "CREATE UNIQUE INDEX IF NOT EXISTS tables_by_code ON tables (code)",
    ),
    8: (
        "CREATE INDEX IF NOT EXISTS tables_not_dealt"
        " ON tables (who_may_join, started_at, opened_at)",
        "DROP INDEX IF EXISTS tables_open_to_all",
    ),
    9: (),  # new tables alone
    10: (),
    11: (
        "ALTER TABLE tables ADD COLUMN evening VARCHAR(32)",
        "ALTER TABLE tables ADD COLUMN club VARCHAR(32)",
        "ALTER TABLE tables ADD COLUMN sealed INTEGER DEFAULT 0 NOT NULL",
        "CREATE INDEX IF NOT EXISTS tables_by_evening ON tables (evening)",
        "CREATE INDEX IF NOT EXISTS tables_by_club ON tables (club)",
    ),
}

STAY = {
    "sqlite": [
        f"CREATE TRIGGER IF NOT EXISTS moves_stay_{change} BEFORE {change} ON moves"
        " BEGIN SELECT RAISE(ABORT, 'a stored move never changes'); END"
        for change in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION moves_stay() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN RAISE ''a stored move never changes''; END'",
        "CREATE OR REPLACE TRIGGER moves_stay BEFORE UPDATE OR DELETE ON moves"
        " FOR EACH ROW EXECUTE FUNCTION moves_stay()",
    ],
}
LET_GO = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS moves_stay_UPDATE",
        "DROP TRIGGER IF EXISTS moves_stay_DELETE",
    ],
    "postgresql": ["DROP TRIGGER IF EXISTS moves_stay ON moves"],
}


def open_engine(url: str) -> Engine:
    """Connect to a database whose tables are of this version when it returns.

    Raises InvalidOption if they were written by a newer one.
    """
    engine = connect(url)
    with whole(engine) as connection:
        bring_up_to_date(engine, connection)
        make_moves_stay(connection)
    return engine


def connect(url: str) -> Engine:
    """Return an engine; a SQLite file is readable by its owner alone."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, connect_args=dict(ALIVE))
    engine = create_engine(url)
    if engine.url.database:
        keep_private(Path(engine.url.database))
    event.listen(engine, "connect", _make_safe)
    return engine


def keep_private(file: Path) -> None:
    """Make a file that only its owner can read, or take it away from others."""
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    file.chmod(0o600)


@contextlib.contextmanager
def whole(engine: Engine) -> Iterator[Connection]:
    """Give a transaction that holds changes of tables too, and that one worker has at a time."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('tablee'))"))
            yield connection
            return
        driver: Any = connection.connection.driver_connection
        driver.isolation_level = None  # else the driver commits before each change of a table
        driver.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            driver.execute("COMMIT")
        except BaseException:
            driver.execute("ROLLBACK")
            raise
        finally:
            driver.isolation_level = ""


def bring_up_to_date(engine: Engine, connection: Connection) -> None:
    """Make what is missing and take each step that leads to this version."""
    known = version_of(connection)
    if known is not None and known > VERSION:
        raise InvalidOption(
            f"the database was written by a newer Tablée (schema {known}, this one knows"
            f" {VERSION}): install that one, or give another database."
        )
    if known is not None and known < VERSION:
        back_up(engine, known)
    SCHEMA.create_all(connection)
    for step in range((known or VERSION) + 1, VERSION + 1):
        for statement in STEPS[step]:
            if not _is_done(connection, statement):
                connection.execute(text(statement))
    if known != VERSION:
        connection.execute(delete(house).where(house.c.name == "schema"))
        connection.execute(insert(house), {"name": "schema", "value": str(VERSION)})
    if known is None:
        connection.execute(insert(house), {"name": ages.AGES, "value": str(ages.NEW)})


def _is_done(connection: Connection, statement: str) -> bool:
    """Return whether a step adds a column that is there: in a new table, or a half-way version."""
    added = re.match(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", statement)
    if added is None:
        return False
    return added[2] in {column["name"] for column in inspect(connection).get_columns(added[1])}


def version_of(connection: Connection) -> int | None:
    """Return the version of the tables; None if there are none, 1 if it is not written down."""
    if not inspect(connection).has_table("moves"):
        return None
    if not inspect(connection).has_table("house"):
        return 1
    found = connection.scalar(select(house.c.value).where(house.c.name == "schema"))
    return 1 if found is None else int(found)


def back_up(engine: Engine, version: int) -> Path | None:
    """Copy a SQLite file before it is changed; elsewhere that is the host's part."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    file = Path(engine.url.database)
    copy = file.with_name(f"{file.name}.schema-{version}")
    if not copy.exists():
        copy_file(file, copy)
    return copy


def copy_file(file: Path, copy: Path) -> None:
    """Copy a SQLite file as it is at one moment, also while others write to it."""
    keep_private(copy)
    with (
        contextlib.closing(sqlite3.connect(file)) as source,
        contextlib.closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)


def make_moves_stay(connection: Connection) -> None:
    """Have the database itself refuse to change or remove a move."""
    for step in STAY[connection.dialect.name]:
        connection.execute(text(step))


def let_moves_go(connection: Connection) -> None:
    """Let this transaction remove moves; the last thing it does is `make_moves_stay`."""
    for step in LET_GO[connection.dialect.name]:
        connection.execute(text(step))


def _make_safe(connection: Any, _: object) -> None:
    """Make a commit on SQLite survive a power cut, and readers never wait for the writer."""
    cursor = connection.cursor()
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=10000",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
