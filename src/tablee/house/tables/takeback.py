"""Taking back one's last move: what is stored of it, and when it is fair.

Nothing stored is changed. In the place of a move the log of a table holds an event: that a player
asks, that another agrees or refuses, that the last move is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tablee.core.chance import new_rng
from tablee.core.record import BACK
from tablee.core.state.position import Move, State
from tablee.house.daily.day import counts
from tablee.house.errors import NotNow

if TYPE_CHECKING:
    from tablee.house.tables.table import Table

ASK, YES, NO = "!ask", "!yes", "!no"
EVENTS = (ASK, YES, NO, BACK)
LUCK = new_rng(0)
"""Deals what a player cannot see, to find what a move has shown."""


@dataclass(frozen=True)
class TakebackRequest:
    """Whether a player wants their last move back, and who has agreed."""

    seat: int | None = None
    agreed: frozenset[int] = frozenset()
    refused: bool = False
    """Whether it was refused; then it is not asked again."""

    def after(self, seats: Sequence[int], event: str) -> TakebackRequest:
        """Return what becomes of it by an event, of those who play at one screen."""
        if event == ASK:
            return TakebackRequest(seats[0])
        if event == YES:
            return replace(self, agreed=self.agreed | {*seats})
        return TakebackRequest(refused=event == NO)


NO_REQUEST = TakebackRequest()


def still_asked(table: Table) -> frozenset[int]:
    """Return the seats that are still to say whether a move may be taken back."""
    asked = table.match.takeback_request
    return frozenset() if asked.seat is None else table.seats.others(asked.seat) - asked.agreed


def may_take_back(table: Table, seat: int | None) -> bool:
    """Return whether a seat's last move is the last of all, and has shown it nothing hidden."""
    match = table.match
    if seat is None or match.before is None or match.movers[-1] != seat:
        return False
    if counts(table) or table.waited_for is None:
        return False
    if match.takeback_request.refused or table.round_break.closed:
        return False
    return shows_nothing(match.before, match.moves[-1], table.dealt(), seat)


@lru_cache(1_000)  # every page of the player who has moved asks again
def shows_nothing(before: State, move: Move, after: State, seat: int) -> bool:
    """Return whether a player has learnt nothing by the move.

    It would look so however the cards lie.
    """
    return before.view(seat).is_blind(move, after.view(seat), LUCK.copy())


def judge(table: Table, seat: int, event: str) -> tuple[int, str]:
    """Return who does what by an event; raises NotNow where it does not fit."""
    asks = table.match.takeback_request.seat
    if event == ASK:
        if not may_take_back(table, seat) or asks is not None:
            raise NotNow("a move is taken back before others answer, if it has shown nothing.")
        return seat, ASK if table.seats.others(seat) else BACK
    if asks is None or seat not in table.seats.others(asks):
        raise NotNow("nobody asks you to take back a move.")
    screen = table.seats.of(table.seats[seat].device)
    if event == YES and table.seats.others(asks) <= table.match.takeback_request.agreed | {*screen}:
        return asks, BACK
    return seat, event
