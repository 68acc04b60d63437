"""Every table that the laws are tried at, and ways to walk through its matches."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from tablee import GAMES, Game, Move, State

Style = Callable[[State, random.Random], Move]
STYLES: dict[str, dict[str, Style]] = {}
"""Ways of playing a game beside playing at random, which its own tests add."""
KEPT = 120
Law = TypeVar("Law", bound=Callable[..., object])
_SLOW: set[object] = set()


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
        """The options by their names."""
        return dict(self.options)

    @property
    def is_usual(self) -> bool:
        """Whether every option is as it usually is."""
        return all(value == self.game.option(name).values[0] for name, value in self.options)

    def deal(self, seed: int) -> State:
        """Deal a match."""
        return self.game.deal(self.players, seed, **self.chosen)

    def walk(self, seed: int) -> Iterator[State]:
        """Play a whole match in the case's style."""
        choose, luck = styles_of(self.game)[self.style], random.Random(seed)
        state = self.deal(seed)
        yield state
        while state.seat is not None:
            state = state.play(choose(state, luck))
            yield state

    def sample(self, n: int, odd: int = 0) -> list[State]:
        """Return some states of a match, spread from the first to the last.

        `odd` shifts which ones lie between, so that different laws look at different moments.
        """
        states = glimpses(self)
        last = len(states) - 1
        between = [(i * last + 7 * odd) // (n - 1) % last for i in range(1, n - 1)]
        return [states[0], *(states[i] for i in between), states[last]]


@cache
def glimpses(case: Case) -> list[State]:
    """Play a match once and keep some of its states, the first and the last among them."""
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
    """Choose any legal move."""
    return luck.choice(state.legal_moves())


def styles_of(game: Game) -> dict[str, Style]:
    """Return the ways of playing a game: at random, and those its own tests add."""
    return {"random": play_at_random, **STYLES.get(game.name, {})}


def cases_of(game: Game) -> Iterator[Case]:
    """Yield every player count and option of a game, and every style with the usual options."""
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


def chosen_games() -> list[Game]:
    """Return the games to try: those that `TABLEE_GAMES` names, or all of other packages."""
    names = os.environ.get("TABLEE_GAMES", "").split() or [n for n in GAMES if n in GAMES.sources]
    return [GAMES[name] for name in names]


def slow(law: Law) -> Law:
    """Mark a law that takes long: the house tries it at fewer tables."""
    _SLOW.add(law)
    return law


def is_slow(law: object) -> bool:
    """Return whether a law takes long."""
    return law in _SLOW
