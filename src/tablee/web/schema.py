"""The tables of the store, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    create_engine,
    event,
    text,
)

SCHEMA = MetaData()

tables = Table(
    "tables",
    SCHEMA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", String(500), nullable=False),
    Column("who_may_join", String(8), nullable=False),
    Column("opener", String(32), nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("key", LargeBinary(16)),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("rematch", String(32)),
    Index("tables_open_to_all", "who_may_join", "ended_at"),
    Index("tables_by_opener", "opener"),
)

seats = Table(
    "seats",
    SCHEMA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("visitor", String(32)),
    Column("name", String(100), nullable=False, default=""),
    Column("bot", String(16)),
    Column("away_since", Integer),
    UniqueConstraint("table_id", "visitor"),
    Index("seats_by_visitor", "visitor"),
)

moves = Table(
    "moves",
    SCHEMA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", String(64), nullable=False),
    Column("by_bot", Boolean, nullable=False),
    Column("played_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

hands = Table(
    "hands",
    SCHEMA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("visitor", String(32), primary_key=True),
)
"""Who has held a hand of a match: he sits at no other seat of it."""

removed = Table(
    "removed",
    SCHEMA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("visitor", String(32), primary_key=True),
)
"""Who was removed from a table before the deal, and is told so."""

house = Table(
    "house",
    SCHEMA,
    Column("name", String(32), primary_key=True),
    Column("value", String(200), nullable=False),
)


STAY = {
    "sqlite": [
        f"CREATE TRIGGER moves_stay_{change} BEFORE {change} ON moves"
        " BEGIN SELECT RAISE(ABORT, 'a stored move never changes'); END"
        for change in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION moves_stay() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN RAISE ''a stored move never changes''; END'",
        "CREATE TRIGGER moves_stay BEFORE UPDATE OR DELETE ON moves"
        " FOR EACH ROW EXECUTE FUNCTION moves_stay()",
    ],
}


@event.listens_for(moves, "after_create")
def _make_moves_stay(_: Table, connection: Connection, **more: Any) -> None:
    """Has the database itself refuse to change or remove a move."""
    for step in STAY[connection.dialect.name]:
        connection.execute(text(step))


def open_engine(url: str) -> Engine:
    """Connects to a database and makes its tables if they are missing."""
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _make_safe)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # workers that start together take turns
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('tablee'))"))
        SCHEMA.create_all(connection)
    return engine


def _make_safe(connection: Any, _: object) -> None:
    """Makes a commit on SQLite survive a power cut, and readers never wait for the writer."""
    cursor = connection.cursor()
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=10000",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
