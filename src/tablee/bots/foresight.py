"""The chances of a move, for people: how often it wins if everybody goes on by advice.

What a search learns about a move is meant for choosing: some games count there by how much a
match was won as well. Here only wins count. A move is played out many times from deals that
are possible for all its seat knows; two moves meet the same deals.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from tablee.bots.search import MOST_SEATS, Style, play_on, shuffle
from tablee.core.chance import new_rng, next_word
from tablee.core.compiled import (
    Moves,
    Records,
    Rng,
    Values,
    compiled,
    estimate,
    play,
    redeal,
    stage,
    suppose,
    winners,
)
from tablee.core.position import Move, View

CHUNK = 16
"""Play-outs of every move between two looks at the clock."""


@compiled
def _win(
    view: Records,
    state: Records,
    move: int,
    first: int,
    plays: int,
    style: Style,
    luck: Rng,
    moves: Moves,
    worths: Values,
    values: Values,
) -> float:
    """Gets how many of some play-outs are won, alone or with others.

    A play-out ends with the round; where the match goes on, the game's estimate says how it
    stands.
    """
    seat, round_, won = view[0].seat, stage(view[0]), 0.0
    for number in range(first, first + plays):
        shuffle(luck, number)
        state[0] = view[0]
        redeal(state[0], luck)
        if style.trust > 0:
            suppose(state[0], seat, luck, style.trust)
        play(state[0], move)
        play_on(state[0], seat, round_, style, luck, moves, worths)
        mask = winners(state[0])
        if mask:
            won += mask >> seat & 1
        else:
            estimate(state[0], seat, values)
            won += values[seat]
    return won


def foresee(
    view: View, moves: Sequence[Move], style: Style, plays: int, seconds: float, seed: int = 0
) -> list[float]:
    """Gets the chances of moves to win the match, by so many play-outs or in so much time."""
    rules = view.game.rules
    records = np.frombuffer(bytearray(bytes(view)), rules.STATE)
    state, luck = records.copy(), np.array([0, next_word(new_rng(seed))], np.uint64)
    codes, worths = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_MOVES)
    values, won = np.zeros(MOST_SEATS), [0.0] * len(moves)
    style = style._replace(horizon=Style().horizon)
    end, done = time.perf_counter() + seconds, 0
    while done < plays and (not done or time.perf_counter() < end):
        n = min(CHUNK, plays - done)
        for i, move in enumerate(moves):
            won[i] += _win(records, state, move.code, done, n, style, luck, codes, worths, values)
        done += n
    return [total / done for total in won]
