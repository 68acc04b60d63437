"""Who thinks next: bots, hints, checks, then reviews, and in each kind everyone in turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from enum import IntEnum

from tablee.house.errors import TooMuch

MOST_WAITING = 100
"""Hints or checks that wait at once; a visitor who comes then is asked to come back."""


class Crowded(Exception):
    """No place has become free in time."""


class Kind(IntEnum):
    """What there is to think about, the most urgent first."""

    BOT = 0
    HINT = 1
    CHECK = 2
    REVIEW = 3


class WorkQueue:
    """Places in which to think, given out fairly."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[Kind, OrderedDict[str, deque[asyncio.Future[None]]]] = {
            kind: OrderedDict() for kind in Kind
        }
        self._busy: Counter[tuple[Kind, str]] = Counter()

    def waiting(self, kind: Kind) -> int:
        """Return how many wait for a place."""
        return sum(len(line) for line in self._waiting[kind].values())

    @contextlib.asynccontextmanager
    async def place(
        self, kind: Kind, owner: str, patience: float | None = None
    ) -> AsyncIterator[None]:
        """Wait for a place; raise Crowded when patience ends."""
        try:
            async with asyncio.timeout(patience):
                await self._enter(kind, owner)
        except TimeoutError:
            raise Crowded from None
        try:
            yield
        finally:
            self._leave()

    @contextlib.asynccontextmanager
    async def place_alone(self, kind: Kind, owner: str) -> AsyncIterator[None]:
        """Wait for a place; raise TooMuch if this owner has one already, or many wait."""
        if self._busy[kind, owner] or self.waiting(kind) >= MOST_WAITING:
            raise TooMuch("one at a time: wait for the answer.", 2)
        self._busy[kind, owner] += 1
        try:
            async with self.place(kind, owner):
                yield
        finally:
            del self._busy[kind, owner]

    async def _enter(self, kind: Kind, owner: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[kind].setdefault(owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Hand the place to the next one who waits."""
        for kind in Kind:
            while (turn := self._next(kind)) is not None:
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1

    def _next(self, kind: Kind) -> asyncio.Future[None] | None:
        lines = self._waiting[kind]
        if not lines:
            return None
        owner, line = lines.popitem(last=False)
        turn = line.popleft()
        if line:
            lines[owner] = line  # behind all others
        return turn
