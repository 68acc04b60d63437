"""Imagined games: how a play-out deals, chooses and ends; written once for all games.

Nobody plays by advice to the letter, so imagined players may be in doubt: the less a move is
worth beside the best, the more rarely they make it. Without that, a search relies on what others
will surely not do. Play-outs of the same number meet the same luck, whatever move they begin with.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tablee.core.arrays import np
from tablee.core.bits import int64
from tablee.core.chance import GOLDEN, next_word, pick, rekey
from tablee.core.compiled import (
    Moves,
    Records,
    Rng,
    StateRecord,
    Values,
    compiled,
    distinct,
    estimate,
    forget,
    play,
    redeal,
    stage,
    suppose,
    weigh,
    winners,
)
from tablee.core.header import EVERYTHING

MOST_SEATS = 8
ALWAYS = 1024
"""Chances are so many in this."""
DOUBTS = -np.log((np.arange(256) + 0.5) / 256)
"""How much less a move may seem worth, by a byte of luck: one more is e times as rare."""
BYTE, LAST_BYTE = np.uint64(8), np.uint64(255)


class Style(NamedTuple):
    """How a search thinks."""

    explore: float = 2.0
    """How curious it is, in units of how much results differ."""
    chance: int = 100
    """How many in 1024 moves of a play-out are made at random, the others by advice."""
    doubt: float = 0.0
    """How much worse, in the game's points, a move may look and still be made in a play-out."""
    horizon: int = 400
    """After how many turns of its own, beyond the tree, an imagined game is stopped and judged."""
    forgets: float = 0.0
    widen: float = 2.0
    """At a node that n walks have come by, about this times the root of n moves are tried."""
    scale: float = 1.0
    """By how much less worth, in the game's points, a move loses most of its charm."""
    trust: float = 0.0
    """How much it concludes from what the others have done to what they hold."""
    guesses: bool = False
    """Whether the others choose by advice, with the cards imagined for them, or by search too."""
    prior: float = 0.0
    """As how many visits the opinion of the game's network counts, for each of its own moves."""
    hope: float = 0.02
    """How much less of a match a move is thought to win that is e times less likely to it."""


class Buffers(NamedTuple):
    """The arrays that imagined games are written into, one after the other."""

    state: Records
    moves: Moves
    worths: Values
    values: Values
    luck: Rng
    """The luck of the deal at hand, and where that of all deals comes from."""


def buffers_for(dtype: np.dtype[Any], most_moves: int) -> Buffers:
    """Make the arrays for a type of record."""
    return Buffers(
        np.zeros(1, dtype),
        np.zeros(most_moves, np.int64),
        np.zeros(most_moves),
        np.zeros(MOST_SEATS),
        np.zeros(2, np.uint64),
    )


@compiled
def shuffle(luck: Rng, number: int) -> None:
    """Set the luck for the deal of a number: every move at the root meets the same deals."""
    luck[0] = luck[1] + np.uint64(number) * GOLDEN
    luck[0] = next_word(luck)


@compiled
def imagine(origin: Records, buffers: Buffers, style: Style, number: int) -> None:
    """Set up the deal of a number: of what a view hides, or of what chance has still to decide.

    A state in which nothing is hidden keeps its cards; only its key is new.
    """
    shuffle(buffers.luck, number)
    buffers.state[0] = origin[0]
    state = buffers.state[0]
    if origin[0].viewer == EVERYTHING:
        rekey(state, buffers.luck)
        return
    if style.forgets > 0:
        forget(state, buffers.luck, style.forgets)
    redeal(state, buffers.luck)
    if style.trust > 0:
        suppose(state, origin[0].seat, buffers.luck, style.trust)


@compiled
def guess(state: StateRecord, style: Style, buffers: Buffers) -> int:
    """Return a move that a sensible player may make: the best by advice, a doubtful one, or any."""
    luck, moves, worths = buffers.luck, buffers.moves, buffers.worths
    if style.chance == ALWAYS or pick(luck, ALWAYS) < style.chance:
        return int64(moves[pick(luck, distinct(state, moves))])
    n = weigh(state, moves, worths)
    if style.doubt > 0 and n > 1:
        word = np.uint64(0)
        for i in range(n):
            word = word >> BYTE if i % 8 else next_word(luck)
            worths[i] -= style.doubt * DOUBTS[int64(word & LAST_BYTE)]
    return int64(moves[best_of(n, worths)])


@compiled
def best_of(n: int, worths: Values) -> int:
    """Return the place of the greatest worth."""
    best = 0
    for i in range(1, n):
        if worths[i] > worths[best]:
            best = i
    return best


@compiled
def play_on(state: StateRecord, viewer: int, first: int, style: Style, buffers: Buffers) -> None:
    """Play to the end of the round or the horizon, as sensible players may.

    The horizon is the beginning of a turn of the viewer, so that no way of using a turn is judged
    earlier than another.
    """
    left = style.horizon
    while state.seat >= 0 and stage(state) == first:
        before = state.seat
        play(state, guess(state, style, buffers))
        if before != viewer and state.seat == viewer:
            left -= 1
            if left == 0:
                return


@compiled
def play_out(
    origin: Records, buffers: Buffers, move: int, numbers: tuple[int, int], style: Style, wins: bool
) -> float:
    """Add up what a move comes to for the seat that makes it, over the deals of some numbers.

    A play-out ends with the round, where the game's estimate says how likely a win is. With
    `wins` a match that is over counts 1 for a winner and 0 for the others.
    """
    seat, first, total = origin[0].seat, stage(origin[0]), 0.0
    state = buffers.state[0]
    for number in range(numbers[0], numbers[1]):
        imagine(origin, buffers, style, number)
        play(state, move)
        play_on(state, seat, first, style, buffers)
        mask = winners(state) if wins else 0
        if mask:
            total += mask >> seat & 1
        else:
            estimate(state, seat, buffers.values)
            total += buffers.values[seat]
    return total
