"""Six words at a table, and no others: shown on their player's plate, for a moment."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from tablee.house.errors import NotNow, TooMuch, Unreadable

WORDS = ("bravo", "ouch", "thanks", "again", "think", "sorry")
QUIET = 4.0
"""Seconds for which a player who has said a word says no other."""
KEPT = 40
"""Words that a table remembers for its log, until the house closes."""


class Talk:
    """Who has said something of late: a word for each move at most, and not too quickly."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._said: dict[int, tuple[int, float]] = {}
        self.heard: deque[tuple[int, int, str]] = deque(maxlen=KEPT)
        """What was said of late, here or at another worker: the ply, the seat, the word."""
        self._clock = clock

    def say(self, seat: int, word: str, ply: int) -> None:
        """Note a word; raise Unreadable, or TooMuch for who says too many."""
        if word not in WORDS:
            raise Unreadable(f"word {word[:20]!r}: say {', '.join(WORDS)}.")
        before, at = self._said.get(seat, (-1, -QUIET))
        if ply == before:
            raise NotNow("a word has been said at this move: wait for the next.")
        if self._clock() - at < QUIET:
            raise TooMuch(f"a word every {QUIET:.0f} seconds is enough.", wait=round(QUIET))
        self._said[seat] = (ply, self._clock())
