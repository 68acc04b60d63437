"""How honest the chances are that hints tell.

    python benchmarks/chances.py [GAME...] [--players 4] [--matches 100] [--simulations 2000]

In matches among advice players, everybody asks for a hint now and then, and follows it. What the
hint says of its best move is set beside who won the match in the end: how high the chances were
on average, how often they came true, and the same for the low, the middle and the high ones. The
intervals are over matches, in which the chances of all seats balance.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from tablee import GAMES, Game, find_game
from tablee.bots.hints import hints
from tablee.bots.levels import find_bot, warm_up
from tablee.core.chance import new_rng, pick
from tablee.core.errors import InvalidError

EVERY = {"fourmis": 12, "kraut": 5, "escogriffe": 40}
"""One of so many decisions follows a hint."""
PATIENCE = 3600.0
"""Seconds for a hint: what limits it are simulations."""


class Said(NamedTuple):
    """A chance that was told in a match, and whether it came true."""

    match: int
    chance: float
    won: bool


def listen(game: Game, players: int, matches: int, simulations: int, seed: int) -> list[Said]:
    """Return what hints said in matches among advice players, who follow them."""
    warm_up(game)
    rng, advice = new_rng(seed), find_bot("advice", game)
    said: list[Said] = []
    for match in range(matches):
        state, told = game.deal(players, seed=seed * 1_000_003 + match), []
        while state.seat is not None:
            view = state.view(state.seat)
            move = advice.choose(view)
            if pick(rng, EVERY[game.name]) == 0 and len(view.distinct_moves()) > 1:
                best = hints(view, "en", 1, match, PATIENCE, simulations, simulations)[0]
                told.append((state.seat, best.chance))
                move = best.move
            state = state.play(move)
        outcome = state.outcome()
        assert outcome is not None
        said += [Said(match, chance, seat in outcome.winners) for seat, chance in told]
    return said


def error(said: Sequence[Said]) -> float:
    """Return the 95 % interval of how much too high chances are, over matches."""
    mean = fmean(one.chance - one.won for one in said)
    sums: dict[int, float] = {}
    for one in said:
        sums[one.match] = sums.get(one.match, 0.0) + one.chance - one.won - mean
    off = list(sums.values())
    return 1.96 * stdev(off) * math.sqrt(len(off)) / len(said) if len(off) > 1 else math.nan


def rows(said: list[Said]) -> list[tuple[str, ...]]:
    """Return a row for all chances, and one for each third of them."""
    ranked = sorted(said, key=lambda one: one.chance)
    low, high = len(ranked) // 3, 2 * len(ranked) // 3
    parts = {
        "all": ranked,
        "lowest third": ranked[:low],
        "middle third": ranked[low:high],
        "highest third": ranked[high:],
    }
    return [
        (
            name,
            f"{len(part):,}",
            f"{fmean(one.chance for one in part):.1%}",
            f"{fmean(one.won for one in part):.1%}",
            f"{100 * fmean(one.chance - one.won for one in part):+.1f} ± {100 * error(part):.1f}",
        )
        for name, part in parts.items()
        if part
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.matches < 2 or args.simulations < 1:
        parser.error("the intervals are over matches: it takes at least 2, and a simulation.")
    try:
        print("| game | players | chances | hints | said | came true | too high by |")
        print("|---|---|---|---|---|---|---|")
        for name in args.games or GAMES:
            game = find_game(name)
            heard = listen(game, args.players, args.matches, args.simulations, args.seed)
            for row in rows(heard):
                print(f"| {game.name} | {args.players} | {' | '.join(row)} |", flush=True)
    except InvalidError as problem:
        parser.error(str(problem))
