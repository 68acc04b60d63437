"""What may be decided in Kraut & Rüben, and which clause forbids the rest; compiled.

One truth for both: `places`, `to_cover` and `must_take` decide, `legal` writes what they allow
and `refusal` names the clause where they do not.
"""

from __future__ import annotations

from tablee.core.bits import int64, lowest
from tablee.core.compiled import Moves, Records, StateRecord, compiled, decides
from tablee.core.header import NOBODY
from tablee.games.kraut.gardens.garden import (
    can_cover,
    for_snail,
    has_room,
    is_full,
    shows,
    to_cover,
    to_fill,
)
from tablee.games.kraut.material import BEDS, MOLE, SNAIL, VEGETABLES
from tablee.games.kraut.state import ASKING, MOST_GARDENS, NO_GARDEN, OVER, PLACING, TAKING

PLACES = MOST_GARDENS * BEDS
MOLES = PLACES  # moves: a bed for the drawn card; from here on one for the mole;
TAKES = MOLES + PLACES  # from here on a garden to take;
DRAW = TAKES + MOST_GARDENS  # and two more
WAIT = DRAW + 1

FILL, COVER, SETTLE = 0, 1, 2  # what the drawn card must do
FREE = 0
K2, K3, K5, K6, K7, K9, K11, K12, K15 = 2, 3, 5, 6, 7, 9, 11, 12, 15
K36, K41, K42, K43, K45, K49, K50, K53 = 36, 41, 42, 43, 45, 49, 50, 53
K54, K55, K77 = 54, 55, 77


@compiled
def duty(state: StateRecord) -> int:
    """Return what the drawn card must do: fill a bed, or as a snail cover or settle on one (K6)."""
    if state.drawn != SNAIL:
        return FILL
    return COVER if can_cover(state, SNAIL) else SETTLE


@compiled
def places(state: StateRecord, garden: int, task: int) -> int:
    """Return the beds of a garden where the drawn card may go."""
    if task == FILL:
        return to_fill(state, garden)
    return to_cover(state, garden, SNAIL) if task == COVER else for_snail(state, garden)


@compiled
def can_place(state: StateRecord) -> bool:
    """Return whether the drawn card has a bed anywhere."""
    task = duty(state)
    found = int64(0)
    for garden in range(MOST_GARDENS):
        found |= places(state, garden, task)
    return bool(found != 0)


@compiled
def owed(state: StateRecord, seat: int) -> int:
    """Count the gardens that a seat must still take (K53, K78)."""
    gardens = 2 if state.players == 2 else 1
    for garden in range(MOST_GARDENS):
        gardens -= state.owner[garden] == seat
    return gardens


@compiled
def must_take(state: StateRecord) -> bool:
    """Return whether every garden without an owner is full (K11)."""
    growing = False
    for garden in range(MOST_GARDENS):
        growing |= (state.owner[garden] == NOBODY) & (not is_full(state, garden))
    return not growing


# What is legal


@compiled
def legal(state: StateRecord, moves: Moves) -> int:
    """Write the legal moves, every bed by itself."""
    if not decides(state):
        return 0
    if state.phase == TAKING:
        return _write_takes(state, moves)
    if state.phase == PLACING:
        n, task = 0, duty(state)
        for garden in range(MOST_GARDENS):
            n = _write_each(moves, n, BEDS * garden, places(state, garden, task))
        return n
    moves[0], n = DRAW, 1
    # a loop of its own: one for the drawn card and the mole makes random games a quarter slower
    for garden in range(MOST_GARDENS):
        n = _write_each(moves, n, MOLES + BEDS * garden, to_cover(state, garden, MOLE))
    return n


@compiled
def _write_each(moves: Moves, n: int, first: int, beds: int) -> int:
    """Write a move for each bed of a set; return how many moves there are now."""
    for bed in range(BEDS):
        moves[n] = first + bed
        n += (beds >> bed) & 1
    return n


@compiled
def _write_takes(state: StateRecord, moves: Moves) -> int:
    n = 0
    for garden in range(MOST_GARDENS):
        moves[n] = TAKES + garden
        n += state.owner[garden] == NOBODY
    moves[n] = WAIT
    return n if must_take(state) else n + 1


@compiled
def distinct(state: StateRecord, moves: Moves) -> int:
    """Write one of equal moves: in a garden, empty beds are equal, and vegetables of a kind."""
    if not decides(state):
        return 0
    if state.phase == TAKING:
        return _write_takes(state, moves)
    asked, task = state.phase == ASKING, duty(state)
    moves[0] = DRAW
    n = int64(asked)
    first = MOLES * n
    covers = asked or task == COVER
    for garden in range(MOST_GARDENS):
        beds = to_cover(state, garden, MOLE) if asked else places(state, garden, task)
        for kind in range(VEGETABLES if covers else 1):
            same = beds & shows(state, garden, kind) if covers else beds
            moves[n] = first + BEDS * garden + lowest(same)
            n += same != 0
    return n


@compiled
def refusal(state: StateRecord, move: int) -> int:
    """Return the clause that forbids a move, 0 for a legal one."""
    if state.phase == OVER:
        return K15
    if not decides(state):
        return K41
    if move < MOLES:
        return _refuse_bed(state, PLACING, move // BEDS, move % BEDS)
    if move < TAKES and not (state.moles >> state.turn) & 1:
        return K12
    if move < TAKES:
        return _refuse_bed(state, ASKING, (move - MOLES) // BEDS, move % BEDS)
    if move < DRAW:
        return _refuse_take(state, move - TAKES)
    if state.phase != (ASKING if move == DRAW else TAKING):
        return _first(state)
    return K11 if move == WAIT and must_take(state) else FREE


@compiled
def refusals_first(states: Records, moves: Moves) -> None:
    """Replace each move by the clause that forbids it."""
    for i in range(len(moves)):
        moves[i] = refusal(states[0], moves[i])


@compiled
def _first(state: StateRecord) -> int:
    """Return the clause that says what has to be done first, or only."""
    if state.phase == ASKING:
        return K42
    if state.phase == PLACING:
        return K2
    return K11 if must_take(state) else K55


@compiled
def _closed(state: StateRecord, garden: int) -> int:
    """Return the clause that closes a garden to every card, or 0."""
    if state.owner[garden] == NO_GARDEN:
        return K77 if state.players == 2 else K36
    return K9 if is_full(state, garden) else FREE


@compiled
def _refuse_bed(state: StateRecord, phase: int, garden: int, bed: int) -> int:
    """Return the clause that keeps the drawn card, or the mole, from a bed; or 0."""
    if state.phase != phase:
        return _first(state)
    mole = phase == ASKING
    task = COVER if mole else duty(state)
    beds = to_cover(state, garden, MOLE) if mole else places(state, garden, task)
    if (beds >> bed) & 1:
        return FREE
    closed = _closed(state, garden)
    if closed:
        return closed
    empty = (state.empty[garden] >> bed) & 1
    if task == FILL:
        return K7 if empty else K43
    if not has_room(state, garden, MOLE if mole else SNAIL):
        return K5
    if task == SETTLE:
        return K50 if empty else K49
    if not empty:
        return K3
    return K45 if mole else K6


@compiled
def _refuse_take(state: StateRecord, garden: int) -> int:
    if owed(state, state.turn) == 0:
        return K53
    if state.phase != TAKING:
        return _first(state)
    if state.owner[garden] == NO_GARDEN:
        return _closed(state, garden)
    return FREE if state.owner[garden] == NOBODY else K54
