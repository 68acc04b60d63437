"""Ways of playing Kraut & Rüben under which its rarer clauses fire."""

from __future__ import annotations

import random

from tablee import Move, State
from tablee.games.kraut.gardens.choices import DRAW, MOLES, TAKES, WAIT
from tablee.games.kraut.material import BEDS


def _codes(state: State) -> dict[int, Move]:
    return {move.code: move for move in state.legal_moves()}


def patient(state: State, luck: random.Random) -> Move:
    """Never takes a garden unforced, and keeps the mole."""
    moves = _codes(state)
    for code in (WAIT, DRAW):
        if code in moves:
            return moves[code]
    return luck.choice(list(moves.values()))


def crowding(state: State, luck: random.Random) -> Move:
    """Fills the garden with the fewest empty beds; plays mole and garden at random."""
    moves = _codes(state)
    if DRAW in moves and luck.random() < 0.7:
        return moves[DRAW]
    if min(moves) >= MOLES:
        return luck.choice(list(moves.values()))
    empty = [int(beds).bit_count() for beds in state.record.empty]
    fewest = min(empty[code // BEDS] for code in moves)
    return luck.choice([moves[code] for code in moves if empty[code // BEDS] == fewest])


def greedy(state: State, luck: random.Random) -> Move:
    """Fills the fullest garden, takes none unforced, and keeps the mole."""
    moves = _codes(state)
    return patient(state, luck) if min(moves) >= MOLES else crowding(state, luck)


def hasty(state: State, luck: random.Random) -> Move:
    """Takes a garden at once, keeps the mole, and plays where others grow."""
    moves = _codes(state)
    takes = [move for code, move in moves.items() if TAKES <= code < DRAW]
    if takes:
        return luck.choice(takes)
    if DRAW in moves:
        return moves[DRAW]
    owner = state.record.owner
    abroad = [move for code, move in moves.items() if owner[code // BEDS] != state.seat]
    return luck.choice(abroad or list(moves.values()))


STYLES = {"patient": patient, "crowding": crowding, "greedy": greedy, "hasty": hasty}
