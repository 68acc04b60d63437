"""L'Ascenseur: say how many tricks you will take, and take exactly so many."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.core.errors import InvalidPosition, InvalidVariant
from tablee.core.game import Game, Option
from tablee.core.notation import Notation
from tablee.core.rules.rulebook import Rulebook

from . import advice, rules, words


class Texts(Notation):
    """The texts that follow from the declared fields."""

    def complete(self, state: Any) -> None:
        """Write whose turn it is, which follows from the bids and the trick."""
        if state["rounds"] > rules.last_round(state):
            raise InvalidPosition(f"round={state['rounds']}: there are {rules.last_round(state)}.")
        state["seat"] = rules.whose_turn(state)


class Ascenseur(Game):
    """The whole game, for three to seven."""

    name = "ascenseur"
    contract = 1
    players = range(3, 8)
    options = (
        Option("ride", ("both", "down"), "A2"),
        Option("last", ("bound", "free"), "A7"),
        Option("trump", ("turned", "order"), "A4"),
        Option("scoring", ("exact", "each", "fall"), "A15"),
    )
    rules = rules
    advice = advice
    folder = Path(__file__).parent
    pauses = frozenset((rules.TRICK_WON,))
    scored = frozenset((rules.SCORED,))

    @cached_property
    def notation(self) -> Texts:
        """The texts of moves and positions."""
        return Texts(self.fields, rules.MOVES)

    def make_words(self, book: Rulebook) -> words.Words:
        """Return the sentences of this game."""
        return words.Words(self, book)

    def check_variant(self, record: Any) -> None:
        """Refuse floors that need more cards than there are."""
        most = (len(rules.CARDS) - 1) // record.players
        if record.top > most:
            raise InvalidVariant(
                f"top = {record.top}: {record.players} players can be dealt {most} cards each at"
                " most, as one more shows trumps (A2)."
            )

    def longest(self, players: int | None = None) -> int:
        """Return a number of decisions that no match exceeds."""
        return self.players[-1] * sum(2 * (n + 1) for n in range(rules.TALLEST + 1))


GAME = Ascenseur()
