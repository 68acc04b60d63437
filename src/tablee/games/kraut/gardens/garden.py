"""What lies in a garden of Kraut & Rüben, what may be put there, and what it is worth; compiled."""

from __future__ import annotations

from tablee.core.bits import count, int64
from tablee.core.compiled import StateRecord, compiled
from tablee.core.header import NOBODY
from tablee.games.kraut.material import ALL_BEDS, BEDS, CLOVER, MOLE, PAYS, ROLES, SNAIL, VEGETABLES
from tablee.games.kraut.state import MOST_GARDENS, NO_CARD, NO_GARDEN

EVERY_VEGETABLE = 1 | 1 << BEDS | 1 << 2 * BEDS | 1 << 3 * BEDS


# What lies where


@compiled
def gardens_at(state: StateRecord) -> int:
    """Return the number of gardens: one more than players, five at two (K36, K77)."""
    return 5 if state.players == 2 else state.players + 1


@compiled
def clear(state: StateRecord) -> None:
    """Lay out the gardens of a table, all empty and nobody's."""
    state.taken[:] = 0
    state.under[:] = 0
    state.tops[:] = 0
    for garden in range(MOST_GARDENS):
        here = garden < gardens_at(state)
        state.owner[garden] = NOBODY if here else NO_GARDEN
        state.empty[garden] = ALL_BEDS if here else 0


@compiled
def shows(state: StateRecord, garden: int, kind: int) -> int:
    """Return the beds of a garden on which a kind of card lies on top."""
    return (state.tops[garden, kind >> 2] >> BEDS * (kind & 3)) & ALL_BEDS  # type: ignore[no-any-return]


@compiled
def vegetables(state: StateRecord, garden: int) -> int:
    """Return the beds of a garden that show a vegetable (K3)."""
    tops = state.tops[garden, 0]
    return (tops | tops >> BEDS | tops >> 2 * BEDS | tops >> 3 * BEDS) & ALL_BEDS  # type: ignore[no-any-return]


@compiled
def lying(state: StateRecord, kind: int) -> int:
    """Count the cards of a kind on the table, covered ones and the drawn one too."""
    n = int64(state.drawn == kind)
    for garden in range(MOST_GARDENS):
        n += count(shows(state, garden, kind))
        if kind < VEGETABLES:
            n += count(state.under[garden] >> BEDS * kind & ALL_BEDS)
    return n


@compiled
def is_full(state: StateRecord, garden: int) -> bool:
    """Return whether no bed is empty; a covered one is not (K4)."""
    return state.empty[garden] == 0  # type: ignore[no-any-return]


@compiled
def lay(state: StateRecord, garden: int, bed: int, kind: int) -> None:
    """Lay a card on a bed; a vegetable that lies there is covered (K4)."""
    bit = int64(1) << bed
    covered = state.tops[garden, 0] & (EVERY_VEGETABLE * bit)
    state.under[garden] |= covered
    state.tops[garden, 0] ^= covered
    state.tops[garden, kind >> 2] |= bit << BEDS * (kind & 3)
    state.empty[garden] &= ~bit


# Where a card may go


@compiled
def to_fill(state: StateRecord, garden: int) -> int:
    """Return the beds for a vegetable, clover or dandelion; another's last bed is not one (K7)."""
    empty = int64(state.empty[garden])
    owner = state.owner[garden]
    reserved = (empty & (empty - 1) == 0) & (owner >= 0) & (owner != state.turn)
    return 0 if reserved else empty


@compiled
def has_room(state: StateRecord, garden: int, animal: int) -> bool:
    """Return whether a garden has fewer than two moles, or snails (K5)."""
    return count(shows(state, garden, animal)) < state.animals[animal - SNAIL]  # type: ignore[no-any-return]


@compiled
def to_cover(state: StateRecord, garden: int, animal: int) -> int:
    """Return the beds whose vegetable an animal may cover (K6, K12); none in a full garden (K9)."""
    is_open = has_room(state, garden, animal) & (not is_full(state, garden))
    return vegetables(state, garden) if is_open else 0


@compiled
def can_cover(state: StateRecord, animal: int) -> bool:
    """Return whether a mole or a snail finds a vegetable anywhere on the table."""
    found = int64(0)
    for garden in range(MOST_GARDENS):
        found |= to_cover(state, garden, animal)
    return bool(found != 0)


@compiled
def for_snail(state: StateRecord, garden: int) -> int:
    """Return the empty beds for a snail with nothing to cover: never a garden's last (K6, K50)."""
    empty = int64(state.empty[garden])
    last = empty & (empty - 1) == 0
    return 0 if last or not has_room(state, garden, SNAIL) else empty


# What it is worth


@compiled
def pays(state: StateRecord, garden: int, contract: int) -> tuple[int, int]:
    """Return what each high and each low vegetable of a garden pays: by its mains (K69)."""
    mains = min(count(shows(state, garden, ROLES[contract, 0])), len(PAYS) - 1)
    return int64(state.high[mains]), int64(state.low[mains])


@compiled
def garden_points(state: StateRecord, garden: int, contract: int) -> int:
    """Return the points of one garden by itself on a contract (K18)."""
    high, low = pays(state, garden, contract)
    points = high * count(shows(state, garden, ROLES[contract, 1]))
    points += low * count(shows(state, garden, ROLES[contract, 2]))
    points += state.negative * count(shows(state, garden, ROLES[contract, 3]))
    return int64(points + small_points(state, garden))


@compiled
def small_points(state: StateRecord, garden: int) -> int:
    """Return what clover, dandelions, snails and moles bring in a garden (K68)."""
    points = int64(0)
    for kind in range(CLOVER, MOLE + 1):
        points += state.worth[kind - CLOVER] * count(shows(state, garden, kind))
    return points


def beds(state: StateRecord, garden: int) -> list[tuple[int, int]]:
    """Return what lies on each bed: the card on top and the vegetable it covers; -1 for none."""
    vegetables, others = (int(word) for word in state.tops[garden])
    tops = vegetables | others << VEGETABLES * BEDS
    under = int(state.under[garden])
    return [(_kind_at(tops, bed), _kind_at(under, bed)) for bed in range(BEDS)]


def owned(state: StateRecord, seat: int | None) -> list[int]:
    """Return the gardens of a seat, or of nobody."""
    return [garden for garden, owner in enumerate(state.owner) if owner == seat]


def boxed(state: StateRecord) -> list[int]:
    """Return how many cards of each kind went back to the box: those that lie nowhere else."""
    return [
        int(state.supply[kind] - state.stock[kind] - lying(state, kind)) for kind in range(MOLE)
    ]


def _kind_at(sets: int, bed: int) -> int:
    """Return the kind whose set of beds holds this bed, or -1."""
    for kind in range(MOLE + 1):
        if sets >> BEDS * kind + bed & 1:
            return kind
    return NO_CARD
