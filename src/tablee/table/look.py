"""What a table is laid out from: a view, read once, and whoever looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tablee.core.fields import plain
from tablee.core.game import Game
from tablee.core.numbers import USUAL
from tablee.core.phrases import Speaker
from tablee.core.position import View
from tablee.table.people import Person


def rules_address(game: Game, record: Any) -> str:
    """The address of the rule book with the numbers of a record; the plain one if all are usual."""
    if game.numbers_of(record) is USUAL:
        return f"/rules/{game.name}"
    chosen = {"players": int(record["players"]), **game.options_of(record)}
    return f"/rules/{game.name}?{urlencode(chosen)}"


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
    record: Any = field(init=False)
    """The record of the view, for compiled functions."""
    at: Any = field(init=False)
    """The record as plain numbers and tuples, by the names of its fields."""
    game: Game = field(init=False)
    lang: str = field(init=False)
    me: int | None = field(init=False)
    """The seat that looks; None for a spectator. A shared zone must not ask."""
    turn: int | None = field(init=False)
    """The seat that has to decide."""
    mine: bool = field(init=False)
    """Whether the seat that looks has to decide."""

    def __post_init__(self) -> None:
        view = self.view
        self.record, self.game, self.lang = view.record, view.game, self.say.lang
        self.at = plain(self.record)
        self.me, self.turn = view.viewer, view.seat
        self.mine = self.me is not None and self.me == self.turn

    @property
    def rules(self) -> str:
        """The address of the rule book with the numbers of this table."""
        return rules_address(self.game, self.view.record)

    def name(self, seat: int) -> str:
        """Somebody's name; never "you"."""
        return self.people[seat].name

    def legal(self) -> list[str]:
        """The texts of all legal moves, if the viewer has to decide."""
        return [str(move) for move in self.view.legal_moves()] if self.mine else []
