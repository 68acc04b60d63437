"""The tables of an evening: opened, dealt, stopped, and passed to another device."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tablee.core.errors import TableeError
from tablee.house.errors import ClosedByHost, NotStored
from tablee.house.evening.changes import Result
from tablee.house.evening.model import Evening, Round, Spot
from tablee.house.evening.standings import places_of
from tablee.house.ports.gatherings import Member
from tablee.house.ports.names import free_name, same_name
from tablee.house.ports.seats import BESIDE, Seat
from tablee.house.ports.stored import Conflict
from tablee.house.seating import seating
from tablee.house.settings import EVENING
from tablee.table.people import BOT_NAMES

if TYPE_CHECKING:
    from tablee.house.open_house.house import House
    from tablee.house.tables.table import Table

LEVEL = "regular"
"""The bots of an evening."""


async def open_tables(house: House, name: str, evening: Evening, one: Round) -> None:
    """Open and deal the tables of a tour; those that are there already stay as they are."""
    for spot in one.spots:
        if spot.table is not None:
            with contextlib.suppress(Conflict):  # another worker opens it at this moment
                if not await house.store.tables.exists(spot.table):
                    await _open(house, name, evening, one, spot)
            await _deal(house, one, spot.table)


async def _open(house: House, name: str, evening: Evening, one: Round, spot: Spot) -> None:
    assert spot.table is not None
    wish, around = evening.wish, seats_around(evening.people, spot)
    facts = house.tables.facts(EVENING, wish.game, len(around), wish.options, "link")
    facts |= {"evening": name, "sealed": int(bool(one.key))}
    secret = None if one.key else house.offers.secret_for(spot.table).hex()
    await house.store.tables.open(spot.table, facts, around, secret)


async def _deal(house: House, one: Round, name: str) -> None:
    """Deal, once; the same cards to all tables of a tour that has a key."""
    key = bytes.fromhex(one.key)
    await house.store.tables.start(name, (lambda *_: (key, ())) if key else seating.deal)
    table = await house.tables.table(name)
    await table.refresh()
    house.tables.go_on(table)


def seats_around(people: Mapping[int, Member], spot: Spot) -> list[Seat]:
    """Return who sits at a table; who has no device plays on that of a companion."""
    there = [people[n] for n in spot.people if n in people]
    device = next((one.visitor for one in there if one.visitor), None)
    bots = iter(_bot_names([one.name for one in there], len(spot.seats) - len(spot.people)))
    found = []
    for n in spot.seats:
        member = people.get(n)
        if member is None:
            found.append(Seat(name=next(bots, free_name("Bot", [])), bot=LEVEL))
        else:
            found.append(Seat(member.visitor or f"{device}{BESIDE}{n}", member.name))
    return found


def _bot_names(taken: Sequence[str], count: int) -> list[str]:
    free = [one for one in BOT_NAMES if not any(same_name(one, name) for name in taken)]
    return free[:count]


def result_of(table: Table) -> Result | None:
    """Return how a match has ended; None for one that was closed."""
    if table.closed or table.match.state is None:
        return None
    outcome = table.match.state.outcome()
    scores = outcome.scores if outcome else table.match.state.scores
    winners = outcome.winners if outcome else ()
    return Result(places_of(scores, winners), tuple(scores))


async def stop(house: House, table: str) -> Result | None:
    """End a match where it stands; return the result by its points so far."""
    try:
        found = await house.tables.table(table)
    except NotStored:
        raise
    except TableeError:
        return None
    result = result_of(found)
    if found.phase == "playing":
        await house.tables.close_table(table, ClosedByHost.word)
    return result


async def stand_in(house: House, table: str, seat: int) -> None:
    """Let a bot play for somebody who has left, until they come back."""
    found = await house.tables.table(table)
    before = found.seats[seat]
    if found.phase == "playing" and before.who == "person":
        after = Seat(before.visitor, before.name, seating.STAND_IN, found.ply)
        await seating.put(house, found, seat, before, after)


async def pass_on(house: House, table: str, seat: int, visitor: str) -> None:
    """Give a seat to the same person at another device, with those who play beside them."""
    found = await house.tables.table(table)
    old = found.seats[seat].device
    if found.phase != "playing" or old is None:
        return
    for n, before in enumerate(found.seats):
        if before.visitor is not None and before.device == old:
            after = replace(before, visitor=visitor + before.visitor.removeprefix(old))
            await seating.put(house, found, n, before, after)
