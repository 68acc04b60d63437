"""Kraut & Rüben: fill gardens for a secret contract, and spoil those of the others."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from tablee.core.game import Game, Option
from tablee.games.kraut import advice, notation, rules, words


class Kraut(Game):
    """The gardening game, for two (with two gardens each) to five."""

    name = "kraut"
    players = range(2, 6)
    options = (Option("match", ("single", "three"), "K17"),)
    rules = rules
    notation = notation.Texts(rules.FIELDS, notation.MOVE_TEXTS, how=notation.HOW_TO_MOVE)
    advice = advice
    folder = Path(__file__).parent

    pauses = frozenset((rules.DEALT,))
    scored = frozenset((rules.SCORED,))

    @cached_property
    def words(self) -> words.Words:
        """The sentences of this game."""
        return words.Words(self.rulebook)
