"""What a batch does with one of its games, and with all of them on one core; for every game.

The functions for one game take their place in the arrays of a batch: a loop calls them here, a
thread of a graphics card in `cuda.py`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablee.core.bits import int64, lowest
from tablee.core.chance import GOLDEN, next_word, pick, rekey
from tablee.core.compiled import (
    Moves,
    Records,
    Rng,
    StateRecord,
    Values,
    begin,
    candid,
    compiled,
    conceal,
    distinct,
    legal,
    play,
    scores,
    share_out,
    stage,
    weigh,
    winners,
)
from tablee.core.engine.writing import EIGHT, Words, write_byte
from tablee.core.state.observation import observe

Shares: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"
Flags: TypeAlias = "np.ndarray[Any, np.dtype[np.bool]]"
Seats: TypeAlias = "np.ndarray[Any, np.dtype[np.int8]]"
_EVERY, _HIGH = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
TOGETHER = 32
"""Games that are played and then looked at: few enough for the cache (see measurements.md)."""


# One game


@compiled
def copy_record(to: Records, i: int, source: Records, j: int) -> None:
    """Copy a record word by word.

    For a graphics card an assignment is a copy byte by byte, or of all bytes at once through
    registers that every thread then lacks all the time.
    """
    words, others = to[i : i + 1].view(np.uint64), source[j : j + 1].view(np.uint64)
    for word in range(len(words)):
        words[word] = others[word]


@compiled
def deal_one(states: Records, i: int, blank: Records, lucks: Rng) -> None:
    """Deal a new match in a game's place, from its own luck."""
    copy_record(states, i, blank, 0)
    rekey(states[i], lucks[i])
    begin(states[i])


@compiled
def settle_up(state: StateRecord, values: Any) -> None:
    """Write what a match, or its first round, has come to: the most points win a round."""
    mask = int64(winners(state))
    if mask == 0:
        scores(state, values)
        best = values[0]
        for seat in range(state.players):
            best = max(best, values[seat])
        for seat in range(state.players):
            mask |= int64(values[seat] == best) << seat
    share_out(state, mask, values)


@compiled
def advance(
    states: Records, i: int, move: int, blank: Records, lucks: Rng, returns: Shares, one_round: bool
) -> bool:
    """Play a legal move; count a game that ends, and deal it anew. Return whether it ended."""
    state = states[i]
    first = stage(state) if one_round else 0
    play(state, move)
    if state.seat >= 0 and not (one_round and stage(state) != first):
        for seat in range(state.players):
            returns[i, seat] = 0
        return False
    settle_up(state, returns[i])
    deal_one(states, i, blank, lucks)
    return True


@compiled
def look(states: Records, i: int, views: Records, out: Words) -> None:
    """Write what the seat to decide may know in a game; `views` has room for its view."""
    seat = states[i].seat
    if candid(states[i]):
        observe(states[i], seat, out)
    else:
        views[0] = states[i]
        conceal(views[0], seat)
        observe(views[0], seat, out)


@compiled
def mark(moves: Moves, n: int, out: Words) -> None:
    """Write a mask of moves, eight a word."""
    for word in range(len(out)):
        out[word] = np.uint64(0)
    for k in range(n):
        write_byte(out, moves[k], 1)


@compiled
def choose_one(mask: Words, luck: Rng) -> int:
    """Choose one of a mask's moves, each as likely: eight bytes of the mask at a time."""
    total = np.uint64(0)
    for word in range(len(mask)):
        total += mask[word]
    place = pick(luck, _sum(total))
    word = 0
    while place >= _sum(mask[word]):
        place -= _sum(mask[word])
        word += 1
    # Running sums of the word's bytes, one in each byte; those above `place` keep their high bit.
    reached = (mask[word] * _EVERY | _HIGH) - np.uint64(place + 1) * _EVERY
    return lowest(int64(reached & _HIGH)) // EIGHT + EIGHT * word


@compiled
def _sum(word: np.uint64) -> int:
    """Add up the bytes of a word."""
    return int64((word * _EVERY) >> np.uint64(56))


@compiled
def roll_one(
    states: Records, i: int, blank: Records, lucks: Rng, moves: Moves, decisions: int
) -> int:
    """Make so many decisions at random, among distinct moves; count the matches that end."""
    ended = 0
    for _ in range(decisions):
        play(states[i], moves[pick(lucks[i], distinct(states[i], moves))])
        if states[i].seat < 0:
            deal_one(states, i, blank, lucks)
            ended += 1
    return ended


# All games, one after the other


@compiled
def seed_all(lucks: Rng, start: np.uint64) -> None:
    """Give every game a luck of its own."""
    for i in range(len(lucks)):
        lucks[i, 0] = start + np.uint64(i) * GOLDEN
        lucks[i, 0] = next_word(lucks[i])


@compiled
def deal_all(states: Records, blank: Records, lucks: Rng) -> None:
    """Deal every game."""
    for i in range(len(states)):
        deal_one(states, i, blank, lucks)


@compiled
def illegal(mask: Words, actions: Moves, codes: int) -> int:
    """Return the first game whose action is not legal, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= codes:
            return i
        if not int64(mask[i, action // EIGHT] >> np.uint64(EIGHT * (action % EIGHT))) & 1:
            return i
    return -1


@compiled
def see_all(
    states: Records, views: Records, moves: Moves, seats: Seats, mask: Words, out: Words
) -> None:
    """Write who decides in every game, what they may do and what they may know.

    No observation is written if there is no room for it.
    """
    for i in range(len(states)):
        seats[i] = states[i].seat
        mark(moves, legal(states[i], moves), mask[i])
        if len(out):
            look(states, i, views, out[i])


@compiled
def step_all(
    states: Records,
    actions: Moves,
    blank: Records,
    lucks: Rng,
    returns: Shares,
    ended: Flags,
    one_round: bool,
    views: Records,
    moves: Moves,
    seats: Seats,
    mask: Words,
    out: Words,
) -> None:
    """Play a move in every game, and look at some together while they are in the cache."""
    for start in range(0, len(states), TOGETHER):
        end = min(start + TOGETHER, len(states))
        for i in range(start, end):
            ended[i] = advance(states, i, actions[i], blank, lucks, returns, one_round)
        few = slice(start, end)
        see_all(states[few], views, moves, seats[few], mask[few], out[few])


@compiled
def choose_all(mask: Words, lucks: Rng, actions: Moves) -> None:
    """Choose a move in every game."""
    for i in range(len(actions)):
        actions[i] = choose_one(mask[i], lucks[i])


@compiled
def roll_all(
    states: Records, blank: Records, lucks: Rng, moves: Moves, ended: Moves, decisions: int
) -> None:
    """Make so many decisions at random in every game."""
    for i in range(len(states)):
        ended[i] += roll_one(states, i, blank, lucks, moves, decisions)


@compiled
def advise_all(states: Records, moves: Moves, worths: Values, best: Moves) -> None:
    """Write the move that seems best at first sight in every game."""
    for i in range(len(states)):
        top = 0
        for k in range(1, weigh(states[i], moves, worths)):
            if worths[k] > worths[top]:
                top = k
        best[i] = moves[top]
