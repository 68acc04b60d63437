from __future__ import annotations

import itertools
import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.bots.loading import warm_up
from tablee.core.engine.jit import INTERPRETED
from tablee.house.settings import database_url
from tests.effort import LUCK
from tests.web import postgres

_numbers = itertools.count()


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    if not INTERPRETED:
        warm_up()


@pytest.fixture(autouse=True)
def _same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a house in this process draw by the luck of the run and the name of the test."""
    luck = random.Random(f"{LUCK} {request.module.__name__} {request.node.name}")
    monkeypatch.setattr(secrets, "token_bytes", lambda n=None: luck.randbytes(n or 32))
    monkeypatch.setattr(secrets, "randbits", luck.getrandbits)
    monkeypatch.setattr(secrets, "randbelow", luck.randrange)
    monkeypatch.setattr(secrets, "choice", luck.choice)


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
