"""The rules of Kraut & Rüben, compiled: from the sheet of the game (Gerd Fenchel, 1998).

Notes on this implementation
- The numbers K… are the clauses of `rulebook.toml`.
- The stock is kept as the number of cards of each kind; the state's chance draws one when it
  is turned up: the same luck, and nothing to leak.
- A turn is up to three decisions: draw or play the mole (asked only where the mole could be
  played), a bed for the drawn card, a garden to take (asked only of seats that still must).
- A seat that must still take a garden has a choice: two or more are free, as there is always one
  more than the table needs. So taking is always asked, also where waiting is not allowed (K11).
- `state.py` declares the record, `garden.py` knows what lies in a garden and what may be put
  there, `choices.py` what may be decided and why not; here is the course of the game.
"""

from __future__ import annotations

from tablee.core.bits import count, int64
from tablee.core.cards import nth
from tablee.core.chance import below, eight_below, pick, rekey
from tablee.core.compiled import Points, Rng, StateRecord, compiled
from tablee.core.header import EVERYTHING, NOBODY
from tablee.games.kraut.gardens.choices import DRAW, MOLES, TAKES, can_place, distinct, legal, owed
from tablee.games.kraut.gardens.garden import can_cover, clear, garden_points, is_full, lay
from tablee.games.kraut.material import BEDS, MOLE, SNAIL
from tablee.games.kraut.state import (
    ASKING,
    DEALING,
    FIELDS,
    MOST_GARDENS,
    MOST_MOVES,
    NO_CARD,
    NO_CONTRACT,
    OVER,
    PLACING,
    STATE,
    TAKING,
)

__all__ = ["FIELDS", "MOST_MOVES", "STATE", "deal", "distinct", "legal", "put", "redeal"]
__all__ += ["scores", "step", "winners"]

DRAWING, BOXING, OWNING, PASSING, FINISHING, SCORING = 5, 6, 7, 8, 9, 10  # phases: what is due
DEALT, DRAWN, BOXED, KEPT, PASSED, FINISHED, SCORED = 1, 2, 3, 4, 5, 6, 7  # what `step` did


# A game is dealt


@compiled
def deal(state: StateRecord) -> None:
    """Prepare a match: the first game is still to be dealt."""
    state.phase = DEALING
    state.seat = NOBODY


@compiled
def _deal_game(state: StateRecord) -> None:
    """Lay out gardens, moles, contracts and stock; the first seat moves on by one (K17, K21)."""
    state.game += 1
    clear(state)
    state.left = 0
    for kind in range(SNAIL + 1):
        state.stock[kind] = state.supply[kind]
        state.left += state.supply[kind]
    state.drawn = NO_CARD
    state.moles = (1 << state.players) - 1
    state.finished = 0
    _deal_contracts(state)
    _begin_turn(state, (state.game - 1) % state.players)


@compiled
def _deal_contracts(state: StateRecord) -> None:
    """Deal everyone one of the twelve contracts (K39, K21)."""
    rest = int64(state.pack)
    n = count(rest)
    luck = eight_below(state, n) if n >= 8 else 0
    for seat in range(state.players):
        contract = nth(rest, (luck >> 8 * seat) & 255 if n >= 8 else below(state, n - seat))
        state.contracts[seat] = contract
        rest &= ~(1 << contract)


# A turn


@compiled
def _begin_turn(state: StateRecord, seat: int) -> None:
    """Give a seat the turn; it is asked for its mole if that could be played (K44)."""
    state.turn = seat
    may = (state.moles >> seat) & 1 and can_cover(state, MOLE)
    state.phase = SCORING if state.left == 0 else ASKING if may else DRAWING  # K19
    state.seat = seat if state.phase == ASKING else NOBODY


@compiled
def _draw_card(state: StateRecord) -> None:
    """Turn up a card of the stock; its seat places it, if there is a bed (K2, K10)."""
    place = below(state, int(state.left))
    kind = 0
    for other in range(SNAIL):
        place -= state.stock[other]
        kind += place >= 0
    state.stock[kind] -= 1
    state.left -= 1
    state.drawn = kind
    fits = can_place(state)
    state.phase = PLACING if fits else BOXING
    state.seat = state.turn if fits else NOBODY


@compiled
def is_finished(state: StateRecord, seat: int) -> bool:
    """Return whether a seat owns all that it must, and all of it is full (K18, K61)."""
    growing = False
    for garden in range(MOST_GARDENS):
        growing |= (state.owner[garden] == seat) & (not is_full(state, garden))
    return not growing and owed(state, seat) == 0


@compiled
def _end_card(state: StateRecord) -> None:
    """Go on to the end of the turn: to take a garden, or to who comes next (K13)."""
    if owed(state, state.turn) > 0:
        state.phase = TAKING
        state.seat = state.turn
        return
    state.phase = FINISHING if is_finished(state, state.turn) else OWNING
    state.seat = NOBODY


@compiled
def _take(state: StateRecord, garden: int) -> None:
    """Give a garden to the seat whose turn it is, and end the turn (K54)."""
    order = 1
    for other in range(MOST_GARDENS):
        order += state.taken[other] > 0
    state.owner[garden] = state.turn
    state.taken[garden] = order
    state.seat = NOBODY
    state.phase = FINISHING if is_finished(state, state.turn) else PASSING  # K9


