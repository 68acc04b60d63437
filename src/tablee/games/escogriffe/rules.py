"""The rules of Le Grand Escogriffe, compiled: from the sheet of Fred Horn's game (2007).

Notes on this implementation
- The numbers E… are the clauses of `rulebook.toml`.
- What lies where is in `state.py`, what fits in `figures.py`, what may be decided in
  `choices.py`, what a seat may know in `knowledge.py`; here a round goes from deal to score.
- When a round is scored, all cards but the figures go back into the stock.
"""

from __future__ import annotations

from tablee.core.bits import lowest
from tablee.core.chance import below
from tablee.core.compiled import Points, StateRecord, compiled
from tablee.core.header import NOBODY
from tablee.games.escogriffe.choices import (
    AT_HEAD,
    DRAW,
    DROP,
    FIRST_CARD_MOVE,
    MOST_MOVES,
    TAKE,
    card_of,
    distinct,
    legal,
    way_of,
)
from tablee.games.escogriffe.figures import FEET, HEAD, completing, grow, is_complete
from tablee.games.escogriffe.knowledge import candid, hide, redeal
from tablee.games.escogriffe.material import (
    MOST_CARDS,
    MOST_TYPES,
)
from tablee.games.escogriffe.state import (
    CHOOSING,
    DEALING,
    DRAWING,
    DRAWN,
    DROPPING,
    FIELDS,
    IDLE,
    LAST_CHANCES,
    OVER,
    RESHUFFLING,
    RUN_DRY,
    STATE,
    STOCK,
    WON,
    after,
    bit,
    clear_figures,
    clear_hands,
    clear_piles,
    count_stock,
    first_seat,
    give,
    give_away,
    note,
    pile_up,
    piles_at,
    place,
    take_top,
    wide,
)

__all__ = [
    "FIELDS",
    "MOST_MOVES",
    "STATE",
    "candid",
    "deal",
    "distinct",
    "hide",
    "legal",
    "put",
    "redeal",
    "scores",
    "step",
    "winners",
]

# What `step` did.
DEALT, DREW, RESHUFFLED, STOCK_STUCK, IDLE_STUCK, ROUND_WON, LAST_LAY, SCORED = range(1, 9)


@compiled
def goal(state: StateRecord) -> int:
    """The points that end the match (E14)."""
    return wide(state.goal)


# A round is dealt


@compiled
def deal(state: StateRecord) -> None:
    """Prepares a match: the first round is still to be dealt."""
    state.phase = DEALING
    state.seat = NOBODY
    state.round_winner = NOBODY


@compiled
def _turn_up(state: StateRecord) -> int:
    """Takes the top card of the stock."""
    height = below(state, wide(state.left))
    kind, seen = 0, 0
    for i in range(MOST_TYPES):
        seen += wide(state.stock[i])
        kind += seen <= height
    state.stock[kind] -= 1
    state.left -= 1
    return kind


@compiled
def _deal_round(state: StateRecord) -> None:
    """Rolls the die (E2), deals that many cards and four more (E45), opens the piles (E47)."""
    clear_figures(state)
    for kind in range(MOST_TYPES):
        state.stock[kind] = state.copies[kind]
    state.left = state.cards
    state.rounds += 1
    state.round_winner = NOBODY
    state.target = wide(state.smallest) + below(state, wide(state.die))
    for seat in range(state.players):
        for _ in range(state.target):
            give(state, seat, _turn_up(state))
    _open_piles(state)
    _open_turn(state, first_seat(state))


@compiled
def _open_piles(state: StateRecord) -> None:
    """Turns up a card for each discard pile (E47)."""
    for pile in range(piles_at(state)):
        pile_up(state, pile, _turn_up(state))


# A turn


@compiled
def _open_turn(state: StateRecord, seat: int) -> None:
    """Gives a seat the turn."""
    state.phase = CHOOSING
    state.turn = seat
    state.seat = seat
    state.drawn = 0
    state.took = 0


@compiled
def put(state: StateRecord, move: int) -> None:
    """Draws, takes, lays or discards."""
    if move == DRAW:
        state.phase = DRAWING
        state.seat = NOBODY
    elif move < FIRST_CARD_MOVE:
        _take(state, move - TAKE)
    elif way_of(move) >= DROP:
        _drop(state, card_of(move), way_of(move) - DROP)
    else:
        _lay(state, card_of(move), way_of(move))


@compiled
def _take(state: StateRecord, pile: int) -> None:
    """Takes the top of a pile: everyone knows where it goes."""
    kind = take_top(state, pile)
    give(state, state.seat, kind)
    state.known[place(state.seat, kind)] += 1
    state.drawn = pile + 1
    state.took = kind + 1
    state.phase = DROPPING


@compiled
def _drop(state: StateRecord, kind: int, pile: int) -> None:
    """Discards a card, which ends the turn (E50)."""
    give_away(state, state.seat, kind)
    pile_up(state, pile, kind)
    state.idle = wide(0) if state.drawn == STOCK else wide(state.idle) + 1
    if state.idle == wide(state.idle_limit) * state.players:
        _stop(state, IDLE)  # E16
    elif state.left > 0:
        _open_turn(state, after(state, state.seat))
    elif state.reshuffles and state.given >= wide(state.stock_limit) * wide(state.players):
        _stop(state, RUN_DRY)  # E11
    else:
        _stop(state, RESHUFFLING)  # E10


