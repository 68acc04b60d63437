"""Tables that are laid before anybody sits down: positions, from the `laid.toml` of a game.

    first = true             # this game greets who has played nothing yet
    lesson = "[1-4]-*"       # what a lesson takes for right there; what glows, if left out

    [[table]]
    position = "fourmis players=3 … view=0 …"   # what seat 0 sees, who is to move
    choices = ["7r", "8b"]   # the moves that glow; all that are allowed, if left out

What lies there is drawn by `lay` in the `laid.py` beside it, under the game's `laid.css`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from tablee.core.game import Game
from tablee.core.state.position import View
from tablee.table.kit import Inside
from tablee.table.look import Look

OWN_SEAT = 0
"""The seat of the visitor."""


@dataclass(frozen=True)
class LaidTable:
    """A table that waits for a visitor's move."""

    game: Game
    position: str
    given: Sequence[str] = field(default=())

    @cached_property
    def name(self) -> str:
        """The name by which a form says which table it was."""
        return hashlib.sha256(self.position.encode()).hexdigest()[:8]

    @cached_property
    def view(self) -> View:
        """What the visitor sees."""
        return self.game.parse_view(self.position)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The moves that glow."""
        return tuple(self.given) or tuple(str(move) for move in self.view.distinct_moves())


@cache
def laid_tables(game: Game) -> tuple[LaidTable, ...]:
    """Return the tables that are laid for a game; none where it brings no positions."""
    return tuple(
        LaidTable(game, one["position"], tuple(one.get("choices", ())))
        for one in _read(game).get("table", ())
    )


def find_laid(game: Game, name: str) -> LaidTable | None:
    """Return the table of a name, if it is still laid."""
    return next((one for one in laid_tables(game) if one.name == name), None)


def right_at(table: LaidTable) -> str:
    """Return the pattern of the moves that a lesson takes for right at a table."""
    return str(_read(table.game).get("lesson") or " ".join(table.choices))


def greets(game: Game) -> bool:
    """Return whether a game is on the table for who has played nothing yet."""
    return bool(_read(game).get("first"))


def lay_for_guest(look: Look, table: LaidTable) -> Sequence[Inside]:
    """Return what lies on a table."""
    return _layer(table.game)(look, table.choices)


@cache
def _read(game: Game) -> dict[str, Any]:
    return game.read_texts("laid.toml")


@cache
def _layer(game: Game) -> Callable[[Look, Sequence[str]], Sequence[Inside]]:
    lay: Callable[[Look, Sequence[str]], Sequence[Inside]] = import_module(
        f"{game.package}.laid"
    ).lay
    return lay
