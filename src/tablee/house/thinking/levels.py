"""What bots, hints and checks of records think: the one place where the table meets the bots."""

from __future__ import annotations

from typing import Any

from tablee.bots.hints import hints
from tablee.bots.levels import NAMES, find_bot, levels_of
from tablee.bots.loading import catch_up
from tablee.core.errors import InvalidOption, TableeError
from tablee.core.game import Game
from tablee.core.state.position import View
from tablee.games import parse_record
from tablee.house.ports.work import Advice
from tablee.house.tables.outcome import outcome_of

LEVELS = NAMES
"""The levels, weakest first."""


def choose(view: View, level: str, seed: int) -> str:
    """Choose a move for a seat.

    While a game is being compiled there is no time for a search: the bot plays by advice.
    """
    if not catch_up(view.game.name) and levels_of(view.game)[level].simulations:
        level = "advice" if view.game.advice else "novice"
    return str(find_bot(level, view.game, seed).choose(view))


def longest_thought(game: Game, level: str) -> float:
    """Return the seconds that a level's search may take: it always takes them, forced or not."""
    thinks = levels_of(game)[level]
    return thinks.seconds if thinks.simulations else 0.0


def advise(view: View, lang: str) -> list[Advice]:
    """Return the best moves with their chances and reasons: the same for the same view."""
    catch_up(view.game.name)
    return [(str(h.move), h.chance, h.reason) for h in hints(view, lang)]


def check_record(text: str) -> tuple[dict[str, Any] | None, str]:
    """Replay a record; return what it tells, or None and why it is false."""
    try:
        read = parse_record(text)
        end = read.verify()
    except TableeError as error:
        return None, str(error)
    outcome = end.outcome()
    return {
        "commitment": read.fingerprint,
        "promised": read.commitment is not None,
        "luck": None if read.origin is None else list(read.origin.luck),
        "moves": len(read.moves),
        "outcome": None if outcome is None else outcome_of(outcome),
    }, ""


def check_level(level: str) -> str:
    """Return the level if there is one of that name; raise InvalidOption otherwise."""
    if level not in LEVELS:
        raise InvalidOption(f"there is no bot {level!r}: choose {', '.join(LEVELS)}.")
    return level
