"""Kraut & Rüben in text: what is special in its moves and positions.

Gardens are 1 to 6, beds 1 to 12, row by row. A move is `draw`, `mole-2-7` (the mole covers that
bed), `2-7` (the drawn card goes there), `take-2` or `wait`. See docs/play/kraut.md for a position.
Texts from when gardens were A to F (`mole-B7`, `taken=B1`) can still be read.
"""

from __future__ import annotations

import re
from typing import Any

from tablee.core.header import NOBODY
from tablee.core.notation import Notation
from tablee.core.state.text import NOTHING, demand
from tablee.games.kraut import rules
from tablee.games.kraut.gardens import choices
from tablee.games.kraut.gardens.check import check_table
from tablee.games.kraut.gardens.garden import beds, boxed, clear, gardens_at, lay, lying
from tablee.games.kraut.material import BEDS, COLUMNS, GARDENS, KINDS, MOLE, ROWS, SNAIL, VEGETABLES
from tablee.games.kraut.state import NO_CARD, OVER

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
        """Return the number of a move, or InvalidMove with what would be right."""
        return super().read_move(BY_LETTER.get(text, text))

    def write_gardens(self, state: Any) -> str:
        """Return all gardens, bed by bed."""
        return "/".join("".join(garden) for garden in self.tell_gardens(state))

    def tell_gardens(self, state: Any) -> list[list[str]]:
        """Return what lies on each bed of each garden."""
        gardens = range(gardens_at(state))
        return [[write_bed(*bed) for bed in beds(state, garden)] for garden in gardens]

    def write_taken(self, state: Any) -> str:
        """Return the gardens that were taken, the earliest first, each with its owner."""
        order = sorted((int(n), garden) for garden, n in enumerate(state.taken) if n)
        words = [f"{GARDENS[garden]}:{state.owner[garden]}" for _, garden in order]
        return ",".join(words) or NOTHING

    def write_box(self, state: Any) -> str:
        """Return the cards that went back to the box: those that lie nowhere else."""
        return "".join(KINDS[kind] * n for kind, n in enumerate(boxed(state))) or NOTHING

    def read_gardens(self, text: str, state: Any) -> None:
        """Lay out the gardens."""
        texts, n = text.split("/"), int(gardens_at(state))
        found = f"field 'gardens' has {len(texts)} parts"
        demand(len(texts) == n, f"{found}, but here it needs {n} (between '/').")
        clear(state)
        for garden, laid in enumerate(texts):
            _lay_garden(state, garden, laid)

    def read_taken(self, text: str, state: Any) -> None:
        """Give the gardens to their owners."""
        for order, word in enumerate([] if text == NOTHING else text.split(","), 1):
            _take(state, text, word, order)

    def read_box(self, text: str, state: Any) -> None:
        """Find what is left in the stock: all that lies neither on the table nor in the box."""
        cards = "" if text == NOTHING else text
        box = [_read_kind(card, f"box={text}", KINDS[:MOLE]) for card in cards]
        for kind, there in enumerate(state.supply):
            seen = lying(state, kind) + box.count(kind)
            found = f"there are {seen} {KINDS[kind]} on the table and in the box"
            demand(seen <= there, f"{found}: the game has {there} (K32).")
            state.stock[kind] = there - seen
        state.left = state.stock.sum()

    def check(self, state: Any) -> None:
        """Refuse what cannot be, and find whose turn it is."""
        seats = range(int(state.players))
        state.finished = sum(1 << seat for seat in seats if rules.is_finished(state, seat))
        check_table(state)
        state.seat = NOBODY if state.phase == OVER else state.turn


def write_bed(top: int, covered: int) -> str:
    """Return the text of a bed: a dot, a card, or a covered one as in T+s."""
    if top == NO_CARD:
        return _EMPTY
    return KINDS[top] if covered == NO_CARD else f"{KINDS[covered]}+{KINDS[top]}"


def _read_kind(text: str, where: str, kinds: str) -> int:
    known = len(text) == 1 and text in kinds
    demand(known, f"{where}: {text!r} is no card here: write one of {' '.join(kinds)}.")
    return KINDS.index(text)


def _lay_garden(state: Any, garden: int, text: str) -> None:
    found, where = list(_BED.finditer(text)), f"garden {GARDENS[garden]}"
    demand(
        "".join(bed[0] for bed in found) == text,
        f"{where}: {text!r} cannot be read: write a dot for an empty bed,"
        f" a card ({' '.join(KINDS[:MOLE])}), or a covered one, as in T+s.",
    )
    right = f"a garden has {BEDS}, {ROWS} rows of {COLUMNS} (K34)"
    demand(len(found) == BEDS, f"{where} has {len(found)} beds: {right}.")
    for bed, words in enumerate(found):
        _lay_bed(state, garden, bed, words["card"], words["animal"])


def _lay_bed(state: Any, garden: int, bed: int, card: str, animal: str | None) -> None:
    where = f"bed {GARDENS[garden]}-{bed + 1}"
    if animal is not None:
        lay(state, garden, bed, _read_kind(card, f"{where}, covered (K3)", KINDS[:VEGETABLES]))
        lay(state, garden, bed, _read_kind(animal, f"{where}, on top", KINDS[SNAIL:]))
    elif card != _EMPTY:
        bare = card == KINDS[MOLE]
        demand(not bare, f"{where}: a mole always covers a vegetable, as in T+m (K45).")
        lay(state, garden, bed, _read_kind(card, where, KINDS[:MOLE]))


def _take(state: Any, text: str, word: str, order: int) -> None:
    n, last = int(gardens_at(state)), int(state.players) - 1
    demand(
        re.fullmatch(f"([{GARDENS[:n]}]:|[{LETTERS[:n]}])[0-{last}]", word),
        f"taken={text}: {word!r} is no garden with its owner: write a garden 1 to {n}"
        f" and a seat 0 to {last}, as in 2:1.",
    )
    garden, seat = (GARDENS + LETTERS).index(word[0]) % len(GARDENS), int(word[-1])
    owner = state.owner[garden]
    both = f"garden {GARDENS[garden]} has two owners, {owner} and {seat} (K54)"
    demand(owner == NOBODY, f"taken={text}: {both}.")
    most = "two gardens (K78)" if state.players == 2 else "one garden (K53)"
    many = f"seat {seat} has too many: each takes {most}"
    demand(choices.owed(state, seat) > 0, f"taken={text}: {many}.")
    state.owner[garden], state.taken[garden] = seat, order
