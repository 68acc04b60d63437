"""How many fewer deals find who plays best: by judgement, by places or by points.

    python benchmarks/judgement.py [GAME...] [--bots novice casual regular expert] [--matches 60]
        [--plays 2000] [--draws 400] [--seed 1]

Bots of known strength meet in matches of all of them, each from every seat in turn. Each match is
looked back at from every seat; `own` is the part that its choices had in the result. Then matches
are drawn again and again, and it is counted how often so many of them have two neighbours in
strength in the true order, by each way to count: points, places, the part of the own choices,
and those with the part of the others (the result without the luck of the cards). The last column
says how many times fewer matches it needs to be right as often as places are with 16.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean

from tablee import GAMES, find_game
from tablee.bots.levels import find_bot
from tablee.bots.review.match_review import review
from tablee.core.errors import InvalidError
from tablee.core.record import Record
from tablee.house.evening.standings import places_of, worth

DEALS = (1, 2, 4, 8, 16)
Scores = Mapping[str, Sequence[float]]
"""What one match has brought each bot, by each way to count."""


def play(name: str, bots: Sequence[str], number: int, plays: int, seed: int) -> Scores:
    """Play a match and look back at it; everybody has moved on by a seat since the last one."""
    game, players = find_game(name), len(bots)
    levels = [bots[(seat + number) % players] for seat in range(players)]
    minds = [find_bot(level, game, seed + number * players + n) for n, level in enumerate(levels)]
    luck = random.Random(f"{name} {seed} {number // players}")  # each deal all ways round
    options, key = game.check_options(players, {}), luck.randbytes(16)
    state, moves = game.deal(players, key=key), []
    while state.seat is not None:
        moves.append(minds[state.seat].choose(state.view(state.seat)))
        state = state.play(moves[-1])
    outcome = state.outcome()
    assert outcome is not None
    record = Record(game, players, key, options, moves=tuple(map(game.parse_move, map(str, moves))))
    parts = [one.parts for one in review(record, plays=plays).seats]
    places = places_of(outcome.scores, outcome.winners)
    at = [levels.index(bot) for bot in bots]
    return {
        "places": [worth(places[seat]) for seat in at],
        "points": [float(outcome.scores[seat]) for seat in at],
        "judgement": [parts[seat]["own"] for seat in at],
        "less luck": [parts[seat]["own"] + parts[seat]["others"] for seat in at],
    }


def right_pairs(order: Sequence[float]) -> float:
    """Return which part of neighbours in strength stands in the true order; ties count half."""
    steps = list(pairwise(order))
    return fmean((low < high) + 0.5 * (low == high) for low, high in steps)


def found(
    matches: Sequence[Scores], way: str, deals: int, draws: int, luck: random.Random
) -> float:
    """Return how often so many matches have neighbours in the true order."""
    rates = []
    for _ in range(draws):
        drawn = [luck.choice(matches)[way] for _ in range(deals)]
        rates.append(right_pairs([sum(column) for column in zip(*drawn, strict=True)]))
    return fmean(rates)


def fewer(matches: Sequence[Scores], way: str, draws: int, luck: random.Random) -> float:
    """Return how many times fewer matches a way needs to be as right as places are with 16."""
    aim = found(matches, "places", DEALS[-1], draws, luck)
    deals = 1
    while deals < 4 * DEALS[-1] and found(matches, way, deals, draws, luck) < aim:
        deals += 1
    return DEALS[-1] / deals


def measure(name: str, bots: Sequence[str], matches: int, plays: int, draws: int, seed: int) -> str:
    """Play and look back; return the rows of the table."""
    played = [play(name, bots, number, plays, seed) for number in range(matches)]
    luck = random.Random(seed)
    rows = []
    for way in ("points", "places", "judgement", "less luck"):
        rates = " | ".join(f"{found(played, way, n, draws, luck):.1%}" for n in DEALS)
        times = fewer(played, way, draws, luck)
        rows.append(f"| {name} | {way} | {matches} | {rates} | {times:.1f} |")
    return "\n".join(rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--bots", nargs="+", default=["novice", "casual", "regular", "expert"])
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--plays", type=int, default=2000)
    parser.add_argument("--draws", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.matches < 2 or args.draws < 1:
        parser.error("rates are over matches: it takes at least 2, and a draw.")
    print(f"| game | by | matches | {' | '.join(f'{n} deals' for n in DEALS)} | fewer |")
    print(f"|---|---|---|{'---|' * len(DEALS)}---|")
    try:
        for name in args.games or GAMES:
            print(
                measure(name, args.bots, args.matches, args.plays, args.draws, args.seed),
                flush=True,
            )
    except InvalidError as problem:
        parser.error(str(problem))
