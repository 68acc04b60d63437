"""All drawings of the house, found without knowing a game by name."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tablee.core.game import Game
from tablee.games import GAMES
from tablee.look.plain import plain_art
from tablee.table.drawing import Art, Drawing, Sprite

HERE = Path(__file__).parent
DRAWN = ("lettering", "house", "pages")
"""Sprites whose drawings have titles; `pages` is what neither tables nor the first page show."""
SHARED = (*DRAWN, "icons", "avatars", "words")


def gallery() -> dict[str, Art]:
    """Return the art of every game on the shelf."""
    return {name: art_of(game) for name, game in GAMES.items()}


@cache
def art_of(game: Game) -> Art:
    """Return the art of a game: the `ART` in the `art.py` of its package, or plain drawings."""
    own = f"{game.package}.art"
    if not find_spec(own):
        return plain_art(game)
    art: Art = import_module(own).ART
    return art


@cache
def shared(name: str) -> Sprite:
    """Return one of the sprites that belong to no game."""
    return Sprite.read(HERE / f"{name}.svg")


@cache
def house() -> tuple[Drawing, ...]:
    """Return the drawings that belong to no game: titles, empty states, celebrations."""
    titles = tomllib.loads((HERE / "titles.toml").read_text(encoding="utf-8"))
    parts = {name: part for one in DRAWN for name, part in shared(one).parts.items()}
    return tuple(_house_drawing(parts[name], name, title) for name, title in titles.items())


def _house_drawing(part: str, name: str, title: dict[str, str]) -> Drawing:
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', part)
    assert found is not None
    role = "title" if name.startswith("t-") else "token"
    return Drawing(name, title, float(found[1]), float(found[2]), role)
