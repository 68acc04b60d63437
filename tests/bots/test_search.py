"""How the search spends its simulations."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tablee import GAMES, Game, find_game
from tablee.bots.bot import Clock
from tablee.bots.levels import LevelBot, find_bot, levels_of
from tablee.bots.search import Search, _shuffle
from tablee.core.chance import new_rng

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def test_every_move_meets_the_same_deals_in_the_same_order() -> None:
    luck = np.array([0, 12345], np.uint64)
    deals = []
    for number in (0, 1, 2, 0, 1, 2):
        _shuffle(luck, number)
        deals.append(int(luck[0]))
    assert deals[:3] == deals[3:]
    assert len(set(deals)) == 3
    assert luck[1] == 12345


@every_game
def test_a_search_ends_when_no_doubt_is_left(game: Game) -> None:
    """Of many decisions of a match some are plain, and none takes more than it is given."""
    style, most = levels_of(game)["master"].style, 4_000
    search = Search(game)
    spent: list[int] = []
    state = game.deal(4, seed=3)
    while state.seat is not None and len(spent) < 30:
        view = state.view(state.seat)
        if len(view.distinct_moves()) > 1:
            thoughts = search.think(view, new_rng(1), Clock(simulations=most), style)
            spent.append(sum(thought.visits for thought in thoughts))
        state = state.play(find_bot("advice", game).choose(view))
    assert max(spent) <= most
    assert min(spent) < most / 4


def test_a_budget_of_simulations_has_no_other_limit() -> None:
    bot = find_bot("master@70000", find_game("kraut"))
    assert isinstance(bot, LevelBot)
    assert bot.level.clock(Clock()) == Clock(math.inf, 70_000)
    assert bot.level.clock(Clock(2.0)) == Clock(2.0, 70_000)
