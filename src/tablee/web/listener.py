"""One who watches a table: an event stream, what it has been told, and how to wake it."""

from __future__ import annotations

import asyncio


class Listener:
    """One event stream: what it has been told, and how to wake it."""

    __slots__ = (
        "_waiter",
        "closed",
        "in_lobby",
        "lang",
        "ply",
        "revision",
        "seat",
        "version",
        "visitor",
        "woken",
    )

    def __init__(
        self, visitor: str | None, ply: int, lang: str | None = None, in_lobby: bool = False
    ) -> None:
        self.visitor = visitor
        self.in_lobby = in_lobby
        self.lang = lang
        """The language of its pages; None for a stream of JSON."""
        self.seat: int | None = None
        self.ply = ply
        self.revision = -1
        self.version = -1
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
