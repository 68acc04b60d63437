"""How near a figure is to its end: all the ways in which it may still come about.

A way is a chain of cards from each open joint to head or feet, of the right size together. It
counts 1 if all its cards are in the hand, and less for each one that must still come: the
fewer of them are unseen, the less. The sum of all ways says how things stand (`Z` below), and
how much of it uses a card says what that card is worth. Sums are found joint by joint: from a
joint, some copies of a card that repeats there, then a card that leads on to another joint.

Tables are by joint (0 is a closed end) and by the number of cards still to be laid.
"""

from __future__ import annotations

import math

import numpy as np

from tablee.core.bits import lowest
from tablee.core.compiled import Moves, StateRecord, Values, compiled
from tablee.games.escogriffe.material import LONGEST, MOST_CARDS, MOST_JOINTS, MOST_TYPES
from tablee.games.escogriffe.table import piles_at, place, wide

DOWN, UP = 0, 1
KIND = 2
"""Rows of the cards that count: where they begin going down, and going up, and their types."""
JOINTS, SIZES = MOST_JOINTS + 1, LONGEST + 1
FAR = 3
"""Copies of a repeating card that are still hoped for."""
RARE = 0.002
GATES = np.array([RARE] + [min(0.5, 0.02 * n) for n in range(1, MOST_CARDS + 1)])
"""How much less a way counts for a card that must still come, by the unseen cards of its type."""
ONLY_HELD = np.zeros(MOST_CARDS + 1)
WAIT = 1.4
"""Turns that it takes to make the hopes e times as great."""

# Columns of what is known of each type: its weight, how much of all hopes uses a first copy,
# all copies held, and one more than these; and how much begins with it at each end.
WEIGHT, ANY, ALL, MORE, AT_FOOT, AT_TOP = range(6)
COLUMNS = 6


@compiled
def count_unseen(state: StateRecord, seat: int, unseen: Values) -> None:
    """Counts the cards of each type that a seat sees nowhere."""
    for kind in range(MOST_TYPES):
        unseen[kind] = wide(state.copies[kind]) - wide(state.hands[place(seat, kind)])
    for other in range(state.players):
        if other != seat:
            for kind in range(MOST_TYPES):
                unseen[kind] -= wide(state.known[place(other, kind)])
        for i in range(state.sizes[other]):
            unseen[state.figures[other * LONGEST + i]] -= 1
    for pile in range(piles_at(state)):
        for i in range(state.heights[pile]):
            unseen[state.piles[pile * MOST_CARDS + i]] -= 1


@compiled
def held_by(state: StateRecord, seat: int, kind: int) -> int:
    """Counts the cards of a type in a hand."""
    return wide(state.hands[place(seat, kind)])


@compiled
def repeating(state: StateRecord, joint: int) -> int:
    """Gets a type that can follow itself at a joint, or -1."""
    kinds = wide(state.below[joint]) & wide(state.above[joint]) & wide(state.orange)
    return lowest(kinds) if kinds else -1


@compiled
def _weigh_types(
    state: StateRecord,
    seat: int,
    unseen: Values,
    gates: Values,
    facts: Values,
    repeats: Values,
    cards: Moves,
) -> tuple[int, int]:
    """Writes each type's weight, that of each number of repeats at each joint, and what counts.

    Gets how many joints there are, no joint included, and how many cards count. Types that
    repeat weigh nothing by themselves.
    """
    used = wide(state.built[seat]) & ~wide(state.orange)
    for kind in range(MOST_TYPES):
        facts[kind, WEIGHT] = 0.0
        if state.copies[kind] and not used >> kind & 1:
            held = held_by(state, seat, kind)
            facts[kind, WEIGHT] = 1.0 if held else gates[max(0, wide(unseen[kind]))]
    joint = 1
    while joint < JOINTS and (state.above[joint] or state.below[joint]):
        kind = repeating(state, joint)
        held, left = 0, 0
        if kind >= 0:
            facts[kind, WEIGHT] = 0.0
            held, left = held_by(state, seat, kind), wide(unseen[kind])
        repeats[joint, 0] = 1.0
        for n in range(1, SIZES):
            gate = 1.0 if n <= held else gates[max(0, left - (n - held - 1))]
            beyond = kind < 0 or n > held + FAR
            repeats[joint, n] = 0.0 if beyond else repeats[joint, n - 1] * gate
        joint += 1
    counting = 0
    for kind in range(MOST_TYPES):
        if facts[kind, WEIGHT] > 0:
            cards[DOWN, counting] = state.tops[kind]
            cards[UP, counting] = state.bottoms[kind]
            cards[KIND, counting] = kind
            counting += 1
    return joint, counting


