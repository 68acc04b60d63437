"""What a sensible builder would do, and how a round stands.

He plans the figure of the right size for which fewest cards are missing: from an open joint,
some copies of a card that repeats, then a card that leads on to another joint, and so on to
head and feet. He takes what the plan lacks, drops what it does not need, and lays when little
is missing. Only his own hand and what lies on the table are read.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tablee.core.bits import lowest
from tablee.core.chance import pick
from tablee.core.compiled import Moves, Rng, StateRecord, Values, compiled
from tablee.games.escogriffe.choices import (
    AT_HEAD,
    BEGIN,
    DRAW,
    DROP,
    FIRST_CARD_MOVE,
    TAKE,
    card_of,
    distinct,
    way_of,
)
from tablee.games.escogriffe.material import GOALS, LONGEST, MOST_JOINTS, MOST_TYPES
from tablee.games.escogriffe.rules import winners
from tablee.games.escogriffe.table import (
    DROPPING,
    STOCK,
    after,
    bit,
    place,
    top_of,
    wide,
)

NEVER = 1e6
DOWN, UP = 0, 1
ABOVE, BELOW, MISSING = MOST_TYPES, MOST_TYPES + 1, MOST_TYPES + 2
"""Behind the plan's counts: the next type at each end (-1 for none), and the missing cards."""
PLAN = MOST_TYPES + 3
WEIGHTS = np.array(
    [
        2.0,  # 0 taking a card that the plan lacks
        1.0,  # 1 drawing while something is missing
        2.2,  # 2 laying what the plan says next
        0.6,  # 3 less for each card that is missing
        0.3,  # 4 a card that the next seat could use
        0.1,  # 5 covering a top that the next seat could use
    ]
)
TURNS = 2.8  # that a missing card takes to come
PACE = 2.0  # turns of lead that make a round likely won


# The plan


@compiled
def make_plan(state: StateRecord, seat: int, plan: Values) -> float:
    """Counts each type of the figure still to be laid that lacks least; gets its price."""
    prices = np.empty(MOST_TYPES)
    best = np.empty((2, MOST_JOINTS + 1, LONGEST + 1))
    for i in range(PLAN):
        plan[i] = 0
    plan[ABOVE] = -1
    plan[BELOW] = -1
    _price_cards(state, seat, prices)
    more = wide(state.target) - wide(state.sizes[seat])
    _chain(state, seat, DOWN, more, prices, best)
    if state.sizes[seat] == 0:
        return _plan_whole(state, seat, more, prices, best, plan)
    _chain(state, seat, UP, more, prices, best)
    return _plan_ends(state, seat, more, prices, best, plan)


@compiled
def _held(state: StateRecord, seat: int, kind: int) -> int:
    return wide(state.hands[place(seat, kind)])


@compiled
def _price_cards(state: StateRecord, seat: int, prices: Values) -> None:
    """Prices one more copy of each type: about 1, more for what is rare."""
    for kind in range(MOST_TYPES):
        left = wide(state.copies[kind]) - _held(state, seat, kind)
        prices[kind] = 1 + 1.5 / (left + 1) if left > 0 else NEVER
    for other in range(state.players):
        for i in range(state.sizes[other]):
            kind = state.figures[other * LONGEST + i]
            prices[kind] += 0.05


@compiled
def _cost(state: StateRecord, seat: int, kind: int, copies: int, prices: Values) -> float:
    """Gets the price of so many copies of a type, those in the hand being free."""
    return float(max(0, copies - _held(state, seat, kind)) * prices[kind])


@compiled
def _fits(state: StateRecord, direction: int, joint: int) -> int:
    return wide(state.below[joint]) if direction == DOWN else wide(state.above[joint])


@compiled
def _far_end(state: StateRecord, direction: int, kind: int) -> int:
    return wide(state.bottoms[kind]) if direction == DOWN else wide(state.tops[kind])


@compiled
def _repeating(state: StateRecord, joint: int) -> int:
    """Gets a type that can follow itself at a joint, or -1."""
    kinds = wide(state.below[joint]) & wide(state.above[joint]) & wide(state.orange)
    return lowest(kinds) if kinds else -1


@compiled
def _chain(
    state: StateRecord, seat: int, direction: int, most: int, prices: Values, best: Values
) -> None:
    """Finds the least price of closing each joint with each number of cards."""
    for joint in range(MOST_JOINTS + 1):
        best[direction, joint, 0] = 0.0 if joint == 0 else NEVER
    for n in range(1, most + 1):
        best[direction, 0, n] = NEVER
        for joint in range(1, MOST_JOINTS + 1):
            best[direction, joint, n] = NEVER
            if _fits(state, direction, joint):
                best[direction, joint, n] = _step(state, seat, direction, joint, n, prices, best)[0]


