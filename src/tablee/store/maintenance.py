"""What a host does beside serving: back up, and look whether all is well."""

from __future__ import annotations

import os
import platform
import resource
import shutil
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from sqlite3 import DatabaseError, connect

from sqlalchemy import Connection, Engine, create_engine, func, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from tablee.core.engine import cache
from tablee.core.errors import InvalidOption
from tablee.core.registry import GAMES
from tablee.house.ages import Ages
from tablee.store import database, tidying
from tablee.store.schema import moves, tables

FEW_BYTES = 200_000_000
"""Below so much free disk a host should look."""


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """Open a database and close it; raise InvalidOption in one sentence if it cannot."""
    try:
        engine = database.open_engine(url)
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise InvalidOption(f"the database cannot be opened: {reason}.") from None
    try:
        yield engine
    finally:
        engine.dispose()


def sqlite_file(url: str) -> Path:
    """Return the file of a database; raises InvalidOption if it is none, or not there."""
    read = make_url(url)
    if read.get_backend_name() != "sqlite" or not read.database:
        raise InvalidOption(
            "this is for a SQLite file. On PostgreSQL `pg_dump --format=custom --file=COPY URL`"
            " copies, and `pg_restore --clean --dbname=URL COPY` brings the copy back."
        )
    if not Path(read.database).is_file():
        raise InvalidOption(f"{read.database}: there is no such file.")
    return Path(read.database)


# Back up


def back_up(url: str, copy: Path) -> int:
    """Copy the file as it is at one moment, also while people play; return the bytes."""
    file = sqlite_file(url)
    if copy.is_dir():
        copy = copy / f"tablee-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"
    if copy.exists():
        raise InvalidOption(f"{copy} is there already: give another name.")
    try:
        database.copy_file(file, copy)
    except (OSError, DatabaseError) as error:
        raise InvalidOption(f"{copy} cannot be written: {error}.") from None
    return copy.stat().st_size


# Is all well?


@dataclass(frozen=True)
class Finding:
    """One line of the doctor: what, how it is, and whether that is well."""

    what: str
    told: str
    well: bool = True


def examine(url: str) -> list[Finding]:
    """Look at file, disk, tables, cache and versions; change nothing."""
    read = make_url(url)
    found = []
    if read.get_backend_name() == "sqlite":
        file = Path(read.database or "")
        found += _examine_file(file)
    else:
        found.append(Finding("database", read.render_as_string(hide_password=True)))
        found += _examine_tables(url)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    root = os.geteuid() == 0
    return [
        *found,
        Finding("compiled code", f"{cache.home()}{' (empty)' if cache.is_empty() else ''}"),
        Finding("descriptors", f"{most} at most", most >= 4096),
        Finding("user", "root: an ordinary user will do" if root else str(os.geteuid()), not root),
        Finding("versions", _versions()),
        *_examine_games(),
    ]


def _examine_games() -> list[Finding]:
    """Name what plays here, and what was left out and why."""
    told = [f"{name} ({source})" for name, source in GAMES.sources.items()]
    here = [name for name in GAMES if name not in GAMES.sources]
    out = [
        Finding("left out", f"{one.name} of {one.source}: {one.why}", False)
        for one in GAMES.left_out
    ]
    return [Finding("games", ", ".join([*here, *told])), *out]


def _examine_file(file: Path) -> list[Finding]:
    if not file.is_file():
        told = "there is no such file: no house has been opened here, or it lies elsewhere"
        return [Finding("file", f"{file.resolve()}: {told}", well=False)]
    mode = stat.S_IMODE(file.stat().st_mode)
    size = sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))
    free = shutil.disk_usage(file.parent).free
    return [
        Finding("file", f"{file.resolve()}, {size / 1e6:.1f} MB"),
        Finding("readable by", oct(mode) if mode & 0o077 else "its owner alone", not mode & 0o077),
        Finding("disk", f"{free / 1e9:.1f} GB free", free > FEW_BYTES),
        *_examine_inside(file),
    ]


def _examine_inside(file: Path) -> list[Finding]:
    try:
        with closing(connect(f"file:{file}?mode=ro", uri=True)) as connection:
            (checked,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except DatabaseError as error:
        return [Finding("content", str(error), well=False)]
    return [Finding("content", checked, checked == "ok"), *_examine_tables(f"sqlite:///{file}")]


def _examine_tables(url: str) -> list[Finding]:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            schema = database.version_of(connection)
            counts = [_count(connection, one) for one in (tables, moves)] if schema else [0, 0]
            ages = tidying.read_ages(connection) if schema == database.VERSION else None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        return [Finding("tables", reason, well=False)]
    finally:
        engine.dispose()
    told = f"{schema}, this Tablée knows {database.VERSION}"
    return [
        Finding("schema", told, schema is None or schema <= database.VERSION),
        Finding("tables", f"{counts[0]} tables, {counts[1]} moves"),
        *([_examine_ages(ages)] if schema == database.VERSION else []),
    ]


def _examine_ages(ages: Ages | None) -> Finding:
    if ages is None:
        told = "nobody has said how long names and matches are kept: `tablee ages` tells how"
        return Finding("ages", told, well=False)
    return Finding("ages", str(ages))


def _count(connection: Connection, listed: object) -> int:
    return connection.scalar(select(func.count()).select_from(listed)) or 0  # type: ignore[arg-type]


def _versions() -> str:
    names = ("tablee", "numba", "numpy", "sqlalchemy", "uvicorn")
    return ", ".join([f"python {platform.python_version()}", *(f"{n} {version(n)}" for n in names)])