@compiled
def _hope(
    direction: int,
    joints: int,
    most: int,
    cards: Moves,
    facts: Values,
    repeats: Values,
    step: Values,
    sums: Values,
) -> None:
    """Sums the ways on from each joint: `step` without repeats first, `sums` all.

    What a closed end is worth, with so many cards left, stands in `sums[0]` already.
    """
    for joint in range(1, joints):
        sums[joint, 0] = 0.0
        for n in range(most + 1):
            step[joint, n] = 0.0
    for n in range(1, most + 1):
        for i in range(cards.shape[1]):
            start = cards[direction, i]
            if start:
                step[start, n] += (
                    facts[cards[KIND, i], WEIGHT] * sums[cards[1 - direction, i], n - 1]
                )
        for joint in range(1, joints):
            total = step[joint, n]
            for k in range(1, n):
                if repeats[joint, k] == 0.0:
                    break
                total += repeats[joint, k] * step[joint, n - k]
            sums[joint, n] = total


@compiled
def _close(most: int, sums: Values) -> None:
    """Says that a closed end is worth something only if no card is left."""
    for n in range(most + 1):
        sums[0, n] = 0.0
    sums[0, 0] = 1.0


@compiled
def hopes_of(state: StateRecord, seat: int, unseen: Values, gates: Values, ways: Values) -> None:
    """Writes the sum of all ways in which a figure may end with so many more cards.

    Up to the number that is still to be laid.
    """
    facts, repeats = np.empty((MOST_TYPES, COLUMNS)), np.empty((JOINTS, SIZES))
    step, down, up = np.empty((3, JOINTS, SIZES))
    cards = np.empty((3, MOST_TYPES), np.int64)
    joints, counting = _weigh_types(state, seat, unseen, gates, facts, repeats, cards)
    cards = cards[:, :counting]
    most = wide(state.target) - wide(state.sizes[seat])
    for n in range(SIZES):
        ways[n] = 0.0
    _close(most, down)
    _hope(DOWN, joints, most, cards, facts, repeats, step, down)
    if state.sizes[seat] == 0:
        for n in range(2, most + 1):
            ways[n] = _with_head(state, n, facts, down)
        return
    above, below = wide(state.head_ends[seat]), wide(state.foot_ends[seat])
    _hope_above(above, above == below, joints, most, cards, facts, repeats, step, up)
    for n in range(most + 1):
        for k in range(n + 1):
            ways[n] += up[above, k] * down[below, n - k]


@compiled
def _hope_above(
    above: int,
    twin: bool,
    joints: int,
    most: int,
    cards: Moves,
    facts: Values,
    repeats: Values,
    step: Values,
    up: Values,
) -> None:
    """Sums the ways up from the head end.

    Where both ends are alike (`twin`), a card that repeats there is thought to go to the foot
    end: either gives the same figure.
    """
    _close(most, up)
    if above:
        _hope(UP, joints, most, cards, facts, repeats, step, up)
    if above and twin:
        for n in range(1, most + 1):
            up[above, n] = step[above, n]


@compiled
def _with_head(state: StateRecord, most: int, facts: Values, down: Values) -> float:
    """Sums the ways of a figure that begins with a head."""
    total, kinds = 0.0, wide(state.heads)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        total += facts[kind, WEIGHT] * down[wide(state.bottoms[kind]), most - 1]
    return total


