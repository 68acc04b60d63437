"""What a seat may know: views, and dealing anew what they hide.

Everyone knows the figures, the piles (also what lies under a top, which all have seen), the
cards that a hand took openly and has not laid or discarded since, and, after a reshuffle, what
went into the stock, and who has given away what since. A seat also knows its own hand, and what
it drew.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from tablee.core.arrays import np
from tablee.core.chance import pick, rekey
from tablee.core.compiled import Rng, StateRecord, compiled
from tablee.core.header import EVERYTHING
from tablee.games.escogriffe.material import MOST_PLAYERS, MOST_TYPES
from tablee.games.escogriffe.state import (
    DRAWN,
    LONGEST_HISTORY,
    MOST_SHUFFLED,
    STOCK,
    at_height,
    bit,
    card_in,
    count_stock,
    first_stock,
    give,
    hand_size,
    place,
    seat_in,
    was_drawn,
    wide,
)

Row: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

MOST_SLOTS = LONGEST_HISTORY
TRIES = 200
"""Shuffles after which a view is held to be impossible: one that was played needs one or two."""
PLACES = 2_000
"""Cards that may look for a place before all are shuffled again."""
MIXES = 3
"""Exchanges for each slot, once a deal fits: they make all that fit about equally likely."""


@compiled
def candid(state: StateRecord) -> bool:
    """Return True: nothing must be hidden, as the seat to decide knows the card just drawn."""
    return True


@compiled
def hide(state: StateRecord, viewer: int) -> None:
    """Leave of the other hands what everyone knows, and no card that another drew (E15)."""
    for seat in range(state.players):
        if seat != viewer:
            _leave_known(state, seat)
    if state.drawn == STOCK and state.turn != viewer:
        state.took = 0
    for i in range(state.happened):
        event = wide(state.events[i])
        if was_drawn(event) and seat_in(event) != viewer:
            state.events[i] = event - event % DRAWN


@compiled
def _leave_known(state: StateRecord, seat: int) -> None:
    held = wide(0)
    for kind in range(MOST_TYPES):
        where = place(seat, kind)
        state.hands[where] = state.known[where]
        if state.known[where]:
            held |= bit(kind)
    state.held[seat] = held


@compiled
def hidden_cards(state: StateRecord, seat: int) -> int:
    """Return how many cards of a hand the viewer does not know."""
    size = hand_size(state, seat)
    for kind in range(MOST_TYPES):
        size -= wide(state.hands[place(seat, kind)])
    return size


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deal the unseen cards anew to the hidden hands; what is left is the stock.

    Before the first reshuffle of a round every deal is equally likely; after it, about equally
    likely is each one in which every seat had what it has shown.
    """
    count_stock(state)
    if state.reshuffles:
        deal_by_history(state, rng)
    else:
        _deal_unseen(state, rng)
    if state.drawn == STOCK and state.took == 0:
        state.took = 1 + _last_drawn(state, rng)
    state.viewer = EVERYTHING
    rekey(state, rng)


@compiled
def _deal_unseen(state: StateRecord, rng: Rng) -> None:
    """Deal what the stock holds to the hidden hands."""
    loose = wide(0)
    for kind in range(MOST_TYPES):
        loose += wide(state.stock[kind])
    for seat in range(state.players):
        for _ in range(hidden_cards(state, seat)):
            kind = at_height(state.stock, pick(rng, loose))
            state.stock[kind] -= 1
            loose -= 1
            give(state, seat, kind)


@compiled
def _last_drawn(state: StateRecord, rng: Rng) -> int:
    """Write which card was just drawn: by the history, or any of the hand that is not known."""
    if state.reshuffles:
        return card_in(wide(state.events[wide(state.happened) - 1]))
    seat = wide(state.turn)
    hidden = np.zeros(MOST_TYPES, np.int64)
    for kind in range(MOST_TYPES):
        where = place(seat, kind)
        hidden[kind] = wide(state.hands[where]) - wide(state.known[where])
    return at_height(hidden, pick(rng, hidden.sum()))


@compiled
def newest_draw(state: StateRecord, seat: int, kind: int) -> int:
    """Return the event in which a seat last drew a card of a type from the present stock, or -1."""
    drawn, at = first_stock(state) - wide(state.left), wide(state.happened) - 1
    while drawn > 0 and at >= 0:
        event = wide(state.events[at])
        if was_drawn(event) and seat_in(event) == seat and card_in(event) == kind:
            return at
        drawn -= was_drawn(event)
        at -= 1
    return wide(-1)


