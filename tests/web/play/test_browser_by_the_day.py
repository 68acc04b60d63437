"""A match by the day: nobody stays, days pass between moves, and the house is opened anew."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tablee import GAMES
from tests.effort import NIGHT
from tests.web.browser.fixtures import QUICK
from tests.web.browser.people import MATCHES, PHONE, WHOLE, Guest, Guests
from tests.web.processes import Server

VISITS = 16 if not NIGHT else 20
"""Visits after which the house is opened anew."""


class LaterHouse:
    """A house that is closed and opened again, by a clock that goes on meanwhile."""

    def __init__(self, folder: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._stack = folder, stack
        self._clock = folder / "clock"
        self._days = 0.0
        self._server: Server | None = None
        monkeypatch.setenv("TABLEE_TEST_CLOCK", str(self._clock))
        self.pass_days(0)

    def pass_days(self, days: float) -> None:
        self._days += days
        self._clock.write_text(str(self._days))

    def open(self) -> str:
        """Opens the house on its file, whether it was open or not; gets its address."""
        if self._server is not None:
            assert self._server.end(signal.SIGTERM) == 0
        url, module = f"sqlite:///{self._folder}/house.sqlite", "tests.web.browser.later_house"
        server = Server(url, self._folder / "log", *QUICK, module=module)
        self._server = self._stack.enter_context(server)
        return server.url


def visit(one: Guest, game: str) -> None:
    """Comes, plays one's turn, and goes away."""
    one.page.goto(f"{one.guests.house}/t/{one.table}")
    while one.wait_for_turn() and one.page.locator("#table .may").count():
        one.tap_move(one.choose_well(game) if game == "escogriffe" else None)
        if one.facts["phase"] != "playing" or not one.view()["legal"]:
            break
    one.page.goto("about:blank")


@pytest.mark.parametrize("game", WHOLE)
def test_a_match_by_the_day_over_many_days_and_restarts(
    browser: Browser,
    pictures: Path | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
) -> None:
    players, options = GAMES[game].players[0], MATCHES[game]
    with ExitStack() as stack:
        house = LaterHouse(tmp_path, stack, monkeypatch)
        guests = stack.enter_context(Guests(browser, house.open(), pictures, f"by-the-day-{game}"))
        guests.may_lose_net = True
        around = [guests.come(PHONE, reduced_motion="reduce") for _ in range(players)]
        table = around[0].open_by_the_day(game, players, **options)
        for n, one in enumerate(around):
            one.sit(table, f"Guest {n}")
        around[0].start(fill=None)
        visits = 0
        while (turn := around[0].view()["turn"]) is not None:
            visits += 1
            house.pass_days(0.7)
            if visits == 2:
                be_late(house, around, turn)
            if visits % VISITS == 0:
                guests.house = house.open()
            if NIGHT or visits % 5 == 2:
                visit(around[turn], game)
            else:
                around[turn].send_move()
        around[0].page.goto(f"{guests.house}/t/{table}")
        expect(around[0].page.locator("#onward button[formaction$='/rematch']")).to_be_visible()
        assert visits >= VISITS


def be_late(house: LaterHouse, around: list[Guest], turn: int) -> None:
    """Until one's time is up the others can only wait; then all are told, oneself too."""
    late, other = around[turn], around[1 - turn if turn < 2 else 0]
    away = f"form[action$='/seats/{turn}/away']"
    other.page.goto(f"{other.guests.house}/t/{other.table}")
    expect(other.page.locator(".until")).to_contain_text("jusqu’au")
    expect(other.page.locator(away)).to_have_count(0)
    house.pass_days(0.5)
    expect(other.page.locator(f"#offer {away}")).to_be_visible()
    late.page.goto(f"{late.guests.house}/t/{late.table}")
    expect(late.page.locator("#offer .awaited")).to_be_visible()
    expect(late.page.locator(".until")).to_contain_text("On t’attend")
    late.keep("late")
    for one in (late, other):
        one.page.goto("about:blank")
