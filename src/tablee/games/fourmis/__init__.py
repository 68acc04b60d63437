"""Fourmis: take tricks with ants, for the colours and queens that bring aphids."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from tablee.core.game import Game, Option
from tablee.games.fourmis import advice, notation, rules, words


class Fourmis(Game):
    """The ants game, for two (with a ghost), three, four, or two teams."""

    name = "fourmis"
    players = range(2, 5)
    options = (
        Option("beat", ("highest", "previous"), "F1"),
        Option("teams", ("no", "yes"), "F15", players=(4,)),
    )
    rules = rules
    notation = notation.Texts(rules.FIELDS, notation.CARD_TEXTS)
    advice = advice
    folder = Path(__file__).parent

    pauses = frozenset((rules.TRICK_WON, rules.TRICK_ASIDE, rules.DEALT))
    scored = frozenset((rules.SCORED,))

    @cached_property
    def words(self) -> words.Words:
        """The sentences of this game."""
        return words.Words(self.rulebook)
