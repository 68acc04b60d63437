"""Kraut & Rüben in text: what is special in its moves and positions.

Gardens are 1 to 6, beds 1 to 12, row by row. A move is `draw`, `mole-2-7` (the mole covers that
bed), `2-7` (the drawn card goes there), `take-2` or `wait`. See docs/kraut.md for a position.
Texts from when gardens were A to F (`mole-B7`, `taken=B1`) are read for ever.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tablee.core.errors import InvalidPosition
from tablee.core.header import NOBODY
from tablee.core.notation import Notation
from tablee.core.text import NOTHING
from tablee.games.kraut import choices, rules
from tablee.games.kraut.check import check_box, check_table
from tablee.games.kraut.garden import MOST_GARDENS, NO_CARD, NO_GARDEN, beds, gardens_at, lay
from tablee.games.kraut.material import (
    ALL_BEDS,
    BEDS,
    COLUMNS,
    GARDENS,
    KINDS,
    MOLE,
    ROWS,
    SNAIL,
    VEGETABLES,
)

LETTERS = "ABCDEF"  # what gardens were once called


def _moves(gardens: str, dash: str) -> list[str]:
    beds = [f"{garden}{dash}{bed}" for garden in gardens for bed in range(1, BEDS + 1)]
    takes = [f"take-{garden}" for garden in gardens]
    return [*beds, *(f"mole-{bed}" for bed in beds), *takes, "draw", "wait"]


MOVE_TEXTS = _moves(GARDENS, "-")
BY_LETTER = dict(zip(_moves(LETTERS, ""), MOVE_TEXTS, strict=True))
HOW_TO_MOVE = (
    f"write draw, mole-2-7, 2-7, take-2 or wait, with a garden {GARDENS[0]} to {GARDENS[-1]}"
    f" and a bed 1 to {BEDS}"
)
_EMPTY = "."
_BED = re.compile(r"(?P<card>[.\w])(?:\+(?P<animal>\w))?", re.ASCII)


class Texts(Notation):
    """The texts of Kraut & Rüben."""

    def read_move(self, text: str) -> int:
        """The number of a move, or InvalidMove with what would be right."""
        return super().read_move(BY_LETTER.get(text, text))

    def write_gardens(self, state: Any) -> str:
        """All gardens, bed by bed."""
        return "/".join("".join(garden) for garden in self.tell_gardens(state))

    def tell_gardens(self, state: Any) -> list[list[str]]:
        """What lies on each bed of each garden."""
        gardens = range(gardens_at(state))
        return [[write_bed(*bed) for bed in beds(state, garden)] for garden in gardens]

    def write_taken(self, state: Any) -> str:
        """The gardens that were taken, the earliest first, each with its owner."""
        order = sorted((int(n), garden) for garden, n in enumerate(state.taken) if n)
        words = [f"{GARDENS[garden]}:{state.owner[garden]}" for _, garden in order]
        return ",".join(words) or NOTHING

    def write_box(self, state: Any) -> str:
        """The cards that went back to the box: those that lie nowhere else."""
        return "".join(KINDS[kind] * n for kind, n in enumerate(boxed(state))) or NOTHING

    def read_gardens(self, text: str, state: Any) -> None:
        """Lays out the gardens."""
        texts, n = text.split("/"), int(gardens_at(state))
        if len(texts) != n:
            raise InvalidPosition(
                f"field 'gardens' has {len(texts)} parts, but here it needs {n} (between '/')."
            )
        for garden in range(MOST_GARDENS):
            state.owner[garden] = NOBODY if garden < n else NO_GARDEN
            state.empty[garden] = ALL_BEDS if garden < n else 0
        for garden, laid in enumerate(texts):
            _lay_garden(state, garden, laid)

    def read_taken(self, text: str, state: Any) -> None:
        """Gives the gardens to their owners."""
        for order, word in enumerate([] if text == NOTHING else text.split(","), 1):
            _take(state, text, word, order)

    def read_box(self, text: str, state: Any) -> None:
        """Finds what is left in the stock: all that lies neither on the table nor in the box."""
        seen = count_cards(state)
        box = "" if text == NOTHING else text
        seen.update(_read_kind(card, f"box={text}", KINDS[:MOLE]) for card in box)
        for kind in range(MOLE):
            if seen[kind] > state.supply[kind]:
                raise InvalidPosition(
                    f"there are {seen[kind]} {KINDS[kind]} on the table and in the box:"
                    f" the game has {state.supply[kind]} (K32)."
                )
            state.stock[kind] = state.supply[kind] - seen[kind]
        state.left = int(state.supply.sum()) - sum(seen[kind] for kind in range(MOLE))

    def check(self, state: Any) -> None:
        """Refuses what cannot be, and finds whose turn it is."""
        seats = range(int(state.players))
        state.finished = sum(1 << seat for seat in seats if rules.is_finished(state, seat))
        check_table(state)
        check_box(state, boxed(state))
        state.seat = NOBODY if state.phase == choices.OVER else state.turn


def write_bed(top: int, covered: int) -> str:
    """The text of a bed: a dot, a card, or a covered one as in T+s."""
    if top == NO_CARD:
        return _EMPTY
    return KINDS[top] if covered == NO_CARD else f"{KINDS[covered]}+{KINDS[top]}"


def boxed(state: Any) -> list[int]:
    """How many cards of each kind went back to the box."""
    seen = count_cards(state)
    return [int(state.supply[kind] - state.stock[kind]) - seen[kind] for kind in range(MOLE)]


def count_cards(state: Any) -> Counter[int]:
    """Counts the cards of each kind on the table, covered ones and the drawn one too."""
    seen = Counter([int(state.drawn)])
    for garden in range(MOST_GARDENS):
        for bed in beds(state, garden):
            seen.update(bed)
    del seen[NO_CARD]
    return seen


def _read_kind(text: str, where: str, kinds: str) -> int:
    if len(text) != 1 or text not in kinds:
        raise InvalidPosition(f"{where}: {text!r} is no card here: write one of {' '.join(kinds)}.")
    return KINDS.index(text)


def _lay_garden(state: Any, garden: int, text: str) -> None:
    found = list(_BED.finditer(text))
    if "".join(bed[0] for bed in found) != text:
        raise InvalidPosition(
            f"garden {GARDENS[garden]}: {text!r} cannot be read: write a dot for an empty bed,"
            f" a card ({' '.join(KINDS[:MOLE])}), or a covered one, as in T+s."
        )
    if len(found) != BEDS:
        raise InvalidPosition(
            f"garden {GARDENS[garden]} has {len(found)} beds: a garden has {BEDS},"
            f" {ROWS} rows of {COLUMNS} (K34)."
        )
    for bed, words in enumerate(found):
        _lay_bed(state, garden, bed, words["card"], words["animal"])


def _lay_bed(state: Any, garden: int, bed: int, card: str, animal: str | None) -> None:
    where = f"bed {GARDENS[garden]}-{bed + 1}"
    if animal is not None:
        lay(state, garden, bed, _read_kind(card, f"{where}, covered (K3)", KINDS[:VEGETABLES]))
        lay(state, garden, bed, _read_kind(animal, f"{where}, on top", KINDS[SNAIL:]))
    elif card == KINDS[MOLE]:
        raise InvalidPosition(f"{where}: a mole always covers a vegetable, as in T+m (K45).")
    elif card != _EMPTY:
        lay(state, garden, bed, _read_kind(card, where, KINDS[:MOLE]))


def _take(state: Any, text: str, word: str, order: int) -> None:
    n, last = int(gardens_at(state)), int(state.players) - 1
    if not re.fullmatch(f"([{GARDENS[:n]}]:|[{LETTERS[:n]}])[0-{last}]", word):
        raise InvalidPosition(
            f"taken={text}: {word!r} is no garden with its owner: write a garden 1 to {n}"
            f" and a seat 0 to {last}, as in 2:1."
        )
    garden, seat = (GARDENS + LETTERS).index(word[0]) % len(GARDENS), int(word[-1])
    if state.owner[garden] != NOBODY:
        both = f"two owners, {state.owner[garden]} and {seat}"
        raise InvalidPosition(f"taken={text}: garden {GARDENS[garden]} has {both} (K54).")
    if choices.owed(state, seat) == 0:
        most = "two gardens (K78)" if state.players == 2 else "one garden (K53)"
        raise InvalidPosition(f"taken={text}: seat {seat} has too many: each takes {most}.")
    state.owner[garden], state.taken[garden] = seat, order
