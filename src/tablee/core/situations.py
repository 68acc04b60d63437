"""What people ask at a real table: situations in their words, read from a game's `ask.toml`.

    [[situation]]
    ask = {fr = "…", en = "I cannot go higher: what now?", de = "…"}
    say = {fr = "…", en = "Discard any card you like.", de = "…"}
    clauses = ["F44", "F2"]

A game without one has the sections of its rule book instead.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tablee.core.errors import InvalidRulebook
from tablee.core.game import Game
from tablee.core.rulebook import LANGUAGES, Clause, Texts


@dataclass(frozen=True)
class Situation:
    """A question, its answer in a few words, and the clauses that decide it."""

    ask: Texts
    say: Texts
    clauses: tuple[Clause, ...]


@cache
def situations(game: Game) -> tuple[Situation, ...]:
    """The situations of a game; raises InvalidRulebook where a text or a clause is missing."""
    path = game.folder / "ask.toml"
    if not path.exists():
        return tuple(
            Situation(section.title, {}, tuple(section.clauses))
            for section in game.rulebook.sections
        )
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_read(game, one) for one in data["situation"])


def _read(game: Game, data: Mapping[str, Any]) -> Situation:
    for name in ("ask", "say"):
        if set(data[name]) != set(LANGUAGES) or not all(data[name].values()):
            raise InvalidRulebook(f"{game.name}/ask.toml: {data[name]} lacks a language.")
    return Situation(
        data["ask"], data["say"], tuple(game.rulebook.clause(one) for one in data["clauses"])
    )
