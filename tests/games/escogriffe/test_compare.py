"""What a review says of two moves is seen on the figures and in the own hand, in every deal."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tablee import GAMES, Move, State
from tablee.games.escogriffe import rules
from tablee.games.escogriffe.compare import difference
from tablee.games.escogriffe.material import house_deck
from tablee.games.escogriffe.notation import figure_of, of_seat
from tablee.games.escogriffe.rules import DRAW, TAKE, card_of
from tablee.games.escogriffe.state import after, top_of
from tests.games.comparisons import told

ESCOGRIFFE = GAMES["escogriffe"]
DECK = house_deck()


def has_edge(state: State, seat: int, kind: int) -> bool:
    """Looks at the joints of the drawn cards, not at the record's sets."""
    figure, card = figure_of(state.record, seat), DECK.kinds[kind]
    if not figure or (kind in figure and not card.orange):
        return False
    top, bottom = DECK.kinds[figure[0]].top, DECK.kinds[figure[-1]].bottom
    return (top is not None and card.bottom == top) or (bottom is not None and card.top == bottom)


def hand(state: State, seat: int) -> set[int]:
    return {kind for kind, n in enumerate(of_seat(state.record.hands, seat)) if n}


def put(state: State, move: Move) -> State:
    """Plays a move and nothing of what follows it by itself."""
    records = np.array([state.record])
    rules.put(records[0], move.code)
    return State(state.game, records)


def test_a_comparison_is_true_of_both_moves() -> None:
    seen: Counter[str] = Counter()
    for state, made, best, sentence, at in told(ESCOGRIFFE, difference, 1):
        seen[sentence] += 1
        me = state.seat
        assert me is not None
        if sentence in ("made_fits", "made_helps"):
            seat = me if sentence == "made_fits" else int(after(state.record, me))
            kinds = [int(card_of(move.code)) for move in (made, best)]
            assert [has_edge(state, seat, kind) for kind in kinds] == [True, False]
        elif sentence in ("fits_surely", "best_fits"):
            assert has_edge(state, me, int(top_of(state.record, best.code - TAKE)))
            if sentence == "best_fits":
                assert not has_edge(state, me, int(top_of(state.record, made.code - TAKE)))
            else:
                assert made.code == DRAW
        else:
            later = [put(state, move) for move in (best, made)]
            assert later[0].record.sizes[me] == state.record.sizes[me] + 1
            if sentence == "leaves_more":
                fitting = [sum(has_edge(one, me, kind) for kind in hand(one, me)) for one in later]
                assert fitting == [at["n"], at["less"]] and fitting[0] > fitting[1]
            else:
                lacks = int(state.record.target) - int(later[0].record.sizes[me])
                assert lacks == at.get("n", 0)
    assert len(seen) >= 6, seen
