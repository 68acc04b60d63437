"""The rules of Le Grand Escogriffe, compiled: from the sheet of Fred Horn's game (2007).

Notes on this implementation
- The numbers E… are the clauses of `rulebook.toml`.
- What lies where, and what fits, is in `state.py`, what a seat may know in `knowledge.py`; here
  is what may be decided, and a round goes from deal to score.
- When a round is scored, all cards but the figures go back into the stock.
"""

from __future__ import annotations

from tablee.core.bits import count, lowest
from tablee.core.cards import leaders
from tablee.core.chance import below
from tablee.core.compiled import Moves, Points, StateRecord, compiled, decides
from tablee.core.header import NOBODY
from tablee.games.escogriffe.knowledge import candid, hide, redeal
from tablee.games.escogriffe.material import LONGEST, MOST_CARDS, MOST_PILES, MOST_TYPES
from tablee.games.escogriffe.state import (
    CHOOSING,
    DEALING,
    DRAWING,
    DRAWN,
    DROPPING,
    FEET,
    FIELDS,
    HEAD,
    IDLE,
    LAST_CHANCES,
    OVER,
    RESHUFFLING,
    RUN_DRY,
    STATE,
    STOCK,
    WON,
    after,
    at_height,
    bit,
    clear_figures,
    clear_hands,
    clear_piles,
    completing,
    count_stock,
    first_seat,
    fitting,
    give,
    give_away,
    grow,
    is_complete,
    is_open,
    joining,
    layable,
    note,
    pile_up,
    piles_at,
    place,
    take_top,
    twins,
    wide,
)

__all__ = ["FIELDS", "MOST_MOVES", "STATE", "candid", "deal", "distinct", "hide", "legal", "put"]
__all__ += ["redeal", "scores", "step", "winners"]

# Moves are numbers: draw, take from pile 1 to 3, then six for each type of card.
DRAW, TAKE, FIRST_CARD_MOVE, CARD_MOVES = 0, 1, 4, 6
BEGIN, AT_HEAD, AT_FEET, DROP = 0, 1, 2, 3  # the six: three lays, three piles
MOST_MOVES = (LONGEST + 1) * MOST_PILES

FREE, E1, E3, E4, E5, E6, E7, E8, E9, E14, E19 = 0, 1, 3, 4, 5, 6, 7, 8, 9, 14, 19
E48, E49, E50, E52, E53, E54 = 48, 49, 50, 52, 53, 54

# What `step` did.
DEALT, DREW, RESHUFFLED, STOCK_STUCK, IDLE_STUCK, ROUND_WON, LAST_LAY, SCORED = range(1, 9)


# A round is dealt


@compiled
def deal(state: StateRecord) -> None:
    """Prepare a match: the first round is still to be dealt."""
    state.phase = DEALING
    state.seat = NOBODY
    state.round_winner = NOBODY


@compiled
def _turn_up(state: StateRecord) -> int:
    """Take the top card of the stock."""
    kind = at_height(state.stock, below(state, wide(state.left)))
    state.stock[kind] -= 1
    state.left -= 1
    return kind


@compiled
def _deal_round(state: StateRecord) -> None:
    """Roll the die (E2), deal that many cards and four more (E45), open the piles (E47)."""
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
    """Turn up a card for each discard pile (E47)."""
    for pile in range(piles_at(state)):
        pile_up(state, pile, _turn_up(state))


# The choices of a turn: which moves are legal, and what forbids the others


@compiled
def card_of(move: int) -> int:
    """Return the type that a lay or discard is about."""
    return (move - FIRST_CARD_MOVE) // CARD_MOVES


@compiled
def way_of(move: int) -> int:
    """Return what is done with a card: BEGIN, AT_HEAD, AT_FEET, or DROP plus a pile."""
    return (move - FIRST_CARD_MOVE) % CARD_MOVES


@compiled
def card_move(kind: int, way: int) -> int:
    """Return the number of a lay or discard."""
    return FIRST_CARD_MOVE + CARD_MOVES * kind + way


