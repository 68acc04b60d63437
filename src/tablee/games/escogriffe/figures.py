"""Figures: which cards fit, what may be laid, and what completes."""

from __future__ import annotations

from tablee.core.compiled import StateRecord, compiled
from tablee.games.escogriffe.material import LONGEST
from tablee.games.escogriffe.state import bit, hand_size, wide

HEAD, FEET = 0, 1


@compiled
def is_open(state: StateRecord, seat: int, end: int) -> bool:
    """Whether an end of a figure is open: neither head nor feet close it (E54)."""
    return wide(state.head_ends[seat] if end == HEAD else state.foot_ends[seat]) > 0


@compiled
def joining(state: StateRecord, seat: int, end: int) -> int:
    """The types whose joint meets that end in shape and colour (E53)."""
    if end == HEAD:
        return wide(state.above[state.head_ends[seat]])
    return wide(state.below[state.foot_ends[seat]])


@compiled
def used_up(state: StateRecord, seat: int) -> int:
    """The types that stand in a figure and may not stand there again (E3, E55)."""
    return wide(state.built[seat]) & ~wide(state.orange)


@compiled
def closing(state: StateRecord, seat: int, end: int) -> int:
    """The types that, at that end, would make a figure go from head to feet."""
    if is_open(state, seat, FEET if end == HEAD else HEAD):
        return wide(0)
    return wide(state.heads if end == HEAD else state.feet)


@compiled
def fitting(state: StateRecord, seat: int, end: int) -> int:
    """The types that fit an end by joint (E53) and repeat (E3)."""
    return joining(state, seat, end) & ~used_up(state, seat)


@compiled
def layable(state: StateRecord, seat: int, end: int) -> int:
    """The types of the hand that may be laid at an end: closed at the target, never before."""
    cards = wide(state.held[seat]) & fitting(state, seat, end)
    closed = closing(state, seat, end)
    if hand_size(state, seat) == 1:
        return cards & closed  # E9
    return cards & ~closed  # E8


@compiled
def completing(state: StateRecord, seat: int, end: int) -> int:
    """The types of the hand that complete a figure of any size in the last chance (E12)."""
    return wide(state.held[seat]) & fitting(state, seat, end) & closing(state, seat, end)


@compiled
def is_complete(state: StateRecord, seat: int) -> bool:
    """Whether a figure goes from head to feet."""
    return wide(state.sizes[seat]) > 0 and not (
        is_open(state, seat, HEAD) or is_open(state, seat, FEET)
    )


@compiled
def twins(state: StateRecord, seat: int) -> int:
    """The type that gives the same figure at either end: the only one in it (E17)."""
    built = wide(state.built[seat])
    return built if built & (built - 1) == 0 else wide(0)


@compiled
def grow(state: StateRecord, seat: int, kind: int, end: int) -> None:
    """Adds a card at an end of a figure, or begins one (E4, E5)."""
    base, size = wide(seat) * LONGEST, wide(state.sizes[seat])
    if end == HEAD:
        for i in range(LONGEST - 1, 0, -1):
            state.figures[base + i] = state.figures[base + i - 1]
        state.figures[base] = kind
    else:
        state.figures[base + size] = kind
    if end == HEAD or size == 0:
        state.head_ends[seat] = state.tops[kind]
    if end == FEET or size == 0:
        state.foot_ends[seat] = state.bottoms[kind]
    state.sizes[seat] = size + 1
    state.built[seat] = wide(state.built[seat]) | bit(kind)
