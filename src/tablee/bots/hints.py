"""Hints: the best moves for a view, with their chances and a reason in words."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.bots.bot import Clock
from tablee.bots.levels import LevelBot, levels_of
from tablee.core.errors import InvalidOption
from tablee.core.position import Move, View
from tablee.core.rulebook import check_language

SECONDS = 0.5
MOST = 20_000


@dataclass(frozen=True)
class Hint:
    """A move worth thinking about."""

    move: Move
    chance: float
    """The chance to win the match after it, as the expert sees it."""
    reason: str

    def __str__(self) -> str:
        return f"{self.move} ({self.chance:.0%}): {self.reason}"


def hints(
    view: View, lang: str = "en", most: int = 3, seed: int = 0, seconds: float = SECONDS
) -> list[Hint]:
    """Gets the best moves of the seat to move, the best first."""
    check_language(lang)
    if view.seat is None or view.viewer != view.seat:
        raise InvalidOption("a hint is for the seat that has to move, and from its own view.")
    expert = levels_of(view.game)["expert"].changed(simulations=MOST, seconds=seconds)
    thoughts = LevelBot(view.game, expert, seed).think(view, Clock(seconds))
    return [
        Hint(
            thought.move,
            thought.value,
            view.game.explain(view.record, thought.move.code, lang),
        )
        for thought in thoughts[:most]
    ]
