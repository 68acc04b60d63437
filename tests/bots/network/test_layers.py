"""The sums of a network are whole numbers: equal wherever they are made."""

from __future__ import annotations

import numpy as np

from tablee import find_game
from tablee.bots.network.layers import run
from tablee.bots.network.weights import network_of
from tablee.core.engine.interpreted import python_version_of


def test_python_adds_up_what_the_compiled_code_does() -> None:
    game = find_game("fourmis")
    network = network_of(game)
    assert network is not None
    width, outputs = network.layers.head.shape
    for players in game.players:
        state = game.deal(players, seed=players)
        for _ in range(3):
            state = state.play(state.legal_moves()[-1])
        seen = state.observation(state.seat)
        found = []
        for function in (run, python_version_of(run)):
            room = [np.zeros(n, np.int32) for n in (width, width, outputs)]
            function(network.layers, network.places[players], players, seen, *room)
            found.append(room[-1].tobytes())
        assert found[0] == found[1] != bytes(4 * outputs)
