"""Every game, player count and option that the laws hold for, and ways to walk through them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tablee import GAMES, Game, Move, State
from tests.games.fourth import FOURTH

Style = Callable[[State, random.Random], Move]


@dataclass(frozen=True)
class Case:
    """One way to open a table."""

    game: Game
    players: int
    options: tuple[tuple[str, str], ...]
    style: str = "random"

    def __str__(self) -> str:
        options = [name if name == "variant" else value for name, value in self.options]
        return "-".join([self.game.name, str(self.players), *options, self.style])

    @property
    def chosen(self) -> dict[str, Any]:
        return dict(self.options)

    def deal(self, seed: int) -> State:
        return self.game.deal(self.players, seed, **self.chosen)

    def walk(self, seed: int) -> Iterator[State]:
        """Plays a whole match in the case's style."""
        choose, luck = styles_of(self.game)[self.style], random.Random(seed)
        state = self.deal(seed)
        yield state
        while state.seat is not None:
            state = state.play(choose(state, luck))
            yield state

    def sample(self, n: int, odd: int = 0) -> list[State]:
        """Some states of a match, spread from the first to the last.

        `odd` shifts which ones lie between, so that different laws look at different moments.
        """
        states = glimpses(self)
        last = len(states) - 1
        between = [(i * last + 7 * odd) // (n - 1) % last for i in range(1, n - 1)]
        return [states[0], *(states[i] for i in between), states[last]]


KEPT = 120


@cache
def glimpses(case: Case) -> list[State]:
    """Plays a match once and keeps some of its states, the first and the last among them."""
    kept: list[State] = []
    every, last = 1, None
    for ply, last in enumerate(case.walk(1)):
        if ply % every == 0:
            kept.append(last)
        if len(kept) > 2 * KEPT:
            kept, every = kept[::2], 2 * every
    assert last is not None
    return kept if kept[-1] is last else [*kept, last]


def play_at_random(state: State, luck: random.Random) -> Move:
    return luck.choice(state.legal_moves())


def styles_of(game: Game) -> dict[str, Style]:
    """The ways of playing a game: at random, and those its own tests add."""
    module = f"tests.games.{game.name}.styles"
    own: dict[str, Style] = {}
    if find_spec(f"tests.games.{game.name}") and find_spec(module):
        own = import_module(module).STYLES
    return {"random": play_at_random, **own}


def cases_of(game: Game) -> Iterator[Case]:
    for players in game.players:
        choices = [[(option.name, value) for value in option.values] for option in game.options]
        for options in itertools.product(*choices):
            if all(_makes_sense(game, players, name, value) for name, value in options):
                usual = all(value == game.option(name).values[0] for name, value in options)
                for style in styles_of(game) if usual else ["random"]:
                    yield Case(game, players, options, style)


def _makes_sense(game: Game, players: int, name: str, value: str) -> bool:
    option = game.option(name)
    return value == option.values[0] or option.players is None or players in option.players


VARIANTS = {
    "fourmis": (4, {"goal": 9, "ladybirds": 7, "aphids": [4, 2, 5, -1]}),
    "kraut": (
        3,
        {
            "games": 2,
            "cards": {"tomato": 8, "snail": 15},
            "contracts": ["TSCA", "TSAC", "CSTA", "ACTS", "SATC"],
            "high": [1, 2, 5, 4, 3, 0, -1],
            "low": [0, 1, 2, 3, 2, 1, 1],
            "negative": -3,
            "worth": {"dandelion": 2, "snail": -2, "mole": 1},
            "cup": 5,
            "animals": {"snail": 3, "mole": 1},
        },
    ),
    "escogriffe": (
        3,
        {
            "goal": 12,
            "bonus": 5,
            "smallest": 4,
            "die": 4,
            "idle_limit": 3,
            "copies": {"neck": 4, "hat": 7, "boots": 9},
        },
    ),
}
"""A table of each game with other numbers."""


def variants_of(game: Game) -> Iterator[Case]:
    if game.name in VARIANTS:
        players, changes = VARIANTS[game.name]
        yield Case(game, players, tuple(game.check_options(players, {"variant": changes}).items()))


CASES = [
    case
    for game in (*GAMES.values(), FOURTH)
    for case in itertools.chain(cases_of(game), variants_of(game))
]
