"""What a sensible player of L'Ascenseur would do: how many tricks to bid, and how to get there.

A bid is the sum of what each card is likely to take. A card is worth its chance to take the trick
while tricks are missing, and its chance to lose it afterwards; the strong ones are spent where they
help. Only the seat's own hand and what lay open on the table are read.
"""

from __future__ import annotations

import math
from typing import Any

from tablee.core.bits import count, int64, lowest
from tablee.core.compiled import Moves, StateRecord, Values, compiled

from .rules import (
    ALL,
    BIDDING,
    BIDS,
    OVER,
    PLAYING,
    SUIT,
    best_of_trick,
    bids_made,
    floor_of,
    last_round,
    legal,
    lying,
    suit_led,
    trumps,
    winners,
)

SHORT = 0.55  # how likely a low trump is to take a trick of its own
SPREAD = 3.2  # how far apart points are after one more round


@compiled
def hidden_from(state: StateRecord, seat: int) -> int:
    """Return the cards that a seat sees nowhere."""
    return int64(ALL & ~(state.gone | lying(state) | state.turned | state.hands[seat]))


@compiled
def above(state: StateRecord, card: int) -> int:
    """Return all cards that would beat a card that is led."""
    bit, suit = int64(1) << card, int64(SUIT) << card // 13 * 13
    higher = suit & ~(bit | (bit - 1))
    return higher if trumps(state) & bit else higher | int64(trumps(state))


@compiled
def chance_to_take(state: StateRecord, seat: int, card: int) -> float:
    """Guess how likely a card is to take a trick, now if one lies there, or when it is led."""
    hidden, later = hidden_from(state, seat), state.players - 1
    if state.played and state.phase == PLAYING:
        bit = int64(1) << card
        best = best_of_trick(state)
        if not above(state, best) & bit or not bit & (trumps(state) | suit_led(state)):
            return 0.0
        later -= state.played
    rivals = count(above(state, card) & hidden)
    held = later * floor_of(state) / max(1, count(hidden)) if state.phase == BIDDING else 0.0
    if state.phase == PLAYING:
        cards = later * (count(state.hands[seat]))
        held = min(1.0, cards / max(1, count(hidden)))
    return math.pow(1.0 - min(0.98, held * 0.8), rivals)


@compiled
def likely_tricks(state: StateRecord, seat: int) -> float:
    """Guess how many tricks a hand takes."""
    hand, total = state.hands[seat], 0.0
    trump = trumps(state)
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        chance = chance_to_take(state, seat, card)
        if trump >> card & 1:
            chance = max(chance, SHORT * (card % 13) / 12)
        total += chance
    return total


@compiled
def weigh(state: StateRecord, moves: Moves, worths: Values) -> int:
    """Write what each bid or card seems worth, in tricks."""
    n = legal(state, moves)
    if state.phase == BIDDING:
        likely = likely_tricks(state, state.seat)
        for i in range(n):
            worths[i] = -abs(moves[i] - BIDS - likely)
        return n
    missing = int64(state.bids[state.seat]) - state.won[state.seat]
    want = min(1.0, missing / max(1.0, likely_tricks(state, state.seat))) if missing > 0 else -1.0
    for i in range(n):
        chance = chance_to_take(state, state.seat, moves[i])
        use = strength(state, moves[i])
        # what takes is kept while tricks are missing, what is too strong goes where it cannot
        worths[i] = want * chance - (0.3 * use if missing > 0 else -0.3 * use) * (1.0 - chance)
    return n


@compiled
def strength(state: StateRecord, card: int) -> float:
    """Return how strong a card is by itself, from 0 to 1."""
    return (0.5 if trumps(state) >> card & 1 else 0.0) + card % 13 / 24


@compiled
def estimate(state: StateRecord, viewer: int, values: Values) -> None:
    """Write each seat's chance to win: surer the fewer rounds are left."""
    mask = winners(state)
    if state.phase == OVER:
        for seat in range(state.players):
            values[seat] = (mask >> seat & 1) / count(mask)
        return
    best, total = -1000.0, 0.0
    for seat in range(state.players):
        values[seat] = state.points[seat]
        best = max(best, values[seat])
    left = 1.0 + last_round(state) - state.rounds
    for seat in range(state.players):
        values[seat] = math.exp((values[seat] - best) / (SPREAD * math.sqrt(left)))
        total += values[seat]
    for seat in range(state.players):
        values[seat] /= total


@compiled
def stage(state: StateRecord) -> int:
    """Return the number of the round."""
    return int64(state.rounds)


def reason(view: Any, move: int) -> str:
    """Return the rule book's sentence on why a move is sensible."""
    if move >= BIDS:
        return "bid_last" if bids_made(view) == view.players - 1 else "bid"
    missing = int(view.bids[view.seat]) - int(view.won[view.seat])
    chance = chance_to_take(view, int(view.seat), move)
    if missing > 0:
        return "takes" if chance > 0.5 else "saves"
    return "ducks" if chance < 0.5 else "sheds"
