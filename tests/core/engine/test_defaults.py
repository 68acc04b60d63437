"""What a game gets that says `standing` and `weigh` in a few lines, and no more."""

from __future__ import annotations

import numpy as np

from tablee.bots.hints import hints
from tablee.bots.levels import settings_of
from tablee.core import compiled
from tests.games.fourth import FOURTH
from tests.games.latin import LATIN

SETTEBELLO = (
    "little_broom players=2 view=0 key=? round=1 phase=play dealt=1 turns=0 points=0,0 sweeps=0,0"
    " first=0 turn=0 last=0 lying=2s,3c,6d,7c taken=-/- stock=?30 hands=5d,7d,Fc/?3"
)


def test_a_hint_brings_the_seven_of_coins_home() -> None:
    """The points move at the end of a round, and search saw none: it came last of three."""
    view = LATIN.parse_view(SETTEBELLO)
    assert [str(hint.move) for hint in hints(view, seed=1)] == ["7d", "5d", "Fc"]


def test_the_standing_is_the_points_unless_a_game_says_more() -> None:
    points = np.zeros(8)
    compiled.standing(FOURTH.deal(seed=1).record, points)
    assert points[:4].tolist() == [7, 7, 7, 7]


def test_one_point_more_is_always_worth_something() -> None:
    state = FOURTH.deal(seed=1).record.copy()
    chances = []
    for lives in (7, 6, 5, 2):
        values = np.zeros(8)
        state["lives"][:] = lives
        state["lives"][0] = 7
        compiled.estimate(state, 0, values)
        assert abs(values.sum() - 1) < 1e-9
        chances.append(float(values[0]))
    assert chances == sorted(set(chances))


def test_the_levels_of_a_game_that_weighs_its_moves_use_it() -> None:
    assert not settings_of(LATIN)["regular"].get("simulations")
    assert settings_of(FOURTH)["regular"]["simulations"]
