"""Fourmis: take tricks with ants, for the colours and queens that bring aphids."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablee.core.game import Game, Option
from tablee.core.rules.rulebook import Rulebook
from tablee.games.fourmis import advice, notation, rules, words
from tablee.games.fourmis.material import MOST_IN_HAND


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

    def partners(self, options: Mapping[str, Any]) -> int:
        """Return 2 in teams: those who sit opposite each other win together (F15)."""
        return 2 if options.get("teams") == "yes" else 1

    def check_variant(self, record: Any) -> None:
        """Refuse cards that cannot be dealt evenly, and aphids that nobody could gather."""
        cards, hands = int(rules.cards_at(record)), int(rules.hands_at(record))
        if cards % hands or cards // hands > MOST_IN_HAND:
            known = {"ladybirds": int(record.ladybirds), "cards": cards, "hands": hands}
            raise self.rulebook.refuse_variant("evenly", **known, most=MOST_IN_HAND)
        brought, taken = sum(record.worth[:3].tolist()), -int(record.worth[3] * record.ladybirds)
        if min(record.worth[:3]) < 0:
            raise self.rulebook.refuse_variant("objective")
        if brought <= taken or brought < 1:
            raise self.rulebook.refuse_variant("goal", brought=brought, taken=taken)

    pauses = frozenset((rules.TRICK_WON, rules.TRICK_ASIDE, rules.DEALT))
    scored = frozenset((rules.SCORED,))

    def longest(self, players: int | None = None) -> int:
        """Return a number of decisions that no match exceeds: a record counts so many rounds."""
        return 60_000 * MOST_IN_HAND * self.players[-1]

    def make_words(self, book: Rulebook) -> words.Words:
        """Return the sentences of this game."""
        return words.Words(book)


GAME = Fourmis()
