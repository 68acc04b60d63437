"""A small game of the family of Scopa, with Latin suits: cards take what they are worth."""

from __future__ import annotations

from tablee.core.bits import count, int64, lowest
from tablee.core.cards import deal_anew, leaders, nth
from tablee.core.chance import below, rekey
from tablee.core.compiled import Moves, Points, Rng, StateRecord, Values, compiled
from tablee.core.fields import ALL as EVERYONE
from tablee.core.fields import OTHERS, Deck, Layout, Per, cards, choice, last_seat, number, scratch
from tablee.core.header import EVERYTHING, NOBODY

CARDS = tuple(rank + suit for suit in "dcsb" for rank in "A234567FCR")
ALL, COINS, SETTEBELLO, HAND, OPEN, GOAL = (1 << 40) - 1, (1 << 10) - 1, 1 << 6, 3, 4, 5
SEVENS = SETTEBELLO | SETTEBELLO << 10 | SETTEBELLO << 20 | SETTEBELLO << 30
MOVES, MOST_MOVES = CARDS, HAND
DEALING, PLAYING, OVER = range(3)
DEALT, COUNTED = 1, 2
NOT_HELD, ENDED = 3, 6


@compiled
def cards_left(state: StateRecord) -> int:
    """Return how many cards are still to be dealt, which everyone can see."""
    return int64(40 - OPEN - HAND * state.players * state.hands_dealt)


@compiled
def hand_size(state: StateRecord, seat: int) -> int:
    """Return how many cards a hand holds, which everyone can see."""
    if state.phase != PLAYING or state.hands_dealt == 0:
        return int64(0)
    gone = (state.seat - state.first) % state.players if state.seat >= 0 else state.players
    return int64(HAND - state.turns - int64((seat - state.first) % state.players < gone))


FIELDS = Layout(
    number("rounds", "u2", 0, 60_000, text="round"),
    choice("phase", "u1", ("deal", "play", "over")),
    number("hands_dealt", "u1", 0, 6, text="dealt"),
    number("turns", "u1", 0, HAND),  # how often all have played since the last deal
    number("points", "u1", 0, 99, Per(3)),
    number("sweeps", "u1", 0, 36, Per(3)),
    number("first", "i1", 0, last_seat),
    number("turn", "i1", -1, last_seat, none=-1),
    number("last", "i1", 0, last_seat),  # who took cards last
    cards("lying"),
    cards("taken", Per(3)),
    cards("stock", secret=EVERYONE, size=lambda state, seat: int(cards_left(state))),
    cards("hands", Per(3), secret=OTHERS, size=lambda state, seat: int(hand_size(state, seat))),
    scratch("room", "i8", 4),
    scratch("places", "i8", 4),
    scratch("bars", "i8", 4),
    deck=Deck(CARDS),
)
STATE = FIELDS.dtype


@compiled
def worth(card: int) -> int:
    """Return what a card is worth: 1 to 10."""
    return card % 10 + 1


@compiled
def takes(lying: int, card: int) -> int:
    """Return what a card takes: one as high as itself, or else most cards that add up to it."""
    for suit in range(4):
        same = int64(1) << (10 * suit + card % 10)
        if lying & same:
            return same
    best, some = int64(0), lying
    while some:
        total, rest = 0, some
        while rest:
            total += worth(lowest(rest))
            rest &= rest - 1
        if total == worth(card) and count(some) > count(best):
            best = some
        some = (some - 1) & lying
    return best


@compiled
def deal(state: StateRecord) -> None:
    """Prepare a match."""
    state.phase, state.seat, state.turn = DEALING, NOBODY, NOBODY


@compiled
def legal(state: StateRecord, moves: Moves) -> int:
    """Write the cards of the hand (L3)."""
    hand, n = state.hands[state.seat] if state.seat >= 0 else int64(0), 0
    while hand:
        moves[n] = lowest(hand)
        hand &= hand - 1
        n += 1
    return n


@compiled
def refusal(state: StateRecord, card: int) -> int:
    """Return the clause that forbids a card, 0 for a legal one."""
    if state.phase == OVER:
        return ENDED
    return 0 if state.hands[state.seat] >> card & 1 else NOT_HELD


@compiled
def put(state: StateRecord, card: int) -> None:
    """Play a card: it takes what it can (L4), or stays."""
    seat, took = state.seat, takes(state.lying, card)
    state.hands[seat] &= ~(int64(1) << card)
    if took:
        state.lying &= ~took
        state.taken[seat] |= took | int64(1) << card
        state.last = seat
        state.sweeps[seat] += int64(state.lying == 0)
    else:
        state.lying |= int64(1) << card
    state.seat = (seat + 1) % state.players
    if state.seat == state.first:
        state.turns += 1
        state.seat = NOBODY if state.turns == HAND else state.seat
    state.turn = state.seat


