"""The state record of Kraut & Rüben, and what lies in a garden and may be put there; compiled.

A garden is a few sets of beds, each a mask of 12 bits. `tops` holds eight of them in two words,
one for each kind of card that lies on top; `under` the four of covered vegetables.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.bits import count, int64
from tablee.core.compiled import StateRecord, compiled
from tablee.core.fields import (
    AMOUNT,
    OTHERS,
    SEAT,
    Layout,
    Per,
    bits,
    choice,
    column,
    last_seat,
    number,
    option,
    seats,
    setting,
    special,
)
from tablee.core.text import NOTHING
from tablee.games.kraut.material import (
    ALL_BEDS,
    BEDS,
    CLOVER,
    CONTRACTS,
    CUP,
    EVERY_CONTRACT,
    GAMES,
    GARDENS,
    KINDS,
    MOLE,
    MOST_ANIMALS,
    MOST_SEATS,
    NEGATIVE,
    PAYS,
    PLANTS,
    ROLES,
    SNAIL,
    STOCK,
    VEGETABLES,
    WORTH,
)

MOST_GARDENS = len(GARDENS)
NO_CARD = -1  # `drawn`
NO_CONTRACT = -1  # a contract that a view hides
NO_GARDEN = -2  # `owner` of a garden that is not on this table
ASKING, PLACING, TAKING, OVER = 0, 1, 2, 3  # what is asked: mole or card, bed, garden
DEALING = 4  # what is due after a game of a match has been counted

SEATS = Per(MOST_SEATS)
NUMBERS = {contract: number for number, contract in enumerate(EVERY_CONTRACT)}
FIELDS = Layout(
    option("match"),
    setting("games", "i1", lambda state: GAMES[state["match"]], (1, 9), "K17"),  # of a match
    setting("cards", "i1", STOCK, (0, 60), "K32", "supply", PLANTS[:MOLE]),
    setting("contracts", "i4", (1 << len(CONTRACTS)) - 1, (0, 0), "K39", "pack", values=NUMBERS),
    setting("high", "i1", tuple(pay[0] for pay in PAYS), (-9, 20), "K69"),
    setting("low", "i1", tuple(pay[1] for pay in PAYS), (-9, 20), "K69"),
    setting("negative", "i1", NEGATIVE, (-20, 20), "K67"),
    setting("worth", "i1", tuple(WORTH.values()), (-20, 20), "K68", keys=PLANTS[CLOVER:]),
    setting("cup", "i1", CUP, (-20, 50), "K76"),
    setting("animals", "i1", (MOST_ANIMALS,) * 2, (0, 12), "K5", keys=PLANTS[SNAIL:]),
    number("game", "i1", 1, lambda state: int(state["games"])),  # of the match
    choice("phase", "i1", {"mole": ASKING, "place": PLACING, "take": TAKING, "over": OVER}),
    number("turn", "i1", 0, last_seat, seat=True),  # whose turn it is, also while nothing is asked
    choice("drawn", "i1", {NOTHING: NO_CARD} | {kind: i for i, kind in enumerate(KINDS[:MOLE])}),
    special(
        "gardens",
        column("empty", "i2", MOST_GARDENS, seen=bits(BEDS)),  # beds without a card
        column("under", "i8", MOST_GARDENS, seen=bits(4 * BEDS)),
        column("tops", "i8", MOST_GARDENS, 2, seen=bits(4 * BEDS)),
    ),
    special(
        "taken",
        column("owner", "i1", MOST_GARDENS, seen=SEAT),
        column("taken", "i1", MOST_GARDENS, seen=AMOUNT),  # as which one a garden was taken, from 1
    ),
    seats("moles", "i1"),  # with an unplayed mole
    special(  # and of each kind
        "box", column("left", "i1", seen=AMOUNT), column("stock", "i1", MOLE, seen=AMOUNT)
    ),
    choice(
        "contracts",
        "i1",
        NUMBERS,
        SEATS,
        secret=OTHERS,
        blank=NO_CONTRACT,
        until=("phase", OVER, DEALING),
    ),
    number("totals", "i2", -9_999, 9_999, SEATS),
    column("finished", "i1"),  # seats that play no more, as a mask
)
STATE = FIELDS.dtype

EVERY_VEGETABLE = 1 | 1 << BEDS | 1 << 2 * BEDS | 1 << 3 * BEDS


# What lies where


@compiled
def gardens_at(state: StateRecord) -> int:
    """The number of gardens: one more than players, five at two (K36, K77)."""
    return 5 if state.players == 2 else state.players + 1


@compiled
def shows(state: StateRecord, garden: int, kind: int) -> int:
    """The beds of a garden on which a kind of card lies on top."""
    return (state.tops[garden, kind >> 2] >> BEDS * (kind & 3)) & ALL_BEDS  # type: ignore[no-any-return]


@compiled
def vegetables(state: StateRecord, garden: int) -> int:
    """The beds of a garden that show a vegetable (K3)."""
    tops = state.tops[garden, 0]
    return (tops | tops >> BEDS | tops >> 2 * BEDS | tops >> 3 * BEDS) & ALL_BEDS  # type: ignore[no-any-return]


@compiled
def is_full(state: StateRecord, garden: int) -> bool:
    """Checks that no bed is empty; a covered one is not (K4)."""
    return state.empty[garden] == 0  # type: ignore[no-any-return]


@compiled
def lay(state: StateRecord, garden: int, bed: int, kind: int) -> None:
    """Lays a card on a bed; a vegetable that lies there is covered (K4)."""
    bit = int64(1) << bed
    covered = state.tops[garden, 0] & (EVERY_VEGETABLE * bit)
    state.under[garden] |= covered
    state.tops[garden, 0] ^= covered
    state.tops[garden, kind >> 2] |= bit << BEDS * (kind & 3)
    state.empty[garden] &= ~bit


# Where a card may go


@compiled
def to_fill(state: StateRecord, garden: int) -> int:
    """The beds for a vegetable, clover or dandelion; another's last bed is not one (K7)."""
    empty = int64(state.empty[garden])
    owner = state.owner[garden]
    reserved = (empty & (empty - 1) == 0) & (owner >= 0) & (owner != state.turn)
    return 0 if reserved else empty


