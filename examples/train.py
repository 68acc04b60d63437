"""Learns Fourmis from nothing on one core, in five minutes, and plays against a bot.

    python examples/train.py [--seconds 300] [--players 2] [--matches 1000]

A small network says how likely each move should be, and what the round will come to. It plays
against itself in a batch; moves after which a round went better than it had thought become
likelier, a little at a time (proximal policy optimisation). NumPy is all it needs; seconds are
those of the processor.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any, TypeAlias

os.environ.setdefault("OMP_NUM_THREADS", "1")  # NumPy would wait on a second core, and that counts
import numpy as np

from tablee import Move, View, find_game
from tablee.batch import Batch
from tablee.bots.bot import NO_CLOCK, Clock
from tablee.lab.arena import Contest, hold
from tablee.lab.intervals import percent

GAMES, STEPS = 256, 192
"""Games at once, and decisions in each before something is learned from them."""
HIDDEN, PORTION, TIMES, RATE = 128, 1024, 2, 1e-3
"""Units of the network; how much is learned at once, how often, and how fast at first."""
CURIOUS, FAR = 0.01, 0.9
"""What it is worth to stay undecided; how far ahead a move is held to account."""
Array: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
SCALE: Array = np.log2(1 + np.arange(256, dtype=np.float32))
"""Entries of observations as a network likes them: small."""


class Network:
    """One hidden layer, learned by Adam."""

    def __init__(self, entries: int, moves: int, luck: np.random.Generator) -> None:
        sizes = (entries, HIDDEN), (HIDDEN,), (HIDDEN, moves + 1), (moves + 1,)
        self.weights: list[Array] = [
            (luck.normal(0, (1 / size[0]) ** 0.5, size) * (len(size) > 1)).astype(np.float32)
            for size in sizes
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._time = 0

    def ask(self, observation: Any, mask: Any) -> tuple[Array, Array, Array]:
        """Return how likely each legal move is, what the round comes to, and the hidden layer."""
        hidden = np.maximum(SCALE[observation] @ self.weights[0] + self.weights[1], 0)
        out = hidden @ self.weights[2] + self.weights[3]
        liking = np.where(mask, out[:, :-1], -np.inf)
        chances = np.exp(liking - liking.max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True), out[:, -1], hidden

    def learn(
        self, observation: Any, mask: Any, moves: Any, before: Array, results: Array, rate: float
    ) -> None:
        """Make moves likelier that came to more than was thought, but not by much at a time."""
        chances, thought, hidden = self.ask(observation, mask)
        rows, better = np.arange(len(moves)), results - thought
        better = (better - better.mean()) / (better.std() + 1e-6)
        ratio = chances[rows, moves] / before
        push = np.where(better > 0, ratio < 1.2, ratio > 0.8) * ratio * better
        slope = chances * push[:, None]
        slope[rows, moves] -= push
        surprise = -np.log(chances + 1e-9)
        slope -= CURIOUS * chances * (surprise - (chances * surprise).sum(1, keepdims=True))
        error = np.column_stack([slope, 0.5 * (thought - results)]) / len(moves)
        back = (error @ self.weights[2].T) * (hidden > 0)
        self._step([SCALE[observation].T @ back, back.sum(0), hidden.T @ error, error.sum(0)], rate)

    def _step(self, slopes: list[Any], rate: float) -> None:
        self._time += 1
        rate *= (1 - 0.999**self._time) ** 0.5 / (1 - 0.9**self._time)
        all_four = zip(self.weights, slopes, self._means, self._squares, strict=True)
        for weight, slope, mean, square in all_four:
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


def learn(network: Network, batch: Batch, luck: np.random.Generator, seconds: float) -> int:
    """Plays and learns for so many seconds of the processor; counts the decisions."""
    made, start = 0, time.process_time()
    while (gone := (time.process_time() - start) / seconds) < 1:
        *played, results = play(network, batch, luck)
        known = np.flatnonzero(~np.isnan(results))  # a round that goes on has come to nothing yet
        for _ in range(TIMES):
            places = luck.permutation(known)
            for some in np.array_split(places, max(1, len(places) // PORTION)):
                seen, mask, moves, before = (column[some] for column in played)
                network.learn(seen, mask, moves, before, results[some], RATE * (1 - gone))
        made += len(results)
    return made


def play(network: Network, batch: Batch, luck: np.random.Generator) -> list[Any]:
    """Return what was seen, allowed and chosen in some steps, how likely, and what it came to."""
    rows, steps = np.arange(batch.games), []
    for _ in range(STEPS):
        seen, mask, seat = batch.observation.copy(), batch.mask.copy(), batch.seat.copy()
        chances, value, _ = network.ask(seen, mask)
        reached = chances.cumsum(1) > luck.random((batch.games, 1))
        move = np.where(reached.any(1), reached.argmax(1), chances.argmax(1))
        rounds, before = batch.states["rounds"].copy(), lead(batch)
        batch.step(move)
        over = batch.ended | (batch.states["rounds"] != rounds)
        won = np.where(batch.ended[:, None], np.nan, lead(batch) - before)
        steps.append((seen, mask, move, chances[rows, move], value, seat, over, won))
    results = np.empty((STEPS, batch.games), np.float32)
    later = np.full((batch.games, batch.players), np.nan, np.float32)
    gain = np.zeros_like(later)
    for result, (*_, value, seat, over, won) in zip(results[::-1], steps[::-1], strict=True):
        later[over], gain[over] = won[over], 0
        gain[rows, seat] = later[rows, seat] - value + FAR * gain[rows, seat]
        later[rows, seat] = value
        result[:] = value + gain[rows, seat]
    return [
        *(np.concatenate(column) for column in list(zip(*steps, strict=True))[:4]),
        results.ravel(),
    ]


def lead(batch: Batch) -> Any:
    """By how much each seat is before the others, in fours of aphids."""
    aphids = batch.states["aphids"][:, : batch.players].astype(np.float32)
    return (aphids - aphids.mean(1, keepdims=True)) / 4


class Learned:
    """A bot that plays what the network likes best."""

    network: Network

    def __init__(self, seed: int = 0) -> None:
        """Needs no luck."""

    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        """Return the likeliest of the legal moves."""
        chances, _, _ = self.network.ask(view.observation()[None], view.legal_mask()[None])
        return view.game.move(int(chances[0].argmax()))


def main() -> None:
    """Learns, plays and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=1000)
    args = parser.parse_args()
    game, luck = find_game("fourmis"), np.random.default_rng(1)
    batch = Batch(game, GAMES, args.players, seed=1)
    Learned.network = Network(batch.spec.size, game.move_codes, luck)
    made = learn(Learned.network, batch, luck, args.seconds)
    print(f"{made:,} decisions in {args.seconds:g} seconds of one core.", flush=True)
    contest = Contest(game, ("__main__:Learned", "casual"), args.players, {})
    for standing in hold(contest, games=args.matches).bots:
        print(f"{standing.bot}: {percent(standing.share, standing.interval)} of the wins")
        assert not standing.forfeits, standing.forfeits


if __name__ == "__main__":
    main()
