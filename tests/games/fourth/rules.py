"""Slobberhannes, an old game of tricks that nobody wants (public domain), for four."""

from tablee.core.bits import highest, int64, lowest
from tablee.core.cards import deal_anew, deal_out, leaders
from tablee.core.chance import rekey
from tablee.core.compiled import Moves, Points, Rng, StateRecord, compiled
from tablee.core.fields import OTHERS, Deck, Layout, Per, cards, choice, number, row, scratch
from tablee.core.header import EVERYTHING, NOBODY

MOVES = tuple(rank + suit for suit in "cdhs" for rank in "789TJQKA")
ALL, SUIT, HAND, LIVES, QUEEN = (1 << 32) - 1, 0xFF, 8, 7, MOVES.index("Qc")
DEALING, PLAYING, OVER = range(3)
DEALT, TRICK_WON = 1, 2  # what `step` did
FOLLOW, NOT_HELD, ENDED = 2, 3, 6  # clauses


@compiled
def hand_size(state: StateRecord, seat: int) -> int:
    """How many cards a hand holds, which everyone can see."""
    return int64(HAND - state.tricks - int64((seat - state.leader) % 4 < state.played))


FIELDS = Layout(
    number("rounds", "u2", 1, 60_000, text="round"),
    choice("phase", "u1", ("deal", "play", "over")),
    number("lives", "i8", 0, LIVES, Per(4)),
    number("caught", "u1", 0, 3, Per(4)),  # how often this round
    number("tricks", "u1", 0, HAND),
    cards("gone"),
    number("leader", "i1", 0, 3, text="lead"),
    row("trick", 4, length="played"),
    cards("hands", Per(4), secret=OTHERS, size=lambda state, seat: int(hand_size(state, seat))),
    number("barred", "i8", 0, ALL, Per(4)),  # cards of suits that a seat has shown not to hold
    scratch("room", "i8", 4),
    deck=Deck(MOVES),
)
STATE, MOST_MOVES = FIELDS.dtype, HAND


@compiled
def deal(state: StateRecord) -> None:
    """Gives everyone seven lives (S1)."""
    state.lives[:] = LIVES
    state.phase, state.seat = DEALING, NOBODY


@compiled
def suit_led(state: StateRecord) -> int:
    """All cards of the suit of the first card in the trick."""
    return int64(SUIT) << (int64(state.trick[0]) // 8 * 8)


@compiled
def allowed(state: StateRecord) -> int:
    """The cards that may be played: of the suit led, if one has any (S2)."""
    hand = state.hands[state.seat]
    suit = hand & suit_led(state) if state.played else int64(0)
    return suit if suit else hand


@compiled
def refusal(state: StateRecord, card: int) -> int:
    """The clause that forbids a card, 0 for a legal one."""
    if state.phase == OVER:
        return ENDED
    held = state.hands[state.seat] >> card & 1
    return (0 if allowed(state) >> card & 1 else FOLLOW) if held else NOT_HELD


@compiled
def legal(state: StateRecord, moves: Moves) -> int:
    """Writes the cards that may be played."""
    may, n = allowed(state) if state.seat >= 0 else int64(0), 0
    while may:
        moves[n] = lowest(may)
        may &= may - 1
        n += 1
    return n


@compiled
def put(state: StateRecord, move: int) -> None:
    """Plays a card; not to follow shows that a suit is missing."""
    if state.played and not suit_led(state) >> move & 1:
        state.barred[state.seat] |= suit_led(state)
    state.hands[state.seat] &= ~(int64(1) << move)
    state.trick[state.played] = move
    state.played += 1
    state.seat = (state.seat + 1) % 4 if state.played < 4 else NOBODY


@compiled
def step(state: StateRecord) -> int:
    """Deals a round (S1), or ends a trick."""
    if state.phase == PLAYING:
        return end_trick(state)
    if state.phase == OVER:
        return 0
    deal_out(state, state.hands, ALL, 4)
    state.caught[:] = 0
    state.barred[:] = 0
    state.phase, state.tricks, state.gone = PLAYING, 0, 0
    state.leader = state.seat = state.rounds % 4
    state.rounds += 1
    return DEALT


@compiled
def lying(state: StateRecord) -> int:
    """The cards of the trick as a set."""
    found = int64(0)
    for i in range(state.played):
        found |= int64(1) << state.trick[i]
    return found


@compiled
def end_trick(state: StateRecord) -> int:
    """Gives the trick to the highest card of the suit led (S4), with what it costs (S5)."""
    trick, winner = lying(state), 0
    for i in range(4):
        if state.trick[i] == highest(trick & suit_led(state)):
            winner = (int64(state.leader) + i) % 4
        state.trick[i] *= 0
    state.gone |= trick
    state.tricks += 1
    costs = int64(state.tricks == 1) + int64(state.tricks == HAND) + (trick >> QUEEN & 1)
    state.caught[winner] += costs
    costs += int64(costs > 0 and state.caught[winner] == 3)
    state.lives[winner] = max(0, state.lives[winner] - costs)
    state.played, state.leader, state.seat = 0, winner, winner
    if state.tricks == HAND:
        state.seat, state.phase = NOBODY, DEALING
        for seat in range(4):
            state.phase = OVER if state.lives[seat] == 0 else state.phase
    return TRICK_WON


@compiled
def scores(state: StateRecord, points: Points) -> None:
    """Writes everyone's lives."""
    points[:4] = state.lives


@compiled
def winners(state: StateRecord) -> int:
    """Whoever has most lives as soon as somebody has none (S6)."""
    return leaders(state.lives, 4) if state.phase == OVER else 0


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deals the cards anew that a seat sees nowhere."""
    seen = state.gone | lying(state)
    for seat in range(4):
        state.room[seat] = 0 if seat == state.viewer else hand_size(state, seat)
        seen |= state.hands[seat]
    deal_anew(state.hands, state.room, state.barred, ALL & ~seen, rng)
    state.room[:] = 0
    state.viewer = EVERYTHING
    rekey(state, rng)
