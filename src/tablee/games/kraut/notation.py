"""Kraut & Rüben in text: moves and positions, both ways.

Gardens are A to F, beds 1 to 12, row by row. A move is `draw`, `mole-B7` (the mole covers that
bed), `B7` (the drawn card goes there), `take-B` or `wait`. See docs/kraut.md for a position.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tablee.core.errors import InvalidMove, InvalidPosition
from tablee.core.header import EVERYTHING, NOBODY
from tablee.core.text import HIDDEN, NOTHING, Fields
from tablee.games.kraut import choices, rules
from tablee.games.kraut.check import check_table
from tablee.games.kraut.garden import (
    MOST_GARDENS,
    NO_CARD,
    NO_CONTRACT,
    NO_GARDEN,
    beds,
    gardens_at,
    lay,
)
from tablee.games.kraut.material import (
    ALL_BEDS,
    BEDS,
    CARDS,
    COLUMNS,
    CONTRACTS,
    GAMES,
    GARDENS,
    KINDS,
    MOLE,
    ROWS,
    SNAIL,
    STOCK,
    VEGETABLES,
)

BED_TEXTS = [f"{garden}{bed}" for garden in GARDENS for bed in range(1, BEDS + 1)]
MOVE_TEXTS = [
    *BED_TEXTS,
    *(f"mole-{bed}" for bed in BED_TEXTS),
    *(f"take-{garden}" for garden in GARDENS),
    *("draw", "wait"),
]
_MOVE_CODES = {text: code for code, text in enumerate(MOVE_TEXTS)}
_PHASES = {
    "mole": choices.ASKING,
    "place": choices.PLACING,
    "take": choices.TAKING,
    "over": choices.OVER,
}
_EMPTY = "."
_BED = re.compile(r"(?P<card>[.\w])(?:\+(?P<animal>\w))?", re.ASCII)
_LOWEST, _HIGHEST = -150, 250  # what three games can bring


def write_move(code: int) -> str:
    """Gets the text of a move."""
    return MOVE_TEXTS[code]


def read_move(text: str) -> int:
    """Reads a move."""
    code = _MOVE_CODES.get(text)
    if code is None:
        raise InvalidMove(
            f"{text!r} is no move: write draw, mole-B7, B7, take-B or wait, with a garden"
            f" {GARDENS[0]} to {GARDENS[-1]} and a bed 1 to {BEDS}."
        )
    return code


def write_table(state: Any) -> dict[str, object]:
    """Gets the fields of a position."""
    seats = range(state.players)
    return {
        "game": state.game,
        "phase": next(name for name, phase in _PHASES.items() if phase == state.phase),
        "turn": state.turn,
        "drawn": NOTHING if state.drawn == NO_CARD else KINDS[state.drawn],
        "gardens": "/".join(_write_garden(state, garden) for garden in range(gardens_at(state))),
        "taken": _write_taken(state),
        "moles": "".join(str(seat) for seat in seats if state.moles >> seat & 1) or NOTHING,
        "box": _write_box(state),
        "contracts": "/".join(_write_contract(int(state.contracts[seat])) for seat in seats),
        "totals": ",".join(str(state.totals[seat]) for seat in seats),
    }


def _write_garden(state: Any, garden: int) -> str:
    return "".join(write_bed(*bed) for bed in beds(state, garden))


def write_bed(top: int, covered: int) -> str:
    """Writes what lies on a bed: a dot, a card, or a covered one as in T+s."""
    if top == NO_CARD:
        return _EMPTY
    return KINDS[top] if covered == NO_CARD else f"{KINDS[covered]}+{KINDS[top]}"


def _write_taken(state: Any) -> str:
    """Writes the gardens that were taken, the earliest first, each with its owner."""
    order = sorted((int(n), garden) for garden, n in enumerate(state.taken) if n)
    return ",".join(f"{GARDENS[garden]}{state.owner[garden]}" for _, garden in order) or NOTHING


def _write_box(state: Any) -> str:
    """Writes the cards that went back to the box: those that lie nowhere else."""
    lying = count_cards(state)
    gone = [STOCK[kind] - int(state.stock[kind]) - lying[kind] for kind in range(MOLE)]
    return "".join(KINDS[kind] * n for kind, n in enumerate(gone)) or NOTHING


def _write_contract(contract: int) -> str:
    return HIDDEN if contract == NO_CONTRACT else CONTRACTS[contract]


def count_cards(state: Any) -> Counter[int]:
    """Counts the cards of each kind on the table, covered ones and the drawn one too."""
    lying = Counter([int(state.drawn)])
    for garden in range(MOST_GARDENS):
        for bed in beds(state, garden):
            lying.update(bed)
    del lying[NO_CARD]
    return lying


def read_table(fields: Fields, state: Any) -> None:
    """Fills a record from the fields of a position, and refuses an impossible one."""
    players = int(state.players)
    state.game = fields.number("game", 1, GAMES[state.match])
    state.phase = _PHASES[list(_PHASES)[fields.choice("phase", tuple(_PHASES))]]
    state.turn = fields.number("turn", 0, players - 1)
    state.drawn = _read_drawn(fields.text("drawn"))
    _lay_gardens(state, fields.each("gardens", "/", int(gardens_at(state)), str))
    _read_taken(state, fields.text("taken"))
    state.moles = _read_moles(fields.text("moles"), players)
    _read_stock(state, fields.text("box"))
    _read_contracts(state, fields.each("contracts", "/", players, str))
    state.totals[:players] = fields.numbers("totals", players, _LOWEST, _HIGHEST)
    state.finished = sum(1 << seat for seat in range(players) if rules.is_finished(state, seat))
    check_table(state)
    state.seat = NOBODY if state.phase == choices.OVER else state.turn


def _read_kind(text: str, where: str, kinds: str) -> int:
    if len(text) != 1 or text not in kinds:
        raise InvalidPosition(f"{where}: {text!r} is no card here: write one of {' '.join(kinds)}.")
    return KINDS.index(text)


def _read_drawn(text: str) -> int:
    return NO_CARD if text == NOTHING else _read_kind(text, f"drawn={text}", KINDS[:MOLE])


def _lay_gardens(state: Any, texts: list[str]) -> None:
    for garden in range(MOST_GARDENS):
        here = garden < len(texts)
        state.owner[garden] = NOBODY if here else NO_GARDEN
        state.empty[garden] = ALL_BEDS if here else 0
    for garden, text in enumerate(texts):
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
    where = f"bed {GARDENS[garden]}{bed + 1}"
    if animal is not None:
        lay(state, garden, bed, _read_kind(card, f"{where}, covered (K3)", KINDS[:VEGETABLES]))
        lay(state, garden, bed, _read_kind(animal, f"{where}, on top", KINDS[SNAIL:]))
    elif card == KINDS[MOLE]:
        raise InvalidPosition(f"{where}: a mole always covers a vegetable, as in T+m (K45).")
    elif card != _EMPTY:
        lay(state, garden, bed, _read_kind(card, where, KINDS[:MOLE]))


def _read_taken(state: Any, text: str) -> None:
    gardens = GARDENS[: gardens_at(state)]
    for order, word in enumerate([] if text == NOTHING else text.split(","), 1):
        if not re.fullmatch(f"[{gardens}][0-{state.players - 1}]", word):
            raise InvalidPosition(
                f"taken={text}: {word!r} is no garden with its owner: write a letter {gardens[0]}"
                f" to {gardens[-1]} and a seat 0 to {state.players - 1}."
            )
        garden, seat = GARDENS.index(word[0]), int(word[1])
        if state.owner[garden] != NOBODY:
            both = f"{state.owner[garden]} and {seat}"
            raise InvalidPosition(f"taken={text}: garden {word[0]} has two owners, {both} (K54).")
        if choices.owed(state, seat) == 0:
            most = "two gardens (K78)" if state.players == 2 else "one garden (K53)"
            raise InvalidPosition(f"taken={text}: seat {seat} has too many: each takes {most}.")
        state.owner[garden], state.taken[garden] = seat, order


def _read_moles(text: str, players: int) -> int:
    seats = [] if text == NOTHING else list(text)
    known = [str(seat) for seat in range(players)]
    if not set(seats) <= set(known) or len(set(seats)) < len(seats):
        raise InvalidPosition(
            f"moles={text}: write the seats with an unplayed mole, each once"
            f" ({''.join(known)}), or {NOTHING}."
        )
    return sum(1 << int(seat) for seat in seats)


def _read_stock(state: Any, text: str) -> None:
    """Finds what is left in the stock: all that lies neither on the table nor in the box."""
    seen = count_cards(state)
    box = "" if text == NOTHING else text
    seen.update(_read_kind(card, f"box={text}", KINDS[:MOLE]) for card in box)
    for kind in range(MOLE):
        if seen[kind] > STOCK[kind]:
            raise InvalidPosition(
                f"there are {seen[kind]} {KINDS[kind]} on the table and in the box:"
                f" the game has {STOCK[kind]} (K32)."
            )
        state.stock[kind] = STOCK[kind] - seen[kind]
    state.left = CARDS - sum(seen[kind] for kind in range(MOLE))


def _read_contracts(state: Any, texts: list[str]) -> None:
    for seat, text in enumerate(texts):
        state.contracts[seat] = _read_contract(state, seat, text)
    known = [text for text in texts if text != HIDDEN]
    for text in known:
        if known.count(text) > 1:
            raise InvalidPosition(f"contract {text} stands twice: there is one of each (K39).")


def _read_contract(state: Any, seat: int, text: str) -> int:
    hidden = state.viewer not in (EVERYTHING, seat) and state.phase != choices.OVER
    if hidden and text != HIDDEN:
        raise InvalidPosition(f"the contract of seat {seat} is hidden here: write {HIDDEN} (K20).")
    if text == HIDDEN and not hidden:
        raise InvalidPosition(
            f"the contract of seat {seat} is known here: write {CONTRACTS[0]}, say."
        )
    if not hidden and text not in CONTRACTS:
        raise InvalidPosition(f"{text!r} is no contract: there are {' '.join(CONTRACTS)} (K71).")
    return NO_CONTRACT if hidden else CONTRACTS.index(text)
