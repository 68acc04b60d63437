"""The games that are found by their names; `tablee.games` puts those of the house here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.core.errors import UnknownGame

if TYPE_CHECKING:
    from tablee.core.game import Game

GAMES: dict[str, Game] = {}


def find_game(name: str) -> Game:
    """Find a game by its name."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(GAMES)}.")
    return GAMES[name]
