"""What forms say of the table that is wanted."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.core.game import Game


def options_of(game: Game, form: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a form chooses."""
    chosen = {option.name: form.get(f"option-{option.name}", "") for option in game.options}
    return {name: value for name, value in chosen.items() if value}
