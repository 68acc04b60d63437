"""Which tables and games the laws are tried at."""

from __future__ import annotations

import pytest

from tablee.core.engine.jit import INTERPRETED
from tablee.laws.cases import cases_of, chosen_games


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try a law at all tables, or with all games, as it asks."""
    games = chosen_games()
    if "case" in metafunc.fixturenames:
        cases = [case for game in games for case in cases_of(game)]
        # Plain Python is a hundred times slower: it tries every player count, no other option.
        usual = [case for case in cases if case.is_usual] if INTERPRETED else cases
        metafunc.parametrize("case", usual, ids=str)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=lambda game: game.name)
