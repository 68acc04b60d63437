"""First tries at deals of the day, in plain dictionaries."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tablee.house.ports.seats import Seat
from tablee.house.ports.store import Facts
from tablee.house.ports.stored import Conflict
from tablee.house.ports.tries import Try

if TYPE_CHECKING:
    from tablee.house.memory.store import MemoryStore

MOST_DAYS = 400


class MemoryDays:
    """First tries at deals of the day."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._tries: dict[tuple[str, str, str], Try] = {}
        """By visitor, game and day."""

    async def going(self, visitor: str, game: str, day: str) -> str | None:
        """Return the table at which a visitor is in the middle of a day's deal."""
        rows = [
            kept.row
            for kept in self._store.tables.kept.values()
            if (kept.row["game"], kept.row["day"], kept.row["ended_at"]) == (game, day, None)
            and any(seat.visitor == visitor for seat in kept.seats)
        ]
        rows.sort(key=lambda row: (row["first_try"], row["opened_at"]))
        return str(rows[-1]["id"]) if rows else None

    async def open_try(
        self, table: str, facts: Facts, around: Sequence[Seat], secret: str, key: bytes
    ) -> None:
        """Open and deal a table for a day's deal; raise Conflict for a second first try."""
        mine = (facts["opener"], facts["game"], facts["day"])
        if facts["first_try"] and mine in self._tries:
            raise Conflict
        await self._store.tables.open(table, facts, around, secret)
        if facts["first_try"]:
            self._tries[mine] = Try(facts["game"], facts["day"], table)
        await self._store.tables.start(table, lambda *_: (key, ("",) * len(around)))

    def forget(self, visitor: str) -> None:
        """Let a visitor's tries lead to nobody."""
        for mine in [key for key in self._tries if key[0] == visitor]:
            self._tries[secrets.token_urlsafe(12), *mine[1:]] = self._tries.pop(mine)

    def end(self, table: str, scores: Sequence[int]) -> None:
        """Note the result of a try, once."""
        for key, one in self._tries.items():
            if one.table == table and one.lead is None:
                lead = scores[0] - max(scores[1:])
                self._tries[key] = replace(one, lead=lead, scores=tuple(scores))

    async def tries_of(self, visitor: str, since: str, until: str) -> list[Try]:
        """Return a visitor's first tries of some days, the latest first."""
        mine = [
            self._placed(key, one)
            for key, one in self._tries.items()
            if key[0] == visitor and since <= one.day <= until
        ]
        return sorted(mine, key=lambda one: one.day, reverse=True)

    def _placed(self, mine: tuple[str, str, str], one: Try) -> Try:
        leads = [
            other.lead
            for key, other in self._tries.items()
            if key != mine and key[1:] == mine[1:] and other.lead is not None
        ]
        beaten = sum(one.lead is not None and lead < one.lead for lead in leads)
        return replace(one, beaten=beaten, others=len(leads))

    async def days_of(self, visitor: str) -> list[str]:
        """Return the days on which a visitor has ended a try, the latest first."""
        ended = {
            one.day
            for key, one in self._tries.items()
            if key[0] == visitor and one.lead is not None
        }
        return sorted(ended, reverse=True)[:MOST_DAYS]

    async def results(self, game: str, day: str) -> dict[int, int]:
        """Return how often each lead was reached, the lowest first."""
        leads = [one.lead for key, one in self._tries.items() if key[1:] == (game, day)]
        return dict(sorted(Counter(lead for lead in leads if lead is not None).items()))
