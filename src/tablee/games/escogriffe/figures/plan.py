"""What a figure still lacks: the fewest cards that, with those of a hand, lead to the target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from tablee.games.escogriffe.material import Deck

PATIENCE = 4_000
"""Figures that are tried before the plan is given up."""
Kinds = tuple[int, ...]


def missing(deck: Deck, figure: Sequence[int], hand: Counter[int], target: int) -> Kinds | None:
    """Return the fewest kinds that are neither laid nor held; None where no figure can be finished.

    A figure grows to its feet first, then to its head: in which order it is laid does not matter.
    """
    there, seen = Counter(figure) + hand, set()

    def weighed(built: Kinds) -> tuple[int, Kinds, Kinds]:
        lacks = tuple(sorted((Counter(built) - there).elements()))
        return len(lacks), lacks, built

    heads = [(kind,) for kind, card in enumerate(deck.kinds) if card.top is None]
    waiting = [weighed(begun) for begun in ([tuple(figure)] if figure else heads)]
    heapify(waiting)
    for _ in range(PATIENCE):
        if not waiting:
            return None
        _, lacks, built = heappop(waiting)
        top, bottom = deck.kinds[built[0]].top, deck.kinds[built[-1]].bottom
        key = (top, bottom, tuple(sorted(built)))
        if top is None and bottom is None and len(built) == target:
            return lacks
        if (top or bottom) and len(built) < target and key not in seen:
            seen.add(key)
            for longer in _longer(deck, built):
                heappush(waiting, weighed(longer))
    return None


def _longer(deck: Deck, built: Kinds) -> list[Kinds]:
    """Return the figures that are one card longer, at the feet or, if they are there, the head."""
    top, bottom = deck.kinds[built[0]].top, deck.kinds[built[-1]].bottom
    cards = list(enumerate(deck.kinds))
    fresh = [(kind, card) for kind, card in cards if card.most > 1 or kind not in built]
    if bottom is not None:
        return [(*built, kind) for kind, card in fresh if card.top == bottom]
    return [(kind, *built) for kind, card in fresh if card.bottom == top]
