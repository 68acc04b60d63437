"""What a house keeps about itself: its announcement, and whether its store can be written to."""

from __future__ import annotations

import contextlib
import time

from tablee.house.clock import now
from tablee.house.errors import NotStored
from tablee.house.ports.store import CHANGED, FactStore

HEALTHY_FOR = 10.0
"""Seconds for which the store counts as sound after something was written to it."""


class HouseFacts:
    """The announcement of the host, and the health of the store."""

    def __init__(self, store: FactStore) -> None:
        self.announcement = ""
        """What the host wants everyone to read."""
        self._store = store
        self._changed = ""
        self._sound_at = -HEALTHY_FOR

    async def reload(self) -> None:
        """Read the announcement, made at this worker or another."""
        self.announcement = await self._store.kept("notice")

    async def changed_outside(self) -> bool:
        """Return whether a command of the host has changed the store since the last look."""
        before, self._changed = self._changed, await self._store.kept(CHANGED)
        return before != self._changed

    async def announce(self, text: str) -> None:
        """Put an announcement on the shelf, for all workers; an empty one takes it away."""
        await self._store.announce(text)
        self.announcement = text

    async def count_lesson(self, game: str) -> None:
        """Count a lesson that was taken to its end, without whom."""
        with contextlib.suppress(NotStored):  # told in the log; one lesson less is no harm
            await self._store.count(game, "lessons")

    async def check_store(self) -> None:
        """Write a row now and then: a disk that is full can still be read."""
        if time.monotonic() - self._sound_at >= HEALTHY_FOR:
            await self._store.keep("health", str(now()))
            self._sound_at = time.monotonic()
