"""What people ask at a real table: situations in their words, read from a game's `ask.toml`.

    no_higher.ask = {fr = "…", en = "I cannot go higher: what now?", de = "…"}
    no_higher.say = {fr = "…", en = "Discard any card you like.", de = "…", clauses = ["F44", "F2"]}

A game without one has the sections of its rule book instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tablee.core.errors import InvalidRulebook
from tablee.core.game import Game
from tablee.core.rules.rulebook import LANGUAGES, Clause, Texts


@dataclass(frozen=True)
class Situation:
    """A question, its answer in a few words, and the clauses that decide it."""

    id: str
    ask: Texts
    say: Texts
    clauses: tuple[Clause, ...]


@cache
def situations(game: Game) -> tuple[Situation, ...]:
    """Return the situations of a game.

    Raises InvalidRulebook where a text or a clause is missing.
    """
    data = game.read_texts("ask.toml")
    if not data:
        return tuple(
            Situation(section.id, section.title, {}, section.clauses)
            for section in game.rulebook.sections
        )
    return tuple(_read(game, name, one) for name, one in data.items())


def _read(game: Game, name: str, data: Mapping[str, Any]) -> Situation:
    say = dict(data.get("say", {}))
    clauses = tuple(game.rulebook.clause(one) for one in say.pop("clauses", ()))
    for texts in (data.get("ask", {}), say):
        if set(texts) != set(LANGUAGES) or not all(texts.values()):
            raise InvalidRulebook(f"{game.name}/ask.toml: {name!r} lacks a language.")
    return Situation(name, data["ask"], say, clauses)