@compiled
def swap(state: StateRecord, seat: int, kind: int, drawn: int) -> None:
    """Exchange a card of a hand for one of the stock, as if that had been dealt."""
    state.stock[drawn] -= 1
    give(state, seat, drawn)
    state.stock[kind] += 1
    where = place(seat, kind)
    state.hands[where] -= 1
    if state.hands[where] == 0:
        state.held[seat] = wide(state.held[seat]) & ~bit(kind)
    if state.reshuffles:
        at = newest_draw(state, seat, kind)
        state.events[at] = wide(state.events[at]) + drawn - kind


# After the first reshuffle of a round it is known which cards all hands hold together, and which
# are in the stock. What leads from there to a seat's hand is a walk: old cards, cards drawn since,
# and hidden cards that it gave away. A deal of the hidden cards is possible if every seat had what
# it gave away, when it did. Each stock that has run out was drawn to its last card.


class Slots(NamedTuple):
    """Where hidden cards went: old ones seat by seat, then each draw, then the present stock."""

    kinds: Row
    """The type of the card in each slot."""
    seats: Row
    """Whose slot it is; -1 in the stock."""
    sources: Row
    """0 for an old card, else the number of the reshuffle."""
    starts: Row
    """Where the slots of each source begin, and those of the next."""
    olds: Row
    """Where the old cards of each seat begin, and those of the next."""
    walks: Row
    """Of each seat in turn: the slot of a draw, or -1 - the type of a card given away."""
    steps: Row
    """How long each seat's walk is."""
    gave: Row
    """How often each seat gave away a card of each type: most never did."""
    blocks: int
    """How many stocks there were, each after a reshuffle."""


@compiled
def deal_by_history(state: StateRecord, rng: Rng) -> bool:
    """Deal the hidden cards so that each seat had what it gave away; return whether that worked."""
    slots = _lay_out(state)
    if slots.starts[0] < 0:
        return False
    fits, tries = False, 0
    while not fits and tries < TRIES:
        _shuffle(slots, rng)
        fits = _mend(slots, rng)
        tries += 1
    _mix(slots, rng)
    _write(state, slots)
    return fits


@compiled
def _lay_out(state: StateRecord) -> Slots:
    """Make the slots of all seats but the viewer's, filled in order; start[0] is -1 if wrong.

    The stock must hold what the viewer sees nowhere.
    """
    slots = Slots(
        np.full(MOST_SLOTS, -1),
        np.full(MOST_SLOTS, -1),
        np.zeros(MOST_SLOTS, np.int64),
        np.zeros(MOST_SHUFFLED + 2, np.int64),
        np.zeros(MOST_PLAYERS + 1, np.int64),
        np.zeros((MOST_PLAYERS, MOST_SLOTS), np.int64),
        np.zeros(MOST_PLAYERS, np.int64),
        np.zeros((MOST_PLAYERS, MOST_TYPES), np.int64),
        wide(state.pooled) // first_stock(state),
    )
    if not (_lay_out_old(state, slots) and _lay_out_drawn(state, slots)):
        slots.starts[0] = -1
    return slots


@compiled
def _lay_out_old(state: StateRecord, slots: Slots) -> bool:
    """Make the slots of old cards: of all that was hidden, what was not in a stock since."""
    heap, sizes = np.zeros(MOST_TYPES, np.int64), np.zeros(MOST_PLAYERS, np.int64)
    for seat in range(state.players):
        sizes[seat] = hidden_cards(state, seat)
    for kind in range(MOST_TYPES):
        heap[kind] = wide(state.stock[kind])
    for i in range(state.pooled):
        heap[state.pool[i]] -= 1
    for i in range(state.happened):
        event = wide(state.events[i])
        seat, drawn = seat_in(event), was_drawn(event)
        sizes[seat] += -1 if drawn else 1
        if drawn == (seat == state.viewer):
            heap[card_in(event)] += 1
    n = wide(0)
    for seat in range(state.players):
        slots.olds[seat] = n
        if seat != state.viewer and sizes[seat] > 0:
            if n + sizes[seat] + wide(state.pooled) > MOST_SLOTS:
                return False
            slots.seats[n : n + sizes[seat]] = seat
            n += sizes[seat]
        slots.olds[seat + 1] = n
    slots.starts[1] = n
    return _fill(slots, heap, 0)


