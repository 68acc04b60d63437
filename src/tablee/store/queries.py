"""What is asked of the store: each function runs inside one transaction."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, text, update

from tablee.house.clock import now
from tablee.house.ports import short_codes
from tablee.house.ports.names import same_name
from tablee.house.ports.seats import Seat
from tablee.house.ports.store import CHANGED, Deal
from tablee.house.ports.stored import StoredTable
from tablee.store.schema import (
    again,
    codes,
    gatherings,
    hands,
    house,
    moves,
    pads,
    records,
    removed,
    reviews,
    seats,
    tables,
    visitors,
)

DAY = 24 * 3600 * 1000
CODE_LASTS = 15 * 60 * 1000
"""Milliseconds for which a code carries a visitor to another device."""


def load(connection: Connection, table: str, ply: int = 0) -> StoredTable | None:
    """Return a table, its seats, and its moves from a ply on."""
    row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one_or_none()
    if row is None:
        return None
    played = connection.execute(
        select(moves.c.seat, moves.c.move, moves.c.played_at)
        .where(moves.c.table_id == table, moves.c.ply >= ply)
        .order_by(moves.c.ply)
    ).all()
    return StoredTable(
        dict(row),
        _seats_of(connection, table),
        [(s, m) for s, m, _ in played],
        _visitors_in(connection, hands, table),
        _visitors_in(connection, removed, table),
        played[-1].played_at if played else None if ply else row["started_at"],
    )


def _visitors_in(connection: Connection, listed: Table, table: str) -> frozenset[str]:
    found = connection.execute(select(listed.c.visitor).where(listed.c.table_id == table))
    return frozenset(str(visitor) for (visitor,) in found)


def _seats_of(connection: Connection, table: str) -> tuple[Seat, ...]:
    chosen = [seats.c[field.name] for field in fields(Seat)]
    around = connection.execute(
        select(*chosen).where(seats.c.table_id == table).order_by(seats.c.seat)
    )
    return tuple(Seat(*seat) for seat in around)


def exists(connection: Connection, table: str) -> bool:
    """Return whether there is a table of a name."""
    return connection.scalar(select(tables.c.id).where(tables.c.id == table)) is not None


def open_table(
    connection: Connection,
    table: str,
    facts: Mapping[str, Any],
    around: Sequence[Seat],
    secret: str | None = None,
) -> None:
    """Write a new table and its seats."""
    row = {**facts, "id": table, "options": json.dumps(facts["options"]), "opened_at": now()}
    row["secret"] = secret
    row["code"] = free_code(connection)
    connection.execute(insert(tables), row)
    _lay_seats(connection, table, around)


def free_code(connection: Connection) -> str:
    """Return a short code that leads to nothing yet: no table, score sheet, evening or club."""
    while True:
        code = short_codes.draw()
        led = [select(one.c.name).where(one.c.code == code) for one in (pads, gatherings)]
        if table_of_code(connection, code) is None and not any(map(connection.scalar, led)):
            return code


def table_of_code(connection: Connection, code: str) -> str | None:
    """Find the unfinished table that has a short code."""
    found: str | None = connection.scalar(select(tables.c.id).where(tables.c.code == code))
    return found


def _lay_seats(connection: Connection, table: str, around: Sequence[Seat]) -> None:
    rows = [
        {
            "table_id": table,
            "seat": n,
            "visitor": s.visitor,
            "name": s.name,
            "bot": s.bot,
            "luck": s.luck,
        }
        for n, s in enumerate(around)
    ]
    connection.execute(insert(seats), rows)


def arrange(
    connection: Connection,
    table: str,
    facts: Mapping[str, Any],
    before: Sequence[Seat],
    after: Sequence[Seat],
) -> bool:
    """Change what is played, and lays the seats anew; unless dealt, or others sit there now."""
    if _lock(connection, table) is not None or _seats_of(connection, table) != tuple(before):
        return False
    row = {**facts, "options": json.dumps(facts["options"])}
    connection.execute(update(tables).where(tables.c.id == table).values(row))
    connection.execute(delete(seats).where(seats.c.table_id == table))
    _lay_seats(connection, table, after)
    return True


def change_seat(
    connection: Connection, table: str, dealt: bool, seat: int, before: Seat, after: Seat
) -> bool:
    """Put a player in another's place, if table and place are still as they were."""
    if (_lock(connection, table) is not None) != dealt:
        return False
    same = [
        getattr(seats.c, name).is_not_distinct_from(getattr(before, name))
        for name in ("visitor", "bot", "away_since")
    ]
    values = {
        "visitor": after.visitor,
        "name": after.name,
        "bot": after.bot,
        "away_since": after.away_since,
        "luck": after.luck,
    }
    around = enumerate(_seats_of(connection, table))
    if any(after.name and n != seat and same_name(one.name, after.name) for n, one in around):
        return False
    done = connection.execute(
        update(seats).where(seats.c.table_id == table, seats.c.seat == seat, *same).values(values)
    )
    if done.rowcount and after.visitor not in (None, before.visitor):
        _sat_down(connection, table, dealt, str(after.visitor))
    return bool(done.rowcount)


