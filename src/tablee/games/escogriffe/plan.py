"""What a figure still lacks: the fewest cards that, with those of a hand, lead to the target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush

from tablee.games.escogriffe.material import Deck

PATIENCE = 4_000
"""Figures that are thought of before one gives up."""
Missing = tuple[int, ...]


def missing(deck: Deck, figure: Sequence[int], hand: Counter[int], target: int) -> Missing | None:
    """The fewest kinds that are neither laid nor held; None where no figure can be finished.

    A figure grows to its feet first, then to its head: in which order it is laid does not matter.
    """
    heads = [(kind,) for kind, card in enumerate(deck.kinds) if card.top is None]
    seen: set[tuple[object, ...]] = set()
    waiting: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
    laid = Counter(figure)
    for begun in [tuple(figure)] if figure else heads:
        lacks = _lacks(begun, laid, hand)
        heappush(waiting, (len(lacks), lacks, begun))
    for _ in range(PATIENCE):
        if not waiting:
            return None
        _, lacks, built = heappop(waiting)
        top, bottom = deck.kinds[built[0]].top, deck.kinds[built[-1]].bottom
        if top is None and bottom is None:
            if len(built) == target:
                return lacks
            continue
        key = (top, bottom, tuple(sorted(built)))
        if len(built) >= target or key in seen:
            continue
        seen.add(key)
        for longer in _longer(deck, built):
            more = _lacks(longer, laid, hand)
            heappush(waiting, (len(more), more, longer))
    return None


def _longer(deck: Deck, built: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The figures that are one card longer: at the feet, or at the head if the feet are there."""
    top, bottom = deck.kinds[built[0]].top, deck.kinds[built[-1]].bottom
    fresh = [
        (kind, card) for kind, card in enumerate(deck.kinds) if card.repeats or kind not in built
    ]
    if bottom is not None:
        return [(*built, kind) for kind, card in fresh if card.top == bottom]
    return [(kind, *built) for kind, card in fresh if card.bottom == top]


def _lacks(built: Sequence[int], laid: Counter[int], hand: Counter[int]) -> Missing:
    return tuple(sorted((Counter(built) - laid - hand).elements()))
