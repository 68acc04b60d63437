"""What holds for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tablee import GAMES

settings.register_profile("house", deadline=None)  # a busy machine is no failure
settings.load_profile("house")


@pytest.fixture(autouse=True)
def _fourth_game_on_the_shelf(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Puts the game that is never shipped among the others while a law looks at it."""
    params = getattr(request.node, "callspec", None)
    case = params and params.params.get("case")
    if case and case.game.name not in GAMES:
        monkeypatch.setitem(GAMES, case.game.name, case.game)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--one-table", action="store_true", help="laws at one table of each game")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the laws of one kind of table in one process, which has played its match already."""
    first: dict[str, str] = {}
    kept = []
    for item in items:
        case = getattr(item, "callspec", None) and item.callspec.params.get("case")  # type: ignore[attr-defined]
        if case:
            item.add_marker(pytest.mark.xdist_group(str(case)))
            usual = first.setdefault(case.game.name, str(case))
            if config.getoption("--one-table") and str(case) != usual:
                continue
        kept.append(item)
    items[:] = kept
