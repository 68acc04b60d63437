"""Fourmis: take tricks with ants, for the colours and queens that bring aphids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.core.game import Game, Option
from tablee.core.position import ScoreLine, View
from tablee.core.rulebook import Refusal, Told
from tablee.core.text import Fields
from tablee.games.fourmis import advice, notation, rules, words
from tablee.games.fourmis.material import KINDS


class Fourmis(Game):
    """The ants game, for two (with a ghost), three, four, or two teams."""

    name = "fourmis"
    players = range(2, 5)
    options = (
        Option("beat", ("highest", "previous"), "F1"),
        Option("teams", ("no", "yes"), "F15", players=(4,)),
    )
    rules = rules
    advice = advice
    move_codes = KINDS
    folder = Path(__file__).parent

    @cached_property
    def words(self) -> words.Words:
        """Gets the sentences of this game."""
        return words.Words(self.rulebook)

    def write_move(self, code: int) -> str:
        """Gets the text of a card."""
        return notation.write_card(code)

    def read_move(self, text: str) -> int:
        """Reads a card."""
        return notation.read_card(text)

    def write_table(self, state: Any) -> Mapping[str, object]:
        """Gets the fields of a position."""
        return notation.write_table(state)

    def read_table(self, fields: Fields, state: Any) -> None:
        """Reads the fields of a position."""
        notation.read_table(fields, state)

    def refuse(self, state: Any, code: int, lang: str) -> Refusal | None:
        """Says why a card may not be played."""
        return self.words.refuse(state, code, lang)

    def explain(self, view: Any, code: int, lang: str) -> str:
        """Says why a card is sensible."""
        return self.words.explain(view, code, lang)

    def tell_move(self, before: Any, code: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Says who plays what."""
        return self.words.tell_move(before, code, lang, names)

    def tell(
        self, before: Any, event: int, after: Any, lang: str, names: Sequence[str]
    ) -> list[Told]:
        """Says what happened by itself."""
        return self.words.tell(before, event, after, lang, names)

    def show(self, view: View, lang: str, names: Sequence[str]) -> str:
        """Draws the table for a terminal."""
        return self.words.show(view.record, lang, names)

    def sheet(self, state: Any) -> tuple[ScoreLine, ...]:
        """Explains the points of a finished round."""
        return words.sheet(state)

    def ending(self, state: Any) -> str:
        """Gets the clause that ended the match."""
        return words.ending(state)
