"""What a table is laid out from: a view, read once, and whoever looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tablee.core.fields import plain
from tablee.core.game import Game
from tablee.core.phrases import Speaker
from tablee.core.position import View
from tablee.table.people import Person


@dataclass
class Look:
    """A view to lay out, and the words to do it with."""

    view: View
    say: Speaker
    """The game's own phrases, from its `table.toml`."""
    ui: Speaker
    """The phrases of all tables."""
    people: Sequence[Person]
    open: bool = False
    """Whether the hands of all lie open: only where a match that is over is looked back at."""

    @cached_property
    def at(self) -> Any:
        """The record as plain numbers and tuples, by the names of its fields."""
        return plain(self.view.record)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.view.game

    @property
    def lang(self) -> str:
        """The language to speak."""
        return self.say.lang

    @cached_property
    def me(self) -> int | None:
        """The seat that looks; None for a spectator. A shared zone must not ask."""
        return self.view.viewer

    @cached_property
    def turn(self) -> int | None:
        """The seat that has to decide."""
        return self.view.seat

    @property
    def mine(self) -> bool:
        """Whether the seat that looks has to decide."""
        return self.me is not None and self.me == self.turn

    def name(self, seat: int) -> str:
        """Somebody's name; never "you"."""
        return self.people[seat].name

    def legal(self) -> list[str]:
        """The texts of all legal moves, if the viewer has to decide."""
        return [str(move) for move in self.view.legal_moves()] if self.mine else []
