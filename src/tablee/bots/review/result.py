"""What a review finds out: the choices of a match, and what its result was made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.bots.review.moments import PARTS
from tablee.core.record import Record
from tablee.core.rules.rulebook import check_language
from tablee.core.state.position import Move, View

SURE = 2.0
"""How many standard errors a difference must exceed to be believed."""
FOUND = 0.05
"""By how much the best move must beat the next to be worth a word."""
MOST_KEY_MOMENTS = 3


@dataclass(frozen=True)
class Choice:
    """A decision, judged by what its seat could know."""

    seat: int
    ply: int
    round: int
    view: View
    move: Move
    chance: float
    """The chance to win after the move that was made."""
    best: Move
    best_chance: float
    error: float
    """The standard error of the difference to the best other move."""
    lead: float
    """By how much the move made beats the best other one; what it costs, if below 0."""
    own: float
    """What the move is worth beside the one that a regular might make."""
    own_error: float
    third: tuple[Move, float] | None = None
    """Another move that tempts a regular, and its chance, if it leads elsewhere."""

    @property
    def cost(self) -> float:
        """What the move seems to have cost compared with the best."""
        return max(0.0, -self.lead)

    @property
    def is_mistake(self) -> bool:
        """Whether another move was better, beyond twice the standard error."""
        return -self.lead > SURE * self.error

    @property
    def is_found(self) -> bool:
        """Whether the move was the best by far."""
        return self.lead >= max(FOUND, SURE * self.error)

    def reason(self, lang: str = "en") -> str:
        """Return by what the best move differs from the one made; nothing if it cannot be told."""
        compare = self.view.game.words.compare
        return compare(self.view.record, self.move.code, self.best.code, check_language(lang))

    def as_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return everything in plain types, for JSON."""
        return {
            "ply": self.ply,
            "round": self.round,
            "move": str(self.move),
            "chance": self.chance,
            "best": str(self.best),
            "best_chance": self.best_chance,
            "cost": self.cost,
            "error": self.error,
            "mistake": self.is_mistake,
            "found": self.is_found,
            "own": self.own,
            "reason": self.reason(lang),
        }

    def kept(self) -> list[Any]:
        """Return what is kept of it beside the match, in plain types: `restored` reads it."""
        numbers = (self.chance, self.best_chance, self.error, self.lead, self.own, self.own_error)
        rounded = [round(number, 5) for number in numbers]
        third = (str(self.third[0]), round(self.third[1], 5)) if self.third else ("", 0.0)
        return [self.ply, self.round, str(self.move), str(self.best), *rounded, *third]


@dataclass(frozen=True)
class Change:
    """A step of the curve: an event, who owns it, and the chance to win after it."""

    part: str
    ply: int
    round: int
    value: float
    change: float

    def as_dict(self) -> dict[str, Any]:
        """Return everything in plain types, for JSON."""
        return {
            "part": self.part,
            "ply": self.ply,
            "round": self.round,
            "value": min(1.0, max(0.0, self.value)),
            "change": self.change,
        }


@dataclass(frozen=True)
class SeatReview:
    """A match from one seat: its result, what it was made of, and the choices in it."""

    seat: int
    fair: float
    result: float
    parts: dict[str, float]
    """Of each of `PARTS`, what it came to: together the result less the fair share."""
    errors: dict[str, float]
    """The standard error of each."""
    curve: tuple[Change, ...]
    choices: tuple[Choice, ...]

    @property
    def key_moments(self) -> list[Choice]:
        """The most costly mistakes, the worst first."""
        wrong = [choice for choice in self.choices if choice.is_mistake]
        return sorted(wrong, key=lambda choice: -choice.cost)[:MOST_KEY_MOMENTS]

    @property
    def found(self) -> list[Choice]:
        """The choices that were better than all others by far."""
        return [choice for choice in self.choices if choice.is_found]

    def percent(self) -> dict[str, int]:
        """Return the parts in whole percentage points, rounded so that they still add up."""
        names = ["fair", *PARTS]
        exact = [100 * self.fair, *(100 * self.parts[part] for part in PARTS)]
        whole = [math.floor(value) for value in exact]
        most = sorted(range(len(names)), key=lambda i: whole[i] - exact[i])
        for i in most[: round(100 * self.result) - sum(whole)]:
            whole[i] += 1
        return dict(zip(names, whole, strict=True))

    def kept(self) -> dict[str, Any]:
        """Return what is kept of it beside the match, in plain types: `restored` reads it."""
        return {
            "seat": self.seat,
            "fair": self.fair,
            "result": self.result,
            "parts": self.parts,
            "errors": self.errors,
            "curve": [
                [c.part, c.ply, c.round, round(c.value, 5), round(c.change, 5)] for c in self.curve
            ],
            "choices": [choice.kept() for choice in self.choices],
        }

    def as_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return everything in plain types, for JSON."""
        return {
            "seat": self.seat,
            "result": self.result,
            "fair": self.fair,
            **self.parts,
            "errors": self.errors,
            "key_moments": [choice.ply for choice in self.key_moments],
            "decisions": [choice.as_dict(lang) for choice in self.choices],
            "curve": [change.as_dict() for change in self.curve],
        }


def restored_choice(kept: Sequence[Any], seat: int, view_at: Callable[[int], View]) -> Choice:
    """Return a choice from what was kept of it; `view_at` returns the seat's view before a move."""
    ply, round_, made, best, chance, best_chance, error, lead, own, own_error, *third = kept
    view = view_at(ply)
    parse = view.game.parse_move
    more = (parse(third[0]), third[1]) if third[0] else None
    told = (chance, parse(best), best_chance, error, lead, own, own_error, more)
    return Choice(seat, ply, round_, view, parse(made), *told)


def restored(kept: Mapping[str, Any], view_at: Callable[[int], View]) -> SeatReview:
    """Return a seat's review from what was kept of it."""
    seat = kept["seat"]
    return SeatReview(
        seat,
        kept["fair"],
        kept["result"],
        kept["parts"],
        kept["errors"],
        tuple(Change(*change) for change in kept["curve"]),
        tuple(restored_choice(choice, seat, view_at) for choice in kept["choices"]),
    )


@dataclass(frozen=True)
class Review:
    """The review of a match that is over, from some seats."""

    record: Record
    seats: tuple[SeatReview, ...]
    plays: int
    """In how many imagined deals each move and each event was tried."""

    def as_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return everything in plain types, for JSON."""
        return {
            "game": self.record.game.name,
            "players": self.record.players,
            "plays": self.plays,
            "seats": [seat.as_dict(lang) for seat in self.seats],
        }
