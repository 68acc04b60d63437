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
from tablee.core.state.position import State
from tablee.lab.cuda import CudaCounter, check_device
from tablee.lab.intervals import Interval, around, of_share
from tablee.lab.playout import count_match, play_many
from tablee.lab.spread import HERE, Workers

BATCH = 2_000
"""Games that a process plays at a time; each has a luck of its own, on any processor."""
BOT_BATCH = 20
"""Games that a process plays at a time where bots think."""
CARD_BATCH = 1 << 22
"""Games that a graphics card plays at a time."""
Batch = tuple[int, int, int]
"""A seed, the number of the batch, and the games in it."""


@dataclass(frozen=True)
class Tally:
    """What some games came to; all in whole numbers, which add up alike in any order."""

    games: int
    decisions: int
    longest: int
    sums: tuple[tuple[int, ...], ...]
    """Seat by seat: wins alone, shared by two, by three …; then points and their squares."""

    @classmethod
    def of(cls, games: int, sums: Any, lengths: Any) -> Tally:
        """Return what `play_many` and `count_match` have written."""
        decisions, longest = map(int, lengths)
        return cls(games, decisions, longest, tuple(map(tuple, sums.tolist())))

    @property
    def wins(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Each seat's wins, shared ones in parts: their sums, and those of their squares."""
        shared = np.array(self.sums[:-2])
        parts = 1 / np.arange(1, len(shared) + 1)
        return tuple((parts @ shared).tolist()), tuple((parts**2 @ shared).tolist())

    @property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """Each seat's points: their sums, and those of their squares."""
        return self.sums[-2:]

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.decisions + other.decisions,
            max(self.longest, other.longest),
            tuple(
                tuple(a + b for a, b in zip(mine, theirs, strict=True))
                for mine, theirs in zip(self.sums, other.sums, strict=True)
            ),
        )


@dataclass(frozen=True)
class Simulation:
    """A finished simulation."""

    game: str
    players: int
    options: Mapping[str, str]
    bot: str
    seed: int
    device: str
    processes: int
    seconds: float
    tally: Tally

    @property
    def decisions_per_second(self) -> float:
        """The speed in decisions a second."""
        return self.tally.decisions / self.seconds

    def as_dict(self) -> dict[str, Any]:
        """Return everything in plain types, for JSON."""
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
    """Return an interval for JSON, which knows no infinity."""
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
    device: str = "cpu",
    progress: Callable[[int], None] = lambda games: None,
) -> Simulation:
    """Play games; the result depends on the seed alone, the time on the machine and the device."""
    chosen = game.check_options(players, options or {})
    if games < 1:
        raise InvalidOption("play at least one game.")
    check_device(device)
    if device == "cuda" and bot != "random":
        raise InvalidOption(f"device 'cuda' plays at random, not as {bot!r}: bots think on 'cpu'.")
    if device == "cuda" and workers != HERE:
        raise InvalidOption("device 'cuda' is one card: leave processes and cluster away.")
    if device == "cuda":
        done = _on_card(game, game.blank(players, **chosen), seed, games)
    else:
        size = BATCH if bot == "random" else BOT_BATCH
        work = partial(play_batch, game, players, chosen, bot)
        batches = [(seed, i, min(size, games - i * size)) for i in range(-(-games // size))]
        done = _on_processors(work, batches, workers)
    next(done)  # everything is compiled, everyone is ready
    start = time.perf_counter()
    tally = _add_up(done, progress)
    seconds = time.perf_counter() - start
    where = device, workers.processes
    return Simulation(game.name, players, chosen, bot, seed, *where, seconds, tally)


def _on_processors(
    work: Callable[[Batch], Tally], batches: list[Batch], workers: Workers
) -> Iterator[Tally]:
    """Play batches; the first tally, of no games, comes when every worker is ready."""
    nobody = (0, 0, 0)
    ready = work(nobody)  # compiles before the workers do, or loads what is compiled
    done = workers.spread(work, [*[nobody] * workers.processes, *batches])
    for _ in range(workers.processes):
        next(done)
    yield ready
    yield from done


def _on_card(game: Game, blank: Any, seed: int, games: int) -> Iterator[Tally]:
    """Play on a graphics card; the first tally, of no games, comes when it has the kernel."""
    counter, players = CudaCounter(game, blank, seed), int(blank["players"][0])
    for first in (None, *range(0, games, CARD_BATCH)):
        size = 0 if first is None else min(CARD_BATCH, games - first)
        sums, lengths = nothing(players)
        counter.count(first or 0, size, sums, lengths)
        yield Tally.of(size, sums, lengths)


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
    """Play one batch at random, or by a bot in every seat."""
    if bot != "random":
        return _play_bots(game, players, options, bot, batch)
    seed, number, games = batch
    blank = game.blank(players, **options)
    points, moves = np.zeros(players, np.int64), np.zeros(game.rules.MOST_MOVES, np.int64)
    sums, lengths = nothing(players)
    luck = new_rng(seed)
    places = number * BATCH, number * BATCH + games, 1
    play_many(blank, blank.copy(), luck, luck[0], places, moves, points, sums, lengths)
    return Tally.of(games, sums, lengths)


def nothing(players: int) -> tuple[Any, Any]:
    """Return room for the sums and lengths of a tally."""
    return np.zeros((players + 2, players), np.int64), np.zeros(2, np.int64)


def _play_bots(
    game: Game, players: int, options: Mapping[str, str], bot: str, batch: Batch
) -> Tally:
    seed, number, games = batch
    warm_up(game)
    find_bot(bot, game)
    sums, lengths = nothing(players)
    points = np.zeros(players, np.int64)
    for place in range(number * BOT_BATCH, number * BOT_BATCH + games):
        state = game.deal(players, seed * 1_000_003 + place, **options)
        end, decisions = _play_match(state, bot, seed * 1_000_003 + place)
        count_match(end.record, decisions, points, sums, lengths)
    return Tally.of(games, sums, lengths)


def _play_match(state: State, bot: str, seed: int) -> tuple[State, int]:
    """Return the end of a match, and after how many decisions it came."""
    bots = [find_bot(bot, state.game, seed * 8 + seat) for seat in range(state.players)]
    decisions = 0
    while state.seat is not None:
        state = state.play(bots[state.seat].choose(state.view(state.seat)))
        decisions += 1
    return state, decisions
