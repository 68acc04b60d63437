"""The games as other projects want them: PettingZoo, OpenSpiel, Gymnasium (`tablee[rl]`)."""

from __future__ import annotations

from tablee.core.state.position import State


def returns_of(state: State) -> tuple[float, ...]:
    """Return what a match has come to.

    If it ends after a round, the most points win.
    """
    if state.seat is None:
        return state.returns()
    best, n = max(state.scores), state.players
    won = sum(points == best for points in state.scores)
    return tuple(((points == best) * n / won - 1) / (n - 1) for points in state.scores)
