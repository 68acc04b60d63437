"""Kraut & Rüben: fill gardens for a secret contract, and spoil those of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.core.game import Game, Option
from tablee.core.position import ScoreLine, View
from tablee.core.rulebook import Refusal, Told
from tablee.core.text import Fields
from tablee.games.kraut import advice, notation, rules, words


class Kraut(Game):
    """The gardening game, for two (with two gardens each) to five."""

    name = "kraut"
    players = range(2, 6)
    options = (Option("match", ("single", "three"), "K17"),)
    rules = rules
    advice = advice
    move_codes = len(notation.MOVE_TEXTS)
    folder = Path(__file__).parent

    @cached_property
    def words(self) -> words.Words:
        """Gets the sentences of this game."""
        return words.Words(self.rulebook)

    def write_move(self, code: int) -> str:
        """Gets the text of a move."""
        return notation.write_move(code)

    def read_move(self, text: str) -> int:
        """Reads a move."""
        return notation.read_move(text)

    def write_table(self, state: Any) -> Mapping[str, object]:
        """Gets the fields of a position."""
        return notation.write_table(state)

    def read_table(self, fields: Fields, state: Any) -> None:
        """Reads the fields of a position."""
        notation.read_table(fields, state)

    def refuse(self, state: Any, code: int, lang: str) -> Refusal | None:
        """Says why a move is not allowed."""
        return self.words.refuse(state, code, lang)

    def explain(self, view: Any, code: int, lang: str) -> str:
        """Says why a move is sensible."""
        return self.words.explain(view, code, lang)

    def tell_move(self, before: Any, code: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Says who does what."""
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
        """Explains the points of a finished game."""
        return words.sheet(state)

    def ending(self, state: Any) -> str:
        """Gets the clause that ended the match."""
        return words.ending(state)
