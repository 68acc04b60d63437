"""What bots' decisions are worth beside those of advice, with far less luck than in matches.

    python benchmarks/decisions.py GAME BOT... [--players 4] [--positions 1000] [--plays 400]

Positions are taken from matches among advice players. Where a bot decides otherwise than advice
did, both moves are judged by play-outs from the true state, as `tablee.bots.search.win_rates`
does. A gain is in thousandths of a match won, for each decision; the bots meet the same positions
and the same luck, so each is also compared with the first. A bot may be changed:
master@1000,horizon=2.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from functools import cache
from statistics import fmean, pstdev

from tablee import GAMES, Game, Move, State, find_game
from tablee.bots.bot import Bot
from tablee.bots.levels import LevelBot, find_bot, warm_up
from tablee.bots.search.playout import Style
from tablee.bots.search.win_rates import true_win_rate
from tablee.core.chance import new_rng, pick
from tablee.core.errors import InvalidError, InvalidOption

KINDS = {
    bool: (r"true|false", "true or false"),
    int: (r"0|[1-9]\d*", "a whole number"),
    float: (r"(0|[1-9]\d*)(\.\d+)?", "a number"),
}
"""How the words of a style are written, and what they are called."""
KEPT = 12
"""Of so many decisions one is kept, so that most positions are not of the same round."""


def changed(name: str, game: Game, seed: int) -> Bot:
    """Make a bot; that of a level may have other words of its style."""
    first, *changes = name.split(",")
    bot = find_bot(first, game, seed)
    if not changes:
        return bot
    if not isinstance(bot, LevelBot):
        raise InvalidOption(f"bot {name!r}: only a level can be changed.")
    words: dict[str, object] = {}
    for change in changes:
        word, _, value = change.partition("=")
        if word not in Style._fields:
            raise InvalidOption(f"bot {name!r}: {word!r} is none of {', '.join(Style._fields)}.")
        kind = type(getattr(bot.level.style, word))
        pattern, wanted = KINDS[kind]
        if not re.fullmatch(pattern, value):
            raise InvalidOption(f"bot {name!r}: {word} is {wanted}, not {value!r}.")
        words[word] = kind(json.loads(value))
    return LevelBot(game, bot.level.changed(**words), seed)


def positions(game: Game, players: int, wanted: int, seed: int) -> list[tuple[State, Move]]:
    """Positions with a choice, and what advice did there."""
    found: list[tuple[State, Move]] = []
    rng, match = new_rng(seed), 0
    advice = find_bot("advice", game)
    while len(found) < wanted:
        state = game.deal(players, seed=seed * 1_000_003 + match)
        match += 1
        while state.seat is not None:
            move = advice.choose(state.view(state.seat))
            if pick(rng, KEPT) == 0 and len(state.distinct_moves()) > 1:
                found.append((state, move))
            state = state.play(move)
    return found[:wanted]


def some(text: str) -> int:
    """Read how many: at least one."""
    if not re.fullmatch(r"[1-9]\d*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not 1 or more.")
    return int(text)


def mean(gains: list[float]) -> str:
    """Return a mean in thousandths with its 95 % interval."""
    error = 1.96 * pstdev(gains) / math.sqrt(len(gains))
    return f"{1000 * fmean(gains):+.2f} ± {1000 * error:.2f}"


def report(game: Game, names: list[str], chosen: argparse.Namespace) -> None:
    """Print one row for each bot."""
    warm_up(game)
    known = positions(game, chosen.players, chosen.positions, chosen.seed)

    @cache
    def judged(number: int, move: Move) -> float:
        return true_win_rate(known[number][0], move, chosen.plays, seed=number)

    first: list[float] = []
    for name in names:
        gains, other = [], 0
        for number, (state, advised) in enumerate(known):
            move = changed(name, game, number).choose(state.view(state.seat or 0))
            other += move != advised
            gain = judged(number, move) - judged(number, advised) if move != advised else 0.0
            gains.append(gain)
        first = first or gains
        beside = mean([a - b for a, b in zip(gains, first, strict=True)])
        row = game.name, str(chosen.players), name, f"{other / len(known):.0%}", mean(gains), beside
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=GAMES, metavar="GAME")
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--positions", type=some, default=1000)
    parser.add_argument("--plays", type=some, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("| game | players | bot | decides otherwise | gain | beside the first |")
    print("|---|---|---|---|---|---|")
    try:
        report(find_game(args.game), args.bots, args)
    except InvalidError as error:
        parser.error(str(error))
