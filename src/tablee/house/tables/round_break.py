"""The break after a scored round: nothing is dealt or played until everyone present is ready.

It ends when all who were here have said so, or when its time is up; anyone may ask for more. Where
one person sits it has no clock. By the day it waits for the person who opens the next round,
however long that takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

USUAL = 15.0
"""Seconds that a break lasts if no one asks for more."""
LONG = 90.0
"""Seconds that it lasts once a player has asked for more time."""


class RoundBreak:
    """Who still reads the points of a round, and until when.

    What changes it returns whether anything has changed.
    """

    def __init__(self, usual: float = USUAL, clock: Callable[[], float] = time.monotonic) -> None:
        self.waiting: frozenset[str] = frozenset()
        """The visitors who are not ready yet."""
        self.ply = -1
        """The move after which the break began."""
        self.long = False
        """Whether more time was asked for."""
        self._usual = usual
        self._clock = clock
        self._until = 0.0

    def begin(self, ply: int, people: Iterable[str], seconds: float | None = None) -> bool:
        """Begin a break after a move, if people are here to look; each move has one at most."""
        if ply <= self.ply:
            return False
        self.ply, self.waiting, self.long = ply, frozenset(people), False
        self._until = self._clock() + (self._usual if seconds is None else seconds)
        return True

    @property
    def closed(self) -> bool:
        """Whether the table is closed to moves, because the break goes on."""
        return bool(self.waiting) and self._clock() < self._until

    def waits_for_others(self, visitor: str | None) -> bool:
        """Return whether the break waits for anyone but a visitor."""
        return bool(self.waiting - {visitor}) and self._clock() < self._until

    @property
    def left(self) -> float:
        """The seconds until it ends by itself."""
        return max(0.0, self._until - self._clock()) if self.waiting else 0.0

    @property
    def timed(self) -> bool:
        """Whether it ends by itself."""
        return self._until != float("inf")

    def ready(self, visitor: str | None) -> bool:
        """Note that a visitor is ready."""
        return self.keep(self.waiting - {visitor})

    def keep(self, people: Iterable[str]) -> bool:
        """Wait for no one but these any more."""
        before, self.waiting = self.waiting, self.waiting & frozenset(people)
        return self.waiting != before

    def more(self, visitor: str | None) -> bool:
        """Give everyone more time, for a visitor who is still reading; once."""
        if visitor not in self.waiting or self.long:
            return False
        self.long = True
        self._until = self._clock() + LONG
        return True

    def end(self) -> bool:
        """End it, if its time is up."""
        return not self.closed and self.keep(())