def uncover(connection: Connection, table: str, seat: int | None, ply: int, device: str) -> None:
    """Note whose hand is uncovered on a screen that several share; None for nobody's."""
    around = (seats.c.table_id == table, seats.c.visitor.startswith(device, autoescape=True))
    connection.execute(update(seats).where(*around).values(uncovered=None))
    if seat is not None:
        connection.execute(update(seats).where(*around, seats.c.seat == seat).values(uncovered=ply))


def _sat_down(connection: Connection, table: str, dealt: bool, visitor: str) -> None:
    if dealt:
        connection.execute(insert(hands), {"table_id": table, "visitor": visitor})
    else:
        same = (removed.c.table_id == table, removed.c.visitor == visitor)
        connection.execute(delete(removed).where(*same))


def remove_person(connection: Connection, table: str, seat: int, before: Seat) -> bool:
    """Empty a person's seat before the deal, and note the removal."""
    if not change_seat(connection, table, False, seat, before, Seat()):
        return False
    gone = {"table_id": table, "visitor": before.visitor}
    same = (removed.c.table_id == table, removed.c.visitor == before.visitor)
    connection.execute(delete(removed).where(*same))
    connection.execute(insert(removed), gone)
    return True


def _lock(connection: Connection, table: str) -> bytes | None:
    """Hold a table until the transaction ends, where others may write; return its key."""
    key: bytes | None = connection.scalar(
        select(tables.c.key).where(tables.c.id == table).with_for_update()
    )
    return key


def start(
    connection: Connection,
    table: str,
    deal: Deal,
) -> bool:
    """Deal by a key and the luck of all seats, unless that was done or a seat is empty."""
    empty = select(seats.c.seat).where(
        seats.c.table_id == table, seats.c.visitor.is_(None), seats.c.bot.is_(None)
    )
    if _lock(connection, table) is not None or connection.execute(empty).first():
        return False
    row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one()
    key, luck = deal(dict(row), _seats_of(connection, table))
    dealt = {"key": key, "luck": json.dumps(luck), "started_at": now()}
    connection.execute(update(tables).where(tables.c.id == table).values(dealt))
    seated = select(seats.c.table_id, seats.c.visitor).where(
        seats.c.table_id == table, seats.c.visitor.is_not(None)
    )
    connection.execute(insert(hands).from_select(["table_id", "visitor"], seated))
    return True


def close(connection: Connection, table: str, why: str) -> None:
    """End a match that is not over as drawn, and keep the reason."""
    going_on = (tables.c.id == table, tables.c.ended_at.is_(None))
    ended = {"ended_at": now(), "closed": why, "code": None}
    connection.execute(update(tables).where(*going_on).values(ended))


def renew(connection: Connection, table: str, version: int) -> None:
    """Have a table that is not dealt play by the present rules."""
    fresh = (tables.c.id == table, tables.c.key.is_(None))
    connection.execute(update(tables).where(*fresh).values(version=version))