@compiled
def _lay_out_drawn(state: StateRecord, slots: Slots) -> bool:
    """Make a slot of each draw, and of each card left in the stock; write down the walks."""
    heap, whole = np.zeros(MOST_TYPES, np.int64), first_stock(state)
    n, at = slots.starts[1], wide(0)
    for block in range(slots.blocks):
        heap[:] = 0
        for i in range(block * whole, (block + 1) * whole):
            heap[state.pool[i]] += 1
        drawn = wide(0)
        while at < state.happened and (drawn < whole or not was_drawn(wide(state.events[at]))):
            event = wide(state.events[at])
            seat, kind = seat_in(event), card_in(event)
            drawn += was_drawn(event)
            if seat != state.viewer:
                slots.walks[seat, slots.steps[seat]] = n if was_drawn(event) else -1 - kind
                slots.steps[seat] += 1
            if was_drawn(event) and seat != state.viewer:
                slots.seats[n] = seat
                n += 1
            elif was_drawn(event):
                heap[kind] -= 1
            else:
                slots.gave[seat, kind] += 1
            at += 1
        n += whole - drawn
        slots.starts[block + 2] = n
        if not _fill(slots, heap, block + 1):
            return False
    return bool(at == state.happened)


@compiled
def _fill(slots: Slots, heap: Row, source: int) -> bool:
    """Fill the slots of a source with a heap of cards; return whether these are just as many."""
    at, end = slots.starts[source], slots.starts[source + 1]
    for kind in range(MOST_TYPES):
        if heap[kind] < 0:
            return False
        for _ in range(heap[kind]):
            if at == end:
                return False
            slots.kinds[at] = kind
            slots.sources[at] = source
            at += 1
    return bool(at == end)


@compiled
def _shuffle(slots: Slots, rng: Rng) -> None:
    """Put the cards of each source in any order."""
    for source in range(slots.blocks + 1):
        start = slots.starts[source]
        for i in range(slots.starts[source + 1] - 1, start, -1):
            j = start + pick(rng, i - start + 1)
            slots.kinds[i], slots.kinds[j] = slots.kinds[j], slots.kinds[i]


@compiled
def _missing(slots: Slots, seat: int, kind: int) -> int:
    """Return how often a seat gave away a card of a type that it did not have."""
    if seat < 0 or slots.gave[seat, kind] == 0:
        return wide(0)
    have, missing = wide(0), wide(0)
    for i in range(slots.olds[seat], slots.olds[seat + 1]):
        have += slots.kinds[i] == kind
    for i in range(slots.steps[seat]):
        step = slots.walks[seat, i]
        if step >= 0:
            have += slots.kinds[step] == kind
        elif -1 - step == kind:
            missing += have == 0
            have -= have > 0
    return missing


@compiled
def _missing_of(slots: Slots, i: int, j: int) -> int:
    """Return how much the seats of two slots miss of the types that lie there."""
    a, b, x, y = slots.seats[i], slots.seats[j], slots.kinds[i], slots.kinds[j]
    missing = _missing(slots, a, x) + _missing(slots, a, y)
    return missing if a == b else missing + _missing(slots, b, x) + _missing(slots, b, y)


@compiled
def _exchange(slots: Slots, i: int, j: int) -> bool:
    """Exchange the cards of two slots, unless a seat would miss one that it gave away."""
    if slots.kinds[i] == slots.kinds[j]:
        return False
    before = _missing_of(slots, i, j)
    slots.kinds[i], slots.kinds[j] = slots.kinds[j], slots.kinds[i]
    if _missing_of(slots, i, j) <= before:
        return True
    slots.kinds[i], slots.kinds[j] = slots.kinds[j], slots.kinds[i]
    return False


