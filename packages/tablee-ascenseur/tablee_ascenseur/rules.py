"""The rules of L'Ascenseur (Oh Hell, a traditional game), each with the number of its clause."""

from __future__ import annotations

from tablee.core.bits import count, highest, int64, lowest
from tablee.core.cards import deal_anew, leaders, nth
from tablee.core.chance import below, rekey
from tablee.core.compiled import Moves, Points, Rng, StateRecord, compiled, decides
from tablee.core.fields import (
    OTHERS,
    Deck,
    Layout,
    Per,
    cards,
    choice,
    last_seat,
    number,
    option,
    row,
    scratch,
    setting,
)
from tablee.core.header import EVERYTHING, NOBODY

CARDS = tuple(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
TALLEST = 10  # no round has more cards than this
MOVES = (*CARDS, *(str(n) for n in range(TALLEST + 1)))  # a card, or how many tricks one bids
MOST_MOVES = TALLEST + 1
SUIT, ALL, BIDS, STOCK = (1 << 13) - 1, (1 << 52) - 1, 52, 7
DEALING, BIDDING, PLAYING, OVER = range(4)
DEALT, TRICK_WON, SCORED = 1, 2, 3  # what `step` did
EXACT, EACH, FALL = 0, 1, 2  # values of the option `scoring`
TO_BID, TOO_HIGH, LAST_BID, TO_PLAY, NOT_HELD, FOLLOW, ENDED = 5, 6, 7, 9, 10, 11, 16  # clauses


@compiled
def floor_of(state: StateRecord) -> int:
    """Return how many cards each hand is dealt this round (A2)."""
    n, top = int64(state.rounds), int64(state.top)
    if state.ride == 1:
        return top + 1 - n
    return n if n <= top else 2 * top - n


@compiled
def last_round(state: StateRecord) -> int:
    """Return how many rounds there are (A2)."""
    return int64(state.top) if state.ride == 1 else 2 * int64(state.top) - 1


@compiled
def hand_size(state: StateRecord, seat: int) -> int:
    """Return how many cards a hand holds, which everyone can see."""
    if state.phase != BIDDING and state.phase != PLAYING:
        return int64(0)
    size = floor_of(state) - int64((seat - state.leader) % state.players < state.played)
    for other in range(state.players):
        size -= state.won[other]
    return size


FIELDS = Layout(
    option("ride"),
    option("last"),
    option("trump"),
    option("scoring"),
    setting("top", "u1", 7, (1, TALLEST), "A2"),
    setting("bonus", "u1", 10, (1, 50), "A14"),
    number("rounds", "u1", 0, 2 * TALLEST - 1, text="round"),
    choice("phase", "u1", ("deal", "bid", "play", "over")),
    number("points", "i2", -999, 9_999, Per(7)),
    cards("turned"),  # the card that shows trumps; none where they follow the order
    number("bids", "i1", 0, TALLEST, Per(7), none=-1),
    number("won", "u1", 0, TALLEST, Per(7)),
    cards("gone"),
    number("leader", "i1", 0, last_seat, text="lead"),
    row("trick", 7, length="played"),
    cards("hands", Per(7), secret=OTHERS, size=lambda state, seat: int(hand_size(state, seat))),
    number("barred", "i8", 0, ALL, Per(7)),  # cards of suits that a seat has shown not to hold
    scratch("places", "i8", 8),  # for `redeal`: the hands, and what was not dealt
    scratch("room", "i8", 8),
    scratch("bars", "i8", 8),
    deck=Deck(CARDS),
)
STATE = FIELDS.dtype


@compiled
def trumps(state: StateRecord) -> int:
    """Return the cards of the trump suit; none in every fifth round of a fixed order (A4)."""
    if state.trump == 0:
        return int64(SUIT) << lowest(state.turned) // 13 * 13 if state.turned else int64(0)
    place = (int64(state.rounds) - 1) % 5
    return int64(SUIT) << 13 * place if place < 4 else int64(0)


@compiled
def bids_made(state: StateRecord) -> int:
    """Return how many players have bid this round."""
    n = 0
    for seat in range(state.players):
        n += int64(state.bids[seat] >= 0)
    return n


@compiled
def whose_turn(state: StateRecord) -> int:
    """Return who bids (A5) or plays (A9), or nobody while something happens by itself."""
    if state.phase == BIDDING:
        return int64((state.leader + bids_made(state)) % state.players)
    if state.phase != PLAYING or state.played == state.players:
        return NOBODY
    seat = (state.leader + state.played) % state.players
    return int64(seat) if hand_size(state, seat) else NOBODY


@compiled
def forbidden_bid(state: StateRecord) -> int:
    """Return the bid by which all bids would come to the number of tricks (A7), or -1."""
    if state.last == 1 or bids_made(state) < state.players - 1:
        return -1
    left = floor_of(state)
    for seat in range(state.players):
        left -= max(0, state.bids[seat])
    return max(-1, left)


@compiled
def suit_led(state: StateRecord) -> int:
    """Return all cards of the suit of the first card in the trick."""
    return int64(SUIT) << int64(state.trick[0]) // 13 * 13


@compiled
def allowed(state: StateRecord) -> int:
    """Return the cards that may be played: of the suit led, if one has any (A11)."""
    hand = state.hands[state.seat]
    suit = hand & suit_led(state) if state.played else int64(0)
    return suit if suit else hand


@compiled
def refusal(state: StateRecord, move: int) -> int:
    """Return the clause that forbids a bid or a card, 0 for a legal one."""
    if state.phase == OVER:
        return ENDED
    if state.phase == BIDDING:
        if move < BIDS:
            return TO_BID
        if move - BIDS > floor_of(state):
            return TOO_HIGH
        return LAST_BID if move - BIDS == forbidden_bid(state) else 0
    if move >= BIDS:
        return TO_PLAY
    if not state.hands[state.seat] >> move & 1:
        return NOT_HELD
    return 0 if allowed(state) >> move & 1 else FOLLOW


@compiled
def legal(state: StateRecord, moves: Moves) -> int:
    """Write the bids that may be made, or the cards that may be played."""
    n = 0
    if not decides(state):
        return 0
    if state.phase == BIDDING:
        never = forbidden_bid(state)
        for bid in range(floor_of(state) + 1):
            moves[n] = BIDS + bid
            n += bid != never
        return n
    may = allowed(state)
    while may:
        moves[n] = lowest(may)
        may &= may - 1
        n += 1
    return n


@compiled
def deal(state: StateRecord) -> None:
    """Prepare a match: the first round is still to be dealt."""
    state.phase, state.seat = DEALING, NOBODY


@compiled
def put(state: StateRecord, move: int) -> None:
    """Bid (A5), or play a card; not to follow shows that a suit is missing (A11)."""
    if state.phase == BIDDING:
        state.bids[state.seat] = move - BIDS
        if bids_made(state) == state.players:
            state.phase = PLAYING
    else:
        if state.played and not suit_led(state) >> move & 1:
            state.barred[state.seat] |= suit_led(state)
        state.hands[state.seat] &= ~(int64(1) << move)
        state.trick[state.played] = move
        state.played += 1
    state.seat = whose_turn(state)


@compiled
def step(state: StateRecord) -> int:
    """Deal a round, end a trick or count a round: one of them at a time."""
    if state.phase == DEALING:
        return deal_round(state)
    if state.phase == PLAYING:
        return end_trick(state) if state.played else count_round(state)
    return 0


@compiled
def deal_round(state: StateRecord) -> int:
    """Deal as many cards as the floor has (A2, A3), and turn one up for trumps (A4)."""
    state.rounds += 1
    state.phase, state.gone = BIDDING, 0
    state.won[:] = 0
    state.barred[:] = 0
    stock = int64(ALL)
    for seat in range(state.players):
        state.bids[seat] = -1
        state.hands[seat] = 0
        for _ in range(floor_of(state)):
            card = draw_one(state, stock)
            state.hands[seat] |= card
            stock ^= card
    state.turned = draw_one(state, stock) if state.trump == 0 else int64(0)
    state.leader = state.rounds % state.players
    state.seat = whose_turn(state)
    return DEALT


@compiled
def draw_one(state: StateRecord, stock: int) -> int:
    """Return one of the cards of a stock, as a set."""
    return int64(1) << nth(stock, below(state, count(stock)))


@compiled
def lying(state: StateRecord) -> int:
    """Return the cards of the trick as a set."""
    found = int64(0)
    for i in range(state.played):
        found |= int64(1) << state.trick[i]
    return found


@compiled
def best_of_trick(state: StateRecord) -> int:
    """Return the card that takes the trick: the highest trump, or of the suit led (A12)."""
    trick = lying(state)
    ruffs = trick & trumps(state)
    return highest(ruffs if ruffs else trick & suit_led(state))


@compiled
def end_trick(state: StateRecord) -> int:
    """Give the trick to its winner, who leads the next one (A12)."""
    best, winner = best_of_trick(state), 0
    state.gone |= lying(state)
    for i in range(state.players):
        winner = i if state.trick[i] == best else winner
        state.trick[i] = 0
    state.leader = (state.leader + winner) % state.players
    state.won[state.leader] += 1
    state.played = 0
    state.seat = whose_turn(state)
    return TRICK_WON


@compiled
def round_points(state: StateRecord, seat: int) -> int:
    """Return what a seat would have for this round if it ended now (A14, A15)."""
    bid, won = int64(state.bids[seat]), int64(state.won[seat])
    if bid == won:
        return int64(state.bonus) + won
    return won if state.scoring == EACH else -abs(bid - won) if state.scoring == FALL else int64(0)


@compiled
def count_round(state: StateRecord) -> int:
    """Count a round (A14, A15), and look whether it was the last (A16)."""
    for seat in range(state.players):
        state.points[seat] += round_points(state, seat)
    state.phase = OVER if state.rounds == last_round(state) else DEALING
    return SCORED


@compiled
def scores(state: StateRecord, points: Points) -> None:
    """Write everyone's points."""
    for seat in range(state.players):
        points[seat] = state.points[seat]


@compiled
def winners(state: StateRecord) -> int:
    """Return who has most points after the last round; a tie is shared (A16)."""
    return leaders(state.points, state.players) if state.phase == OVER else 0


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deal the cards anew that a seat sees nowhere: to the other hands, and to the stock."""
    hidden = int64(ALL) & ~(state.gone | lying(state) | state.turned)
    for seat in range(state.players):
        state.places[seat], state.bars[seat] = state.hands[seat], state.barred[seat]
        state.room[seat] = 0 if seat == state.viewer else hand_size(state, seat)
        hidden &= ~state.hands[seat]
    state.room[STOCK] = count(hidden)
    for seat in range(state.players):
        state.room[STOCK] -= state.room[seat]
    deal_anew(state.places, state.room, state.bars, hidden, rng)
    for seat in range(state.players):
        state.hands[seat] = state.places[seat]
    state.places[:] = 0
    state.room[:] = 0
    state.bars[:] = 0
    state.viewer = EVERYTHING
    rekey(state, rng)
