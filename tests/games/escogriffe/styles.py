"""Ways of playing Le Grand Escogriffe under which its rarer clauses fire."""

from __future__ import annotations

import random

from tablee import Move, State
from tablee.bots.levels import glance
from tablee.core.chance import new_rng
from tablee.games.escogriffe.rules import DRAW


def sensible(state: State, luck: random.Random) -> Move:
    """Builds figures as a person would, with a slip now and then."""
    if luck.random() < 0.1:
        return luck.choice(state.legal_moves())
    assert state.seat is not None
    return glance(state.view(state.seat), new_rng(0))


def lazy(state: State, luck: random.Random) -> Move:
    """Builds in most rounds; in every third nobody lays or draws from the stock (E16)."""
    if state.record.rounds % 3:
        return sensible(state, luck)
    moves = [move for move in state.legal_moves() if move.code != DRAW and "lay" not in str(move)]
    return luck.choice(moves)


STYLES = {"sensible": sensible, "lazy": lazy}
