"""The weights of a network as they are shipped: in bytes, with all that says whom they fit."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tablee.bots.network.inputs import Places, inputs_of
from tablee.core.errors import InvalidOption
from tablee.core.game import Game
from tablee.core.state.position import View

Bytes: TypeAlias = "np.ndarray[Any, np.dtype[np.int8]]"
Whole: TypeAlias = "np.ndarray[Any, np.dtype[np.int32]]"
FILE = "network.npz"


class Layers(NamedTuple):
    """The numbers of a network; a row of weights belongs to one input."""

    first: Bytes
    blocks: Bytes
    head: Bytes
    first_factor: Whole
    block_factors: Whole
    head_factor: Whole
    first_bias: Whole
    """By the number of players."""
    block_biases: Whole
    head_bias: Whole


@dataclass(frozen=True)
class Network:
    """A network that knows a game."""

    layers: Layers
    places: dict[int, Places]
    tables: frozenset[tuple[int, str]]
    """The numbers of players and the options that it has learned at."""
    facts: dict[str, Any]

    def why_not(self, game: Game, view: View) -> str | None:
        """Say in one sentence why it cannot play at a view's table, if it cannot."""
        if game.variant_of(view.record):
            return f"The network of {game.name} has not learned this variant."
        if (view.players, options_text(view.options)) not in self.tables:
            return (
                f"The network of {game.name} has not learned to play at {view.players} with"
                f" {options_text(view.options) or 'the usual options'}."
            )
        return None


def options_text(options: Any) -> str:
    """Return options as one text."""
    return ",".join(f"{name}={value}" for name, value in sorted(dict(options).items()))


def read_network(path: Path, game: Game) -> Network:
    """Read a network; refuse one that was made for other rules."""
    with np.load(path, allow_pickle=False) as kept:
        facts = json.loads(bytes(kept["facts"]))
        layers = Layers(*(np.ascontiguousarray(kept[name]) for name in Layers._fields))
    inputs = inputs_of(game)
    for what, theirs, mine in (
        ("game", facts["game"], game.name),
        ("version", facts["version"], game.version),
        ("inputs", facts["inputs"], inputs.mark),
    ):
        if theirs != mine:
            raise InvalidOption(
                f"the network {path.name} was made for the {what} {theirs}, not {mine}."
            )
    tables = frozenset((players, options) for players, options in facts["tables"])
    return Network(layers, inputs.places, tables, facts)


@cache
def network_of(game: Game) -> Network | None:
    """Return the network that a game is shipped with, if it has one that fits."""
    path = game.folder / FILE
    if not path.exists():
        return None
    return read_network(path, game)
