"""How near a figure is to its end: all the ways in which it may still come about.

A way is a chain of cards from each open joint to head or feet, of the right size together. It
counts 1 if all its cards are in the hand, and less for each one that must still come: the
fewer of them are unseen, the less. The sum of all ways, the odds, says how near the end is, and how
much of it uses a card says what that card is worth. Sums are found joint by joint: from a
joint, some copies of a card that repeats there, then a card that leads on to another joint.

Tables are by the number of cards still to be laid and by joint (0 is a closed end).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypeAlias

from tablee.core.arrays import np
from tablee.core.bits import lowest
from tablee.core.compiled import StateRecord, Values, compiled
from tablee.games.escogriffe.material import LONGEST, MOST_CARDS, MOST_JOINTS, MOST_TYPES
from tablee.games.escogriffe.state import piles_at, place, used_up, wide

Kinds: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"
DOWN, UP, KIND, JOINT, ITS_KIND = range(5)
"""Rows of the cards that count: where they begin going down, and going up, and their types; then
of the joints at which a card repeats, and its types."""
REPEATS, STEP, COME, READY = range(2, 6)
"""Tables, behind those of the sums going down and going up."""
JOINTS, SIZES = MOST_JOINTS + 1, LONGEST + 1
FAR = 3
"""Copies of a repeating card that are still reckoned with."""
RARE = 0.002
GATES = np.array([RARE] + [min(0.5, 0.02 * n) for n in range(1, MOST_CARDS + 1)])
"""How much less a way counts for a card that must still come, by the unseen cards of its type."""
ONLY_HELD = np.zeros(MOST_CARDS + 1)
WAIT = 1.4
"""Turns that it takes to make the odds e times as great."""

# Columns of what is known of each type: its weight, how much of all odds uses a first copy,
# all copies held, and one more than these; how much begins with it at each end; its unseen cards.
WEIGHT, ANY, ALL, MORE, AT_FOOT, AT_TOP, UNSEEN = range(7)
COLUMNS = 7


@compiled
def count_unseen(state: StateRecord, seat: int, unseen: Values) -> None:
    """Count the cards of each type that a seat sees nowhere."""
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
    """Count the cards of a type in a hand."""
    return wide(state.hands[place(seat, kind)])


class Odds(NamedTuple):
    """What sums of ways are made of, and where they are written down."""

    facts: Values
    cards: Kinds
    """The cards that count, and those that repeat, by the rows above."""
    counting: int
    pairs: int
    """How many joints there are at which a card repeats."""
    weights: Values
    repeats: Values
    """What so many repeats at each joint weigh together."""
    step: Values
    """The ways on from each joint that begin without repeats there."""
    come: Values
    """The ways that come to each joint."""
    ready: Values
    """The same, with repeats behind them."""
    joints: int
    """How many joints there are, no joint included."""
    most: int
    """How many cards are still to be laid."""


@compiled
def _take_stock(state: StateRecord, seat: int, gates: Values, room: Values) -> Odds:
    """Write each type's weight, and what counts: types that repeat weigh nothing by themselves."""
    used, facts = used_up(state, seat), np.zeros((MOST_TYPES, COLUMNS))
    unseen = facts[:, UNSEEN]
    count_unseen(state, seat, unseen)
    for kind in range(MOST_TYPES):
        if state.copies[kind] and not used >> kind & 1:
            held = held_by(state, seat, kind)
            facts[kind, WEIGHT] = 1.0 if held else gates[max(0, wide(unseen[kind]))]
    cards, weights = np.empty((5, MOST_TYPES), np.uint8), np.empty(MOST_TYPES)
    repeats = room[REPEATS]
    joint, pairs, counting = 1, 0, 0
    while joint < JOINTS and (state.above[joint] or state.below[joint]):
        kinds = wide(state.below[joint]) & wide(state.above[joint]) & wide(state.orange)
        if kinds:
            kind = lowest(kinds)
            facts[kind, WEIGHT] = 0.0
            cards[JOINT, pairs], cards[ITS_KIND, pairs] = joint, kind
            held, left = held_by(state, seat, kind), wide(unseen[kind])
            repeats[0, joint] = 1.0
            for n in range(1, SIZES):
                gate = 1.0 if n <= held else gates[max(0, left - (n - held - 1))]
                repeats[n, joint] = 0.0 if n > held + FAR else repeats[n - 1, joint] * gate
            pairs += 1
        joint += 1
    for kind in range(MOST_TYPES):
        if facts[kind, WEIGHT] > 0:
            cards[DOWN, counting] = state.tops[kind]
            cards[UP, counting] = state.bottoms[kind]
            cards[KIND, counting] = kind
            weights[counting] = facts[kind, WEIGHT]
            counting += 1
    return Odds(
        facts,
        cards,
        counting,
        pairs,
        weights,
        repeats,
        room[STEP],
        room[COME],
        room[READY],
        joint,
        wide(state.target) - wide(state.sizes[seat]),
    )


