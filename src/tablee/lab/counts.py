"""How many ways a game can go on: the fingerprint of its rules."""

from __future__ import annotations

import numpy as np

from tablee.core.compiled import Moves, Records, compiled, distinct, play
from tablee.core.state.position import State


@compiled
def _count(line: Records, moves: Moves, depth: int) -> int:
    """Count the ways to make the next `depth` decisions; line[depth] is the state."""
    n = distinct(line[depth], moves[depth])
    if depth == 1 or n == 0:
        return n
    ways = 0
    for i in range(n):
        line[depth - 1] = line[depth]
        play(line[depth - 1], moves[depth, i])
        ways += _count(line, moves, depth - 1)
    return ways


def count_ways(state: State, depth: int) -> int:
    """Count the ways in which the next decisions can be made, equal moves once."""
    line = np.zeros(depth + 1, state.game.rules.STATE)
    line[depth] = state.record
    return int(_count(line, np.zeros((depth + 1, state.game.rules.MOST_MOVES), np.int64), depth))