@compiled
def emptied(state: StateRecord) -> int:
    """Return the pile that was emptied in this turn and must be filled again (E7), or -1."""
    pile = wide(state.drawn) - 1
    return pile if 0 <= pile < MOST_PILES and state.heights[pile] == 0 else wide(-1)


@compiled
def refusal(state: StateRecord, move: int) -> int:
    """Return the clause that forbids a move, 0 for a legal one."""
    if state.phase == OVER:
        return E19 if state.scoreless else E14
    if not decides(state):
        return E48
    if move < FIRST_CARD_MOVE:
        if state.phase == DROPPING:
            return E50
        return E1 if move - TAKE >= piles_at(state) else FREE
    kind, way = card_of(move), way_of(move)
    if way >= DROP:
        return _refuse_drop(state, kind, way - DROP)
    if state.phase == DROPPING:
        return E6
    if not wide(state.held[state.seat]) & bit(kind):
        return E52
    return _refuse_lay(state, state.seat, kind, way)


@compiled
def _refuse_drop(state: StateRecord, kind: int, pile: int) -> int:
    if state.phase != DROPPING:
        return E49
    if not wide(state.held[state.seat]) & bit(kind):
        return E52
    if pile >= piles_at(state):
        return E1
    return E7 if emptied(state) >= 0 and pile != emptied(state) else FREE


@compiled
def _refuse_lay(state: StateRecord, seat: int, kind: int, way: int) -> int:
    if way == BEGIN:
        return E5 if state.sizes[seat] else FREE
    if state.sizes[seat] == 0:
        return E4
    end = HEAD if way == AT_HEAD else FEET
    if layable(state, seat, end) & bit(kind):
        return FREE
    if not is_open(state, seat, end):
        return E54
    if not joining(state, seat, end) & bit(kind):
        return E53
    if not fitting(state, seat, end) & bit(kind):
        return E3
    return E9 if state.sizes[seat] + 1 == state.target else E8


@compiled
def legal(state: StateRecord, moves: Moves) -> int:
    """Write the legal moves; entries past the count are garbage."""
    if not decides(state):
        return 0
    if state.phase == DROPPING:
        return _write_drops(state, moves)
    return _write_turn(state, moves, wide(0))


@compiled
def distinct(state: StateRecord, moves: Moves) -> int:
    """Write the legal moves, but one only where either end gives the same figure (E17)."""
    if not decides(state):
        return 0
    if state.phase == DROPPING:
        return _write_drops(state, moves)
    return _write_turn(state, moves, twins(state, state.seat))


@compiled
def _write_drops(state: StateRecord, moves: Moves) -> int:
    """Write each type of the hand with each pile that may take it."""
    held = wide(state.held[state.seat])
    pile = emptied(state)
    n = count(held)
    way = DROP + max(pile, 0)
    for i in range(LONGEST + 1):
        moves[i] = card_move(lowest(held), way)
        held &= held - 1
    if pile >= 0:
        return n
    for i in range(LONGEST + 1):
        moves[n + i] = moves[i] + 1
    if piles_at(state) == 2:
        return 2 * n
    for i in range(LONGEST + 1):
        moves[2 * n + i] = moves[i] + 2
    return 3 * n


@compiled
def _write_turn(state: StateRecord, moves: Moves, equal: int) -> int:
    """Write what opens a turn; of the equal types only the lay at the foot end."""
    seat = state.seat
    for move in range(FIRST_CARD_MOVE):
        moves[move] = move
    n = TAKE + piles_at(state)
    if state.sizes[seat] == 0:
        return _write_lays(moves, n, wide(state.held[seat]), BEGIN)
    at_head, at_feet = layable(state, seat, HEAD), layable(state, seat, FEET)
    n = _write_lays(moves, n, at_head & ~(equal & at_feet), AT_HEAD)
    return _write_lays(moves, n, at_feet, AT_FEET)


