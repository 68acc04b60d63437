"""PettingZoo's own tests pass, for all games and table sizes."""

from __future__ import annotations

import warnings

import pytest
from pettingzoo.test import api_test, seed_test

from tablee import GAMES, IllegalMove, InvalidOption
from tablee.adapters import pettingzoo

SIZES = [(name, n) for name, game in GAMES.items() for n in game.players]
every_size = pytest.mark.parametrize(("name", "players"), SIZES)


@every_size
def test_the_api_is_kept(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # observations are a dict with a mask
        api_test(pettingzoo.env(name, players=players), num_cycles=30)


@every_size
def test_equal_seeds_are_equal_games(name: str, players: int) -> None:
    seed_test(lambda: pettingzoo.env(name, players=players), num_cycles=30)


def test_a_match_ends_with_its_returns() -> None:
    env = pettingzoo.env("fourmis", players=3, one_round=True, beat="previous")
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else int(seen["action_mask"].argmax()))
    assert sum(total.values()) == pytest.approx(0, abs=1e-6) and max(total.values()) > 0


def test_what_is_not_legal_is_refused_with_its_clause() -> None:
    env = pettingzoo.raw_env("fourmis", players=3, render_mode="ansi")
    env.reset(seed=4)
    assert "fourmis" in str(env.match) and env.render()
    with pytest.raises(IllegalMove, match="F39"):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmin()))
    with pytest.raises(InvalidOption, match="no option"):
        pettingzoo.env("fourmis", colour="red")
