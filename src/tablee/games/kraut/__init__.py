"""Kraut & Rüben: fill gardens for a secret contract, and spoil those of the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablee.core.bits import count
from tablee.core.game import Game, Option
from tablee.core.rules.rulebook import Rulebook
from tablee.games.kraut import advice, notation, rules, words
from tablee.games.kraut.material import BEDS, MOST_CARDS, SNAIL


class Kraut(Game):
    """The gardening game, for two (with two gardens each) to five."""

    name = "kraut"
    players = range(2, 6)
    options = (Option("match", ("single", "three"), "K17"),)
    rules = rules
    notation = notation.Texts(rules.FIELDS, notation.MOVE_TEXTS, how=notation.HOW_TO_MOVE)
    advice = advice
    folder = Path(__file__).parent

    def check_variant(self, record: Any) -> None:
        """Refuse too few contracts, and too few or too many cards."""
        contracts, players = count(int(record.pack)), int(record.players)
        if contracts < players:
            raise self.rulebook.refuse_variant("contracts", contracts=contracts, players=players)
        beds = BEDS * (4 if players == 2 else players)
        fills, cards = int(record.supply[:SNAIL].sum()), int(record.supply.sum())
        if fills < beds:
            raise self.rulebook.refuse_variant("beds", fills=fills, beds=beds)
        if cards > MOST_CARDS:
            raise self.rulebook.refuse_variant("cards", cards=cards, most=MOST_CARDS)

    pauses = frozenset((rules.DEALT,))
    scored = frozenset((rules.SCORED,))

    def longest(self, players: int | None = None) -> int:
        """Return a number of decisions that no match exceeds: three in a turn, a turn a card."""
        return int(self.fields["games"].high) * 3 * (MOST_CARDS + self.players[-1])  # type: ignore[arg-type]

    def make_words(self, book: Rulebook) -> words.Words:
        """Return the sentences of this game."""
        return words.Words(book)


GAME = Kraut()