@compiled
def put(state: StateRecord, move: int) -> None:
    """Carry out a decision."""
    if move < MOLES:
        lay(state, move // BEDS, move % BEDS, state.drawn)
        state.drawn = NO_CARD
        _end_card(state)
    elif move < TAKES:
        lay(state, (move - MOLES) // BEDS, (move - MOLES) % BEDS, MOLE)
        state.moles &= ~(1 << state.turn)
        _end_card(state)
    elif move < DRAW:
        _take(state, move - TAKES)
    else:
        state.seat = NOBODY
        state.phase = DRAWING if move == DRAW else PASSING


# What happens by itself


@compiled
def step(state: StateRecord) -> int:
    """Do the one thing that is due; return its number."""
    if state.phase == DRAWING:
        _draw_card(state)
        return DRAWN
    if state.phase == OWNING or state.phase == PASSING:
        event = KEPT if state.phase == OWNING else PASSED
        _begin_turn(state, next_seat(state))
        return event
    return _step_rarely(state)


@compiled
def _step_rarely(state: StateRecord) -> int:
    if state.phase == BOXING:
        state.drawn = NO_CARD
        _end_card(state)
        return BOXED
    if state.phase == FINISHING:
        _finish(state)
        return FINISHED
    if state.phase == SCORING:
        _score_game(state)
        return SCORED
    if state.phase == DEALING:
        _deal_game(state)
        return DEALT
    return 0


@compiled
def next_seat(state: StateRecord) -> int:
    """Return who comes next clockwise; seats that are finished are skipped (K14)."""
    seat = int(state.turn)
    while True:
        seat = seat + 1 if seat + 1 < state.players else 0
        if not (state.finished >> seat) & 1:
            return seat


@compiled
def _finish(state: StateRecord) -> None:
    """Finish a seat: its mole is lost (K14); the last one ends the game (K15)."""
    state.finished |= 1 << state.turn
    state.moles &= ~(1 << state.turn)
    state.phase = SCORING if everyone_finished(state) else PASSING


@compiled
def everyone_finished(state: StateRecord) -> bool:
    """Return whether everyone has filled what they must own (K15)."""
    return state.finished == (1 << state.players) - 1  # type: ignore[no-any-return]


# A game is scored


@compiled
def has_cup(state: StateRecord, seat: int) -> bool:
    """Return whether a seat has the cup: the first to take a garden, in a match (K76, K17)."""
    return state.games > 1 and first_taken(state, seat) == 1


@compiled
def game_points(state: StateRecord, seat: int) -> int:
    """Return a seat's points in this game: its gardens, each by itself, and the cup (K18, K17)."""
    points = int64(state.cup) if has_cup(state, seat) else 0
    for garden in range(MOST_GARDENS):
        if state.owner[garden] == seat:
            points += garden_points(state, garden, state.contracts[seat])
    return points


@compiled
def _score_game(state: StateRecord) -> None:
    """Add the game to the totals; the next one is dealt, or the match is over."""
    for seat in range(state.players):
        state.totals[seat] += game_points(state, seat)
    state.phase = OVER if state.game == state.games else DEALING


@compiled
def first_taken(state: StateRecord, seat: int) -> int:
    """Return when a seat's first garden was taken, as a number; without one it is last (K16)."""
    first = MOST_GARDENS + 1 + seat
    for garden in range(MOST_GARDENS):
        if state.owner[garden] == seat:
            first = min(first, int(state.taken[garden]))
    return first


@compiled
def scores(state: StateRecord, points: Points) -> None:
    """Write everyone's points in the games scored so far."""
    for seat in range(state.players):
        points[seat] = state.totals[seat]


@compiled
def winners(state: StateRecord) -> int:
    """Return who has most points when the match is over; in a tie the earlier taker (K16, K17)."""
    if state.phase != OVER:
        return 0
    best = 0
    for seat in range(1, state.players):
        ahead = state.totals[seat] > state.totals[best]
        tied = state.totals[seat] == state.totals[best]
        if ahead or (tied and first_taken(state, seat) < first_taken(state, best)):
            best = seat
    return 1 << best


# What a seat may know


@compiled
def candid(state: StateRecord) -> bool:
    """Return True: nothing must be hidden, as the declared secrets are never observed."""
    return True


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deal the hidden contracts anew, from those that the viewer does not hold (K20).

    The order of the stock is not in the record: the fresh key is a fresh shuffle.
    """
    rest = int64(state.pack)
    n = count(rest)
    for seat in range(state.players):
        if state.contracts[seat] != NO_CONTRACT:
            rest &= ~(1 << int(state.contracts[seat]))
            n -= 1
    for seat in range(state.players):
        if state.contracts[seat] == NO_CONTRACT:
            state.contracts[seat] = nth(rest, pick(rng, n))
            rest &= ~(1 << int(state.contracts[seat]))
            n -= 1
    state.viewer = EVERYTHING
    rekey(state, rng)
