"""Queries of score sheets that are shared live."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from tablee.house.clock import now
from tablee.house.ports.pads import LASTS, SharedPad
from tablee.store import queries
from tablee.store.schema import pads


def share(connection: Connection, name: str, text: str) -> str:
    """Keep a sheet that several may write; return the short code that leads to it."""
    forget_old(connection)
    code = queries.free_code(connection)
    row = {"name": name, "code": code, "text": text, "version": 1, "noted_at": now()}
    connection.execute(insert(pads), row)
    return code


def read(connection: Connection, name: str) -> SharedPad | None:
    """Return a shared sheet, as long as it is kept."""
    wanted = (pads.c.name == name, pads.c.noted_at > now() - LASTS)
    row = connection.execute(select(pads).where(*wanted)).one_or_none()
    return None if row is None else SharedPad(row.name, row.code, row.text, row.version)


def of_code(connection: Connection, code: str) -> str | None:
    """Return the shared sheet that a short code leads to."""
    wanted = (pads.c.code == code, pads.c.noted_at > now() - LASTS)
    found: str | None = connection.scalar(select(pads.c.name).where(*wanted))
    return found


def write(connection: Connection, name: str, version: int, text: str) -> bool:
    """Write a sheet anew; False if it is not kept, or no longer at this version."""
    wanted = (pads.c.name == name, pads.c.version == version, pads.c.noted_at > now() - LASTS)
    anew = {"text": text, "version": version + 1, "noted_at": now()}
    return connection.execute(update(pads).where(*wanted).values(anew)).rowcount == 1


def end(connection: Connection, name: str) -> None:
    """Remove a shared sheet."""
    connection.execute(delete(pads).where(pads.c.name == name))


def forget_old(connection: Connection) -> None:
    """Remove sheets on which nobody has noted anything for so long."""
    connection.execute(delete(pads).where(pads.c.noted_at <= now() - LASTS))
