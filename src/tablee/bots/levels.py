"""The five levels of each game, and how a bot is found by its name.

A level is data, in its game's `levels.toml`. Without simulations it plays the move that seems
best at first sight (advice); with them it searches. It errs as people do: it forgets cards
(`forgets`), sees less ahead (fewer `simulations`), and is drawn to moves that are nearly as
good as the best (`temperature`, in the game's points), never to others.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import math
import os
import re
import sys
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tablee.bots.bot import NO_CLOCK, Bot, Clock, RandomBot, records_of
from tablee.bots.network import adviser_of
from tablee.bots.search.playout import Style
from tablee.bots.search.search import Search, Thought
from tablee.core.arrays import np
from tablee.core.chance import new_rng, next_word
from tablee.core.compiled import Rng, forget_first, verb_of, weigh_first
from tablee.core.engine import defaults
from tablee.core.errors import InvalidOption
from tablee.core.game import Game
from tablee.core.state.position import Move, View

NAMES = ("novice", "casual", "regular", "expert", "master")
TEMPTED = 2.5
"""A move tempts within this many temperatures of the best."""


@dataclasses.dataclass(frozen=True)
class Level:
    """How well a bot plays."""

    name: str
    temperature: float = 0.0
    simulations: int = 0
    seconds: float = 1.0
    style: Style = dataclasses.field(default_factory=Style)
    tables: Mapping[str, Mapping[str, Any]] = dataclasses.field(default_factory=dict)
    """Other settings, by the number of players."""

    def at(self, players: int) -> Level:
        """Return the level as it plays with this many players."""
        settings = self.tables.get(str(players))
        return self.changed(**settings) if settings else self

    def changed(self, **settings: Any) -> Level:
        """Return the level with other settings, its own or those of its style, at every table."""
        tables = {
            players: {name: value for name, value in own.items() if name not in settings}
            for players, own in self.tables.items()
        }
        style = self.style._replace(
            **{name: settings.pop(name) for name in Style._fields if name in settings}
        )
        return dataclasses.replace(self, **{"style": style, "tables": tables, **settings})

    def clock(self, given: Clock) -> Clock:
        """Return the level's own limits, or the given ones where they are tighter."""
        seconds = min(self.seconds, math.inf if given.seconds is None else given.seconds)
        return Clock(seconds, given.simulations or self.simulations)


ADVICE = Level("advice")


@cache
def settings_of(game: Game) -> dict[str, dict[str, Any]]:
    """Read the levels of a game, or those of games that have none, with or without advice."""
    own = game.folder / "levels.toml"
    if own.exists():
        return _read(own)
    usual = _read(Path(__file__).with_name("levels.toml"))
    weighed: dict[str, dict[str, Any]] = usual.pop("weighed")
    return weighed if verb_of(game.rules.STATE, "weigh") is not defaults.weigh else usual


def _read(path: Path) -> dict[str, dict[str, Any]]:
    with path.open("rb") as file:
        return tomllib.load(file)


@cache
def levels_of(game: Game) -> dict[str, Level]:
    """Return the levels of a game, weakest first."""
    return {name: Level(name).changed(**settings_of(game)[name]) for name in NAMES}


def hinter_of(game: Game) -> Level:
    """Return the level that gives hints: the expert, with the settings of `[hints]` if any."""
    own = {name: one for name, one in settings_of(game).get("hints", {}).items() if name != "plays"}
    return levels_of(game)["expert"].changed(**own)


class LevelBot:
    """Plays a game at a level."""

    def __init__(self, game: Game, level: Level, seed: int = 0) -> None:
        self.game = game
        self.level = level
        self._rng = new_rng(seed)
        self._search: Search | None = None

    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        """Choose a move: at first sight, or by search."""
        moves = view.distinct_moves()
        if len(moves) == 1:
            return moves[0]
        level = self.level.at(view.players)
        if not level.simulations:
            return glance(view, self._rng, level.temperature, level.style.forgets)
        return self.think(view, clock)[0].move

    def think(self, view: View, clock: Clock = NO_CLOCK) -> list[Thought]:
        """Search; return what was found out about each move, the best first."""
        self._search = self._search or Search(self.game)
        level = self.level.at(view.players)
        return self._search.think(view, self._rng, level.clock(clock), level.style)


def glance(view: View, rng: Rng, temperature: float = 0.0, forgets: float = 0.0) -> Move:
    """Choose among the moves that seem best at first sight."""
    records = records_of(view)
    if forgets:
        forget_first(records, rng, forgets)
    moves = np.zeros(view.game.rules.MOST_MOVES, np.int64)
    worths = np.zeros(view.game.rules.MOST_MOVES)
    n = weigh_first(records, moves, worths)
    return view.game.moves[int(moves[_pick_tempting(worths[:n].tolist(), rng, temperature)])]


def _pick_tempting(worths: list[float], rng: Rng, temperature: float) -> int:
    """Pick the best, or at a temperature one of those that are not far from it."""
    best = max(worths)
    if not temperature:
        return worths.index(best)
    below = [(best - worth) / temperature for worth in worths]
    weights = [math.exp(-b) if b <= TEMPTED else 0.0 for b in below]
    luck = int(next_word(rng)) / 2**64 * sum(weights)
    for i, weight in enumerate(weights):
        luck -= weight
        if luck < 0:
            return i
    return worths.index(best)


@cache
def warm_up(game: Game) -> None:
    """Compile or load what bots need, so that it does not count as thinking."""
    state = game.deal(seed=0)
    view = state.view(state.seat)
    glance(view, new_rng(0), temperature=1.0, forgets=1.0)
    Search(game, nodes=16).think(view, new_rng(0), Clock(simulations=1))
    if adviser := adviser_of(game):
        adviser.look(view)


# Bots by name


def find_bot(name: str, game: Game, seed: int = 0) -> Bot:
    """Make a bot: a level (with another budget: `master@0.3s`, `master@500`), or module:Class."""
    if ":" in name:
        return _own_bot(name, game, seed)
    if name == "random":
        return RandomBot(seed)
    word, _, budget = name.partition("@")
    level = {**levels_of(game), "advice": ADVICE}.get(word)
    if level is None:
        have = ", ".join([*NAMES, "advice", "random"])
        raise InvalidOption(f"there is no bot {name!r}; there are {have}, and module:Class.")
    return LevelBot(game, _with_budget(level, budget) if budget else level, seed)


def _with_budget(level: Level, budget: str) -> Level:
    if not re.fullmatch(r"\d+|\d+(\.\d+)?s", budget):
        raise InvalidOption(f"budget {budget!r}: write seconds (0.3s) or simulations (500).")
    if budget.endswith("s"):
        return level.changed(seconds=float(budget[:-1]), simulations=1 << 40)
    return level.changed(seconds=math.inf, simulations=int(budget))


def _own_bot(name: str, game: Game, seed: int) -> Bot:
    """Make a bot of one's own; its class may take a game and a seed."""
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        kind: Callable[..., Bot] = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InvalidOption(f"bot {name!r} cannot be found: {error}.") from None
    known = {"game": game, "seed": seed}
    wanted = inspect.signature(kind).parameters
    return kind(**{word: value for word, value in known.items() if word in wanted})
