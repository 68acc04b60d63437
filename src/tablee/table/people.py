"""Who sits around a table, as a page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.table.strokes import SEATS

BOT_NAMES = ("Ada", "Björn", "Chloé", "Dimitri", "Elif", "Faisal", "Greta", "Hugo")
"""What bots go by, in this order."""


@dataclass(frozen=True)
class Person:
    """Who sits at a seat: a person, or a bot."""

    seat: int
    name: str
    bot: bool = False
    """Whether a bot decides here now."""
    level: str = ""
    """How strong that bot is, if it is known."""
    away: bool = False
    """Whether it plays for a person who is away."""
    here: bool = True
    """Whether the person's page is open somewhere."""
    mine: bool = False
    """Whether it is the viewer; for lists beside the table, never on it."""

    @property
    def letter(self) -> str:
        """The seat's letter, its sign beside its colour."""
        return SEATS[self.seat]
