"""A hint in words: what to move, and where to."""

from __future__ import annotations

import random

import pytest

from tablee import GAMES, Game, find_game
from tablee.house.advice.hints import say_hint

NAMES = ["Ada", "Ben", "Cleo"]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@every_game
@pytest.mark.parametrize(
    ("lang", "title"), [("fr", "Mon conseil\u202f: "), ("en", "My hint: "), ("de", "Mein Tipp: ")]
)
def test_every_move_can_be_said_as_a_hint(game: Game, lang: str, title: str) -> None:
    state, luck = game.deal(3, seed=4), random.Random(2)
    for _ in range(40):
        view, moves = state.view(state.seat), state.legal_moves()
        said = [say_hint(view, str(move), lang, NAMES) for move in moves]
        assert len(set(said)) == len(moves)
        for one in said:
            assert one.startswith(title) and one.endswith(".")
            assert len(one) < 100 and not one.startswith(tuple(title + name for name in NAMES))
        state = state.play(luck.choice(moves))


def test_a_hint_names_the_thing_alone_where_it_has_one_place() -> None:
    state = find_game("fourmis").deal(3, seed=4)
    move = str(state.legal_moves()[0])
    said = say_hint(state.view(state.seat), move, "fr", NAMES)
    assert "→" not in said and "force" in said
