"""Who decides for a seat, and how long it may think."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tablee.core.arrays import np
from tablee.core.chance import new_rng, pick
from tablee.core.compiled import Records
from tablee.core.state.position import Move, Position, View


@dataclass(frozen=True)
class Clock:
    """How long a decision may take: at most so many seconds, at most so many simulations."""

    seconds: float | None = None
    simulations: int | None = None


NO_CLOCK = Clock()
"""As long as the bot likes: a level then takes what it is used to."""


class Bot(Protocol):
    """What decides for a seat: it is given the seat's view, never the state."""

    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        """Choose one of the view's legal moves."""


class RandomBot:
    """Plays any legal move."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = new_rng(seed)

    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        """Choose a move at random."""
        moves = view.legal_moves()
        return moves[int(pick(self._rng, len(moves)))]


def records_of(position: Position) -> Records:
    """Return a changeable copy of a position's record, as compiled functions take it fastest."""
    return np.frombuffer(bytearray(bytes(position)), position.game.rules.STATE)
