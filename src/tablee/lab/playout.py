"""Playing games to their end, at compiled speed: written once, for every game."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from tablee.core.bits import count, int64
from tablee.core.chance import GOLDEN, next_word, pick, rekey
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

Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
"""Eight numbers a row, one for each seat."""


@compiled
def count_match(
    state: StateRecord, length: int, points: Points, sums: Rows, lengths: Moves
) -> None:
    """Add a match that has ended to what many come to."""
    lengths[0] += length
    lengths[1] = max(lengths[1], length)
    scores(state, points)
    mask = int64(winners(state))
    for seat in range(state.players):
        sums[count(mask) - 1, seat] += mask >> seat & 1
        sums[state.players, seat] += points[seat]
        sums[state.players + 1, seat] += points[seat] * points[seat]


@compiled
def play_many(
    blank: Records,
    state: Records,
    luck: Rng,
    start: np.uint64,
    places: tuple[int, int, int],
    moves: Moves,
    points: Points,
    sums: Rows,
    lengths: Moves,
) -> None:
    """Play the random matches of some places (first, end, stride), each by the luck of its place.

    Rows of `sums`: wins alone, wins shared by two, by three …; then points and their squares.
    `lengths`: all decisions, and those of the longest match. Everything is a whole number, so
    that sums are the same in any order, on any machine. One loop makes all
    decisions, since the threads of a graphics card wait for each other at the end of one.
    """
    place, end, stride = places
    length = int64(0)
    while place < end:
        if length == 0:
            luck[0] = start + np.uint64(place) * GOLDEN
            luck[0] = next_word(luck)
            state[0] = blank[0]
            rekey(state[0], luck)
            begin(state[0])
        play(state[0], moves[pick(luck, distinct(state[0], moves))])
        length += 1
        if state[0].seat < 0:
            count_match(state[0], length, points, sums, lengths)
            place += stride
            length = 0
