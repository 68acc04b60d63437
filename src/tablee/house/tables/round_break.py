"""The break after a scored round: nothing is dealt or played until everyone present is ready.

It ends when all who were here have said so, or when its time is up; anybody may ask for more.
By the day it waits for whoever opens the next round, however long that takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

USUAL = 15.0
"""Seconds that a break lasts if nobody says anything."""
LONG = 90.0
"""Seconds that it lasts from when somebody asks for more time."""


class Intermission:
    """Who still looks at the points of a round, and until when."""

    def __init__(self, usual: float = USUAL, clock: Callable[[], float] = time.monotonic) -> None:
        self.waiting: frozenset[str] = frozenset()
        """The visitors who are not ready yet."""
        self.ply = -1
        """The move after which the break began."""
        self.long = False
        """Whether somebody has asked for more time."""
        self.revision = 0
        """Counts every change of what is told here."""
        self._usual = usual
        self._clock = clock
        self._until = 0.0

    def begin(self, ply: int, people: Iterable[str], seconds: float | None = None) -> None:
        """Begins a break after a move, if anybody is here to look; each move has one at most."""
        if ply <= self.ply:
            return
        self.ply, self.waiting, self.long = ply, frozenset(people), False
        self._until = self._clock() + (self._usual if seconds is None else seconds)
        self.revision += 1

    @property
    def closed(self) -> bool:
        """Whether the break goes on."""
        return bool(self.waiting) and self._clock() < self._until

    @property
    def left(self) -> float:
        """The seconds until it ends by itself."""
        return max(0.0, self._until - self._clock()) if self.waiting else 0.0

    @property
    def timed(self) -> bool:
        """Whether it ends by itself."""
        return self._until != float("inf")

    def ready(self, visitor: str | None) -> None:
        """Note that somebody is ready."""
        self.keep(self.waiting - {visitor})

    def keep(self, people: Iterable[str]) -> None:
        """Wait for nobody but these any more."""
        left = self.waiting & frozenset(people)
        if left != self.waiting:
            self.waiting = left
            self.revision += 1

    def more(self, visitor: str | None) -> None:
        """Give everyone more time, for somebody who is still looking."""
        if visitor in self.waiting and not self.long:
            self.long = True
            self._until = self._clock() + LONG
            self.revision += 1

    def end(self) -> None:
        """End it, because its time is up."""
        if self.waiting and not self.closed:
            self.waiting = frozenset()
            self.revision += 1
