"""What a network says of a position: what speaks for each move, and what all may hope for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tablee.bots.network.layers import run
from tablee.bots.network.weights import Network
from tablee.core.game import Game
from tablee.core.state.position import Move, View

PARTS = 4096
"""A network counts in these parts of one."""


@dataclass(frozen=True)
class Opinion:
    """What a network thinks of a position."""

    worths: dict[Move, float]
    """What speaks for each move, on a scale where 1 more is e times as likely."""
    chances: tuple[float, ...]
    """Each seat's chance to win the match."""


class Adviser:
    """A network with room for its sums."""

    parts = PARTS

    def __init__(self, network: Network, game: Game) -> None:
        self.network, self._game = network, game
        width, outputs = network.layers.head.shape
        self._room = (
            np.zeros(width, np.int32),
            np.zeros(width, np.int32),
            np.zeros(outputs, np.int32),
        )

    def look(self, view: View) -> Any:
        """Return the bare output for a view, in 4096ths."""
        places = self.network.places[view.players]
        run(self.network.layers, places, view.players, view.observation(), *self._room)
        return self._room[-1]

    def best(self, view: View) -> Move:
        """Return the move that the network likes best."""
        out = self.look(view)
        return max(view.distinct_moves(), key=lambda move: (int(out[move.code]), -move.code))

    def opinion(self, view: View) -> Opinion:
        """Return all that the network thinks of the position of the seat to move."""
        out = self.look(view)
        worths = {move: int(out[move.code]) / PARTS for move in view.distinct_moves()}
        return Opinion(worths, self._chances(view, out))

    def _chances(self, view: View, out: Any) -> tuple[float, ...]:
        """Return chances that add up to 1, or to what partners share."""
        assert view.seat is not None
        players, codes = view.players, self._game.move_codes
        shares = [
            (1 + int(v) / PARTS * (players - 1)) / players for v in out[codes : codes + players]
        ]
        kept = [min(1.0, max(0.0, share)) for share in shares]
        total = sum(kept) or 1.0
        turned = [share / total for share in kept]
        return tuple(turned[(seat - view.seat) % players] for seat in range(players))