@compiled
def _mend(slots: Slots, rng: Rng) -> bool:
    """Keep a slot of its own for each card given away, and bring it there; return whether it can.

    Where nothing is free, one that was kept before gives way, and has to look for another place.
    """
    keeps, kept_at = np.full(MOST_SLOTS, -1), np.zeros(MOST_SLOTS, np.int64)
    waiting, n = np.zeros(MOST_SLOTS, np.int64), wide(0)
    for seat in range(MOST_PLAYERS - 1, -1, -1):
        for i in range(slots.steps[seat] - 1, -1, -1):
            if slots.walks[seat, i] < 0:
                waiting[n] = seat * MOST_SLOTS + i
                n += 1
    for now in range(PLACES):
        if n == 0:
            return True
        n -= 1
        gift = waiting[n]
        at, found = _place_for(slots, keeps, kept_at, gift, rng)
        if at < 0:
            return False
        for slot in (at, found):
            if keeps[slot] >= 0:
                waiting[n] = keeps[slot]
                n += 1
                keeps[slot] = -1
        slots.kinds[at], slots.kinds[found] = slots.kinds[found], slots.kinds[at]
        keeps[at], kept_at[at] = gift, 1 + now
    return False


@compiled
def _place_for(slots: Slots, keeps: Row, kept_at: Row, gift: int, rng: Rng) -> tuple[int, int]:
    """Pick a slot from which a card may have been given, and where that card lies in its source.

    Free ones, else those that were kept for longest, but for once any, so that no dead end lasts;
    -1 if no source has such a card.
    """
    seat, step = gift // MOST_SLOTS, gift % MOST_SLOTS
    kind = -1 - slots.walks[seat, step]
    cards = _cards_of(slots, keeps, kind, rng)
    best, at, ties, anywhere = wide(3 * PLACES), wide(-1), wide(0), pick(rng, 16) == 0
    olds = slots.olds[seat + 1] - slots.olds[seat]
    for i in range(olds + step):
        slot = slots.olds[seat] + i if i < olds else slots.walks[seat, i - olds]
        if slot < 0 or cards[slots.sources[slot]] < 0:
            continue
        there = slot if slots.kinds[slot] == kind else cards[slots.sources[slot]]
        cost = kept_at[slot] if keeps[slot] >= 0 else wide(0)
        if there != slot and keeps[there] >= 0:
            cost += kept_at[there]
        if cost < best and not anywhere:
            best, at, ties = cost, slot, wide(1)
        elif cost == best or anywhere:
            ties += 1
            at = slot if pick(rng, ties) == 0 else at
    if at < 0:
        return wide(-1), wide(-1)
    return at, at if slots.kinds[at] == kind else cards[slots.sources[at]]


@compiled
def _cards_of(slots: Slots, keeps: Row, kind: int, rng: Rng) -> Row:
    """Return where a card of a type lies in each source, a free one if there is one; or -1."""
    cards = np.full(MOST_SHUFFLED + 1, -1)
    for source in range(slots.blocks + 1):
        start = slots.starts[source]
        size = slots.starts[source + 1] - start
        first = pick(rng, size) if size else wide(0)
        for i in range(size):
            at = start + (first + i) % size
            if slots.kinds[at] == kind and (cards[source] < 0 or keeps[at] < 0):
                cards[source] = at
                if keeps[at] < 0:
                    break
    return cards


@compiled
def _mix(slots: Slots, rng: Rng) -> None:
    """Exchange cards of the same source at random, as long as all had what they gave away."""
    total = slots.starts[slots.blocks + 1]
    for _ in range(MIXES * total if slots.gave.any() else 0):
        i = pick(rng, total)
        source = slots.sources[i]
        start = slots.starts[source]
        j = start + pick(rng, slots.starts[source + 1] - start)
        _exchange(slots, i, j)


@compiled
def _write(state: StateRecord, slots: Slots) -> None:
    """Write the deal: hands, what was drawn, and the stock that is left."""
    heap = np.zeros(MOST_TYPES, np.int64)
    for seat in range(state.players):
        if seat == state.viewer:
            continue
        heap[:] = 0
        for i in range(slots.olds[seat], slots.olds[seat + 1]):
            heap[slots.kinds[i]] += 1
        for i in range(slots.steps[seat]):
            step = slots.walks[seat, i]
            heap[slots.kinds[step] if step >= 0 else -1 - step] += 1 if step >= 0 else -1
        for kind in range(MOST_TYPES):
            for _ in range(heap[kind]):
                give(state, seat, kind)
    n = slots.starts[1]
    for i in range(state.happened):
        event = wide(state.events[i])
        if was_drawn(event) and seat_in(event) != state.viewer:
            state.events[i] = event + slots.kinds[n] + 1
            n += 1
    state.stock[:] = 0
    for i in range(n, n + state.left):
        state.stock[slots.kinds[i]] += 1
