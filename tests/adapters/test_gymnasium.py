"""A batch as a vector environment of Gymnasium."""

from __future__ import annotations

import numpy as np
import pytest

from tablee import GAMES
from tablee.adapters.gymnasium import VectorEnv


@pytest.mark.parametrize(("name", "players"), [(n, p) for n, g in GAMES.items() for p in g.players])
def test_a_vector_environment_plays_all_games(name: str, players: int) -> None:
    env = VectorEnv(name, 4, players=players, one_round=name == "fourmis")
    seen, info = env.reset(seed=3)
    again, _ = VectorEnv(name, 4, players=players).reset(seed=3)
    assert env.observation_space.contains(seen) and (seen == again).all()
    for _ in range(60):
        actions = info["action_mask"].argmax(axis=1)
        seen, rewards, ended, cut, info = env.step(actions)
        assert env.observation_space.contains(seen) and not cut.any()
        assert (rewards[~ended] == 0).all() and rewards.shape == (4,)
    assert np.allclose(info["returns"].sum(axis=1), 0, atol=1e-6)
