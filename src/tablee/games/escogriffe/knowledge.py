"""What a seat may know: views, and dealing anew what they hide.

Everyone knows the figures, the piles (also what lies under a top, which all have seen), the
cards that a hand took openly and has not laid or discarded since, and, after a reshuffle, what
went into the stock. A seat also knows its own hand, and what it drew from that stock.
"""

from __future__ import annotations

from tablee.core.chance import pick, rekey
from tablee.core.compiled import Rng, StateRecord, compiled
from tablee.core.header import EVERYTHING
from tablee.games.escogriffe.material import MOST_TYPES
from tablee.games.escogriffe.state import STOCK, bit, count_stock, give, hand_size, place, wide


@compiled
def hide(state: StateRecord, viewer: int) -> None:
    """Leaves of the other hands what everyone knows, and no card that another just drew (E15)."""
    for seat in range(state.players):
        if seat != viewer:
            _leave_known(state, seat)
    if state.drawn == STOCK and state.turn != viewer:
        state.took = 0


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
def sort_unseen(state: StateRecord) -> tuple[int, int]:
    """Puts unseen cards that may lie in the stock there, all others into `spare`; counts both.

    After a reshuffle the stock holds no more of a type than went into it, less what the viewer
    drew from it since.
    """
    count_stock(state)
    loose, old = wide(0), wide(0)
    for kind in range(MOST_TYPES):
        unseen = wide(state.stock[kind])
        most = unseen
        if state.reshuffles:
            most = wide(state.shuffled[kind])
            if state.viewer >= 0:
                most -= wide(state.drew[place(state.viewer, kind)])
        most = min(unseen, most)
        state.stock[kind] = most
        state.spare[kind] = unseen - most
        loose += most
        old += unseen - most
    return loose, old


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deals the unseen cards anew to the hidden hands; what is left is the stock.

    Before the first reshuffle of a round every deal is equally likely. After it, cards that were
    not shuffled in go to hands only, and a hand gets no more of the shuffled ones than it drew,
    as long as there are others.
    """
    loose, old = sort_unseen(state)
    new = loose - wide(state.left)  # so many loose cards must go to hands
    if state.reshuffles:
        old, new = _fill_old_places(state, old, new, rng)
    if state.drawn == STOCK and state.took == 0:
        state.took = 1 + _deal_drawn(state, state.turn, rng)
        new -= 1
    for seat in range(state.players):
        for _ in range(hidden_cards(state, seat)):
            if pick(rng, old + new) < new:
                _deal_drawn(state, seat, rng)
                new -= 1
            else:
                _deal_old(state, seat, old, rng)
                old -= 1
    _share_draws(state)
    state.viewer = EVERYTHING
    rekey(state, rng)


@compiled
def _fill_old_places(state: StateRecord, old: int, new: int, rng: Rng) -> tuple[int, int]:
    """Deals cards that were not shuffled in to those who cannot have drawn so many since."""
    for seat in range(state.players):
        for _ in range(hidden_cards(state, seat) - wide(state.fresh[seat])):
            if old > 0:
                _deal_old(state, seat, old, rng)
                old -= 1
            else:
                _deal_loose(state, seat, rng)
                new -= 1
    return old, new


@compiled
def _deal_old(state: StateRecord, seat: int, old: int, rng: Rng) -> None:
    kind = at_height(state.spare, pick(rng, old))
    state.spare[kind] -= 1
    give(state, seat, kind)


@compiled
def _deal_loose(state: StateRecord, seat: int, rng: Rng) -> int:
    loose = wide(0)
    for kind in range(MOST_TYPES):
        loose += wide(state.stock[kind])
    kind = at_height(state.stock, pick(rng, loose))
    state.stock[kind] -= 1
    give(state, seat, kind)
    return kind


@compiled
def _deal_drawn(state: StateRecord, seat: int, rng: Rng) -> int:
    kind = _deal_loose(state, seat, rng)
    if state.reshuffles:
        state.drew[place(seat, kind)] += 1
    return kind


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
        state.drew[where] -= 1
        state.drew[place(seat, drawn)] += 1


@compiled
def _draws_to_share(state: StateRecord, seat: int) -> int:
    """How many draws of a seat since the reshuffle have no card yet."""
    draws = wide(state.fresh[seat])
    for kind in range(MOST_TYPES):
        draws -= wide(state.drew[place(seat, kind)])
    return draws


@compiled
def _share_draws(state: StateRecord) -> None:
    """Says which shuffled cards the others drew and gave away again: the seats with draws left."""
    if state.reshuffles == 0:
        return
    for kind in range(MOST_TYPES):
        gone = wide(state.shuffled[kind]) - wide(state.stock[kind])
        for seat in range(state.players):
            gone -= wide(state.drew[place(seat, kind)])
        for seat in range(state.players):
            share = min(gone, _draws_to_share(state, seat))
            state.drew[place(seat, kind)] += share
            gone -= share
