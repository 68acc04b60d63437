"""What short codes lead to beside tables: shared score sheets, evenings, clubs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, or_, select, update

from tablee.house.clock import now
from tablee.house.ports.gatherings import Gathering, Member
from tablee.house.ports.names import GUEST
from tablee.house.ports.pads import LASTS, SharedPad
from tablee.store import queries
from tablee.store.schema import gatherings, members, pads, seats, tables

# Shared score sheets


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


# Evenings and clubs


def open_gathering(connection: Connection, new: Gathering) -> str:
    """Keep a new gathering; return the short code that leads to it."""
    forget_gatherings(connection)
    code = queries.free_code(connection)
    row = {"name": new.name, "kind": new.kind, "opener": new.opener, "parent": new.parent}
    connection.execute(insert(gatherings), {**row, **_changing(new), "code": code, "version": 1})
    _write_members(connection, new, {})
    return code


def _changing(one: Gathering) -> dict[str, Any]:
    return {"text": one.text, "due_at": one.due_at, "forget_at": one.forget_at}


def _write_members(connection: Connection, after: Gathering, before: dict[int, Member]) -> None:
    """Write the members that are others than before."""
    changed = {n for n in {*before, *after.members} if before.get(n) != after.members.get(n)}
    old = (members.c.gathering == after.name, members.c.number.in_(changed & before.keys()))
    if changed & before.keys():
        connection.execute(delete(members).where(*old))
    rows = [
        {"gathering": after.name, "number": n, "visitor": one.visitor, "name": one.name}
        for n, one in after.members.items()
        if n in changed
    ]
    if rows:
        connection.execute(insert(members), rows)


def read_gathering(connection: Connection, name: str) -> Gathering | None:
    """Return a gathering, as long as it is kept."""
    found = _gatherings(connection, gatherings.c.name == name)
    return found[0] if found else None


def gathering_of_code(connection: Connection, code: str) -> Gathering | None:
    """Return the gathering that a short code leads to."""
    found = _gatherings(connection, gatherings.c.code == code)
    return found[0] if found else None


def gatherings_of(connection: Connection, visitor: str) -> list[Gathering]:
    """Return those that a visitor opened or belongs to."""
    belongs = select(members.c.gathering).where(members.c.visitor == visitor)
    mine = or_(gatherings.c.opener == visitor, gatherings.c.name.in_(belongs))
    return _gatherings(connection, mine)


def gatherings_within(connection: Connection, parent: str) -> list[Gathering]:
    """Return the evenings of a club."""
    return _gatherings(connection, gatherings.c.parent == parent)


def _gatherings(connection: Connection, *wanted: Any) -> list[Gathering]:
    kept = (*wanted, gatherings.c.forget_at > now())
    rows = connection.execute(select(gatherings).where(*kept)).mappings().all()
    people: dict[str, dict[int, Member]] = {str(row["name"]): {} for row in rows}
    among = select(members).where(members.c.gathering.in_(people)).order_by(members.c.number)
    for gathering, number, visitor, name in connection.execute(among):
        people[gathering][int(number)] = Member(visitor, name)
    return [Gathering(**row, members=people[str(row["name"])]) for row in rows]


def write_gathering(connection: Connection, before: Gathering, after: Gathering) -> bool:
    """Write a gathering and its members anew; False if it is not kept, or has changed."""
    same = (
        gatherings.c.name == before.name,
        gatherings.c.version == before.version,
        gatherings.c.forget_at > now(),
    )
    anew = {**_changing(after), "version": before.version + 1}
    done = connection.execute(update(gatherings).where(*same).values(anew)).rowcount == 1
    if done:
        _write_members(connection, after, dict(before.members))
    return done


def renew_code(connection: Connection, name: str) -> str:
    """Give a gathering another code; return it."""
    code = queries.free_code(connection)
    connection.execute(update(gatherings).where(gatherings.c.name == name).values(code=code))
    return code


def due_gatherings(connection: Connection) -> list[str]:
    """Return those about which something is to be done, now or later."""
    wanted = (gatherings.c.due_at.is_not(None), gatherings.c.forget_at > now())
    found = connection.execute(select(gatherings.c.name).where(*wanted))
    return [str(name) for (name,) in found]


def unfinished_tables(connection: Connection, name: str) -> list[str]:
    """Return the unfinished tables of a gathering, the oldest first."""
    own = or_(tables.c.evening == name, tables.c.club == name)
    wanted = select(tables.c.id).where(own, tables.c.ended_at.is_(None))
    return [str(one) for (one,) in connection.execute(wanted.order_by(tables.c.opened_at))]


def unseal(connection: Connection, names: Sequence[str]) -> None:
    """Let tables show their cards."""
    connection.execute(update(tables).where(tables.c.id.in_(names)).values(sealed=0))


def end_gathering(connection: Connection, name: str) -> None:
    """Forget a gathering, and the names at its tables."""
    played = select(tables.c.id).where(tables.c.evening == name, tables.c.ended_at.is_not(None))
    people = seats.c.visitor.is_not(None) | seats.c.away_since.is_not(None)
    named = update(seats).where(seats.c.table_id.in_(played), people)
    connection.execute(named.values(name=GUEST))
    connection.execute(delete(members).where(members.c.gathering == name))
    connection.execute(delete(gatherings).where(gatherings.c.name == name))


def forget_gatherings(connection: Connection) -> None:
    """Forget those whose moment has come."""
    old = select(gatherings.c.name).where(gatherings.c.forget_at <= now())
    for (name,) in connection.execute(old).all():
        end_gathering(connection, str(name))
