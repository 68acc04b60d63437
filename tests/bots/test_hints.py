"""Hints: good moves, with chances and reasons."""

from __future__ import annotations

import time

import pytest

from tablee import GAMES, Game, InvalidOption
from tablee.bots.hints import hints
from tests.test_cli import tablee

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@every_game
def test_hints_are_legal_moves_with_chances_and_reasons(game: Game) -> None:
    view = game.deal(game.players[-1], seed=1).view(0)
    found = hints(view, "fr", seconds=0.2)
    assert 1 <= len(found) <= 3
    for hint in found:
        assert hint.move in view.legal_moves()
        assert 0 <= hint.chance <= 1
        assert hint.reason in str(hint)


@every_game
def test_a_hint_comes_within_a_second(game: Game) -> None:
    view = game.deal(game.players[-1], seed=2).view(0)
    hints(view, seconds=0.01)
    start = time.process_time()
    hints(view)
    assert time.process_time() - start < 1


@every_game
def test_a_hint_is_only_for_whom_it_concerns(game: Game) -> None:
    state = game.deal(seed=1)
    for seat in (None, 1):
        with pytest.raises(InvalidOption, match="its own view"):
            hints(state.view(seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_question_mark_gets_a_hint_in_the_terminal(name: str) -> None:
    printed = tablee(
        "play", name, "--seed", "7", "--lang", "de", "--level", "novice", typed="?\nq\n"
    )
    assert "%): " in printed