def closed_of(connection: Connection, visitor: str, days: int = 30) -> int:
    """Count a visitor's matches that were ended as drawn of late."""
    found = (
        select(func.count())
        .select_from(tables.join(seats, seats.c.table_id == tables.c.id))
        .where(seats.c.visitor == visitor, tables.c.closed.is_not(None))
        .where(tables.c.ended_at > now() - days * DAY)
    )
    return connection.scalar(found) or 0


def end(connection: Connection, table: str) -> None:
    """Note that a match is over."""
    connection.execute(
        update(tables)
        .where(tables.c.id == table, tables.c.ended_at.is_(None))
        .values(ended_at=now(), code=None)
    )


def rematch(
    connection: Connection,
    old: str,
    new: str,
    facts: Mapping[str, Any],
    around: Sequence[Seat],
    secret: str,
) -> str:
    """Open the next table for the same people, once; return its name."""
    found = connection.scalar(select(tables.c.rematch).where(tables.c.id == old))
    if found:
        return str(found)
    done = connection.execute(
        update(tables).where(tables.c.id == old, tables.c.rematch.is_(None)).values(rematch=new)
    )
    if not done.rowcount:
        return str(connection.scalar(select(tables.c.rematch).where(tables.c.id == old)))
    open_table(connection, new, facts, around, secret)
    return new


def generations(connection: Connection) -> dict[str, int]:
    """Return how often visitors have made their tokens worthless; without those who never have."""
    return {str(who): int(n) for who, n in connection.execute(select(visitors))}


def revoke(connection: Connection, visitor: str, generation: int) -> None:
    """Revoke all of a visitor's codes, and all tokens but those of this generation."""
    connection.execute(delete(visitors).where(visitors.c.visitor == visitor))
    connection.execute(insert(visitors), {"visitor": visitor, "generation": generation})
    connection.execute(delete(codes).where(codes.c.visitor == visitor))


def keep_code(connection: Connection, code: str, visitor: str) -> None:
    """Keep the hash of a code that carries a visitor; earlier ones are void."""
    old = (codes.c.visitor == visitor) | (codes.c.made_at < now() - CODE_LASTS)
    connection.execute(delete(codes).where(old))
    connection.execute(insert(codes), {"code": code, "visitor": visitor, "made_at": now()})


def visitor_of_code(connection: Connection, code: str) -> str | None:
    """Find whom a code carries, as long as it is good."""
    good = (codes.c.code == code, codes.c.made_at >= now() - CODE_LASTS)
    found: str | None = connection.scalar(select(codes.c.visitor).where(*good))
    return found


def use_code(connection: Connection, code: str) -> str | None:
    """Find whom a code carries, and make it worthless: of two who use it, one comes through."""
    visitor = visitor_of_code(connection, code)
    used = connection.execute(delete(codes).where(codes.c.code == code))
    return visitor if used.rowcount else None


def keep(connection: Connection, name: str, value: str) -> None:
    """Keep a fact of the house in the place of the one it replaces."""
    connection.execute(delete(house).where(house.c.name == name))
    connection.execute(insert(house), {"name": name, "value": value})


def kept(connection: Connection, name: str) -> str:
    """Return a fact of the house; nothing if there is none."""
    return str(connection.scalar(select(house.c.value).where(house.c.name == name)) or "")


def tell_open_houses(connection: Connection) -> None:
    """Have every house that is open on this store read anew what it has in memory."""
    keep(connection, CHANGED, secrets.token_hex(8))


def take_lease(connection: Connection, name: str, holder: str, lasts: int) -> bool:
    """Take or renews a lease of this many milliseconds; False if another worker has it."""
    nobody = text("INSERT INTO house (name, value) VALUES (:name, '') ON CONFLICT DO NOTHING")
    connection.execute(nobody, {"name": name})
    free = house.c.value.endswith(holder) | (house.c.value < f"{now():015d}")
    taken = update(house).where(house.c.name == name, free)
    return bool(connection.execute(taken.values(value=f"{now() + lasts:015d} {holder}")).rowcount)


