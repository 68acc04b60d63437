"""A match that begins at a position: what one seat sees there, the rest dealt from the key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tablee.core.arrays import np
from tablee.core.chance import new_rng
from tablee.core.compiled import copy_of
from tablee.core.errors import InvalidOption, InvalidPosition
from tablee.core.state.position import State, View

if TYPE_CHECKING:
    from tablee.core.game import Game

POSITION = "position"
"""What such a match has beside its options: a view, as text, of the seat that is to move."""


def read_position(game: Game, players: int, options: Mapping[str, str], text: object) -> View:
    """Return the view that a match is to begin at, or raise InvalidOption."""
    try:
        view = game.parse_view(str(text))
    except InvalidPosition as error:
        raise InvalidOption(f"position: {error}") from None
    if view.players != players or view.options != dict(options):
        raise InvalidOption("position: it has other players or options than the match.")
    if view.viewer is None or view.viewer != view.seat:
        raise InvalidOption("position: write what the seat that is to move sees.")
    return view


def begin_at(view: View, key: bytes) -> State:
    """Deal what a view hides by a key; the same key is the chance of all that follows."""
    records = copy_of(view.redeal(new_rng(int.from_bytes(key))).records)
    records["key"][0] = np.frombuffer(key, dtype="<u8")
    records["draws"] = 0
    return State(view.game, records)