@compiled
def _write_lays(moves: Moves, n: int, cards: int, way: int) -> int:
    while cards:
        moves[n] = card_move(lowest(cards), way)
        cards &= cards - 1
        n += 1
    return n


# A turn


@compiled
def _open_turn(state: StateRecord, seat: int) -> None:
    """Give a seat the turn."""
    state.phase = CHOOSING
    state.turn = seat
    state.seat = seat
    state.drawn = 0
    state.took = 0


@compiled
def put(state: StateRecord, move: int) -> None:
    """Draw, take, lay or discard."""
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
    """Take the top of a pile: everyone knows where it goes."""
    kind = take_top(state, pile)
    give(state, state.seat, kind)
    state.known[place(state.seat, kind)] += 1
    state.drawn = pile + 1
    state.took = kind + 1
    state.phase = DROPPING


@compiled
def _drop(state: StateRecord, kind: int, pile: int) -> None:
    """Discard a card, which ends the turn (E50)."""
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
    """End a turn after which something happens by itself."""
    state.phase = phase
    state.seat = NOBODY
    state.drawn = 0
    state.took = 0


@compiled
def _lay(state: StateRecord, kind: int, way: int) -> None:
    """Lay a card, which ends the turn, and the round if it was the last (E58)."""
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
    """Carry out what is due: one thing at a time."""
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
    """Give the stock's top card to the seat whose turn it is."""
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
    """Make a new stock of all discards, and open the piles anew (E10, E57)."""
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
    """Say why the round is over; the last chances follow."""
    phase = state.phase
    if phase == OVER:
        return 0
    state.phase = LAST_CHANCES
    return ROUND_WON if phase == WON else STOCK_STUCK if phase == RUN_DRY else IDLE_STUCK


@compiled
def _take_last_chance(state: StateRecord) -> bool:
    """Let the next seat that can complete its figure do so, clockwise (E12)."""
    won = wide(state.round_winner)
    seat = first_seat(state) if won == NOBODY else won
    for _ in range(state.players):
        at_head, at_feet = completing(state, seat, HEAD), completing(state, seat, FEET)
        if at_head | at_feet:
            kind = lowest(at_head | at_feet)
            give_away(state, seat, kind)
            grow(state, seat, kind, HEAD if at_head & bit(kind) else FEET)
            return True
        seat = after(state, seat)
    return False


@compiled
def round_points(state: StateRecord, seat: int) -> int:
    """Return the size of a complete figure (E61), and three more for the round's winner (E13)."""
    if not is_complete(state, seat):
        return 0
    bonus = wide(state.bonus) if seat == state.round_winner else wide(0)
    return wide(state.sizes[seat]) + bonus


@compiled
def _score_round(state: StateRecord) -> int:
    """Add the round to the totals, gather the cards, and look for the end (E14, E19)."""
    best, scored = 0, wide(0)
    state.left = state.cards
    for seat in range(state.players):
        points = round_points(state, seat)
        scored += points
        state.totals[seat] += points
        best = max(best, state.totals[seat])
        state.left -= state.sizes[seat]
    state.scoreless = wide(state.scoreless) + 1 if scored == 0 else wide(0)
    clear_hands(state)
    clear_piles(state)
    count_stock(state)
    state.given = 0
    state.idle = 0
    state.reshuffles = 0
    over = best >= state.goal or state.scoreless == state.scoreless_limit
    state.phase = OVER if over else DEALING
    state.turn = NOBODY if over else 0
    return SCORED


@compiled
def scores(state: StateRecord, points: Points) -> None:
    """Write everyone's total."""
    for seat in range(state.players):
        points[seat] = state.totals[seat]


@compiled
def winners(state: StateRecord) -> int:
    """Return who has the highest total; in a tie the round's winner, or all of them (E14, E19)."""
    if state.phase != OVER:
        return 0
    mask = leaders(state.totals, state.players)
    if state.round_winner >= 0 and mask >> wide(state.round_winner) & 1:
        return bit(state.round_winner)
    return mask
