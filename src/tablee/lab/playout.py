"""Playing games to their end, at compiled speed: written once, for every game."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.core.bits import count
from tablee.core.chance import pick, rekey
from tablee.core.compiled import (
    Moves,
    Points,
    Records,
    Rng,
    StateRecord,
    begin,
    compiled,
    distinct,
    play,
    scores,
    winners,
)


@compiled
def play_out(state: StateRecord, rng: Rng, moves: Moves) -> int:
    """Plays a match to its end, each decision at random among the distinct moves; counts them."""
    decisions = 0
    while state.seat >= 0:
        play(state, moves[pick(rng, distinct(state, moves))])
        decisions += 1
    return decisions


@compiled
def play_many(
    blank: Records,
    state: Records,
    games: int,
    rng: Rng,
    moves: Moves,
    wins: np.ndarray[Any, np.dtype[np.float64]],
    totals: Points,
    points: Points,
) -> tuple[int, int]:
    """Plays many random matches; adds up wins and points, counts decisions and the longest.

    The second rows of `wins` and `totals` are for the squares.
    """
    decisions, longest = 0, 0
    for _ in range(games):
        state[0] = blank[0]
        rekey(state[0], rng)
        begin(state[0])
        length = play_out(state[0], rng, moves)
        decisions += length
        longest = max(longest, length)
        scores(state[0], points)
        mask = winners(state[0])
        for seat in range(state[0].players):
            share = (mask >> seat & 1) / count(mask)
            wins[0, seat] += share
            wins[1, seat] += share * share
            totals[0, seat] += points[seat]
            totals[1, seat] += points[seat] * points[seat]
    return decisions, longest
