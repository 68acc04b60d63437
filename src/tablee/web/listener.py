"""One who watches a table: an event stream, what it has been told, and how to wake it."""

from __future__ import annotations

import asyncio


class Listener:
    """One event stream: what it has been told, and how to wake it."""

    __slots__ = ("_waiter", "closed", "ply", "revision", "seat", "visitor", "woken")

    def __init__(self, visitor: str | None, ply: int) -> None:
        self.visitor = visitor
        self.seat: int | None = None
        self.ply = ply
        self.revision = -1
        self.closed = False
        self.woken = False
        self._waiter: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Says that there may be news."""
        self.woken = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def close(self) -> None:
        """Ends the stream."""
        self.closed = True
        self.wake()

    async def wait(self) -> None:
        """Waits for news."""
        if not self.woken:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self.woken = False
