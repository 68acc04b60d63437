"""How the workers of a house tell each other what happens at their tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import TYPE_CHECKING

from tablee.house.errors import NoTable, NotStored
from tablee.house.events import GatheringUpdated
from tablee.house.live.streams import Streams
from tablee.house.messages import (
    AnythingChanged,
    ChatSaid,
    GatheringChanged,
    HouseChanged,
    Message,
    PresenceAsked,
    PresenceTold,
    TableChanged,
    TableMessage,
)
from tablee.house.tables.table import Table

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

ASKED_FOR = 2.5
"""Seconds within which other workers answer who is at a table."""


class WorkerMessages:
    """Hears other workers, and tells them who is here and what is said."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asking: Counter[str] = Counter()
        """The tables at which other workers are asked who is there."""

    def asks(self, table: str) -> bool:
        """Return whether other workers are being asked who is at a table."""
        return bool(self._asking[table])

    def hear(self, worker: str, message: Message | None) -> None:
        """Take in what another worker says; None: anything may have changed."""
        house = self._house
        if house.closing:
            return
        if message is None or isinstance(message, HouseChanged | AnythingChanged):
            house.spawn(house.reload_shared())
        if message is None or isinstance(message, AnythingChanged):
            house.events.publish(GatheringUpdated(""))
            for streams in house.tables.all_streams():
                house.spawn(self._apply_stored(streams.table))
        elif isinstance(message, GatheringChanged):
            house.events.publish(GatheringUpdated(message.gathering))
        elif not isinstance(message, HouseChanged):
            streams_here = house.tables.streams_of(message.table)
            if streams_here is not None:
                self._hear_of_table(worker, message, streams_here)

    def _hear_of_table(self, worker: str, message: TableMessage, streams: Streams) -> None:
        match message:
            case TableChanged():
                self._house.spawn(self._apply_stored(streams.table))
            case PresenceTold(people=people):
                streams.presence.hear_of(worker, people)
                streams.update_presence()
            case PresenceAsked():
                streams.presence.forget_told()
            case ChatSaid(seat=seat, word=word):
                streams.say(seat, word)

    async def _apply_stored(self, table: Table) -> None:
        """Take in what another worker has stored; after a while see to the bots too."""
        try:
            await table.refresh()
        except NotStored:
            return  # told in the log; the next poll or move tries again
        except NoTable:
            table.close()  # it was tidied away
            return
        ply = table.ply
        await asyncio.sleep(5 * self._house.settings.bot_pace)  # its worker lets the bots play
        if table.ply == ply:
            self._house.tables.go_on(table)

    async def tell_presence(self) -> None:
        """Tell other workers who is at a table here: on change and periodically."""
        streams_here = self._house.tables.all_streams()
        told = [streams for streams in streams_here if streams.presence.must_be_told()]
        with contextlib.suppress(NotStored):  # told again in a moment
            for streams in told:
                presence = streams.presence
                seated = filter(streams.table.belongs, presence.own_here)
                people = frozenset((*seated, presence.to_tell))
                await self._house.store.publish(PresenceTold(streams.table.id, people))

    async def pass_on(self, table: str, seat: int, word: str) -> None:
        """Tell other workers what was said at a table; a message that is lost is no harm."""
        if not self._house.store.alone:
            with contextlib.suppress(NotStored):
                await self._house.store.publish(ChatSaid(table, seat, word))

    async def is_here(self, table: Table, visitor: str) -> bool:
        """Return whether a visitor has a page of a table open, at this worker or another."""
        if not self._house.store.alone:
            self._asking[table.id] += 1
            try:
                await self._house.store.publish(PresenceAsked(table.id))
                await asyncio.sleep(ASKED_FOR)
            finally:
                self._asking -= Counter([table.id])
        streams = self._house.tables.streams(table)
        streams.update_presence()
        return visitor in streams.presence.here