@compiled
def _step(
    state: StateRecord,
    seat: int,
    direction: int,
    joint: int,
    n: int,
    prices: Values,
    best: Values,
) -> tuple[float, int, int]:
    """Gets the best way on from a joint: its price, how many repeats first, and the type then."""
    repeats = _repeating(state, joint)
    used = wide(state.built[seat]) & ~wide(state.orange)
    least, copies, then = NEVER, 0, -1
    kinds = _fits(state, direction, joint) & ~used
    if repeats >= 0:
        kinds &= ~bit(repeats)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        base = _cost(state, seat, kind, 1, prices)
        far = _far_end(state, direction, kind)
        for k in range(n if repeats >= 0 else 1):
            price = base + best[direction, far, n - k - 1]
            if k:
                price += _cost(state, seat, repeats, k, prices)
            if price < least:
                least, copies, then = price, k, kind
    return least, copies, then


@compiled
def _follow(
    state: StateRecord,
    seat: int,
    direction: int,
    joint: int,
    n: int,
    prices: Values,
    best: Values,
    plan: Values,
) -> int:
    """Adds the best chain to the plan; gets the type that it begins with, or -1."""
    first = -1
    while n > 0 and joint > 0:
        price, copies, then = _step(state, seat, direction, joint, n, prices, best)
        if price >= NEVER:
            break
        repeats = _repeating(state, joint)
        if copies:
            plan[repeats] += copies
        plan[then] += 1
        if first < 0:
            first = repeats if copies else then
        joint = _far_end(state, direction, then)
        n -= copies + 1
    return first


@compiled
def _plan_whole(
    state: StateRecord, seat: int, more: int, prices: Values, best: Values, plan: Values
) -> float:
    """Plans a figure of which nothing lies yet."""
    least, head = NEVER, -1
    kinds = wide(state.heads)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        price = (
            _cost(state, seat, kind, 1, prices) + best[DOWN, wide(state.bottoms[kind]), more - 1]
        )
        if price < least:
            least, head = price, kind
    if head >= 0:
        plan[head] += 1
        _follow(state, seat, DOWN, wide(state.bottoms[head]), more - 1, prices, best, plan)
    return _count_missing(state, seat, plan, least)


@compiled
def _plan_ends(
    state: StateRecord, seat: int, more: int, prices: Values, best: Values, plan: Values
) -> float:
    """Shares the cards still to be laid between the two ends of a figure."""
    above, below = wide(state.head_ends[seat]), wide(state.foot_ends[seat])
    least, up = NEVER, 0
    for n in range(more + 1):
        price = best[UP, above, n] + best[DOWN, below, more - n]
        if price < least:
            least, up = price, n
    if least < NEVER:
        plan[ABOVE] = _follow(state, seat, UP, above, up, prices, best, plan)
        plan[BELOW] = _follow(state, seat, DOWN, below, more - up, prices, best, plan)
    return _count_missing(state, seat, plan, least)


@compiled
def _count_missing(state: StateRecord, seat: int, plan: Values, price: float) -> float:
    for kind in range(MOST_TYPES):
        if plan[kind]:
            plan[MISSING] += max(0, plan[kind] - _held(state, seat, kind))
    if price >= NEVER:
        plan[MISSING] = LONGEST
    return price


# What a move is worth


@compiled
def weigh(state: StateRecord, moves: Moves, worths: Values) -> int:
    """Writes what each distinct move seems worth, in turns."""
    return weigh_by(state, moves, worths, WEIGHTS)


@compiled
def weigh_by(state: StateRecord, moves: Moves, worths: Values, w: Values) -> int:
    """Weighs the distinct moves by given weights."""
    n = distinct(state, moves)
    if n == 1:
        worths[0] = 0.0
        return n
    plan = np.empty(PLAN)
    make_plan(state, state.seat, plan)
    for i in range(n):
        if state.phase == DROPPING:
            worths[i] = _drop_worth(state, moves[i], plan, w)
        else:
            worths[i] = _turn_worth(state, moves[i], plan, w)
    return n


@compiled
def _turn_worth(state: StateRecord, move: int, plan: Values, w: Values) -> float:
    missing = plan[MISSING]
    if move == DRAW:
        return float(w[1] if missing else -1.0)
    if move < FIRST_CARD_MOVE:
        kind = top_of(state, move - TAKE)
        return float(w[0] if plan[kind] > _held(state, state.seat, kind) else -1.0)
    kind, way = card_of(move), way_of(move)
    if not _follows(state, kind, way, plan):
        return float(-3.0 + 0.1 * (plan[kind] > 0))
    middle = state.tops[kind] > 0 and state.bottoms[kind] > 0
    return float(w[2] - w[3] * missing - 0.2 * (way == BEGIN and not middle))


@compiled
def _follows(state: StateRecord, kind: int, way: int, plan: Values) -> bool:
    """Checks whether a lay is what the plan says next."""
    if way == BEGIN:
        return bool(plan[kind] > 0)
    return bool(plan[ABOVE if way == AT_HEAD else BELOW] == kind)


