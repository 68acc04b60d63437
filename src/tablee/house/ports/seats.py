"""Who sits where at a table, at which screen, and from which seat each of them looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tablee.house.ports.names import isolated

BESIDE = "/"
"""Separates, in the visitor of a seat, whose screen it is from a number."""


@dataclass(frozen=True)
class Seat:
    """Who sits at a place: nobody, a person, a bot, or a bot for a person who is away."""

    visitor: str | None = None
    name: str = ""
    bot: str | None = None
    away_since: int | None = None
    luck: str = ""
    """What this person has added to the shuffle."""
    uncovered: int | None = None
    """The ply at which the hand was uncovered, where several share a screen."""

    @cached_property
    def device(self) -> str | None:
        """The visitor at whose screen this person plays: their own, or a neighbour's."""
        return None if self.visitor is None else self.visitor.partition(BESIDE)[0]

    @cached_property
    def who(self) -> str:
        """One word for who plays here; `free` is a seat that its owner gave up."""
        if self.visitor is not None:
            return "person" if self.bot is None else "away"
        if self.bot is None:
            return "empty"
        return "bot" if self.away_since is None else "free"


class Seats(tuple[Seat, ...]):
    """All seats of a table, in their order."""

    __slots__ = ()

    @property
    def names(self) -> list[str]:
        """Everyone's name, as a sentence may hold it."""
        return [isolated(seat.name or str(n + 1)) for n, seat in enumerate(self)]

    def of(self, visitor: str | None) -> tuple[int, ...]:
        """Return the seats of those who play at a visitor's screen."""
        if visitor is None:
            return ()
        return tuple([n for n, seat in enumerate(self) if seat.device == visitor])

    def screen_of(self, visitor: str | None) -> tuple[int, ...]:
        """Return the seats that share a visitor's screen; none where nobody else plays at it."""
        mine = self.of(visitor)
        return mine if len(mine) > 1 else ()

    def host_of(self, seat: int) -> int | None:
        """Return the first seat of the screen that a visitor shares; None if it is not shared."""
        shared = self.screen_of(self[seat].device)
        return shared[0] if shared and shared[0] != seat else None

    def others(self, seat: int) -> frozenset[int]:
        """Return the people who play at other screens than the player at a seat."""
        mine = self[seat].device
        return frozenset(n for n, s in enumerate(self) if s.who == "person" and s.device != mine)

    def is_alone(self, visitor: str | None) -> bool:
        """Return whether a visitor is the only person who sits here."""
        people = [seat.device for seat in self if seat.who == "person"]
        return people == [visitor]

    def seat_of(self, visitor: str | None, movers: bytearray, turn: int | None) -> int | None:
        """Return the seat from which a visitor looks; None for a spectator.

        At a screen that several share it is the seat whose hand is uncovered, if any.
        """
        mine = self.of(visitor)
        if len(mine) < 2 or turn is None:
            return mine[0] if mine else None
        return next((seat for seat in mine if self._uncovered(seat, mine, movers, turn)), None)

    def _uncovered(self, seat: int, screen: Sequence[int], movers: bytearray, turn: int) -> bool:
        """Return whether a shared screen shows a hand.

        Until its turn ends, or a neighbour's begins.
        """
        since = self[seat].uncovered
        if since is None:
            return False
        played = movers[since:]
        first = played.find(seat)
        others = set(screen) - {seat}
        if turn in others or others & set(played):
            return False
        return first < 0 or (turn == seat and set(played[first:]) == {seat})