@compiled
def _sum_ways(sheet: Odds, direction: int, sums: Values) -> None:
    """Sum the ways on from each joint.

    What a closed end is worth, with so many cards left, is in `sums[:, 0]` already. Cards
    that lead on from no joint go to `step[:, 0]`, which means nothing.
    """
    starts, fars = sheet.cards[direction], sheet.cards[1 - direction]
    for joint in range(1, sheet.joints):
        sums[0, joint] = 0.0
    for n in range(1, sheet.most + 1):
        step, before = sheet.step[n], sums[n - 1]
        for joint in range(sheet.joints):
            step[joint] = 0.0
        for i in range(sheet.counting):
            step[starts[i]] += sheet.weights[i] * before[fars[i]]
        for joint in range(1, sheet.joints):
            sums[n, joint] = step[joint]
        for i in range(sheet.pairs):
            joint = sheet.cards[JOINT, i]
            for k in range(1, n):
                if sheet.repeats[k, joint] == 0.0:
                    break
                sums[n, joint] += sheet.repeats[k, joint] * sheet.step[n - k, joint]


@compiled
def _close(sheet: Odds, sums: Values) -> None:
    """Write what a closed end is worth: something only if no card is left."""
    for n in range(sheet.most + 1):
        sums[n, 0] = 0.0
    sums[0, 0] = 1.0


@compiled
def _sum_above(sheet: Odds, above: int, twin: bool, up: Values) -> None:
    """Sum the ways up from the head end.

    Where both ends are alike (`twin`), a card that repeats there is thought to go to the foot
    end: either gives the same figure.
    """
    _close(sheet, up)
    if above:
        _sum_ways(sheet, UP, up)
    if above and twin:
        for n in range(1, sheet.most + 1):
            up[n, above] = sheet.step[n, above]


@compiled
def _with_head(state: StateRecord, n: int, facts: Values, down: Values) -> float:
    """Sum the ways of a figure of n cards that begins with a head."""
    total, kinds = 0.0, wide(state.heads) if n > 1 else wide(0)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        total += facts[kind, WEIGHT] * down[n - 1, wide(state.bottoms[kind])]
    return total


@compiled
def look(state: StateRecord, seat: int, gates: Values) -> tuple[Values, Values]:
    """Return each type's part in a seat's odds, and the sums of all ways to end."""
    room, ways = np.empty((READY + 1, SIZES, JOINTS)), np.empty(SIZES)
    down, up = room[DOWN], room[UP]
    sheet = _take_stock(state, seat, gates, room)
    above, below = wide(state.head_ends[seat]), wide(state.foot_ends[seat])
    begun, facts = state.sizes[seat] > 0, sheet.facts
    _close(sheet, down)
    if begun:
        _sum_above(sheet, above, above == below, up)
        for n in range(sheet.most + 1):
            down[n, 0] = up[n, above]
    _sum_ways(sheet, DOWN, down)
    for n in range(sheet.most + 1):
        ways[n] = down[n, below] if begun else _with_head(state, n, facts, down)
    total = float(ways[sheet.most])
    if total > 0 and (below or not begun):
        _use(state, seat, sheet, DOWN, 1 / total, down)
    if total > 0 and above:
        _close(sheet, down)
        _sum_ways(sheet, DOWN, down)
        for n in range(sheet.most + 1):
            up[n, 0] = down[n, below]
        _sum_ways(sheet, UP, up)
        _use(state, seat, sheet, UP, 1 / total, up)
    for i in range(sheet.counting):
        kind = sheet.cards[KIND, i]
        held = held_by(state, seat, kind)
        facts[kind, ALL] = facts[kind, ANY] if held == 1 else 0.0
        facts[kind, MORE] = facts[kind, ANY] if held == 0 else 0.0
    return facts, ways


