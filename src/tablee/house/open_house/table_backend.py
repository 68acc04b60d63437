"""The store as a table sees it: its moves, and in the same transaction whom they notify."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tablee.core.state.position import State
from tablee.house.errors import NoTable, NotNow
from tablee.house.people.notifications import TurnNotifications, notification_of
from tablee.house.ports.store import TableStore
from tablee.house.ports.stored import StoredMove, StoredTable

if TYPE_CHECKING:
    from tablee.house.tables.table import Table

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class StoreBackend:
    """Writes the moves of tables to a store, and reads what others have written."""

    def __init__(self, store: TableStore, notifications: TurnNotifications) -> None:
        self.written = 0
        """Moves that this worker has stored."""
        self._store = store
        self._notifications = notifications

    async def write_move(self, table: Table, played: StoredMove, after: State) -> None:
        """Store a move and, in the same transaction, whom to notify of the turn that it begins.

        Raise Conflict if another worker has written at this place.
        """
        begun = notification_of(table, after, table.ply + 1, played.seat)
        await self._store.append(played, *self._notifications.wanted(begun))
        self.written += 1

    async def write_takeback(self, said: StoredMove) -> None:
        """Store what was said about taking back, or raise Conflict."""
        await self._store.append(said, None, 0)
        self.written += 1

    async def read(self, name: str, ply: int = 0) -> StoredTable:
        """Return a table with what was stored of its match from a place on."""
        stored = await self._store.load(name, ply) if TABLE_ID.fullmatch(name) else None
        if stored is None:
            raise NoTable(f"there is no table {name[:40]!r}: look at the link again.")
        return stored


class NoBackend:
    """For a table that is only looked at: nothing can be played there."""

    async def write_move(self, table: Table, played: StoredMove, after: State) -> None:
        """Refuse a move."""
        raise NotNow("nothing is played at this table.")

    async def write_takeback(self, said: StoredMove) -> None:
        """Refuse to take back a move."""
        raise NotNow("nothing is played at this table.")

    async def read(self, name: str, ply: int = 0) -> StoredTable:
        """Refuse to read on."""
        raise NotNow("nothing is played at this table.")
