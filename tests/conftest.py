"""What holds for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None)  # a busy machine is no failure
settings.load_profile("house")


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
