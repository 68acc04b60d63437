"""The rules of my game, with the number of the clause for each."""

from __future__ import annotations

from tablee.core.bits import count, int64, lowest
from tablee.core.cards import deal_anew, deal_out, leaders
from tablee.core.chance import rekey
from tablee.core.compiled import Moves, Points, Rng, StateRecord, compiled
from tablee.core.fields import (
    OTHERS,
    Deck,
    Layout,
    Per,
    cards,
    last_seat,
    number,
    row,
    scratch,
    switch,
)
from tablee.core.header import EVERYTHING, NOBODY

CARDS = 12
ALL = (1 << CARDS) - 1
MOVES = tuple(str(n) for n in range(1, CARDS + 1))
MOST_MOVES = CARDS // 3
TRICK_WON = 1  # what `step` did
NOT_HELD, ENDED = 2, 4  # clauses


@compiled
def hand_size(state: StateRecord, seat: int) -> int:
    """Return how many cards a hand holds, which everyone can see."""
    has_played = (seat - state.leader) % state.players < state.played
    return int64((CARDS - count(state.gone)) // state.players - int64(has_played))


FIELDS = Layout(
    number("won", "i8", 0, MOST_MOVES, Per(4)),
    cards("gone", piled=True),
    number("leader", "i1", 0, last_seat, text="lead"),
    row("trick", 4, length="played"),
    cards("hands", Per(4), secret=OTHERS, size=lambda state, seat: int(hand_size(state, seat))),
    scratch("room", "i8", 4),
    scratch("barred", "i8", 4),
    switch("lowest", False, "X3"),  # a variant may turn it on
    deck=Deck(MOVES),
)
STATE = FIELDS.dtype


@compiled
def deal(state: StateRecord) -> None:
    """Deal all cards evenly (X1)."""
    deal_out(state, state.hands, ALL, state.players)
    state.seat = whose_turn(state)


@compiled
def whose_turn(state: StateRecord) -> int:
    """Return the seat to play a card, or nobody when a trick is full or the match is over."""
    if state.gone == ALL or state.played == state.players:
        return NOBODY
    return int64((state.leader + state.played) % state.players)


@compiled
def refusal(state: StateRecord, card: int) -> int:
    """Return the clause that forbids a card, 0 for a legal one."""
    if state.gone == ALL:
        return ENDED
    return 0 if state.hands[state.seat] >> card & 1 else NOT_HELD


@compiled
def legal(state: StateRecord, moves: Moves) -> int:
    """Write the cards that may be played (X2)."""
    hand, n = state.hands[state.seat] if state.seat >= 0 else int64(0), 0
    while hand:
        moves[n] = lowest(hand)
        hand &= hand - 1
        n += 1
    return n


@compiled
def put(state: StateRecord, move: int) -> None:
    """Play a card (X2)."""
    state.hands[state.seat] &= ~(int64(1) << move)
    state.trick[state.played] = move
    state.played += 1
    state.seat = whose_turn(state)


@compiled
def step(state: StateRecord) -> int:
    """End a trick that is full: the highest card takes it, or the lowest (X3)."""
    if state.played < state.players:
        return 0
    best = 0
    for i in range(state.players):
        above = state.trick[i] > state.trick[best]
        best = i if above != (state.lowest == 1) else best
    state.leader = (state.leader + best) % state.players
    state.won[state.leader] += 1
    state.gone |= lying(state)
    state.trick[:] = 0
    state.played = 0
    state.seat = whose_turn(state)
    return TRICK_WON


@compiled
def lying(state: StateRecord) -> int:
    """Return the cards on the table as a set."""
    found = int64(0)
    for i in range(state.played):
        found |= int64(1) << state.trick[i]
    return found


@compiled
def scores(state: StateRecord, points: Points) -> None:
    """Write everyone's points."""
    for seat in range(state.players):
        points[seat] = state.won[seat]


@compiled
def winners(state: StateRecord) -> int:
    """Return who has most points when all cards are played (X4)."""
    return leaders(state.won, state.players) if state.gone == ALL else 0


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deal the cards anew that a seat sees nowhere."""
    seen = state.gone | lying(state)
    for seat in range(state.players):
        state.room[seat] = 0 if seat == state.viewer else hand_size(state, seat)
        seen |= state.hands[seat]
    deal_anew(state.hands, state.room, state.barred, ALL & ~seen, rng)
    state.room[:] = 0
    state.viewer = EVERYTHING
    rekey(state, rng)