@compiled
def has_room(state: StateRecord, garden: int, animal: int) -> bool:
    """Checks that a garden has fewer than two moles, or snails (K5)."""
    return count(shows(state, garden, animal)) < state.animals[animal - SNAIL]  # type: ignore[no-any-return]


@compiled
def is_open(state: StateRecord, garden: int, animal: int) -> bool:
    """Checks that a mole or a snail finds a garden neither full (K9) nor crowded (K5)."""
    return has_room(state, garden, animal) & (not is_full(state, garden))


@compiled
def to_cover(state: StateRecord, garden: int, animal: int) -> int:
    """The beds whose vegetable a mole or a snail may cover (K6, K12)."""
    return vegetables(state, garden) if is_open(state, garden, animal) else 0


@compiled
def can_cover(state: StateRecord, animal: int) -> bool:
    """Whether a mole or a snail finds a vegetable anywhere on the table."""
    found = int64(0)
    for garden in range(MOST_GARDENS):
        found |= to_cover(state, garden, animal)
    return bool(found != 0)


@compiled
def for_snail(state: StateRecord, garden: int) -> int:
    """The empty beds for a snail with nothing to cover: never a garden's last (K6, K50)."""
    empty = int64(state.empty[garden])
    last = empty & (empty - 1) == 0
    return 0 if last or not has_room(state, garden, SNAIL) else empty


# What it is worth


@compiled
def pays(state: StateRecord, garden: int, contract: int) -> tuple[int, int]:
    """What each high and each low vegetable of a garden pays: by its mains (K69)."""
    mains = min(count(shows(state, garden, ROLES[contract, 0])), len(PAYS) - 1)
    return int64(state.high[mains]), int64(state.low[mains])


@compiled
def garden_points(state: StateRecord, garden: int, contract: int) -> int:
    """The points of one garden by itself on a contract (K18)."""
    high, low = pays(state, garden, contract)
    points = high * count(shows(state, garden, ROLES[contract, 1]))
    points += low * count(shows(state, garden, ROLES[contract, 2]))
    points += state.negative * count(shows(state, garden, ROLES[contract, 3]))
    return int64(points + small_points(state, garden))


@compiled
def small_points(state: StateRecord, garden: int) -> int:
    """What clover, dandelions, snails and moles bring in a garden (K68)."""
    points = int64(0)
    for kind in range(CLOVER, MOLE + 1):
        points += state.worth[kind - CLOVER] * count(shows(state, garden, kind))
    return points


def beds(state: StateRecord, garden: int) -> list[tuple[int, int]]:
    """What lies on each bed: the card on top and the vegetable it covers; -1 for none."""
    vegetables, others = (int(word) for word in state.tops[garden])
    tops = vegetables | others << VEGETABLES * BEDS
    under = int(state.under[garden])
    return [(_kind_at(tops, bed), _kind_at(under, bed)) for bed in range(BEDS)]


def beds_with(words: Sequence[int], kind: int) -> int:
    """The beds on which a kind of card lies, by the words of a garden's `tops`."""
    return words[kind >> 2] >> BEDS * (kind & 3) & ALL_BEDS


def _kind_at(sets: int, bed: int) -> int:
    """The kind whose set of beds holds this bed, or -1."""
    for kind in range(MOLE + 1):
        if sets >> BEDS * kind + bed & 1:
            return kind
    return NO_CARD
