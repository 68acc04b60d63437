"""Parts of lessons that other pages show: the rules in one minute, and examples."""

from __future__ import annotations

from html import escape
from typing import Any

from markupsafe import Markup

from tablee.core.game import Game
from tablee.core.rules.numbers import USUAL, Numbers
from tablee.house.render.scenes import scene
from tablee.table.posed.lesson import lesson_of


def stressed(sentence: str) -> Markup:
    """Return a sentence with its stressed words marked."""
    parts = Markup(escape(sentence)).split("*")
    return Markup("").join(
        Markup("<em>{}</em>").format(part) if n % 2 else part for n, part in enumerate(parts)
    )


def thoughts(game: Game, lang: str, numbers: Numbers = USUAL) -> list[dict[str, Any]]:
    """Return the rules of a game in one minute: pictures and sentences; nothing if it has none."""
    return [
        {
            "what": one.what,
            "picture": scene(game, one.show),
            "sentence": stressed(one.say[lang]),
        }
        for one in lesson_of(game, numbers).minute
    ]


def examples(game: Game, lang: str) -> dict[str, list[dict[str, Any]]]:
    """Return the examples of each section of a rule book, with their pictures and addresses."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in lesson_of(game).examples:
        title, path = one.idea[lang], f"/learn/{game.name}/example/{one.number}"
        drawn = scene(game, one.show, title)
        found.setdefault(one.section, []).append({"title": title, "picture": drawn, "path": path})
    return found
