"""Everything that can be refused, and how it says so.

TableeError
├── InvalidError (a ValueError)   it cannot be read or does not exist
│   ├── UnknownGame
│   ├── InvalidOption             a player count, an option, a seed
│   │   └── InvalidVariant        other numbers with which the game cannot be played
│   ├── InvalidMove               a text that is no move of this game
│   ├── InvalidPosition           a text that is no position, or an impossible one
│   ├── InvalidRecord             a record that cannot be read or does not replay
│   ├── InvalidDeck               a deck file with which the game cannot be played
│   ├── InvalidRulebook           a rule book with something missing
│   └── UnknownDrawing            a picture that the game does not have
├── LostWork                      workers that died again and again over the same job
├── NoBrowser                     a picture in pixels, and nothing here to draw it
├── IllegalMove (a ValueError)    it was read, and a clause forbids it
└── StaleMove (a ValueError)      it answers a moment that has passed
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablee.core.rules.rulebook import Refusal


class TableeError(Exception):
    """Anything Tablée refuses."""


class InvalidError(TableeError, ValueError):
    """Something that cannot be read, or that does not exist."""


class UnknownGame(InvalidError):
    """A name that no game bears."""


class InvalidOption(InvalidError):
    """A player count, an option or a seed that the game does not have."""


class InvalidMove(InvalidError):
    """A text that is no move of the game."""


class InvalidPosition(InvalidError):
    """A text that is no position of the game, or an impossible one."""


class InvalidRecord(InvalidError):
    """A record that cannot be read, or whose moves do not replay."""

    def __init__(self, sentence: str, fault: str = "broken") -> None:
        self.fault = fault
        """What is wrong in one word: `none`, `game`, `rules`, `move`, `broken`."""
        super().__init__(sentence)


class InvalidDeck(InvalidError):
    """A deck file that cannot be read, or with which the game cannot be played."""


class InvalidVariant(InvalidOption):
    """A variant that cannot be read, or with whose numbers the game cannot be played."""

    def __init__(self, said: str | Mapping[str, str]) -> None:
        self._said = {} if isinstance(said, str) else said
        super().__init__(said if isinstance(said, str) else said["en"])

    def to(self, lang: str) -> str:
        """Return why, in a language; in English where that is all there is."""
        return self._said.get(lang, str(self))


class InvalidRulebook(InvalidError):
    """A rule book in which something is missing."""


class UnknownDrawing(InvalidError):
    """A picture that the game does not have."""


class LostWork(TableeError):
    """Workers died again and again over the same job."""


class NoBrowser(TableeError):
    """A picture in pixels was asked for, and nothing here can draw it."""


class IllegalMove(TableeError, ValueError):
    """A move that was understood and that a clause forbids."""

    def __init__(self, move: str, refusal: Refusal, position: str) -> None:
        self.move = move
        self.refusal = refusal
        self.position = position
        super().__init__(f"{move}: {refusal} In the position: {position}")


class StaleMove(TableeError, ValueError):
    """A move that answers a ply which has passed."""

    def __init__(self, move: str, answers: int, ply: int) -> None:
        self.move = move
        self.answers = answers
        self.ply = ply
        super().__init__(
            f"{move} answers ply {answers}, but the table is at ply {ply}: look again."
        )
