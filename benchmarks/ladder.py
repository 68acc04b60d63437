"""How strong the levels are: one of a kind at a table of others, as tables for docs.

    python benchmarks/ladder.py [GAME...] [--players 4] [--games 200] [--search-games 40]
    python benchmarks/ladder.py [GAME...] --thinking 0.1 0.3 1 3 [--games 80 80 40 24]

The first makes the ladder: each level alone at a table of the level below, and before it a
child who knows the rules, alone among novices. Steps in which somebody searches take long: they
get fewer games, and the master's step fewest.

The second makes the master's strength by thinking time, against advice players, on the same
deals for every time.

So that other work on the machine does not change what is measured, a second of thinking is a
number of simulations here (`RATES`): about as many as the search does in a second, as
`benchmarks/search.py` measures it.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np

from tablee import GAMES, Game, Move, View, find_game
from tablee.bots.bot import NO_CLOCK, Clock
from tablee.bots.levels import NAMES
from tablee.core.chance import new_rng, pick
from tablee.core.compiled import weigh_first
from tablee.core.errors import InvalidError
from tablee.lab.arena import Contest, hold
from tablee.lab.spread import Workers

RATES = {"fourmis": 40_000, "kraut": 30_000, "escogriffe": 12_000}
NOTICED = {"fourmis": 1.0, "kraut": 1.0, "escogriffe": 0.75}
"""What a child notices: a whole aphid or point; most of a turn, since no move can cost more."""
PATIENCE = 3600.0
"""Seconds for a decision: what limits it are simulations."""
CHILD = "benchmarks.ladder:Child"
STEPS = [(CHILD, "novice"), *[(upper, lower) for lower, upper in pairwise(NAMES)]]


class Child:
    """Plays at random, but nothing absurd: any move that does not seem clearly worse than another.

    Clearly worse is what seems to cost more than a child notices, at first sight.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        self._rng = new_rng(seed)
        self._notices = NOTICED[game.name]

    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        """Chooses one of the moves that are not absurd."""
        records = np.frombuffer(bytearray(bytes(view)), view.game.rules.STATE)
        moves = np.zeros(view.game.rules.MOST_MOVES, np.int64)
        worths = np.zeros(view.game.rules.MOST_MOVES)
        n = weigh_first(records, moves, worths)
        fine = [i for i in range(n) if worths[i] >= worths[:n].max() - self._notices]
        return view.game.moves[int(moves[fine[int(pick(self._rng, len(fine)))]])]


def thinking(name: str, seconds: float) -> str:
    """Return the master with so many seconds, as simulations."""
    return f"master@{round(RATES[name] * seconds)}"


def row(label: str, contest: Contest, games: int, processes: int) -> None:
    """Print how the first bot of a contest did."""
    top = hold(contest, games, Workers(processes)).bots[0]
    low, high = (contest.players * end for end in top.interval)
    deals = -(-games // contest.players)
    played = deals * contest.players
    assert not top.forfeits, f"{top.bot} has forfeited: {dict(top.forfeits)}"
    print(
        f"| {contest.game.name} | {contest.players} | {label} | {top.times_fair:.2f}"
        f" | {low:.2f}–{high:.2f} | {top.share * played:g} of {played} |",
        flush=True,
    )


def steps(name: str, chosen: argparse.Namespace) -> None:
    """Print one row for each step of a game's ladder."""
    wanted = {"expert": chosen.search_games, "master": chosen.master_games}
    for upper, lower in STEPS:
        games = wanted.get(upper, chosen.games[0])
        if games == 0:
            continue
        label = "a child among novices" if upper == CHILD else f"{upper} over {lower}"
        if upper == "master":
            upper = thinking(name, chosen.master_seconds)
            label += f" ({upper.removeprefix('master@')} simulations)"
        contest = Contest(
            find_game(name), (upper, lower), chosen.players, {}, chosen.seed, PATIENCE
        )
        row(label, contest, games, chosen.processes)


def strengths(name: str, chosen: argparse.Namespace) -> None:
    """Print one row for each thinking time."""
    for i, seconds in enumerate(chosen.thinking):
        bots = thinking(name, seconds), "advice"
        contest = Contest(find_game(name), bots, chosen.players, {}, chosen.seed, PATIENCE)
        games = chosen.games[min(i, len(chosen.games) - 1)]
        label = f"{seconds:g} s ({bots[0].removeprefix('master@')} simulations)"
        row(label, contest, games, chosen.processes)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, nargs="+", default=[200])
    parser.add_argument("--search-games", type=int, default=40)
    parser.add_argument("--master-games", type=int, default=8)
    parser.add_argument("--master-seconds", type=float, default=1.0)
    parser.add_argument("--thinking", type=float, nargs="+", metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    what = "a decision of the master" if args.thinking else "step"
    print(f"| game | players | {what} | times a fair share | 95 % | won |")
    print("|---|---|---|---|---|---|")
    try:
        for each in args.names:
            strengths(each, args) if args.thinking else steps(each, args)
    except InvalidError as error:
        parser.error(str(error))
