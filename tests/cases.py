"""Every game, player count and option that the laws hold for, and ways to walk through them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from tablee import GAMES, Game
from tablee.laws.cases import (
    STYLES,
    Case,
    Style,
    cases_of,
    glimpses,
    play_at_random,
    styles_of,
)
from tests.games.fourth import FOURTH

__all__ = ["CASES", "DRAWN", "Case", "Style", "cases_of", "glimpses", "play_at_random", "styles_of"]

for _name in GAMES:
    if find_spec(f"tests.games.{_name}") and find_spec(f"tests.games.{_name}.styles"):
        STYLES[_name] = import_module(f"tests.games.{_name}.styles").STYLES

VARIANTS = {
    "fourmis": (4, {"goal": 9, "ladybirds": 7, "aphids": [4, 2, 5, -1]}),
    "kraut": (
        3,
        {
            "games": 2,
            "cards": {"tomato": 8, "snail": 15},
            "contracts": ["TSCA", "TSAC", "CSTA", "ACTS", "SATC"],
            "high": [1, 2, 5, 4, 3, 0, -1],
            "low": [0, 1, 2, 3, 2, 1, 1],
            "negative": -3,
            "worth": {"dandelion": 2, "snail": -2, "mole": 1},
            "cup": 5,
            "animals": {"snail": 3, "mole": 1},
        },
    ),
    "escogriffe": (
        3,
        {
            "goal": 12,
            "bonus": 5,
            "smallest": 4,
            "die": 4,
            "idle_limit": 3,
            "copies": {"neck": 4, "hat": 7, "boots": 9},
        },
    ),
}
"""A table of each game with other numbers."""


def variants_of(game: Game) -> Iterator[Case]:
    if game.name in VARIANTS:
        players, changes = VARIANTS[game.name]
        yield Case(game, players, tuple(game.check_options(players, {"variant": changes}).items()))


CASES = [
    case
    for game in (*GAMES.values(), FOURTH)
    for case in itertools.chain(cases_of(game), variants_of(game))
]

DRAWN = [
    case for case in CASES if case.style == "random" and "100" not in dict(case.options).values()
]
"""Drawing takes longer than laying out, and longer matches show nothing else."""
