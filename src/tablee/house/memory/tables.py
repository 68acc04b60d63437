"""Tables, their seats and their moves, in plain dictionaries."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tablee.house.clock import now
from tablee.house.ports.names import GUEST, same_name
from tablee.house.ports.notifications import TurnNotification
from tablee.house.ports.seats import BESIDE, Seat
from tablee.house.ports.store import Deal, Facts
from tablee.house.ports.stored import Conflict, StoredMove, StoredTable

if TYPE_CHECKING:
    from tablee.house.memory.store import MemoryStore

DAY = 24 * 3600 * 1000
BLANK = {
    **dict.fromkeys(("secret", "luck", "key", "started_at", "ended_at", "closed", "rematch")),
    **dict.fromkeys(("day", "code", "evening", "club")),
    "pace": 0,
    "sealed": 0,
    "first_try": 0,
    "turned": 0,
}
"""The columns of a new table that its facts do not name."""


@dataclass
class _Kept:
    """One table with everything beside it."""

    row: dict[str, Any]
    seats: list[Seat]
    moves: list[tuple[int, str, int]] = field(default_factory=list)
    """The seat, the text and the moment of each move."""
    held: set[str] = field(default_factory=set)
    removed: set[str] = field(default_factory=set)
    again: bool = False

    def forget(self, visitor: str) -> bool:
        """Put a guest in place of a visitor; return whether there was one."""
        gone = secrets.token_urlsafe(12)

        def unlinked(who: str | None) -> str | None:
            mine = who is not None and (who == visitor or who.startswith(visitor + BESIDE))
            return gone + who[len(visitor) :] if who is not None and mine else who

        before = (self.row["opener"], self.seats, self.held, self.removed)
        self.row["opener"] = unlinked(self.row["opener"])
        self.seats = [
            seat
            if unlinked(seat.visitor) == seat.visitor
            else replace(seat, visitor=unlinked(seat.visitor), name=GUEST)
            for seat in self.seats
        ]
        self.held = {who for one in self.held if (who := unlinked(one))}
        self.removed = {who for one in self.removed if (who := unlinked(one))}
        return before != (self.row["opener"], self.seats, self.held, self.removed)


def _laid(around: Sequence[Seat]) -> list[Seat]:
    """Return seats as they are kept before the deal: nobody is away, no hand is uncovered."""
    return [replace(seat, away_since=None, uncovered=None) for seat in around]


def _is_of(kept: _Kept, visitor: str) -> bool:
    """Return whether a visitor sits or sat at a table, or alone may deal there."""
    sits = any(one.visitor == visitor for one in kept.seats)
    deals = kept.row["opener"] == visitor and kept.row["started_at"] is None
    return kept.row["closed"] is None and (sits or deals)


class MemoryTables:
    """Tables, their seats and their moves."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.kept: dict[str, _Kept] = {}

    async def append(self, played: StoredMove, call: TurnNotification | None, at: int) -> None:
        """Store a move, and whom to notify at a moment; raise Conflict if its ply is taken."""
        kept = self.kept.get(played.table)
        if kept is None or played.ply != len(kept.moves):
            raise Conflict
        kept.moves.append((played.seat, played.move, now()))
        if call is not None:
            await self._store.notifications.note(call, at)

    async def load(self, table: str, ply: int = 0) -> StoredTable | None:
        """Return a table with its moves from a ply on."""
        kept = self.kept.get(table)
        if kept is None:
            return None
        played = kept.moves[ply:]
        last = played[-1][2] if played else None if ply else kept.row["started_at"]
        moves = [(seat, move) for seat, move, _ in played]
        beside = frozenset(kept.held), frozenset(kept.removed)
        return StoredTable(dict(kept.row), tuple(kept.seats), moves, *beside, last)

    async def exists(self, table: str) -> bool:
        """Return whether there is a table of a name."""
        return table in self.kept

    async def open(
        self, table: str, facts: Facts, around: Sequence[Seat], secret: str | None
    ) -> None:
        """Write a new table and its seats."""
        if table in self.kept:
            raise Conflict
        code = self._store.free_code()
        own = {"id": table, "opened_at": now(), "secret": secret, "code": code}
        options = json.dumps(facts["options"])
        self.kept[table] = _Kept({**BLANK, **facts, "options": options, **own}, _laid(around))

    async def open_again(
        self, table: str, source: str, key: bytes, moves: Sequence[tuple[int, str]]
    ) -> None:
        """Deal the cards of another match at a table and lay its first moves, all at once."""
        kept = self.kept[table]
        kept.row["secret"], kept.again = None, True
        await self.start(table, lambda *_: (key, ()))
        at = now()
        kept.moves.extend((seat, move, at) for seat, move in moves)

    async def arrange(
        self, table: str, facts: Facts, before: Sequence[Seat], after: Sequence[Seat]
    ) -> bool:
        """Change what is played, lay the seats anew; False if dealt, or if seats have changed."""
        kept = self.kept[table]
        if kept.row["key"] is not None or kept.seats != list(before):
            return False
        kept.row |= {**facts, "options": json.dumps(facts["options"])}
        kept.seats = _laid(after)
        return True

    async def change_seat(
        self, table: str, dealt: bool, seat: int, before: Seat, after: Seat
    ) -> bool:
        """Put another player at a seat; False if table or seat have changed."""
        kept = self.kept[table]
        at, others = kept.seats[seat], [one for n, one in enumerate(kept.seats) if n != seat]
        same = (at.visitor, at.bot, at.away_since)
        if (kept.row["key"] is not None) != dealt:
            return False
        if same != (before.visitor, before.bot, before.away_since):
            return False
        if any(after.name and same_name(one.name, after.name) for one in others):
            return False
        if after.visitor is not None and any(one.visitor == after.visitor for one in others):
            raise Conflict
        if after.visitor is not None and after.visitor != before.visitor:
            if dealt and after.visitor in kept.held:
                raise Conflict
            (kept.held.add if dealt else kept.removed.discard)(after.visitor)
        kept.seats[seat] = replace(after, uncovered=at.uncovered)
        return True

    async def remove_person(self, table: str, seat: int, before: Seat) -> bool:
        """Empty a person's seat before the deal and note the removal; False if it has changed."""
        if not await self.change_seat(table, False, seat, before, Seat()):
            return False
        self.kept[table].removed.add(str(before.visitor))
        return True

    async def uncover(self, table: str, seat: int | None, ply: int, device: str) -> None:
        """Note whose hand is uncovered on a shared screen; None for nobody's."""
        seats = self.kept[table].seats
        for n, one in enumerate(seats):
            if one.visitor is not None and one.visitor.startswith(device):
                seats[n] = replace(one, uncovered=ply if n == seat else None)

    async def start(self, table: str, deal: Deal) -> bool:
        """Deal, unless that was done or a seat is empty."""
        kept = self.kept[table]
        if kept.row["key"] is not None or any(seat.who == "empty" for seat in kept.seats):
            return False
        key, luck = deal(kept.row, tuple(kept.seats))
        kept.row |= {"key": key, "luck": json.dumps(luck), "started_at": now()}
        kept.held |= {seat.visitor for seat in kept.seats if seat.visitor is not None}
        return True

    async def renew(self, table: str, version: int) -> None:
        """Have a table that is not dealt play by the present rules."""
        if self.kept[table].row["key"] is None:
            self.kept[table].row["version"] = version

    async def close(self, table: str, why: str) -> None:
        """End a match that is not over as drawn, and keep the reason."""
        row = self.kept[table].row
        if row["ended_at"] is None:
            row |= {"ended_at": now(), "closed": why, "code": None}

    async def end(self, table: str, scores: Sequence[int], counts: bool) -> None:
        """Note that a match is over, and the result of a first try that counts."""
        row = self.kept[table].row
        row |= {"ended_at": row["ended_at"] or now(), "code": None}
        if counts:
            self._store.days.end(table, scores)

    async def rematch(
        self, old: str, new: str, facts: Facts, around: Sequence[Seat], secret: str
    ) -> str:
        """Open the next table for the same people, once; return its name."""
        row = self.kept[old].row
        if row["rematch"] is None:
            row["rematch"] = new
            await self.open(new, facts, around, secret)
        return str(row["rematch"])

    async def of_code(self, code: str) -> str | None:
        """Return the unfinished table that has a short code."""
        return next((name for name, kept in self.kept.items() if kept.row["code"] == code), None)

    async def of_visitor(self, visitor: str, most: int = 50) -> list[str]:
        """Return the tables of a visitor, the newest first."""
        return self._of(visitor, lambda row: row["opened_at"])[:most]

    async def all_of_visitor(self, visitor: str) -> list[str]:
        """Return all tables of a visitor, the last moved first."""
        return self._of(visitor, lambda r: r["ended_at"] or r["started_at"] or r["opened_at"])

    def _of(self, visitor: str, at: Callable[[dict[str, Any]], int]) -> list[str]:
        mine = [name for name, kept in self.kept.items() if _is_of(kept, visitor)]
        return sorted(mine, key=lambda name: -at(self.kept[name].row))

    async def open_to_all(self, most: int = 50) -> list[str]:
        """Return the tables that anyone may join and that have not begun."""
        rows = [kept.row for kept in self.kept.values() if kept.row["who_may_join"] == "open"]
        rows = [row for row in rows if row["started_at"] is None and row["ended_at"] is None]
        return [row["id"] for row in sorted(rows, key=lambda row: -row["opened_at"])][:most]

    async def count_open(self, visitor: str) -> int:
        """Return how many unfinished tables a visitor has opened within a day."""
        rows = [kept.row for kept in self.kept.values() if kept.row["opener"] == visitor]
        return sum(r["ended_at"] is None and r["opened_at"] > now() - DAY for r in rows)

    async def count_closed(self, visitor: str) -> int:
        """Return how many of a visitor's matches ended as drawn of late."""
        return sum(
            kept.row["closed"] is not None
            and kept.row["ended_at"] > now() - 30 * DAY
            and any(seat.visitor == visitor for seat in kept.seats)
            for kept in self.kept.values()
        )

    async def played_again(self, tables: Sequence[str]) -> set[str]:
        """Return those of some tables that play the cards of another match again."""
        return {name for name in tables if name in self.kept and self.kept[name].again}

    def forget(self, visitor: str) -> list[str]:
        """Let a visitor's seats lead to nobody; return the tables that have changed."""
        return [name for name, kept in self.kept.items() if kept.forget(visitor)]
