"""By what two moves differ for one's own contract; nothing is guessed of the others'."""

from __future__ import annotations

from typing import Any

from tablee.core.arrays import np
from tablee.core.header import NOBODY
from tablee.games.kraut.gardens.choices import DRAW, MOLES, PLACES, TAKES, WAIT, owed
from tablee.games.kraut.gardens.garden import garden_points, lay
from tablee.games.kraut.material import BEDS, MOLE

Difference = tuple[str, dict[str, int]]
"""A sentence of `advice` in the rule book, and the numbers in it."""


def difference(view: Any, made: int, best: int) -> Difference | None:
    """Return what the best move brings more than the one made, if that can be counted."""
    if DRAW in (made, best):
        return None
    if TAKES in (min(made, TAKES), min(best, TAKES)):
        return _takes(view, made, best)
    return _places(view, made, best)


def worth(view: Any, garden: int) -> int:
    """Return what a garden is worth now on the viewer's contract."""
    return int(garden_points(view, garden, int(view.contracts[int(view.viewer)])))


def brings(view: Any, move: int) -> int:
    """Return what a card on a bed changes at once in a garden, on the viewer's contract."""
    garden, bed = divmod(move % PLACES, BEDS)
    after = np.array([view])[0]
    lay(after, garden, bed, MOLE if move >= MOLES else int(view.drawn))
    return worth(after, garden) - worth(view, garden)


def _takes(view: Any, made: int, best: int) -> Difference | None:
    mine = 0 if made == WAIT else worth(view, made - TAKES)
    better = 0 if best == WAIT else worth(view, best - TAKES)
    if made == WAIT:
        return ("is_worth", {"garden": best - TAKES + 1, "n": better}) if better > 0 else None
    if best == WAIT:
        return ("is_worth_nothing", {"garden": made - TAKES + 1, "n": mine}) if mine <= 0 else None
    places = {"garden": best - TAKES + 1, "n": better, "other": made - TAKES + 1, "less": mine}
    return ("is_worth_more", places) if better > mine else None


def _places(view: Any, made: int, best: int) -> Difference | None:
    gardens = [move % PLACES // BEDS for move in (best, made)]
    owners = [int(view.owner[garden]) for garden in gardens]
    me = int(view.viewer)
    if me in owners:
        n, less = (
            brings(view, move) if owner == me else 0
            for move, owner in zip((best, made), owners, strict=True)
        )
        sentence = "brings_more"
    elif owners == [NOBODY, NOBODY] and owed(view, me) > 0:
        n, less = brings(view, best), brings(view, made)
        sentence = "could_bring_more"
    else:
        return None
    if n <= less:
        return None
    places = {"garden": gardens[0] + 1, "n": n, "other": gardens[1] + 1, "less": less}
    return sentence if gardens[0] != gardens[1] else f"{sentence}_here", places
