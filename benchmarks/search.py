"""How fast the bots' search is: simulations a second, on one core.

    python benchmarks/search.py [--seconds 3]

Each search starts at the first decision of a match for four. A simulation plays to the end of
the round (Fourmis), of the game (Kraut & Rüben), or to where the thinker's next turn but one
begins, with an estimate (Le Grand Escogriffe). The time is that of the processor, so that other
work on the machine does not count.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

from tablee import GAMES, Game
from tablee.bots.bot import Clock
from tablee.bots.levels import levels_of
from tablee.bots.search import ALWAYS, Search, Style
from tablee.core.chance import new_rng

PLAYERS = 4
CHANCES = {"random": ALWAYS, "advice": 0}


def rate(game: Game, style: Style, seconds: float) -> float:
    """Measures simulations per second of processor time."""
    view = game.deal(PLAYERS, seed=1).view(0)
    search = Search(game, nodes=1 << 20)
    search.think(view, new_rng(1), Clock(simulations=100), style)
    simulations, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        thoughts = search.think(view, new_rng(simulations), Clock(simulations=20_000), style)
        simulations += sum(thought.visits for thought in thoughts)
    return simulations / (time.process_time() - start)


def report(seconds: float) -> None:
    """Prints the figures of every game."""
    table = Table("game", "play-outs", "simulations a second", title="four players, one core")
    for game in GAMES.values():
        master = levels_of(game)["master"].style
        plain = master._replace(guesses=False, trust=0.0)
        styles = {name: plain._replace(chance=chance) for name, chance in CHANCES.items()}
        for name, style in {**styles, "as the master": master}.items():
            table.add_row(game.name, name, f"{rate(game, style, seconds):,.0f}")
    Console().print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    report(parser.parse_args().seconds)
