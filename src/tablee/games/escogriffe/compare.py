"""By what two moves differ on the own figure and the next one; hidden cards are not guessed."""

from __future__ import annotations

from typing import Any

from tablee.core.arrays import np
from tablee.core.bits import members
from tablee.games.escogriffe import rules
from tablee.games.escogriffe.rules import DRAW, DROP, FIRST_CARD_MOVE, TAKE, card_of, way_of
from tablee.games.escogriffe.state import FEET, HEAD, after, is_open, joining, top_of, used_up

Difference = tuple[str, dict[str, int]]
"""A sentence of `advice` in the rule book, and the numbers in it."""


def difference(view: Any, made: int, best: int) -> Difference | None:
    """Return what the best move does better than the one made, if that can be seen."""
    if made >= FIRST_CARD_MOVE and way_of(made) >= DROP:
        return _drops(view, int(card_of(made)), int(card_of(best)))
    if DRAW < best < FIRST_CARD_MOVE:
        return _takes(view, made, best)
    if best >= FIRST_CARD_MOVE:
        return _lays(view, made, best)
    return None


def fits(view: Any, seat: int, kind: int) -> bool:
    """Return whether a card meets an open end of a figure, and may lie in it once more."""
    meets = any(
        int(joining(view, seat, end)) >> kind & 1
        for end in (HEAD, FEET)
        if is_open(view, seat, end)
    )
    return meets and not int(used_up(view, seat)) >> kind & 1


def lacks(view: Any) -> int:
    """Return how many cards the viewer's figure still lacks."""
    return int(view.target) - int(view.sizes[int(view.seat)])


def left_to_lay(view: Any, move: int) -> int:
    """Return how many types of the hand meet an open end after a lay."""
    later, me = np.array([view])[0], int(view.seat)
    rules.put(later, move)
    held = members(int(later.held[me]))
    return sum(fits(later, me, kind) for kind in held)


def _drops(view: Any, made: int, best: int) -> Difference | None:
    if made == best:
        return None
    me = int(view.seat)
    neighbour = int(after(view, me))
    if fits(view, me, made) and not fits(view, me, best):
        return "made_fits", {}
    if fits(view, neighbour, made) and not fits(view, neighbour, best):
        return "made_helps", {}
    return None


def _takes(view: Any, made: int, best: int) -> Difference | None:
    me = int(view.seat)
    if not fits(view, me, int(top_of(view, best - TAKE))):
        return None
    if made == DRAW:
        return "fits_surely", {}
    if made >= FIRST_CARD_MOVE or fits(view, me, int(top_of(view, made - TAKE))):
        return None
    return "best_fits", {}


def _lays(view: Any, made: int, best: int) -> Difference | None:
    if made < FIRST_CARD_MOVE:
        n = lacks(view) - 1
        return ("lacks_less", {"n": n}) if n else ("finishes", {})
    n, less = left_to_lay(view, best), left_to_lay(view, made)
    return ("leaves_more", {"n": n, "less": less}) if n > less else None
