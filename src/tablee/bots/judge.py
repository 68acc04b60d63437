"""How good a decision was: what it comes to if everybody goes on by advice, with the true cards.

A match between bots says little about one decision, and a hundred matches not much more. Here
a move is judged by many play-outs from the true state, which the bot that chose it never saw;
what chance has not decided yet is decided anew each time. Two moves meet the same luck.
"""

from __future__ import annotations

import numpy as np

from tablee.bots.search import MOST_SEATS, Style, play_on, shuffle
from tablee.core.chance import new_rng, next_word, rekey
from tablee.core.compiled import Moves, Records, Rng, Values, compiled, estimate, play, stage
from tablee.core.position import Move, State

BY_ADVICE = Style(chance=0)


@compiled
def _mean(
    true: Records,
    state: Records,
    move: int,
    plays: int,
    style: Style,
    luck: Rng,
    moves: Moves,
    worths: Values,
    values: Values,
) -> float:
    """Gets what a move comes to on average for who makes it."""
    seat, first, total = true[0].seat, stage(true[0]), 0.0
    for number in range(plays):
        shuffle(luck, number)
        state[0] = true[0]
        rekey(state[0], luck)
        play(state[0], move)
        play_on(state[0], seat, first, style, luck, moves, worths)
        estimate(state[0], seat, values)
        total += values[seat]
    return total / plays


def judge(state: State, move: Move, plays: int = 400, seed: int = 0) -> float:
    """Gets about the chance to win the match after a move, for the seat that makes it.

    A play-out ends with the round, where the game's estimate says how the match stands.
    """
    rules = state.game.rules
    true = np.frombuffer(bytearray(bytes(state)), rules.STATE)
    luck = np.array([0, next_word(new_rng(seed))], np.uint64)
    moves, worths = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_MOVES)
    values = np.zeros(MOST_SEATS)
    return float(_mean(true, true.copy(), move.code, plays, BY_ADVICE, luck, moves, worths, values))
