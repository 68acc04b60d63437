"""A house that is open: its tables, its people, its bots, and what wakes them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any

from tablee.house.errors import NotStored
from tablee.house.events import Events, MovePlayed, TableAttended
from tablee.house.open_house.facts import HouseFacts
from tablee.house.open_house.registry import TableRegistry
from tablee.house.open_house.worker_messages import WorkerMessages
from tablee.house.people.identities import Identities
from tablee.house.people.notifications import TurnNotifications
from tablee.house.ports.store import Store
from tablee.house.ports.work import Readiness, Service, Thinking
from tablee.house.settings import Settings
from tablee.house.tables.fairness import Offers
from tablee.house.tables.pace import patience_at
from tablee.house.tasks import Tasks
from tablee.house.thinking.bot_turns import BotTurns
from tablee.house.thinking.work_queue import WorkQueue

HEARTBEAT, POLL, OUTSIDE, PRESENCE = 8.0, 60.0, 2.0, 1.0
"""Seconds between two signs of life to a stream, looks at the store, looks whether a command of the
host has changed it, and looks around tables."""


class House:
    """Puts the parts together, opens and closes them."""

    def __init__(
        self, settings: Settings, store: Store, thinking: Thinking, readiness: Readiness
    ) -> None:
        self.settings = settings
        self.store = store
        self.thinking = thinking
        self.readiness = readiness
        self.facts = HouseFacts(store.facts)
        self.identities = Identities(store.secret(), store.people)
        self.notifications = TurnNotifications(store.notifications, settings.call_after)
        self.offers = Offers(store.secret())
        self.queue = WorkQueue(max(1, settings.bot_workers))
        self.events = Events()
        self.tables = TableRegistry(self)
        self.messages = WorkerMessages(self)
        self.bots = BotTurns(self)
        self.services: list[Service] = []
        """What else runs as long as the house is open."""
        self._tasks = Tasks()
        self.events.subscribe(MovePlayed, lambda event: self.tables.go_on(event.table))
        self.events.subscribe(TableAttended, self.tables.keep)
        self.events.subscribe(TableAttended, self._resume)

    def _resume(self, event: TableAttended) -> None:
        """Resume bots that paused because nobody was watching, or for the break after a round."""
        if event.table.phase == "playing":
            self.tables.go_on(event.table)

    # Opening and closing

    async def begin(self) -> None:
        """Begin to hear other workers and to keep quiet streams alive."""
        await self.store.listen(self.messages.hear)
        await self.look_outside()
        await self.reload_shared()
        self.thinking.get_ready()
        for work in (self.readiness.run(), self._send_heartbeats(), self._check_presence()):
            self.spawn(work)
        self.spawn(self._look_outside())
        if not self.store.alone:
            self.spawn(self._poll_store())
        for service in self.services:
            self.spawn(service.run())

    async def close(self) -> None:
        """End everything that runs."""
        self.close_streams()
        await self._tasks.cancel()
        for service in self.services:
            await service.close()
        await self.thinking.offload(self.store.close)
        await self.thinking.close()

    def close_streams(self) -> None:
        """End all streams, so that clients reconnect elsewhere."""
        self._tasks.closing = True
        for streams in self.tables.all_streams():
            streams.close()

    @property
    def closing(self) -> bool:
        """Whether nothing new is to begin."""
        return self._tasks.closing

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background, until the house closes."""
        return self._tasks.spawn(work)

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

    async def _look_outside(self) -> None:
        while True:
            await asyncio.sleep(OUTSIDE)
            await self.look_outside()

    async def look_outside(self) -> None:
        """Take in what a command of the host has changed in the store, such as who is forgotten."""
        with contextlib.suppress(NotStored):  # told in the log; the next look tries again
            if await self.facts.changed_outside():
                self.messages.hear("", None)

    async def _check_presence(self) -> None:
        while True:
            await asyncio.sleep(PRESENCE)
            for streams in self.tables.all_streams():
                if streams.presence.here:
                    streams.update_presence(patience_at(streams.table, self.settings.away_after))
            if not self.store.alone:
                await self.messages.tell_presence()

    async def reload_shared(self) -> None:
        """Read what all workers share: revoked tokens, the announcement, who is notified."""
        with contextlib.suppress(NotStored):  # told in the log; the next poll tries again
            await self.identities.reload()
            await self.facts.reload()
            await self.notifications.reload()
