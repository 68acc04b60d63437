"""Hints: good moves, with chances and reasons."""

from __future__ import annotations

import time
from statistics import fmean

import pytest

from tablee import GAMES, Game, InvalidOption
from tablee.bots.hints import hints
from tablee.bots.levels import find_bot
from tests.test_cli import tablee

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@every_game
def test_hints_are_legal_moves_with_chances_and_reasons(game: Game) -> None:
    view = game.deal(game.players[-1], seed=1).view(0)
    found = hints(view, "fr", simulations=300, plays=100)
    assert 1 <= len(found) <= 3
    for hint in found:
        assert hint.move in view.legal_moves()
        assert 0 <= hint.chance <= 1
        assert hint.reason in str(hint)


@every_game
def test_the_likeliest_to_win_comes_first(game: Game) -> None:
    for seed in range(3):
        view = game.deal(game.players[0], seed=seed).view(0)
        chances = [hint.chance for hint in hints(view, simulations=300, plays=100)]
        assert chances == sorted(chances, reverse=True)


@every_game
def test_the_same_seed_gives_the_same_hints(game: Game) -> None:
    view = game.deal(3, seed=5).view(0)
    first, second = (
        hints(view, seed=2, seconds=60.0, simulations=300, plays=100) for _ in range(2)
    )
    assert first == second


@every_game
def test_the_same_view_gives_the_same_hint_with_whatever_is_hidden(game: Game) -> None:
    """Nothing is timed: another process, another machine, other cards in others' hands."""
    view = game.deal(game.players[-1], seed=5).view(0)
    first, second = (hints(view, "fr") for _ in range(2))
    assert first == second == hints(view.redeal(7).view(0), "fr")


@every_game
def test_at_the_end_of_a_match_a_hint_knows_who_wins(game: Game) -> None:
    """A search may count by how much a match is won; a hint counts wins, and they are near."""
    advice = find_bot("advice", game)
    said: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(12):
        last, state = {}, game.deal(2 if 2 in game.players else 3, seed=seed)
        while state.seat is not None:
            last[state.seat] = view = state.view(state.seat)
            state = state.play(advice.choose(view))
        outcome = state.outcome()
        assert outcome is not None
        for seat, view in last.items():
            found = hints(view, seconds=60.0, most=1, simulations=100, plays=200)
            said[seat in outcome.winners].append(found[0].chance)
    assert fmean(said[True]) > 0.75
    assert fmean(said[False]) < 0.25


@every_game
def test_a_hint_comes_within_a_second(game: Game) -> None:
    view = game.deal(game.players[-1], seed=2).view(0)
    hints(view, simulations=1, plays=1)
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
