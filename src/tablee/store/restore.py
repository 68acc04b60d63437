"""Puts a backup in the place of a house's file, and keeps the old file aside."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tablee.core.errors import InvalidOption
from tablee.store import database

BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a file; played over another file, it would spoil it."""


@dataclass(frozen=True)
class Restored:
    """What came back, and where the old file is now."""

    tables: int
    moves: int
    last_move: datetime | None
    aside: Path | None


def restore(copy: Path, file: Path) -> Restored:
    """Put a backup in the place of a file; raise InvalidOption, with nothing changed, if it cannot.

    The copy is checked first. The old file is renamed with all that lies beside it, so that a
    write-ahead log of yesterday is never played over the backup.
    """
    facts = check_copy(copy)
    with _nobody_holds(file):
        fresh = file.with_name(f"{file.name}.restoring")
        fresh.unlink(missing_ok=True)
        try:
            database.copy_file(copy, fresh)
            _sync(fresh)
        except (OSError, sqlite3.Error) as error:
            fresh.unlink(missing_ok=True)
            raise InvalidOption(f"{fresh} cannot be written: {error}; nothing changed.") from None
        aside = _set_aside(file)
        fresh.rename(file)
        _sync(file.parent)
    return Restored(*facts, aside)


def check_copy(copy: Path) -> tuple[int, int, datetime | None]:
    """Return the tables, moves and last move of a backup; raise InvalidOption if unsound."""
    if not copy.is_file():
        raise InvalidOption(f"{copy}: there is no such file; give a copy that `backup` has made.")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as connection:
            (checked,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if checked != "ok":
                raise InvalidOption(f"{copy} is damaged: {checked}; take another copy.")
            (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
            moves, last = connection.execute(
                "SELECT count(*), max(played_at) FROM moves"
            ).fetchone()
            version = connection.execute("SELECT value FROM house WHERE name = 'schema'").fetchone()
    except sqlite3.Error as error:
        raise InvalidOption(f"{copy} is no backup of a house: {error}.") from None
    if version is not None and int(version[0]) > database.VERSION:
        raise InvalidOption(
            f"{copy} was written by a newer Tablée (schema {version[0]}, this one knows"
            f" {database.VERSION}): install that one first."
        )
    return tables, moves, last and datetime.fromtimestamp(last / 1000, UTC)


@contextlib.contextmanager
def _nobody_holds(file: Path) -> Iterator[None]:
    """Refuse while another process has a file open.

    A house holds a shared lock on its file as long as it is open; asking for the only lock shows
    it without a change.
    """
    if file.is_file():
        try:
            with contextlib.closing(sqlite3.connect(file, timeout=0)) as connection:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                connection.execute("BEGIN EXCLUSIVE")
                connection.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise InvalidOption(
                    f"a house holds {file}: stop it first, then restore; nothing changed."
                ) from None
        except sqlite3.DatabaseError:
            pass  # it is broken: that is why one restores
    yield


def _set_aside(file: Path) -> Path | None:
    """Rename a file and what SQLite keeps beside it; return the new name, if there was one."""
    if not file.exists():
        return None
    aside = file.with_name(f"{file.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    for end in ("", *BESIDE):
        part = file.with_name(file.name + end)
        if part.exists():
            part.rename(aside.with_name(aside.name + end))
    return aside


def _sync(path: Path) -> None:
    """Have the system write a file, or a folder's names, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_newest(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest backups of a folder, as `back_up` names them; return what went."""
    found = sorted(folder.glob("tablee-????????-??????.sqlite"), reverse=True)
    for old in found[keep:]:
        old.unlink()
    return found[keep:]
