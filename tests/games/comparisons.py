"""Positions with two moves, and what is said of them, for the laws of every game's comparisons."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tablee import Game, Move, State
from tablee.core.rules.rulebook import LANGUAGES
from tests.cases import cases_of

Difference = Callable[[Any, int, int], tuple[str, dict[str, int]] | None]


def told(
    game: Game, difference: Difference, matches: int = 2, each: int = 60
) -> Iterator[tuple[State, Move, Move, str, dict[str, int]]]:
    """Compares pairs of moves in random matches at all tables; yields what was found to say."""
    luck = random.Random(11)
    for case in [one for one in cases_of(game) if one.style == "random"]:
        for seed in range(matches):
            states = [s for s in case.walk(seed) if s.seat is not None and len(s.legal_moves()) > 1]
            for state in luck.sample(states, min(each, len(states))):
                assert state.seat is not None
                view = state.view(state.seat)
                made, best = luck.sample(state.legal_moves(), 2)
                found = difference(view.record, made.code, best.code)
                for lang in LANGUAGES:
                    said = game.words.compare(view.record, made.code, best.code, lang)
                    assert bool(said) == (found is not None)
                    assert "{" not in said
                if found is None:
                    continue
                for seed_ in range(3):  # whatever is hidden, it is said all the same
                    other = view.redeal(seed_)
                    again = difference(other.view(state.seat).record, made.code, best.code)
                    assert again == found
                    yield other, made, best, *found
