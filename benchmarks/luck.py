"""What luck and judgement come to among regulars: each part should be 0 on average.

    python benchmarks/luck.py [GAME...] [--players 4] [--matches 100] [--plays 40000] [--seed 1]
        [--option name=value]

Every seat of every match is reviewed. The intervals are over matches; `sd` is how much a part
differs from seat to seat.
"""

from __future__ import annotations

import argparse
import math
from statistics import fmean, stdev

from tablee import GAMES, Game, Record, find_game, review
from tablee.bots.levels import find_bot, warm_up
from tablee.bots.review.moments import PARTS
from tablee.cli.common import read_options
from tablee.core.chance import key_of
from tablee.core.errors import InvalidError


def played(game: Game, players: int, seed: int, options: dict[str, str]) -> Record:
    """Plays a match among regulars."""
    state, moves = game.deal(players, seed, **options), []
    bots = [find_bot("regular", game, seed * 8 + seat) for seat in range(players)]
    while state.seat is not None:
        moves.append(bots[state.seat].choose(state.view(state.seat)))
        state = state.play(moves[-1])
    return Record(game, players, key_of(seed), state.options).play(*moves)


def row(
    game: Game, players: int, matches: int, plays: int, seed: int, options: dict[str, str]
) -> str:
    """Reviews some matches, and gets a row of the table."""
    warm_up(game)
    means: dict[str, list[float]] = {part: [] for part in PARTS}
    single: dict[str, list[float]] = {part: [] for part in PARTS}
    for number in range(seed * 1_000_003, seed * 1_000_003 + matches):
        seats = review(played(game, players, number, options), plays=plays, seed=number).seats
        for part in PARTS:
            single[part] += [100 * seat.parts[part] for seat in seats]
            means[part].append(100 * fmean(seat.parts[part] for seat in seats))
    cells = [
        f"{fmean(means[part]):+.2f} ± {1.96 * stdev(means[part]) / math.sqrt(matches):.2f}"
        f" (sd {stdev(single[part]):.0f})"
        for part in PARTS
    ]
    name = " ".join([game.name, *(f"{option}={value}" for option, value in options.items())])
    return f"| {name} | {players} | {matches} | {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--plays", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", metavar="NAME=VALUE")
    args = parser.parse_args()
    if args.matches < 2:
        parser.error("the intervals are over matches: it takes at least 2.")
    print("| game | players | matches | deal | cards | others | own |")
    print("|---|---|---|---|---|---|---|")
    try:
        for name in args.games or GAMES:
            words = args.players, args.matches, args.plays, args.seed
            print(row(find_game(name), *words, read_options(args.option)), flush=True)
    except InvalidError as problem:
        parser.error(str(problem))
