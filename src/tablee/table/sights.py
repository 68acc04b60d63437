"""What a move takes in hand and where it leads, as small pictures: a game's own `SIGHTS`.

A game declares them in the `sights.py` of its package. A picture is a line of text that
`house/render/scenes.py` draws; a `*` marks what the move brings. A game without one shows none.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tablee.core.game import Game


class Sights:
    """The pictures of a game's moves; none unless it says otherwise."""

    def picture(self, record: Any, move: int) -> str:
        """Return what a move takes in hand, or nothing."""
        return ""

    def sign(self, record: Any, move: int) -> str:
        """Return what is written beside that picture: where it goes, in one sign; or nothing."""
        return ""

    def lies(self, record: Any) -> str:
        """Return what lies before the seat that has to choose, or nothing."""
        return ""

    def sight(self, record: Any, move: int) -> str:
        """Return what lies where a move leads, as a seat sees it, with what it brings."""
        return ""


@cache
def sights_of(game: Game) -> Sights:
    """Return the pictures of a game's moves: the `SIGHTS` of its package, or none."""
    own = f"{game.package}.sights"
    found: Sights = import_module(own).SIGHTS if find_spec(own) else Sights()
    return found
