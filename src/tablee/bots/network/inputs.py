"""Where the parts of an observation go in a network that sits at tables of all sizes.

An observation has the more rows the more seats a table has. A network has an input for every
entry of the largest table; a smaller one leaves those of the missing seats at 0. Entries that only
fill up a row have no input.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from tablee.core.game import Game
from tablee.core.state.observation import Part

Places: TypeAlias = "np.ndarray[Any, np.dtype[np.int32]]"


@dataclass(frozen=True)
class Inputs:
    """The inputs of a game's network, and where each entry of an observation goes."""

    size: int
    """How many inputs there are; an entry without one goes there."""
    places: dict[int, Places]
    """The input of each entry, by the number of players."""
    mark: str
    """Tells networks apart whose inputs mean other things."""


@cache
def inputs_of(game: Game) -> Inputs:
    """Lay out the inputs of a game's network."""
    starts, at = {}, 0
    specs = {players: game.observation_spec(players).parts for players in game.players}
    for name, (rows, width) in _largest(specs).items():
        starts[name] = (at, width)
        at += rows * width
    places = {n: np.concatenate([_put(p, *starts[p.name], at) for p in specs[n]]) for n in specs}
    told = "".join(f"{n} {p.name} {p.rows} {p.width};" for n in specs for p in specs[n])
    return Inputs(at, places, hashlib.sha256(told.encode()).hexdigest()[:16])


def _largest(specs: dict[int, tuple[Part, ...]]) -> dict[str, tuple[int, int]]:
    """Return the rows and the width of each part at the table where it is largest."""
    largest: dict[str, tuple[int, int]] = {}
    for parts in specs.values():
        for part in parts:
            rows, width = largest.get(part.name, (0, 0))
            largest[part.name] = max(rows, part.rows), max(width, part.width)
    return largest


def _put(part: Part, start: int, width: int, nowhere: int) -> Places:
    """Return the input of each entry of a part."""
    rows = start + width * np.arange(part.rows)[:, None] + np.arange(part.stride)
    rows[:, part.width :] = nowhere
    return rows.ravel().astype(np.int32)
