"""The ladder of levels: each level alone at a table of the level below, as a table for docs.

    python benchmarks/ladder.py [GAME...] [--players 4] [--games 200] [--search-games 40]

Steps in which somebody searches take long: they get fewer games, and the master's step fewest.
The first row is a child who knows the rules, alone among novices.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np

from tablee import GAMES, Move, View, find_game
from tablee.bots.arena import Contest, hold
from tablee.bots.bot import NO_CLOCK, Clock
from tablee.bots.levels import NAMES
from tablee.core.chance import new_rng, pick
from tablee.core.compiled import weigh_first

CHILD = "benchmarks.ladder:Child"
STEPS = [(CHILD, "novice"), *[(upper, lower) for lower, upper in pairwise(NAMES)]]


class Child:
    """Plays at random, but nothing absurd: any of the better half of moves, at first sight."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = new_rng(seed)

    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        """Chooses one of the moves that are not below the middle."""
        records = np.frombuffer(bytearray(bytes(view)), view.game.rules.STATE)
        moves = np.zeros(view.game.rules.MOST_MOVES, np.int64)
        worths = np.zeros(view.game.rules.MOST_MOVES)
        n = weigh_first(records, moves, worths)
        better = [i for i in range(n) if worths[i] >= np.median(worths[:n])]
        return view.game.moves[int(moves[better[int(pick(self._rng, len(better)))]])]


def measure(name: str, players: int, games: dict[str, int], seconds: float, seed: int) -> None:
    """Prints one row for each step of a game's ladder."""
    for upper, lower in STEPS:
        n = games.get(upper, games["others"])
        if n == 0:
            continue
        top = hold(Contest(find_game(name), (upper, lower), players, {}, seed, seconds), n)[0]
        low, high = (players * end for end in top.interval)
        step = "a child among novices" if upper == CHILD else f"{upper} over {lower}"
        print(
            f"| {name} | {players} | {step} | {top.times_fair:.2f} | {low:.2f}–{high:.2f}"
            f" | {-(-n // players) * players} |",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--search-games", type=int, default=40)
    parser.add_argument("--master-games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30.0, help="the clock of a decision")
    chosen = parser.parse_args()
    print("| game | players | step | times a fair share | 95 % | games |")
    print("|---|---|---|---|---|---|")
    for each in chosen.names:
        wanted = {
            "others": chosen.games,
            "expert": chosen.search_games,
            "master": chosen.master_games,
        }
        measure(each, chosen.players, wanted, chosen.seconds, chosen.seed)
