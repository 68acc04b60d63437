"""What a seat may know: views, and dealing anew what they hide.

Everyone knows the figures, the piles (also what lies under a top, which all have seen), the
cards that a hand took openly and has not laid or discarded since, and, after a reshuffle, what
went into the stock, and who has given away what since. A seat also knows its own hand, and what
it drew.
"""

from __future__ import annotations

import numpy as np

from tablee.core.chance import pick, rekey
from tablee.core.compiled import Rng, StateRecord, compiled
from tablee.core.header import EVERYTHING
from tablee.games.escogriffe.history import deal_by_history
from tablee.games.escogriffe.material import MOST_TYPES
from tablee.games.escogriffe.state import (
    DRAWN,
    STOCK,
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


@compiled
def candid(state: StateRecord) -> bool:
    """Says that a batch need not hide anything: who decides knows the card just drawn."""
    return True


@compiled
def hide(state: StateRecord, viewer: int) -> None:
    """Leaves of the other hands what everyone knows, and no card that another drew (E15)."""
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
    """How many cards of a hand the viewer does not know."""
    size = hand_size(state, seat)
    for kind in range(MOST_TYPES):
        size -= wide(state.hands[place(seat, kind)])
    return size


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deals the unseen cards anew to the hidden hands; what is left is the stock.

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
    """Deals what the stock holds to the hidden hands."""
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
    """Says which card was just drawn: by the history, or any of the hand that is not known."""
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
    """The event in which a seat last drew a card of a type from the present stock, or -1."""
    drawn, at = first_stock(state) - wide(state.left), wide(state.happened) - 1
    while drawn > 0 and at >= 0:
        event = wide(state.events[at])
        if was_drawn(event) and seat_in(event) == seat and card_in(event) == kind:
            return at
        drawn -= was_drawn(event)
        at -= 1
    return wide(-1)


@compiled
def at_height(counts: StateRecord, height: int) -> int:
    """The type of the card at a height, if all cards lay sorted on one heap."""
    kind, seen = 0, 0
    for i in range(MOST_TYPES):
        seen += wide(counts[i])
        kind += seen <= height
    return kind


@compiled
def swap(state: StateRecord, seat: int, kind: int, drawn: int) -> None:
    """Exchanges a card of a hand for one of the stock, as if that had been dealt."""
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
