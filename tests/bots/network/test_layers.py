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
    state = game.deal(3, seed=3).play("7r")
    seen = state.observation(state.seat)
    found = []
    for function in (run, python_version_of(run)):
        room = [np.zeros(n, np.int32) for n in (width, width, outputs)]
        function(network.layers, network.places[3], 3, seen, *room)
        found.append(room[-1].tobytes())
    assert found[0] == found[1] != bytes(4 * outputs)