@compiled
def _use(
    state: StateRecord, seat: int, sheet: Odds, direction: int, part: float, sums: Values
) -> None:
    """Add how much of all odds uses each type, from an end on, or from the heads.

    Where both ends are alike, the upper has no repeats of its own. Of types that do not repeat,
    `ANY` says it all.
    """
    above, below = wide(state.head_ends[seat]), wide(state.foot_ends[seat])
    origin, twin = below if direction == DOWN else above, direction == UP and above == below
    most, come, ready, facts = sheet.most, sheet.come, sheet.ready, sheet.facts
    for n in range(most + 1):
        for joint in range(sheet.joints):
            come[n, joint] = 0.0
            ready[n, joint] = 0.0
    if origin:
        come[most, origin] = part
        _begin(sheet, direction, origin, twin, part, sums)
    else:
        _begin_with_head(state, sheet, part, sums)
    starts, fars, kinds = sheet.cards[direction], sheet.cards[1 - direction], sheet.cards[KIND]
    for n in range(most, 0, -1):
        now, then, worth = ready[n], come[n - 1], sums[n - 1]
        for joint in range(1, sheet.joints):
            now[joint] += come[n, joint]
        if not twin or n < most:
            _repeat(state, seat, sheet, n)
        for i in range(sheet.counting):
            more = now[starts[i]] * sheet.weights[i]
            then[fars[i]] += more
            facts[kinds[i], ANY] += more * worth[fars[i]]


@compiled
def _begin(sheet: Odds, direction: int, origin: int, twin: bool, part: float, sums: Values) -> None:
    """Write how much of all odds begins with each type at an open joint."""
    most, facts, column = sheet.most, sheet.facts, AT_FOOT if direction == DOWN else AT_TOP
    starts, fars, kinds = sheet.cards[direction], sheet.cards[1 - direction], sheet.cards[KIND]
    for i in range(sheet.counting):
        if starts[i] == origin:
            facts[kinds[i], column] = part * sheet.weights[i] * sums[most - 1, fars[i]]
    for i in range(sheet.pairs):
        if sheet.cards[JOINT, i] == origin and not twin:
            repeated = sums[most, origin] - sheet.step[most, origin]
            facts[sheet.cards[ITS_KIND, i], column] = part * repeated


@compiled
def _begin_with_head(state: StateRecord, sheet: Odds, part: float, down: Values) -> None:
    """Begin a figure with each head."""
    kinds, left, facts = wide(state.heads), sheet.most - 1, sheet.facts
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        bottom = wide(state.bottoms[kind])
        sheet.come[left, bottom] += part * facts[kind, WEIGHT]
        facts[kind, ANY] = part * facts[kind, WEIGHT] * down[left, bottom]


@compiled
def _repeat(state: StateRecord, seat: int, sheet: Odds, n: int) -> None:
    """Go on behind each number of repeats at each joint, and add their use."""
    facts = sheet.facts
    for i in range(sheet.pairs):
        joint, kind = sheet.cards[JOINT, i], sheet.cards[ITS_KIND, i]
        if sheet.come[n, joint] == 0.0:
            continue
        held = held_by(state, seat, kind)
        for k in range(1, n):
            if sheet.repeats[k, joint] == 0.0:
                break
            part = sheet.come[n, joint] * sheet.repeats[k, joint]
            sheet.ready[n - k, joint] += part
            used = part * sheet.step[n - k, joint]
            facts[kind, ANY] += used
            if k >= held > 0:
                facts[kind, ALL] += used
            if k > held:
                facts[kind, MORE] += used


# What cards are worth, in turns


@compiled
def gain(kind: int, facts: Values) -> float:
    """Return how many turns one more card of a type saves."""
    gate = GATES[max(0, wide(facts[kind, UNSEEN]))]
    return WAIT * math.log(1 + min(1.0, facts[kind, MORE]) * (1 / gate - 1))


@compiled
def loss(kind: int, facts: Values) -> float:
    """Return how many turns it costs to give away a card of a type."""
    gate = GATES[max(0, wide(facts[kind, UNSEEN]))]
    return -WAIT * math.log(1 - min(1.0, facts[kind, ALL]) * (1 - gate))
