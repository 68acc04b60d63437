"""My games in a real browser: a wall of tickets, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import AGAIN, DESKTOP, PHONE, Guests
from tests.web.test_browser_pages import flaws

SQUARE = """() => [...document.querySelectorAll(".vignette, .vignette svg")]
    .map((one) => one.getBoundingClientRect())
    .map(({ width, height }) => [Math.round(width), Math.round(height)])"""
"""How wide and high every emblem is."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=str)
def test_an_emblem_is_square_and_nothing_is_stretched(
    guests: Guests, size: tuple[int, int]
) -> None:
    """It was blown up to 218 by 227 pixels and cut to a slot of 48."""
    ada = guests.come(size, reduced_motion="reduce")
    ada.play_with_bots("kraut", 3)
    ada.let_bot_play()
    expect(ada.page.locator(AGAIN)).to_be_visible()
    ada.page.goto("/me/games")
    expect(ada.page.locator(".trophy")).to_have_count(1)
    found = ada.page.evaluate(SQUARE)
    assert found and all(width == height <= 64 for width, height in found), found
    assert ada.page.locator(".trophy").bounding_box()["width"] < 560  # type: ignore[index]
    assert flaws(ada.page) == []
