"""Whole games in a real browser."""

from __future__ import annotations

import pytest

from tests.web.browser.people import DESKTOP, PHONE, Guests

SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_game_of_kraut_by_taps(guests: Guests, size: str) -> None:
    """Every move of one seat of three is made by hand, to the end."""
    ada = guests.come(SIZES[size], reduced_motion="reduce" if size == "phone" else None)
    ada.play_with_bots("kraut", 3)
    ada.keep("begins")
    ada.play_on(moves=8)
    ada.keep("middle")
    ada.play_on()
    ada.keep("over")
    assert ada.is_over
    assert ada.played > 10
