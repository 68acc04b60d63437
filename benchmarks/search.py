"""How fast the bots' search is: simulations a second, on one core.

    python benchmarks/search.py [--seconds 3]

Each search starts at the first decision of a match for four. A simulation plays to the end of
the round (Fourmis), of the game (Kraut & Rüben), or to where the thinker's fourth turn from now
begins, with an estimate (Le Grand Escogriffe; also to the second). The time is that of the
processor, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from rich.console import Console
from rich.table import Table

from tablee import GAMES, Game
from tablee.bots.bot import Clock
from tablee.bots.levels import levels_of
from tablee.bots.search.playout import ALWAYS, Style
from tablee.bots.search.search import Search
from tablee.core.chance import new_rng

PLAYERS = 4
CHANCES = {"random": ALWAYS, "advice": 0}
ROUNDS = 5


class Course:
    """One search that is measured some times, so that a busy minute does not decide."""

    def __init__(self, game: Game, style: Style) -> None:
        self._view = game.deal(PLAYERS, seed=1).view(0)
        self._search = Search(game, nodes=1 << 20)
        self._style = style
        self.rates: list[float] = []
        self._think(0, 100)

    def _think(self, seed: int, simulations: int) -> int:
        clock = Clock(simulations=simulations)
        thoughts = self._search.think(self._view, new_rng(seed), clock, self._style)
        return sum(thought.visits for thought in thoughts)

    def run(self, seconds: float) -> None:
        """Measures simulations per second of processor time once more."""
        simulations, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            simulations += self._think(simulations, 4_000)
        self.rates.append(simulations / (time.process_time() - start))


def courses() -> dict[tuple[str, str], Course]:
    """Make all that is measured, by game and kind of play-out."""
    made = {}
    for game in GAMES.values():
        master = levels_of(game)["master"].style
        plain = master._replace(guesses=False, trust=0.0, doubt=0.0)
        styles = {name: plain._replace(chance=chance) for name, chance in CHANCES.items()}
        styles["as the master"] = master
        if master.horizon < Style().horizon:
            styles["advice, two turns"] = plain._replace(chance=0, horizon=2)
        made.update({(game.name, name): Course(game, style) for name, style in styles.items()})
    return made


def report(seconds: float) -> None:
    """Print the best and the middle one of several rounds, all courses taking turns."""
    runs = courses()
    for _ in range(ROUNDS):
        for course in runs.values():
            course.run(seconds / ROUNDS)
    title = f"simulations a second, four players, one core, {ROUNDS} rounds"
    table = Table("game", "play-outs", "best", "middle", title=title)
    for (game, name), course in runs.items():
        table.add_row(game, name, f"{max(course.rates):,.0f}", f"{median(course.rates):,.0f}")
    Console().print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    report(parser.parse_args().seconds)
