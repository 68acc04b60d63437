"""What tests of the web, the house and the store share: warm games, and the luck of a run."""

from __future__ import annotations

import random
import secrets

import pytest

from tablee.bots.loading import warm_up
from tablee.core.engine.jit import INTERPRETED
from tests.effort import LUCK
from tests.web.browser.fixtures import browser, guests, house, pictures

__all__ = ["browser", "guests", "house", "pictures"]


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
