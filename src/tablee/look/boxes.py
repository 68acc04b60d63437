"""A game's box on the shelf and its rule book's pictures: the `shelf.toml` of its package.

A box has a place on the shelf, a spine, and an emblem for tickets; the sections of the rule book
are illustrated with drawings and scenes of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from tablee.core.game import Game, Option
from tablee.core.rules.rulebook import LANGUAGES, Texts
from tablee.games import GAMES
from tablee.look.gallery import art_of, gallery
from tablee.table.drawing import Drawing, Scene


@dataclass(frozen=True)
class Emblem:
    """A detail of a game's sprite as the sign of the game, in a small round frame."""

    part: str
    size: tuple[float, float]
    box: str


@dataclass(frozen=True)
class DayPlan:
    """How a game is played as the deal of the day: in five to ten minutes."""

    players: int
    options: Mapping[str, str]
    how: Texts
    """How long that is, in the words of the game."""


@dataclass(frozen=True, eq=False)
class Box:
    """A game on the shelf."""

    game: Game
    place: int
    emblem: Emblem
    host: Emblem
    """The face of the game's host at its table."""
    spine: Sequence[str]
    pictures: Mapping[str, Sequence[Drawing | Scene]]
    """What illustrates each section of the rule book."""
    options: Mapping[str, Mapping[str, Texts]]
    """What each option and each of its values is called; `title` is the option's own name."""
    day: DayPlan

    subtitle: Mapping[str, str]
    """What its title means, in languages whose readers may not know."""

    def cover(self, lang: str) -> Drawing:
        """Return the drawing of its lid, with letters in a language."""
        return gallery()[self.game.name].lettered("box", lang)


def boxes() -> dict[str, Box]:
    """Return all boxes, from left to right."""
    return _boxes(tuple(GAMES))


@cache
def _boxes(games: tuple[str, ...]) -> dict[str, Box]:
    """Read the boxes of the games of these names, which are those on the shelf."""
    found = [read_box(game) for game in GAMES.values()]
    return {box.game.name: box for box in sorted(found, key=lambda box: box.place)}


def read_box(game: Game) -> Box:
    """Read the box of a game."""
    data = game.read_texts("shelf.toml") or _usual(game)
    emblem, host = _emblem(data["emblem"]), _emblem(data.get("host", data["emblem"]))
    pictures = {section: _find(game, names) for section, names in data["pictures"].items()}
    named = data.get("options", {})
    options = {one.name: named.get(one.name) or _titles(one) for one in game.options}
    place, spine, day = data["place"], data["spine"], _day(game, data.get("day", {}))
    told = data.get("subtitle", {})
    return Box(game, place, emblem, host, spine, pictures, options, day, told)


def _usual(game: Game) -> dict[str, Any]:
    """Return the shelf entry of a game that declares none: last, with its cards' back."""
    emblem = {"part": f"{game.name}-back", "size": [100, 140], "box": "-20 0 140 140"}
    return {"place": 99, "emblem": emblem, "spine": ["#5a5f6e", "#454957"], "pictures": {}}


def _titles(option: Option) -> Mapping[str, Texts]:
    """Return an option and its values as positions write them, where they have no names."""
    return {word: dict.fromkeys(LANGUAGES, word) for word in option.values} | {
        "title": dict.fromkeys(LANGUAGES, option.name)
    }


def _day(game: Game, data: Mapping[str, Any]) -> DayPlan:
    """Return how a game's deal of the day is played; usually a whole match of three."""
    usual = sorted(game.players, key=lambda players: abs(players - 3))[0]
    how = data.get("how", {"fr": "une partie", "en": "one match", "de": "eine Partie"})
    return DayPlan(data.get("players", usual), data.get("options", {}), how)


def _emblem(data: Mapping[str, Any]) -> Emblem:
    width, height = data["size"]
    return Emblem(data["part"], (width, height), data["box"])


def _find(game: Game, names: Sequence[str]) -> list[Drawing | Scene]:
    art = art_of(game)
    scenes = {scene.name: scene for scene in art.scenes(Random(0))}
    return [scenes[name] if name in scenes else art.drawing(name) for name in names]
