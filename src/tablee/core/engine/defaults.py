"""What every verb means for a game that does not say it otherwise.

A game must write `deal`, `legal`, `put`, `redeal`, `scores` and `winners`. With the rest
as it is here, its bots play by search alone.
"""

from __future__ import annotations

from tablee.core.compiled import (
    Moves,
    Rng,
    StateRecord,
    Values,
    compiled,
    legal,
    scores,
    winners,
)
from tablee.core.compiled import (
    distinct as distinct_moves,
)
from tablee.core.compiled import (
    standing as points_now,
)

LEADERS = 3.0
"""How many times as likely to win one that is far in front is as the last one."""
LEAD = 3.0
"""Points in front that are worth half of that."""


@compiled
def step(state: StateRecord) -> int:
    """Return 0: nothing happens by itself."""
    return 0


@compiled
def hide(state: StateRecord, viewer: int) -> None:
    """Hide nothing but the fields that are declared as secret."""


@compiled
def candid(state: StateRecord) -> bool:
    """Return False: a view must be made before it is observed, as `hide` may be special."""
    return False


@compiled
def distinct(state: StateRecord, moves: Moves) -> int:
    """Write all legal moves: no two are alike."""
    return legal(state, moves)


@compiled
def weigh(state: StateRecord, moves: Moves, worths: Values) -> int:
    """Write the distinct moves, each worth as much as the others."""
    n = distinct_moves(state, moves)
    for i in range(n):
        worths[i] = 0.0
    return n


@compiled
def standing(state: StateRecord, points: Values) -> None:
    """Write the points so far."""
    scores(state, points)  # type: ignore[arg-type]  # any array of numbers will do


@compiled
def estimate(state: StateRecord, seat: int, values: Values) -> None:
    """Write 1 for winners and 0 for the others; before the end, chances by `standing`.

    One more point is always worth something, but less the further one is in front.
    """
    mask = winners(state)
    if mask:
        for i in range(state.players):
            values[i] = mask >> i & 1
        return
    points_now(state, values)
    least, total = values[0], 0.0
    for i in range(state.players):
        least = min(least, values[i])
    for i in range(state.players):
        ahead = values[i] - least
        values[i] = 1 + (LEADERS - 1) * ahead / (ahead + LEAD)
        total += values[i]
    for i in range(state.players):
        values[i] /= total


@compiled
def stage(state: StateRecord) -> int:
    """Return 0: the cards are dealt once."""
    return 0


@compiled
def glimpse(state: StateRecord, seat: int) -> int:
    """Return 0: chance shows nothing."""
    return 0


@compiled
def forget(view: StateRecord, rng: Rng, share: float) -> None:
    """Leave a view as it is: there is nothing to remember."""


@compiled
def suppose(state: StateRecord, seat: int, rng: Rng, trust: float) -> None:
    """Leave a new deal as it is."""
