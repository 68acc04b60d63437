"""A house that is open: its tables, its people, its bots, and what wakes them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from typing import Any

from tablee.house.clock import now
from tablee.house.errors import NotStored
from tablee.house.live.bot_turns import BotTurns
from tablee.house.people.identities import Identities
from tablee.house.people.notifications import TurnNotification
from tablee.house.ports import Readiness, Service, Store, Thinking
from tablee.house.registry import TableRegistry
from tablee.house.settings import Settings
from tablee.house.tables.fairness import Offers
from tablee.house.tables.pace import patience_at
from tablee.house.thinking.work_queue import WorkQueue
from tablee.house.worker_messages import WorkerMessages

HEALTHY_FOR = 10.0
"""Seconds for which the store counts as sound after something was written to it."""
HEARTBEAT, POLL, PRESENCE = 8.0, 60.0, 1.0
"""Seconds between two signs of life to a stream, looks at the store, and looks around tables."""


class House:
    """Puts the parts together, opens and closes them."""

    def __init__(
        self, settings: Settings, store: Store, thinking: Thinking, readiness: Readiness
    ) -> None:
        self.settings = settings
        self.store = store
        self.thinking = thinking
        self.readiness = readiness
        self.identities = Identities(store.secret(), store.people)
        self.offers = Offers(store.secret())
        self.queue = WorkQueue(max(1, settings.bot_workers))
        self.tables = TableRegistry(self)
        self.messages = WorkerMessages(self)
        self.bots = BotTurns(self)
        self.services: list[Service] = []
        """What else runs as long as the house is open."""
        self.announcement = ""
        """What the host wants everyone to read."""
        self.notifiable_visitors: frozenset[str] = frozenset()
        self.closing = False
        self._sound_at = -HEALTHY_FOR
        self._tasks: set[asyncio.Task[None]] = set()

    # Opening and closing

    async def begin(self) -> None:
        """Begin to hear other workers and to keep quiet streams alive."""
        await self.store.listen(self.messages.hear)
        await self.reload_shared()
        self.thinking.get_ready()
        for work in (self.readiness.run(), self._send_heartbeats(), self._check_presence()):
            self.spawn(work)
        if not self.store.alone:
            self.spawn(self._poll_store())
        for service in self.services:
            self.spawn(service.run())

    async def close(self) -> None:
        """End everything that runs."""
        self.close_streams()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for service in self.services:
            await service.close()
        await self.thinking.offload(self.store.close)
        await self.thinking.close()

    def close_streams(self) -> None:
        """End all streams, so that clients reconnect elsewhere."""
        self.closing = True
        for streams in self.tables.all_streams():
            streams.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background, until the house closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _send_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for streams in self.tables.all_streams():
                streams.wake()
            self.tables.put_away()

    async def _poll_store(self, every: float = POLL) -> None:
        """Look at the store now and then: what another worker has said may have been lost."""
        while True:
            await asyncio.sleep(every)
            self.messages.hear("", None)

    async def _check_presence(self) -> None:
        while True:
            await asyncio.sleep(PRESENCE)
            for streams in self.tables.all_streams():
                if streams.presence.here:
                    streams.look_around(patience_at(streams.table, self.settings.away_after))
            if not self.store.alone:
                await self.messages.tell_presence()

    # What all workers share beside tables

    async def reload_shared(self) -> None:
        """Read the tokens that were revoked, the announcement, and who wants to be notified."""
        with contextlib.suppress(NotStored):  # told in the log; the next poll tries again
            await self.identities.reload()
            self.announcement = await self.store.facts.kept("notice")
            await self.reload_notifiable()

    async def reload_notifiable(self) -> None:
        """Read who wants to be notified of a turn."""
        self.notifiable_visitors = await self.store.notifications.visitors()

    async def announce(self, text: str) -> None:
        """Put an announcement on the shelf, for all workers; an empty one takes it away."""
        await self.store.facts.announce(text)
        self.announcement = text

    def notifiable(self, call: TurnNotification | None) -> tuple[TurnNotification | None, int]:
        """Return a notification and its moment, if its visitor wants to be notified."""
        wanted = call is not None and call.visitor in self.notifiable_visitors
        return call if wanted else None, now() + int(1000 * self.settings.call_after)

    async def notify(self, call: TurnNotification | None) -> None:
        """Note a turn that no move begins."""
        noted, at = self.notifiable(call)
        if noted is not None:
            await self.store.notifications.note(noted, at)

    async def check_store(self) -> None:
        """Write a row now and then: a disk that is full can still be read."""
        if time.monotonic() - self._sound_at >= HEALTHY_FOR:
            await self.store.facts.keep("health", str(now()))
            self._sound_at = time.monotonic()
