"""A house in a process of its own, and real browsers that come to it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser.people import Guests
from tests.web.browser.windows import CHROMIUM, FLAGS, program
from tests.web.processes import Server

MAIL = ("--smtp", "smtp://127.0.0.1:1", "--mail-from", "a@example.org")
MANY_TABLES = ("--limit", "opened=100")  # all guests of a run come from one address
LUCKY = "tests.web.browser.lucky_house"
QUICK = ("--bot-pace", "0", "--kiosk", *MANY_TABLES, *MAIL)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Opens a house on one SQLite file, with quick bots; one for each process of tests."""
    folder = tmp_path_factory.mktemp("house")
    url = f"sqlite:///{folder}/house.sqlite"
    with Server(url, folder / "log", *QUICK, module=LUCKY) as server:
        yield server.url
        server.end(signal.SIGTERM)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Starts Chromium; for one module only, as other tests have event loops of their own."""
    found = program(*CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pictures() -> Path | None:
    """The folder that TABLEE_PICTURES names for screenshots; none are made if nobody looks."""
    if not (chosen := os.environ.get("TABLEE_PICTURES")):
        return None
    folder = Path(chosen)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def guests(
    browser: Browser, house: str, pictures: Path | None, request: pytest.FixtureRequest
) -> Iterator[Guests]:
    """People with browsers of their own; at the end no console may have complained."""
    with Guests(browser, house, pictures, request.node.name) as guests:
        yield guests
