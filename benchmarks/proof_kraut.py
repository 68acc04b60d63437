"""Proves by play that the stock of Kraut & Rüben never runs dry (K19) and that no game stalls.

Plays many whole games of every player count in several styles, and prints the largest number
of cards drawn. `python benchmarks/proof_kraut.py 100000` is the proof in docs/play/kraut.md.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from tablee import find_game
from tablee.core.bits import count
from tablee.core.chance import new_rng, next_word, pick
from tablee.core.compiled import Moves, Records, Rng, StateRecord, begin, compiled, distinct, play
from tablee.games.kraut import rules
from tablee.games.kraut.gardens.choices import DRAW, WAIT
from tablee.games.kraut.material import BEDS, CARDS
from tablee.games.kraut.state import OVER, PLACING, TAKING

STYLES = ("random", "patient", "greedy", "hasty", "abroad")
PATIENT, GREEDY, HASTY, ABROAD = 1, 2, 3, 4
LONGEST = 1_000
"""A game with more decisions than this is taken for one that stalls."""


@compiled
def fitness(state: StateRecord, move: int, style: int) -> int:
    """Return how much a style likes a move; among the best ones chance decides."""
    if style == 0:
        return 0
    if state.phase == PLACING:
        garden = move // BEDS
        if style == GREEDY:  # fills the fullest garden
            return -count(int(state.empty[garden]))
        return int(style == ABROAD and state.owner[garden] != state.turn)
    if state.phase == TAKING:  # the hasty take at once, the others as late as possible
        return int((move != WAIT) == (style == HASTY))
    return int(move == DRAW)


@compiled
def choose(state: StateRecord, moves: Moves, style: int, rng: Rng) -> int:
    """Chooses one of the moves that the style likes best."""
    n = distinct(state, moves)
    best = fitness(state, moves[0], style)
    for i in range(1, n):
        best = max(best, fitness(state, moves[i], style))
    kept = 0
    for i in range(n):
        if fitness(state, moves[i], style) == best:
            moves[kept] = moves[i]
            kept += 1
    return moves[pick(rng, kept)]  # type: ignore[no-any-return]


@compiled
def play_games(states: Records, games: int, style: int, rng: Rng, moves: Moves) -> Any:
    """Plays games; gets the most cards drawn, the most decisions, and how many did not end well."""
    drawn, decisions, failed = 0, 0, 0
    for _ in range(games):
        state = states[1]
        states[1] = states[0]
        state.key[0], state.key[1] = next_word(rng), next_word(rng)
        begin(state)
        n = 0
        while state.seat >= 0 and n < LONGEST:
            play(state, choose(state, moves, style, rng))
            n += 1
        drawn = max(drawn, CARDS - int(state.left))
        decisions = max(decisions, n)
        failed += state.phase != OVER or not rules.everyone_finished(state)
    return drawn, decisions, failed


def prove(players: int, style: str, games: int, seed: int = 1) -> tuple[int, int, int]:
    """Plays games of one player count and style."""
    states = np.concatenate([find_game("kraut").blank(players)] * 2)
    moves = np.empty(rules.MOST_MOVES, np.int64)
    return play_games(states, games, STYLES.index(style), new_rng(seed), moves)  # type: ignore[no-any-return]


def main(games: int) -> None:
    """Print the proof, and fails if a game stalled or a stock ran dry."""
    print(f"{games:,} games each; cards in the stock: {CARDS}")
    print("players  style    most cards drawn  most decisions  stalled or dry")
    bad = 0
    for players in find_game("kraut").players:
        for style in STYLES:
            drawn, decisions, failed = prove(players, style, games)
            print(f"{players:>7}  {style:<8} {drawn:>16}  {decisions:>14}  {failed:>14}")
            bad += failed
    if bad:
        raise SystemExit(f"{bad} games stalled or ran out of cards: K19 does not hold.")
    print("No game stalled, and no stock ran dry.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
