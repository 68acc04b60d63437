"""Taking back one's last move: what is stored of it, and when it is fair.

Nothing stored is changed. In the place of a move the log of a table holds an event: that somebody
asks, that somebody else agrees or refuses, that the last move is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablee.core.chance import new_rng
from tablee.core.position import Move, State
from tablee.core.record import BACK

ASK, YES, NO = "!ask", "!yes", "!no"
EVENTS = (ASK, YES, NO, BACK)
LUCK = new_rng(0)
"""Deals what a player cannot see, to find what a move has shown him."""


@dataclass(frozen=True)
class Wish:
    """Whether somebody wants his last move back, and who has agreed."""

    seat: int | None = None
    agreed: frozenset[int] = frozenset()
    refused: bool = False
    """Whether it was refused; then it is not asked again."""

    def after(self, seats: Sequence[int], event: str) -> Wish:
        """What becomes of it by an event, of those who play at one screen."""
        if event == ASK:
            return Wish(seats[0])
        if event == YES:
            return replace(self, agreed=self.agreed | {*seats})
        return Wish(refused=event == NO)


NO_WISH = Wish()


def shows_nothing(before: State, move: Move, after: State, seat: int) -> bool:
    """Whether a player has learnt nothing by his move: it would look so however the cards lie."""
    return before.view(seat).is_blind(move, after.view(seat), LUCK.copy())
