"""Which tables and games the laws are tried at."""

from __future__ import annotations

import pytest

from tablee.laws.cases import cases_of, chosen_games


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try a law at all tables, or with all games, as it asks."""
    games = chosen_games()
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", [case for game in games for case in cases_of(game)], ids=str)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=lambda game: game.name)
