"""The stock never runs dry and no game stalls: a sample of the proof in benchmarks/."""

from __future__ import annotations

import pytest
from benchmarks.proof_kraut import STYLES, prove

MOST_DRAWN = {2: 70, 3: 57, 4: 70, 5: 83}


@pytest.mark.clause("K19")
@pytest.mark.parametrize("players", MOST_DRAWN)
@pytest.mark.parametrize("style", STYLES)
def test_every_game_ends_before_the_stock_does(players: int, style: str) -> None:
    drawn, _, failed = prove(players, style, 300, seed=players)
    assert failed == 0
    assert drawn <= MOST_DRAWN[players]
