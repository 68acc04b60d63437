"""Channels of notifications and their outbox: each function runs inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    delete,
    exists,
    insert,
    literal,
    or_,
    select,
    update,
)

from tablee.house.clock import now
from tablee.house.ports.notifications import (
    CONFIRM,
    LINK_LASTS,
    REFUSED,
    TURN,
    Channel,
    Due,
    TurnNotification,
)
from tablee.store.schema import calls, channels

MOST_DEVICES = 8
HOLD = 10 * 60 * 1000
"""Milliseconds for which a worker has a call for itself."""


# Channels


def open_channel(connection: Connection, channel: Channel) -> None:
    """Keep a channel of a visitor, in place of an earlier address or the oldest devices."""
    mine = channels_of(connection, channel.visitor)
    same = [one for one in mine if one.kind == channel.kind]
    old = same if channel.kind == "mail" else same[: max(0, len(same) - MOST_DEVICES + 1)]
    close_channels(connection, [channel.id, *(one.id for one in old)])
    row = {name: getattr(channel, name) for name in Channel.__slots__}
    connection.execute(insert(channels), {**row, "made_at": now()})
    if not channel.confirmed:
        asked = {"seat": 0, "ply": 0, "stage": CONFIRM, "tries": 0, "next_at": now()}
        link = {"channel": channel.id, "table_id": "", "held_until": 0, **asked}
        connection.execute(insert(calls), link)


def close_channels(connection: Connection, names: Sequence[str]) -> None:
    """Forget channels, and what waits for them."""
    connection.execute(delete(calls).where(calls.c.channel.in_(names)))
    connection.execute(delete(channels).where(channels.c.id.in_(names)))


def close_all(connection: Connection, visitor: str) -> None:
    """Forget all channels of a visitor."""
    close_channels(connection, [one.id for one in channels_of(connection, visitor)])


def confirm(connection: Connection, name: str) -> bool:
    """Note that an address is its owner's; False if it has been forgotten."""
    done = connection.execute(update(channels).where(channels.c.id == name).values(confirmed=True))
    return bool(done.rowcount)


def refuse(connection: Connection, name: str) -> None:
    """Note that a mail server refuses an address; it is forgotten like one never confirmed."""
    doubted = {"confirmed": False, "made_at": now()}
    known = update(channels).where(channels.c.id == name).values(doubted)
    if not connection.execute(known).rowcount:
        return  # its owner has stopped it meanwhile
    connection.execute(delete(calls).where(calls.c.channel == name))
    told = {"seat": 0, "ply": 0, "stage": REFUSED, "tries": 0, "next_at": now() + 2 * LINK_LASTS}
    connection.execute(insert(calls), {"channel": name, "table_id": "", "held_until": 0, **told})


def is_refused(connection: Connection, name: str) -> bool:
    """Return whether the mail server has refused an address."""
    told = (calls.c.channel == name, calls.c.stage == REFUSED)
    return connection.execute(select(calls.c.channel).where(*told)).first() is not None


def channel(connection: Connection, name: str) -> Channel | None:
    """Return a channel by its name."""
    row = connection.execute(select(channels).where(channels.c.id == name)).one_or_none()
    return None if row is None else Channel(*row)


def channels_of(connection: Connection, visitor: str) -> list[Channel]:
    """Return how a visitor wants to be called, the oldest first."""
    mine = select(channels).where(channels.c.visitor == visitor).order_by(channels.c.made_at)
    return [Channel(*row) for row in connection.execute(mine)]


def notifiable_visitors(connection: Connection) -> frozenset[str]:
    """Return everyone who wants to be called."""
    found = connection.execute(select(channels.c.visitor).where(channels.c.confirmed).distinct())
    return frozenset(str(visitor) for (visitor,) in found)


# The outbox


def note(connection: Connection, call: TurnNotification, at: int) -> None:
    """Write a call for each channel, to be made at a moment.

    One for the same turn stays as it is, even if done.
    """
    mine = (channels.c.visitor == call.visitor, channels.c.confirmed)
    here = calls.c.table_id == call.table
    past = (here, calls.c.channel.in_(select(channels.c.id).where(*mine)), calls.c.ply != call.ply)
    connection.execute(delete(calls).where(*past))
    known = exists().where(calls.c.channel == channels.c.id, here)
    facts = (call.table, call.seat, call.ply, TURN, 0, at, 0)
    fresh = select(channels.c.id, *(literal(fact) for fact in facts)).where(*mine, ~known)
    connection.execute(insert(calls).from_select([column.name for column in calls.c], fresh))


def waits(connection: Connection) -> bool:
    """Return whether anything is to be sent now."""
    return (
        connection.execute(select(calls.c.channel).where(*_due(now())).limit(1)).first() is not None
    )


def _due(moment: int) -> tuple[ColumnElement[bool], ...]:
    return calls.c.next_at <= moment, calls.c.held_until <= moment


def take(connection: Connection, most: int) -> list[Due]:
    """Take calls that are to be sent now: no other worker gets them for a while."""
    moment = now()
    asked = (
        select(channels, calls.c.table_id, calls.c.seat, calls.c.ply, calls.c.stage, calls.c.tries)
        .join(calls, calls.c.channel == channels.c.id)
        .where(*_due(moment))
        .order_by(calls.c.next_at)
        .limit(most)
        .with_for_update(of=calls, skip_locked=True)
    )
    found = [_read(row) for row in connection.execute(asked)]
    if found:
        held = update(calls).where(or_(*(_is(due) for due in found)))
        connection.execute(held.values(held_until=moment + HOLD))
    return found


def _read(row: Row[Any]) -> Due:
    count = len(channels.c)
    return Due(Channel(*row[:count]), *row[count:])


def _is(due: Due) -> ColumnElement[bool]:
    mine = calls.c.channel == due.channel.id, calls.c.table_id == due.table
    return and_(*mine, calls.c.ply == due.ply)


def put_off(connection: Connection, due: Due, stage: str, tries: int, next_at: int) -> None:
    """Let go of a call until its next try or stage; a newer turn is left alone."""
    later = {"stage": stage, "tries": tries, "next_at": next_at, "held_until": 0}
    connection.execute(update(calls).where(_is(due)).values(later))


def drop(connection: Connection, due: Due) -> None:
    """Forget a call."""
    connection.execute(delete(calls).where(_is(due)))


def let_go(connection: Connection) -> None:
    """Give back all calls that a worker had taken before it ended."""
    connection.execute(update(calls).where(calls.c.held_until > 0).values(held_until=0))


def forget_unconfirmed(connection: Connection) -> None:
    """Forget addresses that were never confirmed."""
    old = (~channels.c.confirmed, channels.c.made_at < now() - LINK_LASTS)
    found = connection.execute(select(channels.c.id).where(*old)).all()
    if found:
        close_channels(connection, [str(name) for (name,) in found])
