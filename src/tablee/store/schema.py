"""The tables of the store, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
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
    Column("pace", Integer, nullable=False, server_default="0"),
    Column("opener", String(32), nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("secret", String(64)),
    Column("luck", String(1000)),
    Column("key", LargeBinary(16)),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("closed", String(16)),
    Column("rematch", String(32)),
    Column("day", String(10)),
    Column("first_try", Integer, nullable=False, server_default="0"),
    Column("code", String(8)),
    Column("turned", Integer, nullable=False, server_default="0"),
    Column("evening", String(32)),
    Column("club", String(32)),
    Column("sealed", Integer, nullable=False, server_default="0"),
    Index("tables_not_dealt", "who_may_join", "started_at", "opened_at"),
    Index("tables_by_opener", "opener"),
    Index("tables_by_code", "code", unique=True),
    Index("tables_by_evening", "evening"),
    Index("tables_by_club", "club"),
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
    Column("luck", String(80), nullable=False, server_default=""),
    Column("uncovered", Integer),
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
"""Who has held a hand of a match, and so sits at no other seat of it."""

removed = Table(
    "removed",
    SCHEMA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("visitor", String(32), primary_key=True),
)
"""Who was removed from a table before the deal, and is told so."""

visitors = Table(
    "visitors",
    SCHEMA,
    Column("visitor", String(32), primary_key=True),
    Column("generation", Integer, nullable=False),
)
"""Visitors whose earlier tokens are worth nothing any more."""

codes = Table(
    "codes",
    SCHEMA,
    Column("code", String(64), primary_key=True),
    Column("visitor", String(32), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
"""Codes, by their hash, that carry a visitor to another device once."""

records = Table(
    "records",
    SCHEMA,
    Column("name", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("kept_at", BigInteger, nullable=False),
)
"""Records of matches that were brought here, by the hash of their text."""

again = Table(
    "again",
    SCHEMA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("source", String(32), nullable=False),
    Column("ply", Integer, nullable=False),
)
"""Tables that play the cards of another match again, from one of its moments."""

reviews = Table(
    "reviews",
    SCHEMA,
    Column("name", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
"""Reviews that were made, by the name of the match and the seat, as JSON."""

tries = Table(
    "tries",
    SCHEMA,
    Column("visitor", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("table_id", String(32), nullable=False, unique=True),
    Column("lead", Integer),
    Column("scores", String(80)),
    Index("tries_by_day", "game", "day", "lead"),
)
"""Everyone's first try at a deal of the day, with its result once it has one."""

house = Table(
    "house",
    SCHEMA,
    Column("name", String(32), primary_key=True),
    Column("value", String(200), nullable=False),
)

channels = Table(
    "channels",
    SCHEMA,
    Column("id", String(64), primary_key=True),
    Column("visitor", String(32), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("keys", String(200), nullable=False),
    Column("lang", String(8), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Index("channels_by_visitor", "visitor"),
)
"""How visitors want to be called to their turns: by `push` or `mail`, once confirmed."""

calls = Table(
    "calls",
    SCHEMA,
    Column("channel", String(64), ForeignKey("channels.id"), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("stage", String(8), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next_at", BigInteger, nullable=False),
    Column("held_until", BigInteger, nullable=False),
    Index("calls_by_next", "next_at"),
)
"""The outbox: for each channel and table the last turn that it is called to."""

months = Table(
    "months",
    SCHEMA,
    Column("month", String(7), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("measure", String(16), primary_key=True),
    Column("count", BigInteger, nullable=False),
)
"""Sums by month and game that outlive the matches; they name nobody."""

counted = Table(
    "counted",
    SCHEMA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
)
"""The finished matches that are in the sums of their month."""

pads = Table(
    "pads",
    SCHEMA,
    Column("name", String(32), primary_key=True),
    Column("code", String(8), nullable=False),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("noted_at", BigInteger, nullable=False),
    Index("pads_by_code", "code", unique=True),
    Index("pads_by_age", "noted_at"),
)
"""Score sheets that several devices write, until a day after the last note."""

gatherings = Table(
    "gatherings",
    SCHEMA,
    Column("name", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("code", String(8), nullable=False),
    Column("opener", String(32), nullable=False),
    Column("parent", String(32)),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("due_at", BigInteger),
    Column("forget_at", BigInteger, nullable=False),
    Index("gatherings_by_code", "code", unique=True),
    Index("gatherings_by_opener", "opener"),
    Index("gatherings_by_parent", "parent"),
    Index("gatherings_by_due", "due_at"),
)
"""Evenings and clubs: people who come together by a code, until they are forgotten."""

members = Table(
    "members",
    SCHEMA,
    Column("gathering", String(32), ForeignKey("gatherings.name"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("visitor", String(32)),
    Column("name", String(100), nullable=False),
    Index("members_by_visitor", "visitor"),
)
"""Who belongs to an evening or a club, and by which name."""
