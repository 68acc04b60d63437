"""The chances of a move, for people: how often it wins if everyone goes on by advice.

What a search learns about a move is meant for choosing: some games count there by how much a
match was won as well. Here only wins count. A move is played out many times from deals that
are possible for all its seat knows; two moves meet the same deals.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from tablee.bots.bot import records_of
from tablee.bots.search.playout import Style, buffers_for, play_out
from tablee.core.chance import new_rng, next_word
from tablee.core.state.position import Move, State, View

CHUNK = 16
"""Play-outs of every move between two looks at the clock."""
BY_ADVICE = Style(chance=0)


def estimate_win_rates(
    view: View, moves: Sequence[Move], style: Style, plays: int, seconds: float, seed: int = 0
) -> list[float]:
    """Return each move's chance to win the match, from at most so many play-outs and seconds."""
    records, buffers = (
        records_of(view),
        buffers_for(view.game.rules.STATE, view.game.rules.MOST_MOVES),
    )
    buffers.luck[1] = next_word(new_rng(seed))
    style = style._replace(horizon=Style().horizon, forgets=0.0)
    won, end, done = [0.0] * len(moves), time.perf_counter() + seconds, 0
    while done < plays and (not done or time.perf_counter() < end):
        n = min(CHUNK, plays - done)
        for i, move in enumerate(moves):
            won[i] += play_out(records, buffers, move.code, (done, done + n), style, True)
        done += n
    return [total / done for total in won]


def true_win_rate(state: State, move: Move, plays: int = 400, seed: int = 0) -> float:
    """Return an estimate of the chance to win the match after a move, with the true cards.

    A match between bots says little about one decision. Here a move is played out many times
    from the true state, which the bot that chose it never saw; what chance has not decided yet
    is decided anew each time.
    """
    rules = state.game.rules
    buffers = buffers_for(rules.STATE, rules.MOST_MOVES)
    buffers.luck[1] = next_word(new_rng(seed))
    return play_out(records_of(state), buffers, move.code, (0, plays), BY_ADVICE, False) / plays
