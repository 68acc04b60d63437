"""What bots are measured by, at compiled speed: estimates, and whole matches of advice."""

from __future__ import annotations

import numpy as np

from tablee.bots.search.playout import best_of
from tablee.core.bits import count
from tablee.core.chance import new_rng, pick, rekey
from tablee.core.compiled import (
    Moves,
    Records,
    Rng,
    Values,
    begin,
    compiled,
    distinct,
    estimate,
    play,
    weigh,
    winners,
)
from tests.cases import Case


@compiled
def estimate_first(states: Records, viewer: int, values: Values) -> None:
    """Writes how a position stands for each seat, as a viewer estimates it."""
    estimate(states[0], viewer, values)


@compiled
def _advised(
    blank: Records, state: Records, games: int, rng: Rng, moves: Moves, worths: Values
) -> float:
    """Adds up what one advice player wins, each time at another seat."""
    won = 0.0
    for game in range(games):
        state[0] = blank[0]
        rekey(state[0], rng)
        begin(state[0])
        me = game % state[0].players
        while state[0].seat >= 0:
            if state[0].seat == me:
                best = best_of(weigh(state[0], moves, worths), worths)
            else:
                best = pick(rng, distinct(state[0], moves))
            play(state[0], moves[best])
        mask = winners(state[0])
        won += (mask >> me & 1) / count(mask)
    return won


def share_of_advice(case: Case, games: int) -> float:
    """Returns the share of the wins of one advice player among random ones."""
    blank, size = case.game.blank(case.players, **case.chosen), case.game.rules.MOST_MOVES
    moves, worths = np.zeros(size, np.int64), np.zeros(size)
    return float(_advised(blank, blank.copy(), games, new_rng(games), moves, worths)) / games
