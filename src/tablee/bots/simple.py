"""Simple opponents for every game: one that plays anything, one that tries each move out."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from tablee.core.bits import count
from tablee.core.chance import new_rng, pick
from tablee.core.compiled import (
    Moves,
    Points,
    Records,
    Rng,
    StateRecord,
    compiled,
    distinct,
    play,
    redeal,
    scores,
    winners,
)
from tablee.core.position import Move, View

HORIZON = 300
"""Decisions after which an imagined game is judged as it stands."""
Values = np.ndarray[tuple[int], np.dtype[np.float64]]


class Bot(Protocol):
    """Whoever decides for a seat: it is handed the seat's view, never the state."""

    def choose(self, view: View) -> Move:
        """Chooses one of the view's legal moves."""


class RandomBot:
    """Plays any legal move."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = new_rng(seed)

    def choose(self, view: View) -> Move:
        """Chooses a move at random."""
        moves = view.legal_moves()
        return moves[int(pick(self._rng, len(moves)))]


class TryingBot:
    """Imagines what is hidden, tries each move out in random play, and keeps the best."""

    def __init__(self, trials: int = 100, seed: int = 0) -> None:
        self._trials = trials
        self._rng = new_rng(seed)

    def choose(self, view: View) -> Move:
        """Chooses the move that wins most of the imagined games."""
        records = np.array([view.record], dtype=view.game.rules.STATE)
        candidates = np.zeros(view.game.rules.MOST_MOVES, np.int64)
        wins = np.zeros(view.game.rules.MOST_MOVES)
        moves, points = candidates.copy(), np.zeros(view.players, np.int64)
        state = records.copy()
        n = try_out(records, state, self._trials, self._rng, candidates, moves, wins, points)
        return view.game.moves[int(candidates[int(np.argmax(wins[:n]))])]


@compiled
def try_out(
    view: Records,
    state: Records,
    trials: int,
    rng: Rng,
    candidates: Moves,
    moves: Moves,
    wins: Values,
    points: Points,
) -> int:
    """Adds up the wins of each distinct move in imagined games; gets how many moves there are."""
    seat = view[0].seat
    n = distinct(view[0], candidates)
    for _ in range(trials if n > 1 else 0):
        deal = rng[0]
        for i in range(n):
            rng[0] = deal  # every move meets the same deal
            state[0] = view[0]
            redeal(state[0], rng)
            play(state[0], candidates[i])
            play_on(state[0], HORIZON, rng, moves)
            wins[i] += standing(state[0], seat, points)
    return n


@compiled
def play_on(state: StateRecord, decisions: int, rng: Rng, moves: Moves) -> None:
    """Plays on at random, but not for ever."""
    while state.seat >= 0 and decisions > 0:
        play(state, moves[pick(rng, distinct(state, moves))])
        decisions -= 1


@compiled
def standing(state: StateRecord, seat: int, points: Points) -> float:
    """Gets a seat's part of the win, or of the lead if the match is not over."""
    scores(state, points)
    mask = winners(state)
    if mask == 0:
        best = points[: state.players].max()
        for other in range(state.players):
            mask |= (points[other] == best) << other
    return (mask >> seat & 1) / count(mask)
