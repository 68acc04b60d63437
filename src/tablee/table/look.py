"""What a table is laid out from: a view, read once, and the person who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from tablee.core.fields import plain
from tablee.core.game import Game
from tablee.core.rules.numbers import USUAL
from tablee.core.rules.phrases import Speaker
from tablee.core.state.position import View
from tablee.table.people import Person

T = TypeVar("T")


def rules_address(game: Game, record: Any) -> str:
    """Return the address of the rule book, with the numbers of a record if they are not usual."""
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
    known: dict[str, Any] = field(default_factory=dict)
    """What has been worked out for all seats of this moment, and is shared by them."""
    own: dict[str, Any] = field(default_factory=dict)
    """What has been worked out for this viewer alone."""
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
        """Return the name at a seat; never "you"."""
        return self.people[seat].name

    def names(self, seats: Iterable[int]) -> str:
        """Return several people in a sentence: "Ada, Björn and Chloé"."""
        return self.game.rulebook.join([self.name(seat) for seat in seats], self.lang, "and")

    def legal(self) -> list[str]:
        """Return the texts of all legal moves, if the viewer has to decide."""
        return [str(move) for move in self.view.legal_moves()] if self.mine else []


class public(Generic[T]):  # noqa: N801
    """A property of an object with a `look` that all may know: worked out once for all seats.

    So it never asks who looks, nor reads a field that is hidden from any of them.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name = make, make.__name__

    def __get__(self, reading: Any, owner: object = None) -> T:
        known: dict[str, T] = reading.look.known
        if self._name not in known:
            known[self._name] = self._make(reading)
        return known[self._name]