@compiled
def _drop_worth(state: StateRecord, move: int, plan: Values, w: Values) -> float:
    kind, pile = card_of(move), way_of(move) - DROP
    spare = _held(state, state.seat, kind) - plan[kind]
    worth = 0.05 * spare if spare > 0 else -2.0
    wanted = wanted_by_next(state)
    worth -= w[4] * ((wanted >> kind) & 1)
    if state.heights[pile]:
        worth += w[5] * ((wanted >> top_of(state, pile)) & 1)
    return float(worth)


@compiled
def wanted_by_next(state: StateRecord) -> int:
    """Gets the types that fit the figure of the next seat."""
    seat = after(state, state.seat)
    above, below = wide(state.head_ends[seat]), wide(state.foot_ends[seat])
    wanted = wide(state.above[above]) if above else wide(0)
    return wanted | (wide(state.below[below]) if below else wide(0))


# How it stands


@compiled
def stage(state: StateRecord) -> int:
    """Gets the number of the round."""
    return wide(state.rounds)


@compiled
def estimate(state: StateRecord, values: Values) -> None:
    """Writes each seat's chance to win: by its points, and how near its figure is to the end."""
    mask = winners(state)
    if mask or _is_fresh(state):
        for seat in range(state.players):
            values[seat] = 0.0 if mask else 1.0 / state.players
    else:
        _race(state, values)
    best = 0.0
    for seat in range(state.players):
        values[seat] = state.totals[seat] + values[seat] * (wide(state.target) + 3)
        best = max(best, values[seat])
    left = max(1.0, (GOALS[state.points] - best) / 8)
    _shares(values, wide(state.players), best, 2.5 * math.sqrt(left))
    if mask:
        for seat in range(state.players):
            values[seat] = 0.1 * values[seat] + 0.9 * (mask >> seat & 1) / _bits(mask)


@compiled
def _bits(mask: int) -> int:
    n = 0
    while mask:
        n += 1
        mask &= mask - 1
    return n


@compiled
def _is_fresh(state: StateRecord) -> bool:
    """Checks whether a round has only just been dealt."""
    laid = 0
    for seat in range(state.players):
        laid += state.sizes[seat]
    return bool(laid == 0 and state.given == 0 and state.idle == 0 and state.drawn == 0)


@compiled
def _race(state: StateRecord, values: Values) -> None:
    """Writes each seat's chance to complete its figure first."""
    plan = np.empty(PLAN)
    best = -1e9
    for seat in range(state.players):
        make_plan(state, seat, plan)
        lays = wide(state.target) - wide(state.sizes[seat])
        values[seat] = -(lays + TURNS * plan[MISSING]) / PACE
        best = max(best, values[seat])
    _shares(values, wide(state.players), best, 1.0)


@compiled
def _shares(values: Values, players: int, best: float, scale: float) -> None:
    """Makes shares that add up to 1 of values, more for the higher ones."""
    total = 0.0
    for seat in range(players):
        values[seat] = math.exp((values[seat] - best) / scale)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total


@compiled
def glimpse(state: StateRecord, seat: int) -> int:
    """Tells apart which card the seat itself drew from the stock."""
    shown = state.drawn == STOCK and state.turn == seat and state.phase == DROPPING
    return wide(state.took) if shown else wide(0)


@compiled
def forget(view: StateRecord, rng: Rng, share: float) -> None:
    """Forgets which cards the others were seen to take."""
    for seat in range(view.players):
        if seat == view.viewer:
            continue
        for kind in range(MOST_TYPES):
            where = place(seat, kind)
            if view.known[where] and pick(rng, 1024) < share * 1024:
                view.hands[where] -= view.known[where]
                view.known[where] = 0
                if view.hands[where] == 0:
                    view.held[seat] = wide(view.held[seat]) & ~bit(kind)


# In words


def reason(state: Any, move: int) -> tuple[str, int]:
    """Gets which sentence says why a move is sensible, and the type of card it names."""
    plan = np.empty(PLAN)
    make_plan(state, int(state.seat), plan)
    if move == DRAW:
        return ("draws" if plan[MISSING] else "waits"), 0
    if move < FIRST_CARD_MOVE:
        kind = int(top_of(state, move - TAKE))
        wanted = plan[kind] > _held(state, int(state.seat), kind)
        return ("takes" if wanted else "takes_anyway"), kind
    kind, way = int(card_of(move)), int(way_of(move))
    if way >= DROP:
        spare = _held(state, int(state.seat), kind) > plan[kind]
        return ("drops" if spare else "gives_up"), kind
    if not _follows(state, kind, way, plan):
        return "lays_anyway", kind
    return ("lays" if plan[MISSING] else "lays_ready"), kind
