"""How many times fewer games the arena needs when the luck of the cards is taken off.

    python benchmarks/less_luck.py [GAME...] [--bots expert regular] [--players 4] [--runs 20]
        [--matches 80] [--seed 1]

Each run is an arena of its own, read with and without luck. The times are those of all runs
together. No bias: what was taken off is 0 on average, within its 95 % interval over the runs.
"""

from __future__ import annotations

import argparse
import math
import time
from statistics import fmean, stdev, variance

from tablee import GAMES, Game, find_game
from tablee.core.errors import InvalidError
from tablee.lab.arena import Contest, play_deal
from tablee.lab.variance_reduction import subtract_luck


def measure(
    game: Game, bots: tuple[str, ...], players: int, runs: int, games: int, seed: int
) -> str:
    """Plays so many arenas, and gets a row of the table."""
    options = game.check_options(players, {})
    plain: list[float] = []
    less: list[float] = []
    off: list[float] = []
    start = time.process_time()
    for run in range(runs):
        contest = Contest(game, bots, players, options, seed + run, 60.0, less_luck=True)
        played = [play_deal(contest, number) for number in range(-(-games // players))]
        shares = [deal.shares[bots[0]] for deal in played]
        fairer = subtract_luck(shares, [deal.luck[bots[0]] for deal in played])
        off.append(fmean(shares) - fmean(fairer))
        plain, less = plain + shares, less + fairer
    seconds = (time.process_time() - start) / len(plain) / players
    halves = [196 * math.sqrt(variance(found) / len(found)) for found in (plain, less)]
    return (
        f"| {game.name} | {players} | {len(plain) * players:,}"
        f" | {fmean(plain):.1%} ± {halves[0]:.1f} | {fmean(less):.1%} ± {halves[1]:.1f}"
        f" | {variance(plain) / variance(less):.2f}"
        f" | {100 * fmean(off):+.2f} ± {196 * stdev(off) / math.sqrt(runs):.2f} | {seconds:.2f} s |"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--bots", nargs="+", default=["expert", "regular"])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--matches", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.runs < 2:
        parser.error("the interval is over runs: it takes at least 2.")
    print("| game | players | games | wins | less luck | times fewer | taken off | a game |")
    print("|---|---|---|---|---|---|---|---|")
    try:
        for name in args.games or GAMES:
            row = measure(
                find_game(name), tuple(args.bots), args.players, args.runs, args.matches, args.seed
            )
            print(row, flush=True)
    except InvalidError as problem:
        parser.error(str(problem))
