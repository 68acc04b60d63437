"""OpenSpiel's own test passes, for all games and table sizes; its IS-MCTS plays by `redeal`."""

from __future__ import annotations

import os
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tablee import GAMES
from tablee.adapters import openspiel as openspiel  # makes the games known

WHOLE = bool(os.environ.get("TABLEE_NIGHT"))
LONG = "escogriffe"  # a round at random takes thousands of decisions
SIZES = [(name, n) for name, game in GAMES.items() for n in game.players]


def load(name: str, players: int) -> Any:
    params = {"players": players, "one_round": True, "seeds": 20}
    return pyspiel.load_game(f"tablee_{name}", params)


@pytest.mark.parametrize(("name", "players"), [size for size in SIZES if WHOLE or size[0] != LONG])
def test_a_random_match_passes_openspiels_test(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("players", GAMES[LONG].players)
def test_the_beginning_of_a_long_round_is_kept_and_read(players: int) -> None:
    game, luck = load(LONG, players), random.Random(1)
    state = game.new_initial_state()
    state.apply_action(3)
    for _ in range(40):
        state.apply_action(luck.choice(state.legal_actions()))
    assert state.clone().observation_tensor(0) == state.observation_tensor(0)
    kept = pyspiel.serialize_game_and_state(game, state)
    assert str(pyspiel.deserialize_game_and_state(kept)[1]) == str(state)


def test_an_information_state_tells_apart_what_a_seat_saw() -> None:
    game = load("kraut", 3)
    state, luck = game.new_initial_state(), random.Random(2)
    state.apply_action(1)
    while not state.is_terminal():
        player = state.current_player()
        other = state.resample_from_infostate(player, luck.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(luck.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0, abs=1e-6)


def test_ismcts_of_openspiel_plays_through_redeal() -> None:
    game = load("fourmis", 3)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 2.0, 8, random_state=luck)
    state = game.new_initial_state()
    state.apply_action(5)
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
