"""A simple sensible player: plans the cheapest figure, draws what it lacks, drops the rest.

It uses only what its seat may know. It is there to see how a deck plays, not to be hard to beat.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.core.bits import lowest
from tablee.core.compiled import StateRecord, compiled
from tablee.games.escogriffe.choices import (
    AT_FEET,
    AT_HEAD,
    BEGIN,
    DRAW,
    DROP,
    TAKE,
    card_move,
    emptied,
)
from tablee.games.escogriffe.figures import FEET, HEAD, layable, used_up
from tablee.games.escogriffe.material import LONGEST, MOST_PLAYERS, MOST_TYPES
from tablee.games.escogriffe.state import DROPPING, bit, piles_at, place, top_of, wide

HOPELESS = 1_000_000
_NEARLY = 2  # with no more cards missing than this, it lays rather than draws

Prices = Any
"""What each type would cost, by number of copies: 32 × 13."""
Chains = Any
"""For each first type and length: price, copies of that type, next type: 3 × 32 × 13."""


@compiled
def choose(state: StateRecord) -> int:
    """Chooses a move for the seat that has to decide."""
    plan = np.zeros(MOST_TYPES + 2, np.int64)
    _make_plan(state, plan)
    if state.phase == DROPPING:
        return _drop_useless(state, plan)
    missing = 0
    for kind in range(MOST_TYPES):
        missing += max(0, plan[kind] - _held(state, kind))
    for pile in range(piles_at(state)):
        kind = top_of(state, pile)
        if plan[kind] > _held(state, kind):
            return TAKE + pile
    lay = _next_lay(state, plan) if missing <= _NEARLY else -1
    return lay if lay >= 0 else DRAW


@compiled
def _held(state: StateRecord, kind: int) -> int:
    return wide(state.hands[place(state.seat, kind)])


@compiled
def _drop_useless(state: StateRecord, plan: Prices) -> int:
    """Drops the type of which most are too many."""
    worst, most = 0, 0
    for kind in range(MOST_TYPES):
        useless = _held(state, kind) - plan[kind]
        if useless > most:
            worst, most = kind, useless
    return card_move(worst, DROP + max(0, emptied(state)))


@compiled
def _next_lay(state: StateRecord, plan: Prices) -> int:
    """Finds a lay that follows the plan, or -1; a figure is begun in its middle."""
    seat = state.seat
    if state.sizes[seat] == 0:
        best, worth = -1, 0
        for kind in range(MOST_TYPES):
            middle = 1 + 2 * (state.tops[kind] > 0 and state.bottoms[kind] > 0)
            if plan[kind] and _held(state, kind) and middle > worth:
                best, worth = card_move(kind, BEGIN), middle
        return best
    above, below = plan[MOST_TYPES], plan[MOST_TYPES + 1]
    if above >= 0 and layable(state, seat, HEAD) & bit(above):
        return card_move(above, AT_HEAD)
    if below >= 0 and layable(state, seat, FEET) & bit(below):
        return card_move(below, AT_FEET)
    return -1


@compiled
def _make_plan(state: StateRecord, plan: Prices) -> None:
    """Counts each type of the cheapest figure still to be laid, and the next at each end."""
    seat = state.seat
    prices = np.empty((MOST_TYPES, LONGEST + 1), np.int64)
    down = np.empty((3, MOST_TYPES, LONGEST + 1), np.int64)
    plan[MOST_TYPES] = -1
    plan[MOST_TYPES + 1] = -1
    _find_prices(state, prices)
    _find_chains(state, prices, state.bottoms, state.below, down)
    more = wide(state.target) - wide(state.sizes[seat])
    if state.sizes[seat] == 0:
        _follow(down, _cheapest(down, wide(state.heads), more), more, plan)
        return
    up = np.empty((3, MOST_TYPES, LONGEST + 1), np.int64)
    _find_chains(state, prices, state.tops, state.above, up)
    _plan_ends(state, up, down, more, plan)


@compiled
def _plan_ends(state: StateRecord, up: Chains, down: Chains, more: int, plan: Prices) -> None:
    """Shares the cards still to be laid between the two ends of a figure."""
    above, below = state.head_ends[state.seat], state.foot_ends[state.seat]
    least, best = HOPELESS, -1
    for n in range(more + 1):
        price = _price_at_end(up, above, wide(state.above[above]), n)
        price += _price_at_end(down, below, wide(state.below[below]), more - n)
        if price < least:
            least, best = price, n
    if best > 0:
        plan[MOST_TYPES] = _cheapest(up, wide(state.above[above]), best)
        _follow(up, plan[MOST_TYPES], best, plan)
    if best >= 0 and more > best:
        plan[MOST_TYPES + 1] = _cheapest(down, wide(state.below[below]), more - best)
        _follow(down, plan[MOST_TYPES + 1], more - best, plan)


@compiled
def _price_at_end(chains: Chains, joint: int, kinds: int, n: int) -> int:
    """Gets the price of n more cards at an end: none at a closed one, at least one at an open."""
    if joint == 0 or n == 0:
        return 0 if joint == 0 and n == 0 else HOPELESS
    return wide(chains[0, _cheapest(chains, kinds, n), n])


@compiled
def _find_prices(state: StateRecord, prices: Prices) -> None:
    """Prices each number of copies of each type: what is held is free, what is rare is dear."""
    for kind in range(MOST_TYPES):
        unseen = wide(state.copies[kind]) - _held(state, kind)
        for seat in range(MOST_PLAYERS):
            if seat != state.seat:
                unseen -= wide(state.known[place(seat, kind)])
            for i in range(state.sizes[seat]):
                unseen -= state.figures[seat * LONGEST + i] == kind
        for n in range(LONGEST + 1):
            wanted = max(0, n - _held(state, kind))
            prices[kind, n] = HOPELESS if wanted > unseen else wanted * (100 + 200 // (unseen + 1))
        if used_up(state, state.seat) & bit(kind):
            prices[kind] = HOPELESS


@compiled
def _find_chains(state: StateRecord, prices: Prices, ends: Any, fits: Any, chains: Chains) -> None:
    """Finds the cheapest chain of each length that begins with each type and closes a figure."""
    for n in range(1, LONGEST + 1):
        for kind in range(MOST_TYPES):
            chains[0, kind, n] = HOPELESS
            chains[1, kind, n] = 1
            chains[2, kind, n] = -1
            if ends[kind] == 0:
                if n == 1 and state.copies[kind]:
                    chains[0, kind, n] = prices[kind, 1]
                continue
            repeats = wide(state.orange) & bit(kind) and state.tops[kind] == state.bottoms[kind]
            for copies in range(1, n if repeats else min(n, 2)):
                then = _cheapest(chains, wide(fits[ends[kind]]) & ~bit(kind), n - copies)
                if (
                    then >= 0
                    and chains[0, then, n - copies] + prices[kind, copies] < chains[0, kind, n]
                ):
                    chains[0, kind, n] = chains[0, then, n - copies] + prices[kind, copies]
                    chains[1, kind, n] = copies
                    chains[2, kind, n] = then


@compiled
def _cheapest(chains: Chains, kinds: int, n: int) -> int:
    """Gets the type of a set that begins the cheapest chain of a length, or -1 of an empty set."""
    best = -1
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if best < 0 or chains[0, kind, n] < chains[0, best, n]:
            best = kind
    return best


@compiled
def _follow(chains: Chains, kind: int, n: int, plan: Prices) -> None:
    """Counts the types of a chain."""
    while kind >= 0 and n > 0 and chains[0, kind, n] < HOPELESS:
        copies = chains[1, kind, n]
        plan[kind] += copies
        kind, n = chains[2, kind, n], n - copies
