"""Many games, at random or by bots, on one core or many, and what they tell."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from tablee.bots.levels import find_bot, warm_up
from tablee.core.chance import new_rng
from tablee.core.errors import InvalidOption
from tablee.core.game import Game
from tablee.core.position import State
from tablee.lab.intervals import Interval, around, of_share
from tablee.lab.playout import play_many
from tablee.lab.spread import HERE, Workers

BATCH = 2_000
"""Games that share one random source: results do not depend on the number of processes."""
BOT_BATCH = 20
"""The same where bots think."""
Batch = tuple[int, int, int]
"""A seed, the number of the batch, and the games in it."""


@dataclass(frozen=True)
class Tally:
    """What some games came to, seat by seat; sums and sums of squares."""

    games: int
    decisions: int
    longest: int
    wins: tuple[tuple[float, ...], tuple[float, ...]]
    points: tuple[tuple[int, ...], tuple[int, ...]]

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.decisions + other.decisions,
            max(self.longest, other.longest),
            _add(self.wins, other.wins),
            _add(self.points, other.points),
        )


def _add(sums: Any, others: Any) -> Any:
    return tuple(
        tuple(a + b for a, b in zip(mine, theirs, strict=True))
        for mine, theirs in zip(sums, others, strict=True)
    )


@dataclass(frozen=True)
class Simulation:
    """A finished simulation."""

    game: str
    players: int
    options: Mapping[str, str]
    bot: str
    seed: int
    processes: int
    seconds: float
    tally: Tally

    @property
    def decisions_per_second(self) -> float:
        """Gets the speed."""
        return self.tally.decisions / self.seconds

    def as_dict(self) -> dict[str, Any]:
        """Gets everything in plain types, for JSON."""
        games = self.tally.games
        return {
            **{k: v for k, v in vars(self).items() if k != "tally"},
            "games": games,
            "decisions": self.tally.decisions,
            "decisions_per_second": self.decisions_per_second,
            "games_per_second": games / self.seconds,
            "longest": self.tally.longest,
            "win_shares": [wins / games for wins in self.tally.wins[0]],
            "win_intervals": [_bounded(i) for i in self.win_intervals],
            "mean_points": [points / games for points in self.tally.points[0]],
            "points_intervals": [_bounded(i) for i in self.points_intervals],
        }

    @property
    def win_intervals(self) -> list[Interval]:
        """Each seat's share of the wins, with 95 % certainty."""
        games, wins = self.tally.games, self.tally.wins
        return [of_share(games, *sums) for sums in zip(*wins, strict=True)]

    @property
    def points_intervals(self) -> list[Interval]:
        """Each seat's mean points, with 95 % certainty."""
        games, points = self.tally.games, self.tally.points
        return [around(games, *sums) for sums in zip(*points, strict=True)]


def _bounded(interval: Interval) -> list[float] | None:
    """An interval for JSON, which knows no infinity."""
    return list(interval) if np.isfinite(interval).all() else None


def simulate(
    game: Game,
    players: int,
    games: int,
    options: Mapping[str, object] | None = None,
    *,
    bot: str = "random",
    seed: int = 0,
    workers: Workers = HERE,
    progress: Callable[[int], None] = lambda games: None,
) -> Simulation:
    """Plays games; the result depends on the seed alone, the time on the machine."""
    chosen = game.check_options(players, options or {})
    if games < 1:
        raise InvalidOption("play at least one game.")
    work = partial(play_batch, game, players, chosen, bot)
    work((seed, 0, 0))  # compiles before the workers do, or loads what is compiled
    size = BATCH if bot == "random" else BOT_BATCH
    batches = [(seed, i, min(size, games - i * size)) for i in range(-(-games // size))]
    done = workers.spread(work, [*[(seed, 0, 0)] * workers.processes, *batches])
    for _ in range(workers.processes):
        next(done)  # everyone is ready
    start = time.perf_counter()
    tally = _add_up(done, progress)
    seconds = time.perf_counter() - start
    return Simulation(game.name, players, chosen, bot, seed, workers.processes, seconds, tally)


def _add_up(tallies: Iterator[Tally], progress: Callable[[int], None]) -> Tally:
    total = next(tallies)
    progress(total.games)
    for tally in tallies:
        total += tally
        progress(tally.games)
    return total


def play_batch(
    game: Game, players: int, options: Mapping[str, str], bot: str, batch: Batch
) -> Tally:
    """Plays one batch at random, or by a bot in every seat."""
    if bot != "random":
        return _play_bots(game, players, options, bot, batch)
    seed, number, games = batch
    blank = game.blank(players, **options)
    wins, totals = np.zeros((2, players)), np.zeros((2, players), np.int64)
    points, moves = np.zeros(players, np.int64), np.zeros(game.rules.MOST_MOVES, np.int64)
    decisions, longest = play_many(
        blank, blank.copy(), games, new_rng(seed, number), moves, wins, totals, points
    )
    sums = [tuple(map(tuple, both.tolist())) for both in (wins, totals)]
    return Tally(games, decisions, longest, *sums)  # type: ignore[arg-type]


def _play_bots(
    game: Game, players: int, options: Mapping[str, str], bot: str, batch: Batch
) -> Tally:
    seed, number, games = batch
    warm_up(game)
    find_bot(bot, game)
    nothing = ((0,) * players,) * 2
    total = Tally(0, 0, 0, nothing, nothing)
    for place in range(number * BOT_BATCH, number * BOT_BATCH + games):
        state = game.deal(players, seed * 1_000_003 + place, **options)
        total += _play_match(state, bot, seed * 1_000_003 + place)
    return total


def _play_match(state: State, bot: str, seed: int) -> Tally:
    bots = [find_bot(bot, state.game, seed * 8 + seat) for seat in range(state.players)]
    decisions = 0
    while state.seat is not None:
        state = state.play(bots[state.seat].choose(state.view(state.seat)))
        decisions += 1
    outcome = state.outcome()
    assert outcome is not None
    shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(state.players)]
    wins = tuple(shares), tuple(share * share for share in shares)
    points = outcome.scores, tuple(score * score for score in outcome.scores)
    return Tally(1, decisions, decisions, wins, points)