@compiled
def _stop(state: StateRecord, phase: int) -> None:
    """Ends a turn after which something happens by itself."""
    state.phase = phase
    state.seat = NOBODY
    state.drawn = 0
    state.took = 0


@compiled
def _lay(state: StateRecord, kind: int, way: int) -> None:
    """Lays a card, which ends the turn, and the round if it was the last (E58)."""
    seat = wide(state.seat)
    give_away(state, seat, kind)
    grow(state, seat, kind, HEAD if way == AT_HEAD else FEET)
    state.idle = 0
    if state.sizes[seat] < state.target:
        _open_turn(state, after(state, seat))
    else:
        state.round_winner = seat
        _stop(state, WON)


# What happens by itself


@compiled
def step(state: StateRecord) -> int:
    """Carries out what is due: one thing at a time."""
    phase = state.phase
    if phase == DRAWING:
        _draw(state)
        return DREW
    if phase == RESHUFFLING:
        _reshuffle(state)
        return RESHUFFLED
    if phase == DEALING:
        _deal_round(state)
        return DEALT
    if phase == LAST_CHANCES:
        return LAST_LAY if _take_last_chance(state) else _score_round(state)
    return _end_round(state)


@compiled
def _draw(state: StateRecord) -> None:
    """Gives the stock's top card to the seat whose turn it is."""
    seat = wide(state.turn)
    kind = _turn_up(state)
    give(state, seat, kind)
    state.given += 1
    if state.reshuffles:
        note(state, seat, kind, DRAWN)
    state.drawn = STOCK
    state.took = kind + 1
    state.phase = DROPPING
    state.seat = seat


@compiled
def _reshuffle(state: StateRecord) -> None:
    """Makes a new stock of all discards, and opens the piles anew (E10, E57)."""
    for pile in range(piles_at(state)):
        for i in range(state.heights[pile]):
            state.stock[state.piles[pile * MOST_CARDS + i]] += 1
        state.left += state.heights[pile]
    clear_piles(state)
    _open_piles(state)
    for kind in range(MOST_TYPES):
        for _ in range(state.stock[kind]):
            state.pool[state.pooled] = kind
            state.pooled += 1
    state.reshuffles += 1
    _open_turn(state, after(state, state.turn))


# A round ends


@compiled
def _end_round(state: StateRecord) -> int:
    """Says why the round is over; the last chances follow."""
    phase = state.phase
    if phase == OVER:
        return 0
    state.phase = LAST_CHANCES
    return ROUND_WON if phase == WON else STOCK_STUCK if phase == RUN_DRY else IDLE_STUCK


@compiled
def _take_last_chance(state: StateRecord) -> bool:
    """Lets the next seat that can complete its figure do so, clockwise (E12)."""
    seat = wide(state.round_winner)
    if seat == NOBODY:
        seat = wide(first_seat(state))
    for _ in range(state.players):
        at_head, at_feet = completing(state, seat, HEAD), completing(state, seat, FEET)
        if at_head | at_feet:
            kind = lowest(at_head | at_feet)
            give_away(state, seat, kind)
            grow(state, seat, kind, HEAD if at_head & bit(kind) else FEET)
            return True
        seat = wide(after(state, seat))
    return False


@compiled
def round_points(state: StateRecord, seat: int) -> int:
    """The size of a complete figure (E61), and three more for the round's winner (E13)."""
    if not is_complete(state, seat):
        return 0
    bonus = wide(state.bonus) if seat == state.round_winner else wide(0)
    return wide(state.sizes[seat]) + bonus


@compiled
def _score_round(state: StateRecord) -> int:
    """Adds the round to the totals, gathers the cards, and looks for the end (E14, E19)."""
    best, scored = 0, wide(0)
    for seat in range(state.players):
        points = round_points(state, seat)
        scored += points
        state.totals[seat] += points
        best = max(best, state.totals[seat])
    state.scoreless = wide(state.scoreless) + 1 if scored == 0 else wide(0)
    clear_hands(state)
    clear_piles(state)
    count_stock(state)
    state.left = state.cards
    for seat in range(state.players):
        state.left -= state.sizes[seat]
    state.given = 0
    state.idle = 0
    state.reshuffles = 0
    over = best >= goal(state) or state.scoreless == state.scoreless_limit
    state.phase = OVER if over else DEALING
    state.turn = NOBODY if over else 0
    return SCORED


@compiled
def scores(state: StateRecord, points: Points) -> None:
    """Writes everyone's total."""
    for seat in range(state.players):
        points[seat] = state.totals[seat]


@compiled
def winners(state: StateRecord) -> int:
    """Who has the highest total; in a tie the round's winner, or all of them (E14, E19)."""
    if state.phase != OVER:
        return 0
    mask, best = 0, -1
    for seat in range(state.players):
        if state.totals[seat] > best:
            mask, best = 0, wide(state.totals[seat])
        if state.totals[seat] == best:
            mask |= 1 << seat
    if state.round_winner >= 0 and mask >> wide(state.round_winner) & 1:
        return bit(state.round_winner)
    return mask
