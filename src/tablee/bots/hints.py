"""Hints: the best moves for a view, with their chances and a reason in words."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tablee.bots.bot import Clock
from tablee.bots.levels import LevelBot, hinter_of, settings_of
from tablee.bots.search.win_rates import estimate_win_rates
from tablee.core.errors import InvalidOption
from tablee.core.rules.rulebook import check_language
from tablee.core.state.position import Move, View

SIMULATIONS, PLAYS = 4_000, 800
"""To find the moves, and for their chances, in a game that names no numbers in `[hints]`: they
are counted, not timed, so that the same view gives the same hint on every machine."""
LONGEST = 60.0
"""Seconds after which a search gives up; it has done its work long before."""
CHANCES = {
    "fr": "Gagne à peu près {n} fois sur 100, si chacun continue au mieux.",
    "en": "Wins about {n} times in 100 if everyone goes on as well as they can.",
    "de": "Gewinnt etwa {n}-mal von 100, wenn alle so gut wie möglich weiterspielen.",
}
"""The reason for a move in a game that gives none of its own."""


@dataclass(frozen=True)
class Hint:
    """A move worth thinking about."""

    move: Move
    chance: float
    """The chance to win the match after it, if everyone goes on by advice."""
    reason: str

    def __str__(self) -> str:
        return f"{self.move} ({self.chance:.0%}): {self.reason}"


def hints(
    view: View,
    lang: str = "en",
    most: int = 3,
    seed: int | None = None,
    seconds: float = LONGEST,
    simulations: int | None = None,
    plays: int | None = None,
) -> list[Hint]:
    """Return the expert's best moves for the seat to move, the most likely to win first.

    Without a seed the view itself is one.
    """
    check_language(lang)
    if view.seat is None or view.viewer != view.seat:
        raise InvalidOption("a hint is for the seat that has to move, and from its own view.")
    work = settings_of(view.game).get("hints", {})
    seed = seed_of(view) if seed is None else seed
    simulations = simulations or work.get("simulations", SIMULATIONS)
    plays = plays or work.get("plays", PLAYS)
    expert = hinter_of(view.game).changed(simulations=simulations, seconds=seconds / 2)
    thoughts = LevelBot(view.game, expert, seed).think(view, Clock(seconds / 2))
    moves = [thought.move for thought in thoughts[:most]]
    style = expert.at(view.players).style
    chances = estimate_win_rates(view, moves, style, plays, seconds / 2, seed)
    explain = view.game.words.explain
    found = [
        Hint(move, chance, explain(view.record, move.code, lang) or say(chance, lang))
        for move, chance in zip(moves, chances, strict=True)
    ]
    return sorted(found, key=lambda hint: -hint.chance)


def seed_of(view: View) -> int:
    """Return a number that is the same for the same view, wherever it is looked at."""
    return int.from_bytes(hashlib.sha256(str(view).encode()).digest()[:4], "big")


def say(chance: float, lang: str) -> str:
    """Return a chance to win in words."""
    return CHANCES[lang].format(n=round(100 * chance))
