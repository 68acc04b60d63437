"""While a game waits to be compiled, Python runs its rules; only the clock can tell."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tablee import GAMES, Game, State
from tablee.bots.bot import records_of
from tablee.core import compiled
from tablee.core.engine import interpreted

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def _afterwards_all_is_compiled() -> Iterator[None]:
    yield
    for game in GAMES.values():
        interpreted.release(game.rules.STATE)


def told(game: Game) -> list[object]:
    """Plays the beginning of a match, and tells all that a table needs of it."""
    state = game.deal(game.players[-1], seed=3)
    seen: list[object] = []
    for _ in range(12):
        assert state.seat is not None
        view = state.view(state.seat)
        worths = np.zeros(game.rules.MOST_MOVES)
        moves = np.zeros(game.rules.MOST_MOVES, np.int64)
        n = compiled.weigh_first(records_of(view), moves, worths)
        why = [str(view.why_not(move, "fr")) for move in game.moves[:8]]
        seen += [str(state), str(view.redeal(4)), moves[:n].tolist(), why, state.scores]
        seen += [np.round(worths[:n], 9).tolist()]
        state = state.play(view.legal_moves()[-1])
    return seen


@every_game
def test_the_rules_are_the_same_without_the_compiler(game: Game) -> None:
    compiled_rules = told(game)
    interpreted.wait_for(game.rules.STATE)
    assert interpreted.is_waiting(game.rules.STATE)
    assert told(game) == compiled_rules


@every_game
def test_nothing_is_compiled_for_a_game_that_waits(game: Game) -> None:
    before = [len(function.overloads) for function in interpreted.DISPATCHERS]
    interpreted.wait_for(game.rules.STATE)
    told(game)
    assert [len(function.overloads) for function in interpreted.DISPATCHERS] == before


def test_a_game_that_is_ready_does_not_wait_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, ready = list(GAMES.values())[:2]
    interpreted.wait_for(waiting.rules.STATE)
    called: list[object] = []
    monkeypatch.setattr(interpreted, "python_version_of", lambda thing: called.append(thing))
    ready.deal(2, seed=1).legal_moves()
    assert not called


def test_a_thread_that_loads_compiled_code_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["fourmis"]
    interpreted.wait_for(game.rules.STATE)
    monkeypatch.setattr(interpreted, "python_version_of", None)
    with interpreted.compiling():
        assert isinstance(game.deal(2, seed=1), State)


def test_nothing_stands_in_the_way_when_all_games_are_ready() -> None:
    game = GAMES["kraut"]
    usual = type(compiled.play_first)
    interpreted.wait_for(game.rules.STATE)
    assert type(compiled.play_first) is interpreted.Waiting
    interpreted.release(game.rules.STATE)
    assert type(compiled.play_first) is usual
