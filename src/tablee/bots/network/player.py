"""A player that does what a network likes best."""

from __future__ import annotations

from typing import Any

from tablee.bots.network import adviser_of
from tablee.core.errors import InvalidOption
from tablee.core.game import Game
from tablee.core.state.position import Move, View


class NetworkBot:
    """Plays the move that the game's network likes best, without any search."""

    def __init__(self, game: Game) -> None:
        adviser = adviser_of(game)
        if adviser is None:
            raise InvalidOption(f"{game.name} has no network that fits its rules.")
        self.game, self._adviser = game, adviser

    def choose(self, view: View, clock: Any = None) -> Move:
        """Choose a move."""
        if why := self._adviser.network.why_not(self.game, view):
            raise InvalidOption(why)
        return self._adviser.best(view)
