"""Many random games, on one core or several, and what they tell."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from tablee.core.chance import new_rng
from tablee.core.errors import InvalidOption
from tablee.core.game import Game
from tablee.lab.playout import play_many

BATCH = 2_000
"""Games that share one random source: results do not depend on the number of processes."""


@dataclass(frozen=True)
class Tally:
    """What some games came to, seat by seat."""

    games: int
    decisions: int
    longest: int
    wins: tuple[float, ...]
    points: tuple[int, ...]

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.decisions + other.decisions,
            max(self.longest, other.longest),
            tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
            tuple(a + b for a, b in zip(self.points, other.points, strict=True)),
        )


@dataclass(frozen=True)
class Simulation:
    """A finished simulation."""

    game: str
    players: int
    options: Mapping[str, str]
    seed: int
    processes: int
    tally: Tally
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Gets the speed."""
        return self.tally.decisions / self.seconds

    def as_dict(self) -> dict[str, Any]:
        """Gets everything in plain types, for JSON."""
        games = self.tally.games
        return {
            **{k: v for k, v in asdict(self).items() if k != "tally"},
            "games": games,
            "decisions": self.tally.decisions,
            "decisions_per_second": self.decisions_per_second,
            "games_per_second": games / self.seconds,
            "longest": self.tally.longest,
            "win_shares": [wins / games for wins in self.tally.wins],
            "mean_points": [points / games for points in self.tally.points],
        }


def simulate(
    game: Game,
    players: int,
    games: int,
    options: Mapping[str, object] | None = None,
    *,
    seed: int = 0,
    processes: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> Simulation:
    """Plays random games; the result depends on the seed alone, the time on the machine."""
    chosen = game.check_options(players, options or {})
    if games < 1 or processes < 1:
        raise InvalidOption("play at least one game, on at least one process.")
    play_batch(game, players, chosen, (seed, 0, 0))  # compiles, or loads what is compiled
    batches = [(seed, i, min(BATCH, games - i * BATCH)) for i in range(-(-games // BATCH))]
    work = partial(play_batch, game, players, chosen)
    tally, seconds = _run(work, batches, processes, progress)
    return Simulation(game.name, players, chosen, seed, processes, tally, seconds)


def play_batch(
    game: Game, players: int, options: Mapping[str, str], batch: tuple[int, int, int]
) -> Tally:
    """Plays one batch: (seed, number of the batch, games in it)."""
    seed, number, games = batch
    blank = game.blank(players, **options)
    wins, totals = np.zeros(players), np.zeros(players, np.int64)
    points, moves = np.zeros(players, np.int64), np.zeros(game.rules.MOST_MOVES, np.int64)
    decisions, longest = play_many(
        blank, blank.copy(), games, new_rng(seed, number), moves, wins, totals, points
    )
    return Tally(games, decisions, longest, tuple(wins.tolist()), tuple(totals.tolist()))


def _run(
    work: Callable[[tuple[int, int, int]], Tally],
    batches: list[tuple[int, int, int]],
    processes: int,
    progress: Callable[[int], None],
) -> tuple[Tally, float]:
    if processes == 1:
        return _add_up(map(work, batches), progress)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        list(pool.map(work, [(seed, i, 0) for seed, i, _ in batches[:1] * processes]))
        return _add_up(pool.map(work, batches, chunksize=4), progress)


def _add_up(tallies: Iterator[Tally], progress: Callable[[int], None]) -> tuple[Tally, float]:
    start = time.perf_counter()
    total = next(tallies)
    progress(total.games)
    for tally in tallies:
        total += tally
        progress(tally.games)
    return total, time.perf_counter() - start
