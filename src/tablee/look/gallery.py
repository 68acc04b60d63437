"""All drawings of the house, found without knowing a game by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

import tablee.games
from tablee.core.drawing import Art, Sprite

HERE = Path(__file__).parent
SHARED = ("lettering", "icons", "avatars")


@cache
def gallery() -> dict[str, Art]:
    """Gets the art of every game whose package has an `art.py`."""
    found = {}
    for path in sorted(Path(tablee.games.__file__).parent.glob("*/art.py")):
        art: Art = import_module(f"tablee.games.{path.parent.name}.art").ART
        found[art.game] = art
    return found


@cache
def shared(name: str) -> Sprite:
    """Gets one of the sprites that belong to no game."""
    return Sprite.read(HERE / f"{name}.svg")
