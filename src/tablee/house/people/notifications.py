"""Who is notified of a turn, by which channel, and how far a notification has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.core.state.position import State
from tablee.house.clock import now
from tablee.house.ports.notifications import TurnNotification

if TYPE_CHECKING:
    from tablee.house.ports.store import NotificationStore
    from tablee.house.tables.table import Table


def notification_of(
    table: Table, state: State, ply: int, mover: int | None = None
) -> TurnNotification | None:
    """Return whom a turn that begins at a ply concerns: a person at another screen than the mover.

    Where nobody else plays but bots nobody waits; only by the day is one notified there.
    """
    turn, seats = state.seat, table.seats
    if turn is None or seats[turn].who != "person":
        return None
    who = seats[turn].device
    moved = mover is not None and seats[mover].device == who
    if who is None or moved or not (seats.others(turn) or table.setup.by_the_day):
        return None
    return TurnNotification(table.id, turn, who, ply)


class TurnNotifications:
    """Knows who wants to be notified of a turn, and when."""

    def __init__(self, store: NotificationStore, after: float) -> None:
        self.visitors: frozenset[str] = frozenset()
        """Those who have a channel that is confirmed."""
        self._store = store
        self._after = int(1000 * after)

    async def reload(self) -> None:
        """Read who wants to be notified."""
        self.visitors = await self._store.visitors()

    def wanted(self, call: TurnNotification | None) -> tuple[TurnNotification | None, int]:
        """Return a notification if its visitor wants it, and the moment at which to send it."""
        wants = call is not None and call.visitor in self.visitors
        return call if wants else None, now() + self._after

    async def note(self, call: TurnNotification | None) -> None:
        """Note a turn that no move begins."""
        noted, at = self.wanted(call)
        if noted is not None:
            await self._store.note(noted, at)
