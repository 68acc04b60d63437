"""Channels and the outbox, in plain dictionaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablee.house.clock import now
from tablee.house.ports.notifications import (
    CONFIRM,
    LINK_LASTS,
    REFUSED,
    TURN,
    Channel,
    Due,
    TurnNotification,
)

HOLD = 10 * 60 * 1000
"""Milliseconds for which a sender has a notification for itself."""


MOST_DEVICES = 8


@dataclass(frozen=True)
class _Waiting:
    """A notification in the outbox."""

    seat: int
    ply: int
    stage: str
    tries: int
    next_at: int
    held_until: int = 0

    @property
    def is_due(self) -> bool:
        return max(self.next_at, self.held_until) <= now()


class MemoryNotifications:
    """Channels by which visitors are notified, and the outbox of what waits."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}
        self._outbox: dict[tuple[str, str], _Waiting] = {}
        """By channel and table."""

    async def channels_of(self, visitor: str) -> list[Channel]:
        """Return a visitor's channels, the oldest first."""
        mine = [one for one in self._channels.values() if one.visitor == visitor]
        return sorted(mine, key=lambda one: one.made_at)

    async def channel(self, name: str) -> Channel | None:
        """Return a channel by its name."""
        return self._channels.get(name)

    async def open_channel(self, channel: Channel) -> None:
        """Keep a channel, in place of an earlier address or the oldest devices."""
        same = [one for one in await self.channels_of(channel.visitor) if one.kind == channel.kind]
        old = same if channel.kind == "mail" else same[: max(0, len(same) - MOST_DEVICES + 1)]
        await self.close_channels([channel.id, *(one.id for one in old)])
        self._channels[channel.id] = replace(channel, made_at=now())
        if not channel.confirmed:
            self._outbox[channel.id, ""] = _Waiting(0, 0, CONFIRM, 0, now())

    async def close_channels(self, names: Sequence[str]) -> None:
        """Forget channels, and what waits for them."""
        for name in names:
            self._channels.pop(name, None)
        self._outbox = {key: one for key, one in self._outbox.items() if key[0] not in names}

    async def close_all(self, visitor: str) -> None:
        """Forget all channels of a visitor."""
        await self.close_channels([one.id for one in await self.channels_of(visitor)])

    async def confirm(self, name: str) -> bool:
        """Note that an address is its owner's; False if it has been forgotten."""
        if name not in self._channels:
            return False
        self._channels[name] = replace(self._channels[name], confirmed=True)
        return True

    async def refuse(self, name: str) -> None:
        """Note that the mail server knows no such address."""
        if name not in self._channels:
            return
        made = replace(self._channels[name], confirmed=False, made_at=now())
        await self.close_channels([name])
        self._channels[name] = made
        self._outbox[name, ""] = _Waiting(0, 0, REFUSED, 0, now() + 2 * LINK_LASTS)

    async def is_refused(self, name: str) -> bool:
        """Return whether the mail server knows no such address."""
        told = self._outbox.get((name, ""))
        return told is not None and told.stage == REFUSED

    async def visitors(self) -> frozenset[str]:
        """Return everyone who wants to be notified."""
        return frozenset(one.visitor for one in self._channels.values() if one.confirmed)

    async def note(self, call: TurnNotification, at: int) -> None:
        """Note a turn for each channel of its visitor, to be sent at a moment."""
        for one in await self.channels_of(call.visitor):
            before = self._outbox.get((one.id, call.table))
            if one.confirmed and (before is None or before.ply != call.ply):
                self._outbox[one.id, call.table] = _Waiting(call.seat, call.ply, TURN, 0, at)

    async def waits(self) -> bool:
        """Return whether anything is to be sent now."""
        return any(one.is_due for one in self._outbox.values())

    async def take(self, most: int) -> list[Due]:
        """Take what is to be sent now: it is held until its sender says what became of it."""
        due = [(key, one) for key, one in self._outbox.items() if one.is_due]
        due = sorted(due, key=lambda found: found[1].next_at)[:most]
        for key, one in due:
            self._outbox[key] = replace(one, held_until=now() + HOLD)
        return [
            Due(self._channels[channel], table, one.seat, one.ply, one.stage, one.tries)
            for (channel, table), one in due
        ]

    def _key_of(self, due: Due) -> tuple[str, str] | None:
        """Return where a notification waits; None once a newer turn has taken its place."""
        key = due.channel.id, due.table
        return key if key in self._outbox and self._outbox[key].ply == due.ply else None

    async def put_off(self, due: Due, stage: str, tries: int, next_at: int) -> None:
        """Let go of a notification until its next try or stage."""
        if (key := self._key_of(due)) is not None:
            self._outbox[key] = _Waiting(due.seat, due.ply, stage, tries, next_at)

    async def drop(self, due: Due) -> None:
        """Forget a notification."""
        if (key := self._key_of(due)) is not None:
            del self._outbox[key]

    async def let_go(self) -> None:
        """Give back all that was taken and not sent."""
        self._outbox = {key: replace(one, held_until=0) for key, one in self._outbox.items()}

    async def forget_unconfirmed(self) -> None:
        """Forget addresses that were never confirmed."""
        old = now() - LINK_LASTS
        kept = self._channels.values()
        gone = [one.id for one in kept if not one.confirmed and one.made_at < old]
        await self.close_channels(gone)
