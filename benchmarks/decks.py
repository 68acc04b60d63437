"""How a deck of Le Grand Escogriffe plays: rounds of advice players, by players and target.

    python benchmarks/decks.py [--rounds 200] [--deck my-deck.toml] [--seed 0]

prints a Markdown table: the share of rounds that end with a winner, turns a round, reshuffles.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from tablee import Game, find_game
from tablee.core.chance import new_rng, rekey
from tablee.core.compiled import Moves, Records, Rng, Values, begin, compiled, put, step, weigh
from tablee.core.header import NOBODY
from tablee.games.escogriffe.material import LONGEST, SMALLEST
from tablee.games.escogriffe.rules import FIRST_CARD_MOVE, RESHUFFLED, ROUND_WON, SCORED

TARGETS = range(SMALLEST, LONGEST + 1)


@compiled
def play_rounds(
    blank: Records,
    states: Records,
    target: int,
    rounds: int,
    rng: Rng,
    moves: Moves,
    worths: Values,
) -> tuple[int, int, int]:
    """Plays single rounds with one target; counts those won, the turns and the reshuffles."""
    won, turns, reshuffles = 0, 0, 0
    for _ in range(rounds):
        state = states[0]
        state.target = 0
        while state.target != target:
            states[0] = blank[0]
            rekey(state, rng)
            begin(state)
        event = 0
        while event != SCORED:
            if state.seat == NOBODY:
                event = step(state)
                won += event == ROUND_WON
                reshuffles += event == RESHUFFLED
            else:
                move = moves[np.argmax(worths[: weigh(state, moves, worths)])]
                turns += move >= FIRST_CARD_MOVE
                put(state, move)
    return won, turns, reshuffles


def row(game: Game, players: int, rounds: int, seed: int) -> str:
    """Plays the rounds of every target for one number of players."""
    cells = [str(players)]
    moves, worths = np.zeros(game.rules.MOST_MOVES, np.int64), np.zeros(game.rules.MOST_MOVES)
    for target in TARGETS:
        blank, rng = game.blank(players), new_rng(seed * 10_000 + players * 100 + target)
        won, turns, mixed = play_rounds(blank, blank.copy(), target, rounds, rng, moves, worths)
        cells.append(f"{won / rounds:.1%} · {turns / rounds:.0f} · {mixed / rounds:.1f}")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table of a deck."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="rounds for each cell")
    parser.add_argument("--seed", type=int, default=0, help="equal seeds, equal rounds")
    parser.add_argument("--deck", type=Path, help="another deck file")
    args = parser.parse_args()
    game = find_game("escogriffe")
    game = game.with_deck(args.deck) if args.deck else game
    print("| players | " + " | ".join(f"target {target}" for target in TARGETS) + " |")
    print("|---" * (len(TARGETS) + 1) + "|")
    for players in game.players:
        print(row(game, players, args.rounds, args.seed), flush=True)


if __name__ == "__main__":
    main()