def end_lease(connection: Connection, name: str, holder: str) -> None:
    """Give back what was taken, if it is still held."""
    mine = house.c.name == name, house.c.value.endswith(holder)
    connection.execute(update(house).where(*mine).values(value=""))


def keep_record(connection: Connection, name: str, text: str) -> None:
    """Keep the record of a match by its name, once."""
    if kept_record(connection, name) is None:
        connection.execute(insert(records), {"name": name, "text": text, "kept_at": now()})


def kept_record(connection: Connection, name: str) -> str | None:
    """Return the record of a match that was brought here."""
    found: str | None = connection.scalar(select(records.c.text).where(records.c.name == name))
    return found


def games_of(connection: Connection, visitor: str) -> list[str]:
    """List the tables of a visitor, those that have moved last first."""
    latest = func.coalesce(tables.c.ended_at, tables.c.started_at, tables.c.opened_at)
    found = connection.execute(select(tables.c.id).where(*_are_of(visitor)).order_by(latest.desc()))
    return [str(name) for (name,) in found]


def kept_reviews(connection: Connection, names: Sequence[str]) -> dict[tuple[str, int], str]:
    """Return what is kept of the reviews of some matches, by match and seat."""
    found = connection.execute(
        select(reviews.c.name, reviews.c.seat, reviews.c.text).where(reviews.c.name.in_(names))
    )
    return {(name, seat): text for name, seat, text in found}


def played_again(connection: Connection, names: Sequence[str]) -> set[str]:
    """Return those of some tables that play the cards of another match again."""
    found = connection.execute(select(again.c.table_id).where(again.c.table_id.in_(names)))
    return {str(name) for (name,) in found}


def note_again(connection: Connection, table: str, source: str, ply: int) -> None:
    """Note that a table plays the cards of another match again: they are no secret of its own."""
    connection.execute(update(tables).where(tables.c.id == table).values(secret=None))
    connection.execute(insert(again), {"table_id": table, "source": source, "ply": ply})


def keep_review(connection: Connection, name: str, seat: int, text: str) -> None:
    """Keep the review of a match from a seat in the place of an older one."""
    same = (reviews.c.name == name, reviews.c.seat == seat)
    connection.execute(delete(reviews).where(*same))
    row = {"name": name, "seat": seat, "text": text, "made_at": now()}
    connection.execute(insert(reviews), row)


def kept_review(connection: Connection, name: str, seat: int) -> str | None:
    """Return what is kept of the review of a match from a seat."""
    same = (reviews.c.name == name, reviews.c.seat == seat)
    found: str | None = connection.scalar(select(reviews.c.text).where(*same))
    return found


def open_to_all(connection: Connection, most: int = 50) -> list[str]:
    """List tables that anyone may join and that have not begun."""
    found = connection.execute(
        select(tables.c.id)
        .where(tables.c.who_may_join == "open", tables.c.started_at.is_(None))
        .where(tables.c.ended_at.is_(None))
        .order_by(tables.c.opened_at.desc())
        .limit(most)
    )
    return [str(name) for (name,) in found]


def tables_of(connection: Connection, visitor: str, most: int = 50) -> list[str]:
    """List the tables of a visitor, newest first."""
    newest = tables.c.opened_at.desc()
    found = connection.execute(
        select(tables.c.id).where(*_are_of(visitor)).order_by(newest).limit(most)
    )
    return [str(name) for (name,) in found]


def _are_of(visitor: str) -> tuple[ColumnElement[bool], ...]:
    """Return what holds for tables at which a visitor sits or sat, or alone may deal."""
    sits = tables.c.id.in_(select(seats.c.table_id).where(seats.c.visitor == visitor))
    deals = (tables.c.opener == visitor) & tables.c.started_at.is_(None)
    return sits | deals, tables.c.closed.is_(None)


def count_open(connection: Connection, visitor: str) -> int:
    """Count the unfinished tables that a visitor has opened within a day."""
    count = select(func.count()).select_from(tables).where(tables.c.opener == visitor)
    recent = tables.c.opened_at > now() - DAY
    return connection.scalar(count.where(tables.c.ended_at.is_(None), recent)) or 0
