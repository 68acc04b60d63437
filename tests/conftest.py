"""What holds for all tests."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tablee import GAMES
from tablee.house.settings import database_url
from tablee.laws.cases import is_slow
from tests.cases import CASES, DRAWN
from tests.effort import LUCK
from tests.web import postgres

_numbers = itertools.count()

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


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tries the laws of games at the tables of the house, the game that is never shipped too."""
    if not metafunc.function.__module__.startswith("tablee.laws"):
        return
    if "case" in metafunc.fixturenames:
        chosen = DRAWN if is_slow(metafunc.function) else CASES
        metafunc.parametrize("case", chosen, ids=str)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--one-table", action="store_true", help="as `make quick` has it")


def pytest_report_header() -> str:
    """Tells the luck of this run, so that another can have it again."""
    return f"luck: TABLEE_LUCK={LUCK}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps a file in one process, and so do the laws of a kind of table: its match is played once.

    With `--one-table` each game has one table, and no process is started.
    Browsers come first and tables last: they are many and short, so no process waits at the end.
    """
    quick, first = config.getoption("--one-table"), dict[str, str]()
    kept = []
    for item in items:
        case = getattr(item, "callspec", None) and item.callspec.params.get("case")  # type: ignore[attr-defined]
        item.add_marker(pytest.mark.xdist_group(str(case) if case else _file_of(item)))
        usual = first.setdefault(case.game.name, str(case)) if case else ""
        left_out = (case and str(case) != usual) or item.get_closest_marker("process")
        if not (quick and left_out):
            kept.append((bool(case), "/test_browser" not in item.nodeid, item))
    kept.sort(key=lambda one: one[:2])
    items[:] = [item for _, _, item in kept]


def _file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0].replace("/", ".")


@pytest.fixture(scope="session")
def postgres_folder() -> Iterator[Path]:
    binaries = postgres.find_binaries()
    if binaries is None:
        pytest.skip("there is no PostgreSQL on this machine: apt-get install postgresql")
    with postgres.running(binaries) as folder:
        yield folder


@pytest.fixture
def postgres_url(postgres_folder: Path) -> str:
    name = f"house_{next(_numbers)}"
    return database_url(Path(), postgres.new_database(postgres_folder, name))


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return database_url(tmp_path, None)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """Every test that asks for a database runs on both."""
    kind = "postgres_url" if request.param == "postgresql" else "sqlite_url"
    url: str = request.getfixturevalue(kind)
    return url
