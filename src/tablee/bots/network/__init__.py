"""Networks that play: read from a file and run by compiled loops in whole numbers alone."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablee.core.arrays import np
from tablee.core.errors import InvalidOption
from tablee.core.game import Game

if TYPE_CHECKING:
    from tablee.bots.network.adviser import Adviser


@cache
def adviser_of(game: Game) -> Adviser | None:
    """Return the game's own network, ready to be asked; None if it has none that fits.

    Without NumPy, which reads the file, there is none.
    """
    if np.__version__ == "none":
        return None
    from tablee.bots.network.adviser import Adviser
    from tablee.bots.network.weights import network_of

    try:
        network = network_of(game)
    except InvalidOption:
        return None
    return None if network is None else Adviser(network, game)
