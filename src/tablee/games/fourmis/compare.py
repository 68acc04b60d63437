"""By what two cards differ, for who knows the trick and the own hand; nothing is guessed."""

from __future__ import annotations

from typing import Any

from tablee.core.bits import count, members
from tablee.games.fourmis.material import ANTS, LADYBIRD, QUEENS, SOLDIERS
from tablee.games.fourmis.rules import (
    as_moves,
    force_of,
    hands_at,
    not_won,
    strength,
    stronger_than,
    trick_of,
)

Difference = tuple[str, dict[str, int]]
"""A sentence of `advice` in the rule book, and the numbers in it."""


def difference(view: Any, made: int, best: int) -> Difference | None:
    """Return what the best card does better than the one played, if that can be seen."""
    if LADYBIRD in (made, best):
        return None
    later = hands_at(view) - 1 - int(view.played)
    ahead = is_ahead(view, made), is_ahead(view, best)
    if later and ahead == (True, True):
        return _easier_to_beat(view, made, best) or _kept(made, best, "both_ahead")
    if ahead == (True, True):
        return _goals(view, made, best) or _kept(made, best, "both_take")
    if ahead == (False, False):
        return _neither(view, made, best, later)
    which = "best" if ahead[1] else "made"
    return (f"{which}_{'ahead' if later else 'takes'}", {})


def is_ahead(view: Any, card: int) -> bool:
    """Return whether a card would hold the trick as it lies; at a tie the first one does."""
    trick = int(trick_of(view))
    cards = trick | 1 << card
    others = [int(strength(cards, one)) for one in members(as_moves(trick & ANTS))]
    return int(strength(cards, card)) > max(others, default=0)


def hidden_above(view: Any, card: int) -> int:
    """Return how many stronger soldiers and ninjas the viewer sees nowhere."""
    unseen = int(not_won(view)) - int(trick_of(view)) - int(view.hands[int(view.seat)])
    return int(count(unseen & SOLDIERS & int(stronger_than(force_of(card)))))


def _easier_to_beat(view: Any, made: int, best: int) -> Difference | None:
    if made >= QUEENS or best >= QUEENS:
        return None
    n, fewer = hidden_above(view, made), hidden_above(view, best)
    return ("easier_to_beat", {"n": n, "fewer": fewer}) if fewer < n else None


def _kept(made: int, best: int, sentence: str) -> Difference | None:
    """Say that the stronger card stays in the hand, if it is the one that was played."""
    stronger = made >= QUEENS or force_of(made) > force_of(best)
    return (sentence, {}) if stronger and best < QUEENS else None


def _goals(view: Any, made: int, best: int) -> Difference | None:
    """Say which goal tells two cards apart that both take the trick."""
    plus, minus = int(view.plus), int(view.minus)
    if plus == minus or made % 5 == best % 5:
        return ("takes_as_queen", {}) if best >= QUEENS > made else None
    if made % 5 == minus:
        return "takes_minus", {}
    return ("takes_for_plus", {}) if best % 5 == plus else None


def _neither(view: Any, made: int, best: int, later: int) -> Difference | None:
    """Say what leaves the hand where neither card can take the trick any more."""
    if later and made >= QUEENS:
        return "keeps", {}
    if later and best >= QUEENS:
        return None
    if best % 5 == int(view.minus) != made % 5 and best < QUEENS:
        return "neither_minus", {}
    return _kept(made, best, "neither_kept")
