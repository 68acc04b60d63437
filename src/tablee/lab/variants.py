"""A variant file, and the game and options that it means."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tablee.core.errors import InvalidVariant
from tablee.core.game import Game
from tablee.core.rules.variant import read_file


def load_variant(game: Game, path: Path | None) -> tuple[Game, dict[str, Any]]:
    """Return the game that a file means and what it adds to the options.

    A file with types of cards is another deck, for a game that takes one; others hold settings.
    """
    if path is None:
        return game, {}
    text = read_file(path)
    if _is_deck(text):
        return game.with_deck(path), {}
    try:
        return game, {"variant": game.read_variant(text)}
    except InvalidVariant as error:
        raise InvalidVariant(f"variant file {path}: {error}") from None


def name_of(path: Path) -> str:
    """Return what a file calls its variant; its own name if it does not say."""
    return str(tomllib.loads(read_file(path)).get("name", path.stem))


def _is_deck(text: str) -> bool:
    try:
        return isinstance(tomllib.loads(text).get("type"), list)
    except tomllib.TOMLDecodeError:
        return False
