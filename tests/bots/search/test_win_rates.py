"""How good a decision was, with the true cards."""

from __future__ import annotations

import pytest

from tablee import GAMES, Game, State
from tablee.bots.search.win_rates import true_win_rate
from tests.games.escogriffe.tables import BLUE, FIVE, YELLOW, table
from tests.games.escogriffe.test_advice import LACKS_SHOES


def value(state: State, move: str) -> float:
    return true_win_rate(state, next(m for m in state.legal_moves() if str(m) == move))


def test_to_end_a_figure_is_worth_more_than_to_draw_while_others_are_near_the_end() -> None:
    figures = ["hat redbust beltrg greenhem"] * 2
    state = table("shoes", "shoes", BLUE, figures=figures, target=5)
    assert value(state, "lay-shoes-feet") > value(state, "draw") + 0.05


def test_the_true_cards_count() -> None:
    """Whether another hand is complete, the seat that decides cannot see."""
    ready, slow = (table(LACKS_SHOES, hand, YELLOW) for hand in (FIVE, BLUE))
    assert ready.view(0).legal_moves() == slow.view(0).legal_moves()
    assert value(ready, "draw") < value(slow, "draw") - 0.05


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_luck_gives_the_same_judgement(game: Game) -> None:
    state = game.deal(3, seed=4)
    moves = state.distinct_moves()
    values = [true_win_rate(state, move, plays=30, seed=2) for move in moves]
    assert values == [true_win_rate(state, move, plays=30, seed=2) for move in moves]
    assert all(0 <= value <= 1 for value in values)
    assert len(set(values)) > 1
