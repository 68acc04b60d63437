"""What a moment of a match is worth to a seat: how often it wins if all go on as regulars do.

Deals are imagined from the seat's view alone. A play-out ends with the round; where the match
goes on, the game's estimate says how likely a win is. Two moves meet the same deals and luck, so
that equal moves come to exactly the same.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tablee.bots.levels import TEMPTED, hinter_of, levels_of, settings_of
from tablee.bots.search.playout import MOST_SEATS
from tablee.core.arrays import np
from tablee.core.bits import count, int64
from tablee.core.chance import GOLDEN, next_word, rekey
from tablee.core.compiled import (
    Moves,
    Records,
    Rng,
    StateRecord,
    Values,
    compiled,
    conceal,
    estimate,
    forget,
    play,
    put,
    redeal,
    settle,
    stage,
    suppose,
    weigh,
    winners,
)
from tablee.core.game import Game

NO_MOVE = -1
HALF_WORD = np.uint64(11)
ALIKE = 1.0
"""The temperature of a regular that has none: it searches, and is imagined by advice alone."""
USUAL = {"plays": 100_000, "sure": 1.0, "deal_plays": 100, "draw_plays": 0, "choice_plays": 0}
MOODS = 32
"""How often a regular is asked anew what it would do: it forgets something else each time."""


class Regular(NamedTuple):
    """How a regular goes on, and what is concluded from what the others did and from a lead."""

    temperature: float
    forgets: float
    trust: float
    sure: float = 1.0
    """How sure a lead between two rounds is, beside what the game's estimate says."""


def regular_of(game: Game, players: int) -> Regular:
    """Return how a regular of the game plays with this many players."""
    level = levels_of(game)["regular"].at(players)
    trust = hinter_of(game).at(players).style.trust
    temperature = level.temperature or ALIKE
    return Regular(temperature, level.style.forgets, trust, sureness_of(game, players))


def review_settings(game: Game) -> dict[str, Any]:
    """Return the settings of a review: `[review]` in the game's `levels.toml` over the usual."""
    return {**USUAL, **settings_of(game).get("review", {})}


def sureness_of(game: Game, players: int) -> float:
    """Return how sure a lead is with this many players, measured in matches among regulars."""
    words = review_settings(game)
    return float(words.get("tables", {}).get(str(players), words).get("sure", words["sure"]))


class Buffers(NamedTuple):
    """The arrays that play-outs work on."""

    state: Records
    mind: Records
    """What a regular knows and remembers of the state."""
    moves: Moves
    worths: Values
    values: Values
    luck: Rng


def buffers_for(game: Game) -> Buffers:
    """Make the arrays for a game."""
    most = game.rules.MOST_MOVES
    return Buffers(
        np.zeros(1, game.rules.STATE),
        np.zeros(1, game.rules.STATE),
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(MOST_SEATS),
        np.zeros(1, np.uint64),
    )


@compiled
def share_of(state: StateRecord, seat: int, sure: float, values: Values) -> float:
    """Return a seat's share of the win: the real one once a match is over, else the expected."""
    mask = winners(state)
    if mask:
        return float((mask >> seat & 1) / count(mask))
    estimate(state, seat, values)
    total = 0.0
    for other in range(state.players):
        total += values[other] ** sure
    return float(values[seat] ** sure / total)


@compiled
def temptations(n: int, worths: Values, temperature: float) -> float:
    """Turn the worths of moves into how much each tempts; return the sum."""
    best, total = worths[0], 0.0
    for i in range(1, n):
        best = max(best, worths[i])
    for i in range(n):
        below = (best - worths[i]) / temperature
        worths[i] = math.exp(-below) if below <= TEMPTED else 0.0
        total += worths[i]
    return total


@compiled
def play_round(state: StateRecord, regular: Regular, buffers: Buffers) -> None:
    """Play to the end of the round as regulars do."""
    luck, moves, worths = buffers.luck, buffers.moves, buffers.worths
    round_ = stage(state)
    while state.seat >= 0 and stage(state) == round_:
        if regular.forgets > 0:
            n = _weigh_from_memory(state, regular.forgets, buffers)
        else:
            n = weigh(state, moves, worths)
        chosen = 0
        if n > 1:
            mood = temptations(n, worths, regular.temperature)
            mood *= int64(next_word(luck) >> HALF_WORD) / 2.0**53
            while chosen < n - 1 and mood >= worths[chosen]:
                mood -= worths[chosen]
                chosen += 1
        play(state, moves[chosen])


@compiled
def _weigh_from_memory(state: StateRecord, forgets: float, buffers: Buffers) -> int:
    """Weigh the moves by what the seat to move knows, less what it forgets."""
    buffers.mind[0] = state
    mind = buffers.mind[0]
    conceal(mind, state.seat)
    forget(mind, buffers.luck, forgets)
    return weigh(mind, buffers.moves, buffers.worths)


@compiled
def play_outs(
    view: Records,
    seat: int,
    move: int,
    word: np.uint64,
    first: int,
    shares: Values,
    regular: Regular,
    buffers: Buffers,
) -> None:
    """Write a seat's part of the win in some play-outs, numbered from `first`."""
    state, luck = buffers.state[0], buffers.luck
    for i in range(len(shares)):
        # The luck depends on the number alone, so that all moves meet the same deals.
        luck[0] = word + np.uint64(first + i) * GOLDEN
        luck[0] = next_word(luck)
        buffers.state[0] = view[0]
        redeal(state, luck)
        if regular.trust > 0:
            suppose(state, seat, luck, regular.trust)
        if move != NO_MOVE:
            put(state, move)
        settle(state)
        play_round(state, regular, buffers)
        shares[i] = share_of(state, seat, regular.sure, buffers.values)


@compiled
def known_share(view: Records, seat: int, sure: float, values: Values) -> float:
    """Return a seat's share of the win when a match is over or a round has just been dealt."""
    return share_of(view[0], seat, sure, values)


@compiled
def ask_regular(
    view: Records, word: np.uint64, regular: Regular, odds: Values, buffers: Buffers
) -> int:
    """Write the distinct moves and how often a regular makes each; return how many there are."""
    state, n = buffers.state[0], 0
    buffers.luck[0] = word
    odds[:] = 0.0
    for _ in range(MOODS):
        buffers.state[0] = view[0]
        forget(state, buffers.luck, regular.forgets)
        n = weigh(state, buffers.moves, buffers.worths)
        total = temptations(n, buffers.worths, regular.temperature)
        for i in range(n):
            odds[i] += buffers.worths[i] / total / MOODS
    return n


@compiled
def true_shares(
    true: Records,
    move: int,
    word: np.uint64,
    drawn: int,
    plays: int,
    sums: Values,
    regular: Regular,
    buffers: Buffers,
) -> None:
    """Add up each seat's part of the win in play-outs from the true cards, with new luck.

    `drawn` words of luck are skipped, so that two moments can meet the same luck from then on.
    """
    state, luck = buffers.state[0], buffers.luck
    for i in range(plays):
        luck[0] = word + np.uint64(i) * GOLDEN
        luck[0] = next_word(luck)
        buffers.state[0] = true[0]
        rekey(state, luck)
        state.draws = drawn
        if move != NO_MOVE:
            put(state, move)
        settle(state)
        play_round(state, regular, buffers)
        for seat in range(state.players):
            sums[seat] += share_of(state, seat, regular.sure, buffers.values)
