"""How a game's table is laid out: by its own `table.py`, or by the table that fits any game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from tablee.core.game import Game
from tablee.core.rules.phrases import Phrases
from tablee.table.kit import Table
from tablee.table.look import Look

Lay = Callable[[Look], Table]


@cache
def layer_of(game: Game) -> Lay:
    """Return the function that lays a game's views out: `lay` in the `table.py` of its package."""
    own = f"{game.package}.table"
    own = own if find_spec(own) else "tablee.table.default"
    lay: Lay = import_module(own).lay
    return lay


def is_usual(game: Game) -> bool:
    """Return whether a game is laid out by the table that fits any game, or begins with it."""
    return hasattr(import_module(layer_of(game).__module__), "TableLayout")


def lay(look: Look) -> Table:
    """Lay a view out."""
    return layer_of(look.game)(look)


@cache
def game_phrases(game: Game) -> Phrases:
    """Return what a game's table says, from the `table.toml` of its package, if it has one."""
    path = game.folder / "table.toml"
    return Phrases(*([path] if path.exists() else []), spoken=game.rulebook.languages)
