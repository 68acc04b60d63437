"""How a game stands on the shelf and in its rule book: read from the `shelf.toml` of its package.

A box has a place on the shelf, a spine, and an emblem for tickets; the sections of the rule book
are illustrated with drawings and scenes of the game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from tablee.core.drawing import Drawing, Scene
from tablee.core.game import Game
from tablee.core.rulebook import Texts
from tablee.games import GAMES
from tablee.look.gallery import gallery


@dataclass(frozen=True)
class Emblem:
    """A detail of a game's sprite that stands for the game, in a small round frame."""

    part: str
    size: tuple[float, float]
    box: str


@dataclass(frozen=True, eq=False)
class Box:
    """A game on the shelf."""

    game: Game
    place: int
    emblem: Emblem
    spine: Sequence[str]
    pictures: Mapping[str, Sequence[Drawing | Scene]]
    """What illustrates each section of the rule book."""
    options: Mapping[str, Mapping[str, Texts]]
    """What each option and each of its values is called; `title` is the option's own name."""

    @property
    def cover(self) -> Drawing:
        """Gets the drawing of its lid."""
        return gallery()[self.game.name].of_role("box")[0]


@cache
def boxes() -> dict[str, Box]:
    """Gets all boxes, as they stand from left to right."""
    found = [_read(game) for game in GAMES.values()]
    return {box.game.name: box for box in sorted(found, key=lambda box: box.place)}


def _read(game: Game) -> Box:
    data = tomllib.loads((game.folder / "shelf.toml").read_text(encoding="utf-8"))
    emblem = data["emblem"]
    width, height = emblem["size"]
    pictures = {section: _find(game.name, names) for section, names in data["pictures"].items()}
    chosen = Emblem(emblem["part"], (width, height), emblem["box"])
    return Box(game, data["place"], chosen, data["spine"], pictures, data.get("options", {}))


def _find(game: str, names: Sequence[str]) -> list[Drawing | Scene]:
    art = gallery()[game]
    scenes = {scene.name: scene for scene in art.scenes(Random(0))}
    return [scenes[name] if name in scenes else art.drawing(name) for name in names]
