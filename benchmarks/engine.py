"""How fast the rules are: ours beside a bare loop and, if installed, a peer; all in one run.

    python benchmarks/engine.py [--quick]

Times on a small shared machine swing; the ratios, taken in turn within one run, swing less.
For the peer: pip install open_spiel.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from tablee import GAMES, Game, State, find_game
from tablee.core.bits import count, lowest
from tablee.core.chance import new_rng, pick
from tablee.core.compiled import Moves, Rng, compiled
from tablee.lab.simulate import play_batch, simulate
from tablee.lab.spread import Workers

PLAYERS = 4


def best(work: Callable[[], float], times: int = 5) -> float:
    """Return the best of several measurements of a rate."""
    return max(work() for _ in range(times))


@compiled
def bare_loop(rounds: int, rng: Rng, hands: Moves) -> int:
    """Deals nothing and judges nothing: 48 cards leave four masks, one random card at a time."""
    decisions = 0
    for _ in range(rounds):
        for seat in range(4):
            hands[seat] = ((1 << 12) - 1) << 12 * seat
        for _ in range(12):
            for seat in range(4):
                cards = hands[seat]
                for _ in range(pick(rng, count(cards))):
                    cards &= cards - 1
                hands[seat] &= ~(1 << lowest(cards))
                decisions += 1
    return decisions


def bare_rate() -> float:
    """Measures the bare loop."""
    rng, hands = new_rng(1), np.zeros(4, np.int64)
    bare_loop(1, rng, hands)
    start = time.perf_counter()
    return float(bare_loop(60_000, rng, hands) / (time.perf_counter() - start))


def random_rate(game: Game, seconds: float = 0.4) -> float:
    """Measures whole random matches, all rules on, one core."""
    options = game.check_options(PLAYERS, {})
    play_batch(game, PLAYERS, options, "random", (0, 0, 1))
    decisions, batch, start = 0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        batch += 1
        decisions += play_batch(game, PLAYERS, options, "random", (0, batch, 50)).decisions
    return decisions / (time.perf_counter() - start)


def friendly_rate(game: Game, games: int) -> float:
    """Measures `legal_moves` and `play` through the friendly objects."""
    luck, first, decisions = random.Random(1), game.deal(PLAYERS, seed=1), 0
    start = time.perf_counter()
    for _ in range(games):
        state = first
        while state.seat is not None and decisions < 40_000:
            moves = state.legal_moves()
            state = state.play(moves[int(luck.random() * len(moves))])
            decisions += 1
    return decisions / (time.perf_counter() - start)


@compiled
def copy_many(states: Any, times: int) -> None:
    """Copy states to and fro."""
    for i in range(times):
        states[i & 255] = states[i * 7 & 255]


def copy_ns(game: Game) -> float:
    """Measures the copy of a state, in nanoseconds."""
    states = np.repeat(game.blank(PLAYERS), 256)
    copy_many(states, 1)
    start = time.perf_counter()
    copy_many(states, 5_000_000)
    return (time.perf_counter() - start) / 5_000_000 * 1e9


def microseconds(work: Callable[[], object], times: int = 20_000) -> float:
    """Measures one call from Python."""
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times * 1e6


def starts(game: Game) -> tuple[float, float]:
    """Measures a process that deals and plays a move: with nothing compiled, and again."""
    deal = f"s = find_game({game.name!r}).deal(4, 1)"
    script = f"from tablee import find_game; {deal}; s.play(s.legal_moves()[0])"
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            start = time.perf_counter()
            environment = {**os.environ, "TABLEE_CACHE": folder}
            subprocess.run([sys.executable, "-c", script], env=environment, check=True)
            seconds.append(time.perf_counter() - start)
    return seconds[0], seconds[1]


def peer_rates(name: str) -> tuple[float, float]:
    """Measures OpenSpiel: random bots that play inside its C++, and its Python interface."""
    import pyspiel

    game, luck = pyspiel.load_game(name), random.Random(1)
    length = sum(_random_game(game, luck) for _ in range(20)) / 20
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    compiled_games = _games_a_second(
        lambda: pyspiel.evaluate_bots(game.new_initial_state(), bots, luck.randrange(1 << 30))
    )
    return compiled_games * length, _games_a_second(lambda: _random_game(game, luck)) * length


def _random_game(game: Any, luck: random.Random) -> int:
    """Plays a game through the Python interface, and counts its decisions."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(luck.choice(state.legal_actions()))
    return decisions


def _games_a_second(play: Callable[[], object], seconds: float = 1.5) -> float:
    games, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        play()
        games += 1
    return games / (time.perf_counter() - start)


def play_move(state: State) -> Callable[[], object]:
    """Make a call that plays a state's first move."""
    move = state.legal_moves()[0]
    return lambda: state.play(move)


def report(quick: bool) -> None:
    """Print everything."""
    out, bare = Console(), best(bare_rate)
    table = Table(
        "what",
        "figure",
        "beside the bare loop",
        title=f"four players, one core, {os.cpu_count()} cores",
    )
    table.add_row("bare Numba loop, no rules", f"{bare / 1e6:.1f} M decisions/s", "1")
    for game in GAMES.values():
        if PLAYERS not in game.players:
            continue
        rate = best(partial(random_rate, game))
        table.add_row(
            f"{game.name}: random matches", f"{rate / 1e6:.1f} M decisions/s", f"{rate / bare:.2f}"
        )
        rate = best(partial(friendly_rate, game, 20), 3)
        table.add_row(
            f"{game.name}: friendly objects",
            f"{rate / 1e3:.0f} k decisions/s",
            f"{rate / bare:.4f}",
        )
        state = game.deal(PLAYERS, seed=1)
        table.add_row(
            f"{game.name}: copy of a state",
            f"{copy_ns(game):.1f} ns ({game.rules.STATE.itemsize} bytes)",
            "",
        )
        table.add_row(f"{game.name}: State.play", f"{microseconds(play_move(state)):.1f} µs", "")
        table.add_row(
            f"{game.name}: State.legal_moves", f"{microseconds(state.legal_moves):.1f} µs", ""
        )
        if not quick:
            cold, warm = starts(game)
            table.add_row(f"{game.name}: first start, compiling", f"{cold:.1f} s", "")
            table.add_row(f"{game.name}: next starts", f"{warm:.1f} s", "")
    if not quick:
        game = find_game("fourmis")
        one, two = (
            simulate(game, PLAYERS, 200_000, workers=Workers(n)).as_dict()["games_per_second"]
            for n in (1, 2)
        )
        table.add_row(
            "fourmis: two processes beside one", f"{two / one:.2f} times as many games", ""
        )
    if find_spec("pyspiel"):
        for name in ("hearts", "spades", "gin_rummy"):
            compiled_rate, python = peer_rates(name)
            table.add_row(
                f"OpenSpiel {name}: random bots in C++",
                f"{compiled_rate / 1e6:.2f} M decisions/s",
                f"{compiled_rate / bare:.3f}",
            )
            table.add_row(
                f"OpenSpiel {name}: from Python",
                f"{python / 1e3:.0f} k decisions/s",
                f"{python / bare:.4f}",
            )
    out.print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    report(parser.parse_args().quick)
