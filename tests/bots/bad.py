"""Bots as one should not write them, for the arena to survive."""

from __future__ import annotations

import time

from tablee import Move, View
from tablee.bots.bot import NO_CLOCK, Clock


class Raising:
    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        raise RuntimeError("my head hurts")


class Cheating:
    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        legal = set(view.legal_moves())
        return next(move for move in view.game.moves if move not in legal)


class Mute:
    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        return None  # type: ignore[return-value]


class Slow:
    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        while True:
            time.sleep(0.01)


class Unseated:
    def __init__(self, game: object) -> None:
        raise ValueError("no chair")
