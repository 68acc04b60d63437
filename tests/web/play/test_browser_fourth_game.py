"""A game of three files in a real browser: its box on the shelf, its table, a whole match."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.games.fourth import FOURTH
from tests.web.browser.fixtures import QUICK
from tests.web.browser.people import DESKTOP, Guests
from tests.web.processes import Server

SIZES = {"desktop": DESKTOP, "tablet": (820, 1180), "phone": (390, 844)}
FILL = """(n) => {
    const shelf = document.querySelector(".boxes");
    const all = (window.all ??= [...shelf.querySelectorAll(".box")]);
    const copies = Array.from({ length: n }, (_, i) => all[i % all.length].cloneNode(true));
    shelf.replaceChildren(...copies);
}"""
"""Puts so many boxes on the shelf, those that stand there again and again."""
OVERLAPS = """() => {
    const inside = ".boxes > *, .boxes .tag";
    const parts = [...document.querySelectorAll(inside)];
    const told = (part) => `${part.tagName} ${part.textContent.trim().slice(0, 20)}`;
    const rects = parts.map((part) => part.getBoundingClientRect());
    const found = [];
    rects.forEach((a, i) => rects.forEach((b, j) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (i < j && wide > 1 && high > 1) found.push(`${told(parts[i])} / ${told(parts[j])}`);
    }));
    return found;
}"""
"""Which pictures, words and buttons of boxes lie on others."""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Opens a house that has the fourth game."""
    folder, module = tmp_path_factory.mktemp("fourth"), "tests.web.browser.fourth_house"
    url = f"sqlite:///{folder}/house.sqlite"
    with Server(url, folder / "log", *QUICK, module=module) as server:
        yield server.url
        server.end(signal.SIGTERM)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_whole_match_by_presses_on_the_table_for_any_game(guests: Guests, size: str) -> None:
    ada = guests.come(SIZES[size], reduced_motion="reduce")
    ada.play_with_bots(FOURTH.name, 4)
    ada.play_on(moves=3)
    ada.wait_for_turn()
    ada.keep("middle")
    assert ada.page.evaluate(SIDEWAYS) <= 0
    for card in ada.page.locator("#hand .thing").all():
        box = card.bounding_box()
        assert box and box["y"] + box["height"] <= SIZES[size][1], "a hand that must be scrolled to"
    if size == "desktop":
        ada.play_on(moves=4)
        ada.keep_still()
        ada.play_on()
        ada.page.wait_for_selector("#result.sheet .rank")
        ada.keep("over")
        assert ada.is_over
        assert ada.played >= 16


@pytest.mark.parametrize("size", SIZES)
def test_the_shelf_holds_one_to_twelve_boxes(guests: Guests, size: str) -> None:
    ada = guests.come(SIZES[size])
    ada.page.goto("/")
    assert ada.page.locator(".boxes .box").count() == 4
    for n in (1, 2, 4, 12):
        ada.page.evaluate(FILL, n)
        ada.keep(f"{n}")
        assert ada.page.locator(".boxes .box").count() == n
        assert not ada.page.evaluate(OVERLAPS)
        assert ada.page.evaluate(SIDEWAYS) <= 0
