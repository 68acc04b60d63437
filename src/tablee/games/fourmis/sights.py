"""What a move of Fourmis shows: a card, among those of its trick."""

from __future__ import annotations

from typing import Any

from tablee.games.fourmis.art import ART
from tablee.games.fourmis.notation import CARD_TEXTS
from tablee.table.sights import Sights


class FourmisSights(Sights):
    """Shows the trick before a card, and the card."""

    def picture(self, record: Any, move: int) -> str:
        """Return the card that is played."""
        return ART.card(CARD_TEXTS[move]).id

    def lies(self, record: Any) -> str:
        """Return the trick so far."""
        trick = record.trick[: record.played].tolist()
        return " ".join(self.picture(record, card) for card in trick)

    def sight(self, record: Any, move: int) -> str:
        """Return the trick with the card that is played."""
        return f"{self.lies(record)} {self.picture(record, move)}*".lstrip()


SIGHTS = FourmisSights()
