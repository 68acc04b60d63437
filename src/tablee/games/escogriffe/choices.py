"""The choices of a turn: moves as numbers, which are legal, and what forbids the others."""

from __future__ import annotations

from tablee.core.bits import count, lowest
from tablee.core.compiled import Moves, StateRecord, compiled, decides
from tablee.games.escogriffe.figures import FEET, HEAD, fitting, is_open, joining, layable, twins
from tablee.games.escogriffe.material import LONGEST, MOST_PILES
from tablee.games.escogriffe.state import DROPPING, OVER, bit, piles_at, wide

# Moves are numbers: draw, take from pile 1 to 3, then six for each type of card.
DRAW, TAKE, FIRST_CARD_MOVE, CARD_MOVES = 0, 1, 4, 6
BEGIN, AT_HEAD, AT_FEET, DROP = 0, 1, 2, 3  # the six: three lays, three piles
MOST_MOVES = (LONGEST + 1) * MOST_PILES

FREE, E1, E3, E4, E5, E6, E7, E8, E9, E14, E19 = 0, 1, 3, 4, 5, 6, 7, 8, 9, 14, 19
E48, E49, E50, E52, E53, E54 = 48, 49, 50, 52, 53, 54


@compiled
def card_of(move: int) -> int:
    """The type that a lay or discard is about."""
    return (move - FIRST_CARD_MOVE) // CARD_MOVES


@compiled
def way_of(move: int) -> int:
    """What is done with a card: BEGIN, AT_HEAD, AT_FEET, or DROP plus a pile."""
    return (move - FIRST_CARD_MOVE) % CARD_MOVES


@compiled
def card_move(kind: int, way: int) -> int:
    """The number of a lay or discard."""
    return FIRST_CARD_MOVE + CARD_MOVES * kind + way


@compiled
def emptied(state: StateRecord) -> int:
    """The pile that was emptied in this turn and must be filled again (E7), or -1."""
    pile = wide(state.drawn) - 1
    if 0 <= pile < MOST_PILES and state.heights[pile] == 0:
        return pile
    return -1


@compiled
def refusal(state: StateRecord, move: int) -> int:
    """The clause that forbids a move, 0 for a legal one."""
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
    """Writes the legal moves (and waste behind them)."""
    if not decides(state):
        return 0
    if state.phase == DROPPING:
        return _write_drops(state, moves)
    return _write_turn(state, moves, wide(0))


@compiled
def distinct(state: StateRecord, moves: Moves) -> int:
    """Writes the legal moves, but one only where either end gives the same figure (E17)."""
    if not decides(state):
        return 0
    if state.phase == DROPPING:
        return _write_drops(state, moves)
    return _write_turn(state, moves, twins(state, state.seat))


@compiled
def _write_drops(state: StateRecord, moves: Moves) -> int:
    """Writes each type of the hand with each pile that may take it."""
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
    """Writes what opens a turn; of the equal types only the lay at the foot end."""
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
