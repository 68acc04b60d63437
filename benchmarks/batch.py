"""How many decisions a second a batch makes, beside its peers, all in one run.

    python benchmarks/batch.py [--games 1024] [--seconds 1] [--device cuda] [--quick]

Ours: bare random play (`roll`), random play with masks and with masks and observations (`choose`
and `step`), and random matches to their end (`simulate`). Peers are measured if installed, each by
its own fastest documented way to play at random on the same machine: OpenSpiel (compiled bots, and
states from Python), pgx, PettingZoo's own card game, RLCard.
Times are those of the process, so that a busy machine tells nearly the same as a quiet one; on a
graphics card they are those of the wall.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from rich.console import Console
from rich.table import Table

from tablee import GAMES, Game
from tablee.batch import Batch
from tablee.lab.simulate import simulate


def rate(work: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    """Decisions a second: the best of three measurements."""
    work()
    best = 0.0
    for _ in range(3):
        start, made = clock(), 0
        while clock() - start < seconds / 3:
            made += work()
        best = max(best, made / (clock() - start))
    return best


def ours(games: int, seconds: float, device: str) -> Iterator[tuple[str, list[float]]]:
    """Measures every game at four seats: `roll`, `step` without and with observations, matches."""
    clock = time.process_time if device == "cpu" else time.perf_counter
    for game in GAMES.values():
        rates = []
        for observe in (False, True):
            batch = Batch(game, games, 4, seed=1, device=device, observe=observe)

            def roll(batch: Batch = batch) -> int:
                batch.roll(100)
                batch.state(0)  # waits for a card
                return 100 * games

            def step(batch: Batch = batch) -> int:
                for _ in range(10):
                    batch.step(batch.choose())
                batch.state(0)
                return 10 * games

            rates += [rate(roll, seconds, clock), rate(step, seconds, clock)]
        matches = games // (50 if game.name == "escogriffe" else 1)

        def play(game: Game = game, matches: int = matches) -> int:
            return simulate(game, 4, matches, device=device).tally.decisions

        yield game.name, [rates[0], rates[1], rates[3], rate(play, seconds, clock)]


def openspiel(name: str, seconds: float) -> tuple[float, float]:
    """Measures OpenSpiel's compiled random bots, and its states from Python."""
    import pyspiel

    game, luck = pyspiel.load_game(name), random.Random(1)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    length = 0

    def by_state() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.choices(*zip(*state.chance_outcomes(), strict=True))[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                made += 1
        return made

    length = sum(by_state() for _ in range(20)) // 20

    def by_bots() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, luck.randrange(1 << 30))
        return length

    return rate(by_bots, seconds, time.process_time), rate(by_state, seconds, time.process_time)


def pettingzoo(seconds: float) -> float:
    """Measures PettingZoo's hold'em."""
    from pettingzoo.classic import texas_holdem_v4

    env = texas_holdem_v4.env()

    def play() -> int:
        env.reset(seed=1)
        made = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            mask = None if ended or cut else seen["action_mask"]
            env.step(None if mask is None else env.action_space(agent).sample(mask))
            made += mask is not None
        return made

    return rate(play, seconds, time.process_time)


def rlcard(name: str, seconds: float) -> float:
    """Measures a card game of RLCard."""
    import rlcard as cards
    from rlcard.agents import RandomAgent

    env = cards.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(one) // 2 for one in trajectories)

    return rate(play, seconds, time.process_time)


def pgx(name: str, games: int, seconds: float) -> float:
    """Measures a game of pgx: masks, observations and random moves, compiled as one."""
    import jax
    from pgx import make
    from pgx.experimental.wrappers import auto_reset

    env = make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> Any:
        chosen, dealt = jax.random.split(key)
        luck = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        moves = jax.random.categorical(chosen, luck)
        state = step(state, moves, jax.random.split(dealt, games))
        return state, state.observation.sum()  # which writes the observations

    many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, 20)))
    keys = iter(range(1 << 30))
    held = [jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), games))]

    def play() -> int:
        held[0], seen = many(held[0], jax.random.PRNGKey(next(keys)))
        seen.block_until_ready()
        return 20 * games

    return rate(play, seconds, time.process_time)


def peers(games: int, seconds: float) -> Iterator[tuple[str, float]]:
    """Measures whatever peer is installed."""
    if find_spec("pyspiel"):
        for name in ("hearts", "gin_rummy"):
            bots, states = openspiel(name, seconds)
            yield f"OpenSpiel {name}, compiled bots", bots
            yield f"OpenSpiel {name}, from Python", states
    if find_spec("pgx"):
        for name in ("leduc_holdem", "sparrow_mahjong"):
            yield f"pgx {name}, masks and observations", pgx(name, games, seconds)
    if find_spec("rlcard"):
        for name in ("uno", "gin-rummy"):
            yield f"RLCard {name}", rlcard(name, seconds)
        if find_spec("pettingzoo") and find_spec("pygame"):
            yield "PettingZoo texas_holdem", pettingzoo(seconds)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    seconds = 0.05 if args.quick else args.seconds
    table = Table("game", "bare", "with masks", "with masks and observations", "`simulate`")
    for name, rates in ours(args.games, seconds, args.device):
        table.add_row(name, *(f"{one / 1e6:.2f} M/s" for one in rates))
    Console().print(table)
    others = Table("peer", "decisions a second")
    for name, one in peers(args.games, seconds):
        others.add_row(name, f"{one:,.0f}")
    Console().print(others)


if __name__ == "__main__":
    main()
