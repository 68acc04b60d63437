"""When the breaks of a table begin and end: by who reads the points of a round, and by time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from collections.abc import Set as AbstractSet

from tablee.house.live.listener import Listener
from tablee.house.live.story import Story
from tablee.house.tables.presence import Presence
from tablee.house.tables.table import Table


class BreakClock:
    """Begins and ends the breaks after the rounds of a table."""

    def __init__(
        self,
        table: Table,
        presence: Presence,
        listeners: AbstractSet[Listener],
        notify_pages: Callable[[], None],
    ) -> None:
        self._table = table
        self._presence = presence
        self._listeners = listeners
        self._notify_pages = notify_pages

    def begin(self, story: Story | None) -> None:
        """Begin a break if the last move has ended a round, and people are to read its points."""
        if story is None or story.scored_frame is None:
            return
        opener = self._opener()
        if opener is not None:
            self._count(self._table.round_break.begin(self._table.ply, {opener}, float("inf")))
        else:
            readers = self._readers()
            alone = any(self._table.seats.is_alone(device) for device in readers)
            seconds = float("inf") if alone else None  # nothing hurries a player among bots
            self._count(self._table.round_break.begin(self._table.ply, readers, seconds))
            self._watch()

    def begin_late(self, story: Story) -> None:
        """Begin a break by the day if it was forgotten, with the table, since the last move."""
        if self._opener() is not None:
            self.begin(story)

    def end_by_move(self) -> None:
        """By the day, take a move for a sign that its player has read the points."""
        if self._table.setup.by_the_day:
            self._count(self._table.round_break.keep(()))

    def keep_readers(self) -> None:
        """Wait no longer for those who have left."""
        if self._opener() is None:
            self._count(self._table.round_break.keep(self._readers()))

    def mark_ready(self, visitor: str | None, more: bool) -> None:
        """Note that a visitor has read the points, or asks for more time."""
        pause = self._table.round_break
        self._count(pause.more(visitor) if more else pause.ready(visitor))
        self._notify_pages()

    def _readers(self) -> set[str]:
        """Return the people at the table who have its page open."""
        open_pages = {one.visitor for one in self._listeners if one.lang is not None}
        people = [seat.device for seat in self._table.seats if seat.who == "person"]
        return {device for device in people if device is not None and device in open_pages}

    def _opener(self) -> str | None:
        """Return the person who opens the next round, by the day: a break waits without a clock."""
        seat = self._table.waited_for if self._table.setup.by_the_day else None
        return None if seat is None else self._table.seats[seat].device

    def _watch(self) -> None:
        pause = self._table.round_break
        if pause.closed and pause.timed:
            asyncio.get_running_loop().call_later(pause.left + 0.05, self._time_is_up)

    def _time_is_up(self) -> None:
        self._count(self._table.round_break.end())
        self._watch()
        self._notify_pages()

    def _count(self, changed: bool) -> None:
        """Count a change of what pages show around the table."""
        self._presence.revision += changed
