"""What a move of Kraut & Rüben shows: a card, on its bed in a garden."""

from __future__ import annotations

from typing import Any

from tablee.core.header import NOBODY
from tablee.games.kraut.art import ART
from tablee.games.kraut.gardens.choices import DRAW, MOLES, PLACES, TAKES, WAIT
from tablee.games.kraut.gardens.garden import beds, owned
from tablee.games.kraut.material import BEDS, KINDS, MOLE
from tablee.games.kraut.notation import write_bed
from tablee.games.kraut.state import NO_CARD
from tablee.table.sights import Sights

_COLUMNS = 3
_FEW = 3
"""Free gardens that are shown side by side."""


class KrautSights(Sights):
    """Shows the garden of a move, with the card on its bed."""

    def picture(self, record: Any, move: int) -> str:
        """Return the card that is planted; a garden that is taken has its flag."""
        if move in (DRAW, WAIT):
            return ""
        if move >= TAKES:
            return f"k-flag-{int(record.seat)}"
        return ART.card(KINDS[_card(record, move)]).id

    def sign(self, record: Any, move: int) -> str:
        """Return the number of the garden."""
        if move in (DRAW, WAIT):
            return ""
        return str((move - TAKES if move >= TAKES else move % PLACES // BEDS) + 1)

    def lies(self, record: Any) -> str:
        """Return the card that was drawn, while it is to be planted; else the free gardens."""
        return ART.card(KINDS[int(record.drawn)]).id if record.drawn != NO_CARD else _free(record)

    def sight(self, record: Any, move: int) -> str:
        """Return the garden with the card on its bed or its flag; who waits sees what is free."""
        if move == DRAW:
            return f"{ART.card(KINDS[MOLE]).id}*"
        if move == WAIT:
            return _free(record)
        garden = move - TAKES if move >= TAKES else move % PLACES // BEDS
        cells = _cells(record, garden)
        if move >= TAKES:
            return f"{self.picture(record, move)}* {_rows(cells)}"
        bed = move % BEDS
        cells[bed] = f"{_cell(_card(record, move), beds(record, garden)[bed][0])}*"
        return _rows(cells)


def _card(record: Any, move: int) -> int:
    return MOLE if move >= MOLES else int(record.drawn)


def _cell(top: int, under: int) -> str:
    return "k-bed" if top == NO_CARD else ART.card(write_bed(top, under)).id


def _cells(record: Any, garden: int) -> list[str]:
    return [_cell(top, under) for top, under in beds(record, garden)]


def _free(record: Any) -> str:
    return " ".join(_rows(_cells(record, garden)) for garden in owned(record, NOBODY)[:_FEW])


def _rows(cells: list[str]) -> str:
    rows = [cells[first : first + _COLUMNS] for first in range(0, BEDS, _COLUMNS)]
    return ";".join(",".join(row) for row in rows)


SIGHTS = KrautSights()
