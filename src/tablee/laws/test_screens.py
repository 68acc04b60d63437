"""The laws of screens: on a phone and on a desk, no seat, hand or place covers another one."""

from __future__ import annotations

import pytest

from tablee import Game
from tablee.core.errors import NoBrowser
from tablee.laws.screens import faults, moments
from tablee.look.picture import find_browser

PLIES = (0, 7, 30)
NONE = "there is no Chromium here to look at tables: apt-get install chromium-headless-shell"


def test_no_seat_hand_or_place_covers_another(game: Game) -> None:
    try:
        browser = find_browser()
    except NoBrowser:
        pytest.skip(NONE)
    for players in game.players:
        found = faults(browser, moments(game, players, PLIES))
        assert not found, "\n".join(found)
