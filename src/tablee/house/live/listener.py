"""One event stream of a table: what it has been told, and how to wake it."""

from __future__ import annotations

import asyncio

from tablee.house.live.seat_page import Version


class Listener:
    """One event stream: what it has been told, and how to wake it."""

    __slots__ = (
        "_waiter",
        "closed",
        "lang",
        "looks_on",
        "pending",
        "ply",
        "presence_revision",
        "revision",
        "screen",
        "seat",
        "shown",
        "superseded",
        "version",
        "visitor",
        "words",
    )

    def __init__(self, visitor: str | None, ply: int, lang: str | None = None) -> None:
        self.visitor = visitor
        self.lang = lang
        """The language of its pages; None for a stream of JSON."""
        self.seat: int | None = None
        self.screen: tuple[int, ...] = ()
        """The seats that share its screen."""
        self.shown = ""
        """The seat from which its page looks, as it says itself."""
        self.looks_on = False
        """Whether it is the page of a visitor who does not sit there."""
        self.ply = ply
        self.revision = -1
        """Which change of the table it has been told of."""
        self.presence_revision = -1
        """Which change of who is here it has been told of, before the deal."""
        self.version: Version | None = None
        """What its page shows."""
        self.words = b""
        """What has been said and it has not heard yet."""
        self.closed = False
        self.superseded = False
        """Whether its page was told that it shows another seat: it hears nothing more."""
        self.pending = False
        """Whether there may be news for it."""
        self._waiter: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Say that there may be news."""
        self.pending = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self.wake()

    async def wait(self) -> None:
        """Wait for news."""
        if not self.pending:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self.pending = False
