"""Groups without accounts: opened by a press, joined by a code, forgotten after a season."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tablee.core import as_json
from tablee.house.clock import now
from tablee.house.errors import NameTaken, NoTable, NotAllowed, NotNow, Unreadable
from tablee.house.events import GatheringUpdated
from tablee.house.ports.gatherings import CLUB, Gathering, Member
from tablee.house.ports.names import read_name, same_name

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

DAY = 24 * 3600 * 1000
SEASON = 92 * DAY
"""Milliseconds after its last use for which a group is kept."""
COLOURS = 6
MOST_PEOPLE, MOST_TITLE = 60, 40
TRIES = 8


class NoClub(NoTable):
    """A group that is not there, or not any more."""

    word = "no_club"


class NotInClub(NotAllowed):
    """Something that only those of a group, or whoever opened it, may do."""

    word = "not_in_club"


@dataclass(frozen=True)
class Club:
    """What a group is called, and its colour."""

    title: str
    colour: int


def read(gathering: Gathering) -> Club:
    """Read a group as it is stored."""
    return Club(**as_json.loads(gathering.text))


async def open_club(house: House, visitor: str, title: str, colour: int) -> Gathering:
    """Open a group."""
    if not 0 <= colour < COLOURS:
        raise Unreadable(f"colour: 0 to {COLOURS - 1}.")
    facts = {"title": read_name(title, MOST_TITLE), "colour": colour}
    name, text = secrets.token_urlsafe(12), as_json.dumps(facts).decode()
    new = Gathering(name, CLUB, visitor, text, now() + SEASON)
    return replace(new, code=await house.store.gatherings.open(new))


async def find(house: House, name: str) -> Gathering:
    """Return a group, and note once a day that it is used; raise NoClub."""
    found = await house.store.gatherings.read(name)
    if found is None or found.kind != CLUB:
        raise NoClub("there is no such group, or not any more.")
    if found.forget_at < now() + SEASON - DAY:
        await house.store.gatherings.write(found, replace(found, forget_at=now() + SEASON))
        return await find(house, name)
    return found


async def change(house: House, name: str, work: Callable[[Gathering], Gathering]) -> Gathering:
    """Change a group as it stands now, and tell who looks at it."""
    for _ in range(TRIES):
        before = await find(house, name)
        if await house.store.gatherings.write(before, work(before)):
            house.events.publish(GatheringUpdated(name))
            return await find(house, name)
    raise NotNow("the group is changing quickly: look again.")


def joined(club: Gathering, visitor: str, name: str, most: int) -> Gathering:
    """Add somebody, or give them another name."""
    name, own = read_name(name, most), club.number_of(visitor)
    if any(same_name(one.name, name) for n, one in club.members.items() if n != own):
        raise NameTaken(f"somebody goes by {name!r} already: choose another name.")
    if own is None and len(club.members) >= MOST_PEOPLE:
        raise Unreadable(f"a group has room for {MOST_PEOPLE} people.")
    number = own or max(club.members, default=0) + 1
    return replace(club, members={**club.members, number: Member(visitor, name)})


def without(club: Gathering, number: int) -> Gathering:
    """Take a name out of a group."""
    if number not in club.members:
        raise Unreadable("there is nobody of this number.")
    return replace(club, members={n: one for n, one in club.members.items() if n != number})


async def renew_code(house: House, name: str) -> None:
    """Give a group another code: the old one has leaked."""
    await house.store.gatherings.renew_code(name)
    house.events.publish(GatheringUpdated(name))


async def end(house: House, name: str) -> None:
    """Forget a group at once."""
    await house.store.gatherings.end(name)
    house.events.publish(GatheringUpdated(name))
