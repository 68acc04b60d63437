"""Slobberhannes: take no first trick, no last trick, and never the queen of clubs."""

from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.core.game import Game
from tablee.core.notation import Notation
from tests.games.fourth import rules


class Texts(Notation):
    def complete(self, state: Any) -> None:  # whose turn it is follows from the trick
        state["seat"] = (state["leader"] + state["played"]) % 4 if state["phase"] == 1 else -1


class Slobberhannes(Game):
    """The whole game: its rules, its book, and nothing else."""

    name, players, rules, folder = "slobberhannes", range(4, 5), rules, Path(__file__).parent
    pauses = frozenset((rules.TRICK_WON,))

    @cached_property
    def notation(self) -> Texts:
        return Texts(self.fields, rules.MOVES)


FOURTH = Slobberhannes()