@compiled
def look(state: StateRecord, seat: int, unseen: Values, gates: Values, facts: Values) -> float:
    """Writes what each type is to a seat's hopes; gets the sum of all ways."""
    room = np.empty((6, JOINTS, SIZES))
    repeats, step, down, up = room[0], room[1], room[4], room[5]
    cards = np.empty((3, MOST_TYPES), np.int64)
    joints, counting = _weigh_types(state, seat, unseen, gates, facts, repeats, cards)
    cards = cards[:, :counting]
    for kind in range(MOST_TYPES):
        for column in range(ANY, COLUMNS):
            facts[kind, column] = 0.0
    most = wide(state.target) - wide(state.sizes[seat])
    _close(most, down)
    if state.sizes[seat] == 0:
        _hope(DOWN, joints, most, cards, facts, repeats, step, down)
        total = _with_head(state, most, facts, down)
        if total > 0:
            _use(state, seat, DOWN, joints, 0, False, most, total, cards, facts, room, down)
        return total
    above, below = wide(state.head_ends[seat]), wide(state.foot_ends[seat])
    twin = above == below
    _hope_above(above, twin, joints, most, cards, facts, repeats, step, up)
    for n in range(most + 1):
        down[0, n] = up[above, n]
    _hope(DOWN, joints, most, cards, facts, repeats, step, down)
    total = float(down[below, most])
    if total > 0 and below:
        _use(state, seat, DOWN, joints, below, False, most, total, cards, facts, room, down)
    if total > 0 and above:
        _close(most, down)
        _hope(DOWN, joints, most, cards, facts, repeats, step, down)
        for n in range(most + 1):
            up[0, n] = down[below, n]
        _hope(UP, joints, most, cards, facts, repeats, step, up)
        _use(state, seat, UP, joints, above, twin, most, total, cards, facts, room, up)
    return total


@compiled
def _use(
    state: StateRecord,
    seat: int,
    direction: int,
    joints: int,
    origin: int,
    twin: bool,
    most: int,
    total: float,
    cards: Moves,
    facts: Values,
    room: Values,
    sums: Values,
) -> None:
    """Adds how much of all hopes uses each type, from an open joint on (0: from the heads).

    A `twin` end has no repeats of its own.
    """
    repeats, step = room[0], room[1]
    come, ready = room[2], room[3]  # ways to a joint; with its repeats behind them
    for joint in range(joints):
        for n in range(most + 1):
            come[joint, n] = 0.0
            ready[joint, n] = 0.0
    column = AT_FOOT if direction == DOWN else AT_TOP
    if origin:
        come[origin, most] = 1 / total
    else:
        kinds = wide(state.heads)
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            part, bottom = facts[kind, WEIGHT] / total, wide(state.bottoms[kind])
            come[bottom, most - 1] += part
            _note(state, seat, kind, 1, part * sums[bottom, most - 1], facts)
    for n in range(most, 0, -1):
        for joint in range(1, joints):
            if come[joint, n] > 0 and twin and n == most:
                ready[joint, n] = come[joint, n]
            elif come[joint, n] > 0:
                first = origin > 0 and n == most
                _repeat(state, seat, joint, n, column, first, facts, repeats, step, come, ready)
        for i in range(cards.shape[1]):
            start, far, kind = cards[direction, i], cards[1 - direction, i], cards[KIND, i]
            if start:
                part = ready[start, n] * facts[kind, WEIGHT]
                if part > 0:
                    come[far, n - 1] += part
                    _note(state, seat, kind, 1, part * sums[far, n - 1], facts)
                    if origin and n == most:
                        facts[kind, column] += part * sums[far, n - 1]


@compiled
def _repeat(
    state: StateRecord,
    seat: int,
    joint: int,
    n: int,
    column: int,
    first: bool,
    facts: Values,
    repeats: Values,
    step: Values,
    come: Values,
    ready: Values,
) -> None:
    """Goes on behind each number of repeats at a joint, and adds their use."""
    ready[joint, n] += come[joint, n]
    kind = repeating(state, joint)
    for k in range(1, n):
        if repeats[joint, k] == 0.0:
            break
        part = come[joint, n] * repeats[joint, k]
        ready[joint, n - k] += part
        _note(state, seat, kind, k, part * step[joint, n - k], facts)
        if first:
            facts[kind, column] += part * step[joint, n - k]


@compiled
def _note(
    state: StateRecord, seat: int, kind: int, copies: int, part: float, facts: Values
) -> None:
    """Adds a part of all hopes that uses so many copies of a type."""
    held = held_by(state, seat, kind)
    facts[kind, ANY] += part
    if copies >= held > 0:
        facts[kind, ALL] += part
    if copies > held:
        facts[kind, MORE] += part


# What cards are worth, in turns


@compiled
def gain(kind: int, unseen: Values, facts: Values) -> float:
    """Gets how many turns one more card of a type saves."""
    gate = GATES[max(0, wide(unseen[kind]))]
    return WAIT * math.log(1 + min(1.0, facts[kind, MORE]) * (1 / gate - 1))


@compiled
def loss(kind: int, unseen: Values, facts: Values) -> float:
    """Gets how many turns it costs to give away a card of a type."""
    gate = GATES[max(0, wide(unseen[kind]))]
    return -WAIT * math.log(1 - min(1.0, facts[kind, ALL]) * (1 - gate))
