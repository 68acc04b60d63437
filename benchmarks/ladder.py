"""The ladder of levels: each level alone at a table of the level below, as a table for docs.

    python benchmarks/ladder.py [GAME...] [--players 4] [--games 200] [--search-games 40]

Steps in which somebody searches take long: they get fewer games.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

from tablee import GAMES, find_game
from tablee.bots.arena import Contest, hold
from tablee.bots.levels import NAMES, levels_of

STEPS = [("novice", "random"), *[(upper, lower) for lower, upper in pairwise(NAMES)]]


def measure(name: str, players: int, games: int, search_games: int, seconds: float) -> None:
    """Prints one row for each step of a game's ladder."""
    game = find_game(name)
    for upper, lower in STEPS:
        searches = levels_of(game)[upper].simulations > 0
        n = search_games if searches else games
        contest = Contest(game, (upper, lower), players, {}, 1, seconds)
        top = hold(contest, n)[0]
        low, high = (players * end for end in top.interval)
        print(
            f"| {name} | {players} | {upper} over {lower} | {top.times_fair:.2f}"
            f" | {low:.2f}–{high:.2f} | {n} |",
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
    parser.add_argument("--seconds", type=float, default=30.0, help="the clock of a decision")
    chosen = parser.parse_args()
    print("| game | players | step | times a fair share | 95 % | games |")
    print("|---|---|---|---|---|---|")
    for each in chosen.names:
        measure(each, chosen.players, chosen.games, chosen.search_games, chosen.seconds)
