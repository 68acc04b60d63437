"""A shipped network plays by itself, better than those who decide at first sight."""

from __future__ import annotations

import pytest

from tablee import GAMES, find_game
from tablee.bots.network import adviser_of
from tablee.bots.network.player import NetworkBot
from tablee.bots.network.weights import FILE
from tablee.core.errors import InvalidOption
from tablee.lab.arena import Contest, hold

LEARNED = [name for name, game in GAMES.items() if (game.folder / FILE).exists()]
NETWORK = "tablee.bots.network.player:NetworkBot"


@pytest.mark.parametrize("name", LEARNED)
def test_a_network_decides_at_every_table_it_has_learned_at(name: str) -> None:
    game = GAMES[name]
    adviser = adviser_of(game)
    assert adviser is not None
    for players, options in sorted(adviser.network.tables):
        chosen = dict(pair.split("=") for pair in options.split(","))
        state = game.deal(players, seed=1, **chosen)
        for _ in range(20):
            if state.seat is None:
                break
            view = state.view(state.seat)
            opinion = adviser.opinion(view)
            move = NetworkBot(game).choose(view)
            assert move in view.legal_moves()
            assert opinion.worths[move] == max(opinion.worths.values())
            assert sum(opinion.chances) == pytest.approx(1)
            state = state.play(move)


def test_a_network_beats_regulars() -> None:
    result = hold(Contest(find_game("fourmis"), (NETWORK, "regular"), 4, {}, seed=3), 120)
    assert result.bots[0].interval[0] > 0.25 and not result.bots[0].forfeits


def test_a_game_without_a_network_says_so() -> None:
    with pytest.raises(InvalidOption, match="escogriffe has no network that fits its rules"):
        NetworkBot(find_game("escogriffe"))
