"""My game: everyone plays one card, and the highest takes a point."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.core.game import Game
from tablee.core.notation import Notation

from . import rules


class Texts(Notation):
    """The texts that follow from the declared fields."""

    def complete(self, state: Any) -> None:
        """Write whose turn it is, which follows from the cards on the table."""
        state["seat"] = rules.whose_turn(state)


class MyGame(Game):
    """Rules and a rule book; everything else has a default."""

    name = "my_game"
    contract = 1
    players = range(3, 5)
    rules = rules
    folder = Path(__file__).parent
    pauses = frozenset((rules.TRICK_WON,))

    @cached_property
    def notation(self) -> Texts:
        """The texts of moves and positions."""
        return Texts(self.fields, rules.MOVES)


GAME = MyGame()