@compiled
def step(state: StateRecord) -> int:
    """Deal a round, or three cards each; or count a round."""
    if state.phase == OVER:
        return 0
    if state.phase == PLAYING and cards_left(state) == 0:
        return count_round(state)
    if state.phase == DEALING:
        state.phase, state.stock, state.hands_dealt = PLAYING, ALL, 0
        state.rounds += 1
        state.taken[:] = 0
        state.sweeps[:] = 0
        state.first = state.rounds % state.players
        state.lying = draw_some(state, OPEN)
    for seat in range(state.players):
        state.hands[seat] = draw_some(state, HAND)
    state.hands_dealt += 1
    state.turns, state.seat = 0, state.first
    state.turn = state.seat
    return DEALT


@compiled
def draw_some(state: StateRecord, n: int) -> int:
    """Take cards from the stock."""
    found = int64(0)
    for _ in range(n):
        card = int64(1) << nth(state.stock, below(state, count(state.stock)))
        state.stock ^= card
        found |= card
    return found


@compiled
def standing(state: StateRecord, points: Values) -> None:
    """Write the points if the round ended now (L5); a majority that is open counts in shares."""
    for seat in range(state.players):
        points[seat] = state.points[seat]
        if state.phase == PLAYING:
            taken = state.taken[seat]
            points[seat] += state.sweeps[seat] + int64(taken & SETTEBELLO != 0)
            points[seat] += shares(taken)


@compiled
def shares(cards: int) -> float:
    """Return what cards are worth for most cards, most coins and most sevens."""
    return count(cards) / 40 + count(cards & COINS) / 10 + count(cards & SEVENS) / 4


@compiled
def has_most(state: StateRecord, seat: int, kind: int) -> bool:
    """Return whether a seat alone has taken most cards of a kind."""
    for other in range(state.players):
        if other != seat and count(state.taken[other] & kind) >= count(state.taken[seat] & kind):
            return False
    return True


@compiled
def count_round(state: StateRecord) -> int:
    """Give what lies there to who took last, and count (L5)."""
    state.taken[state.last] |= state.lying
    state.lying = 0
    most = 0
    for seat in range(state.players):
        state.points[seat] += state.sweeps[seat] + int64(state.taken[seat] & SETTEBELLO != 0)
        for kind in (ALL, COINS, SEVENS):
            state.points[seat] += int64(has_most(state, seat, kind))
        most = max(most, state.points[seat])
    state.phase = OVER if most >= GOAL else DEALING
    return COUNTED


@compiled
def scores(state: StateRecord, points: Points) -> None:
    """Write everyone's points."""
    for seat in range(state.players):
        points[seat] = state.points[seat]


@compiled
def winners(state: StateRecord) -> int:
    """Return who has most points at the end of a round in which somebody has enough (L6)."""
    return leaders(state.points, state.players) if state.phase == OVER else 0


@compiled
def stage(state: StateRecord) -> int:
    """Return a number for the deal: search looks no further."""
    return int64(state.rounds * 8 + state.hands_dealt)


@compiled
def weigh(state: StateRecord, moves: Moves, worths: Values) -> int:
    """Write what a card brings home at once, in points: cards, coins, the seven of coins."""
    n = legal(state, moves)
    for i in range(n):
        took = takes(state.lying, moves[i])
        took |= int64(1) << moves[i] if took else int64(0)
        worths[i] = shares(took) + count(took & SETTEBELLO)
        worths[i] += int64(took != 0 and took & state.lying == state.lying)
    return n


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deal the cards anew that a seat sees nowhere."""
    hidden = int64(ALL) & ~state.lying
    for seat in range(state.players):
        state.room[seat] = 0 if seat == state.viewer else hand_size(state, seat)
        state.places[seat] = state.hands[seat]
        hidden &= ~(state.hands[seat] | state.taken[seat])
    state.room[3] = cards_left(state) if state.phase == PLAYING else 0
    if state.phase == PLAYING:
        deal_anew(state.places, state.room, state.bars, hidden, rng)
    for seat in range(state.players):
        state.hands[seat] = state.places[seat]
    state.stock = state.places[3]
    state.places[:] = 0
    state.room[:] = 0
    state.viewer = EVERYTHING
    rekey(state, rng)
