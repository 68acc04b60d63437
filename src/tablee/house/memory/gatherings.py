"""Evenings and clubs in a plain dictionary."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tablee.house.clock import now
from tablee.house.ports.gatherings import Gathering, Member
from tablee.house.ports.names import GUEST

if TYPE_CHECKING:
    from tablee.house.memory.store import MemoryStore


class MemoryGatherings:
    """Evenings and clubs: by their codes, until they are forgotten."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._kept: dict[str, Gathering] = {}

    def _alive(self) -> list[Gathering]:
        return [one for one in self._kept.values() if one.forget_at > now()]

    def codes(self) -> set[str]:
        """Return the codes that lead to gatherings."""
        return {one.code for one in self._kept.values()}

    async def open(self, gathering: Gathering) -> str:
        """Keep a new gathering; return the short code that leads to it."""
        await self.forget_old()
        code = self._store.free_code()
        self._kept[gathering.name] = replace(gathering, code=code, version=1)
        return code

    async def read(self, name: str) -> Gathering | None:
        """Return a gathering, as long as it is kept."""
        return next((one for one in self._alive() if one.name == name), None)

    async def of_code(self, code: str) -> Gathering | None:
        """Return the gathering that a short code leads to."""
        return next((one for one in self._alive() if one.code == code), None)

    async def write(self, before: Gathering, after: Gathering) -> bool:
        """Write it and its members anew; False if it has changed."""
        found = await self.read(before.name)
        if found is None or found.version != before.version:
            return False
        self._kept[before.name] = replace(
            found,
            text=after.text,
            due_at=after.due_at,
            forget_at=after.forget_at,
            members=after.members,
            version=found.version + 1,
        )
        return True

    async def renew_code(self, name: str) -> str:
        """Give it another code, and the old one leads nowhere; return the new one."""
        code = self._store.free_code()
        self._kept[name] = replace(self._kept[name], code=code)
        return code

    async def of_visitor(self, visitor: str) -> list[Gathering]:
        """Return those that a visitor opened or belongs to."""
        alive = self._alive()
        return [g for g in alive if g.opener == visitor or g.number_of(visitor) is not None]

    async def within(self, parent: str) -> list[Gathering]:
        """Return the evenings of a club."""
        return [one for one in self._alive() if one.parent == parent]

    async def due(self) -> list[str]:
        """Return those about which something is to be done, now or later."""
        return [one.name for one in self._alive() if one.due_at is not None]

    async def tables_of(self, name: str) -> list[str]:
        """Return the unfinished tables of a gathering, the oldest first."""
        rows = [kept.row for kept in self._store.tables.kept.values()]
        mine = [row for row in rows if name in (row["evening"], row["club"])]
        going = [row for row in mine if row["ended_at"] is None]
        return [str(row["id"]) for row in sorted(going, key=lambda row: row["opened_at"])]

    async def unseal(self, tables: Sequence[str]) -> None:
        """Let tables show their cards: nobody plays the same ones any more."""
        for name in tables:
            self._store.tables.kept[name].row["sealed"] = 0

    async def end(self, name: str) -> None:
        """Forget a gathering, and the names at its tables."""
        self._kept.pop(name, None)
        for kept in self._store.tables.kept.values():
            if kept.row["evening"] == name and kept.row["ended_at"] is not None:
                people = [
                    one.visitor is not None or one.away_since is not None for one in kept.seats
                ]
                kept.seats = [
                    replace(seat, name=GUEST) if person else seat
                    for seat, person in zip(kept.seats, people, strict=True)
                ]

    async def forget_old(self) -> None:
        """Forget those whose moment has come."""
        for name in [one.name for one in self._kept.values() if one.forget_at <= now()]:
            await self.end(name)

    def forget(self, visitor: str) -> None:
        """Let gatherings lead to nobody where they led to a visitor."""
        nobody = secrets.token_urlsafe(12)
        for one in self._kept.values():
            opener = nobody if one.opener == visitor else one.opener
            members = {
                n: Member(nobody, GUEST) if member.visitor == visitor else member
                for n, member in one.members.items()
            }
            self._kept[one.name] = replace(one, opener=opener, members=members)
