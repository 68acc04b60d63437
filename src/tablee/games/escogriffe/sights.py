"""What a move of Le Grand Escogriffe shows: a card, beside or in the own figure."""

from __future__ import annotations

from typing import Any

from tablee.games.escogriffe import rules
from tablee.games.escogriffe.art import ART
from tablee.games.escogriffe.material import house_deck
from tablee.games.escogriffe.notation import figure_of
from tablee.games.escogriffe.state import FEET, is_open, top_of
from tablee.table.sights import Sights

_FEW = 3
"""Cards of a long figure that are shown."""
_LAYS = (rules.BEGIN, rules.AT_HEAD, rules.AT_FEET)


class EscogriffeSights(Sights):
    """Shows the own figure, with the card at its end or beside it."""

    def picture(self, record: Any, move: int) -> str:
        """Return the card that is taken, laid or discarded; of the stock its back."""
        if move == rules.DRAW:
            return ART.back.id
        taken = move < rules.FIRST_CARD_MOVE
        return _id(int(top_of(record, move - rules.TAKE) if taken else rules.card_of(move)))

    def sign(self, record: Any, move: int) -> str:
        """Return whether a card comes, goes or is laid."""
        if move < rules.FIRST_CARD_MOVE:
            return "←"
        return "✓" if rules.way_of(move) in _LAYS else "→"

    def lies(self, record: Any) -> str:
        """Return the own figure; of a long one the end that is still open."""
        seat = int(record.seat)
        figure = [_id(kind) for kind in figure_of(record, seat)]
        return "/".join(figure[-_FEW:] if is_open(record, seat, FEET) else figure[:_FEW])

    def sight(self, record: Any, move: int) -> str:
        """Return the own figure with the card where it is laid, or beside it."""
        figure, card = self.lies(record), f"{self.picture(record, move)}*"
        if move < rules.FIRST_CARD_MOVE or rules.way_of(move) not in _LAYS:
            return f"{figure} {card}".lstrip()
        whole = [_id(kind) for kind in figure_of(record, int(record.seat))]
        if rules.way_of(move) == rules.AT_HEAD:
            return "/".join([card, *whole[:_FEW]])
        return "/".join([*whole[-_FEW:], card])


def _id(kind: int) -> str:
    """Return the drawing of a type; the house's deck is drawn in a sprite of its own."""
    return ART.card(house_deck().kinds[kind].code).id


SIGHTS = EscogriffeSights()
