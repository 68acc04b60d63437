"""A small game with Latin suits, hands dealt anew, and points that come at the end of a round."""

from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.core.game import Game
from tablee.core.notation import Notation
from tests.games.latin import rules


class Texts(Notation):
    def complete(self, state: Any) -> None:
        state["seat"] = state["turn"]


class LittleBroom(Game):
    name, players, rules, folder = "little_broom", range(2, 4), rules, Path(__file__).parent

    @cached_property
    def notation(self) -> Texts:
        return Texts(self.fields, rules.MOVES)


LATIN = LittleBroom()
