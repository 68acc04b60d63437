"""Le Grand Escogriffe on every window: figures as large as the wall allows, and nothing covered."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.people import DESKTOP, Guest, Guests

PHONES = [(390, 844), (390, 740), (360, 740), (844, 390), (667, 375)]
WINDOWS = [DESKTOP, (1920, 1080), (1024, 768), (820, 1180), *PHONES]
SEEDS = {5: 3, 8: 2, 9: 1, 12: 10}
"""By which seed of the gallery a first round has which target."""
TABLES = [(3, 9), (4, 8), (5, 12), (6, 5), (7, 9), (8, 5), (8, 12)]
PARTS = [
    ".own .figure",
    "#die svg",
    ".heap .pile",
    ".ribbon",
    "#hand li",
    ".guest .name-card",
    ".slate",
]

MEASURE = """(parts) => {
    const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width;
    const all = (what) => [...document.querySelectorAll(what)].filter(seen);
    const room = (one) => one.getBoundingClientRect();
    const unit = ([one]) => room(one).height / one.childElementCount / 125;
    const found = parts.flatMap((part) => all(part).map((one) => [part, room(one)]));
    const apart = (a, b) => a.right <= b.left + 2 || b.right <= a.left + 2
        || a.bottom <= b.top + 2 || b.bottom <= a.top + 2;
    const line = room(document.querySelector(".line")).bottom;
    return {
        mine: unit(all(".own .figure")),
        theirs: unit(all(".stand:not(.own) .figure")),
        off: Math.max(...all(".figure").map((one) => Math.abs(room(one).top - line))),
        out: found.filter(([, r]) => r.left < -1 || r.right > innerWidth + 1 || r.top < -1
            || r.bottom > innerHeight + 1).map(([part]) => part),
        over: found.flatMap(([a, r]) => found.filter(([b, s]) => a < b && !apart(r, s))
            .map(([b]) => [a, b])),
    };
}"""
"""Pixels of a unit of the drawings, how far figures end from the line, and what is not seen."""


def pose(guest: Guest, players: int, target: int, plies: int, more: str = "") -> None:
    place = f"players={players}&seed={SEEDS[target]}&plies={plies}&seat=0&by=regular{more}"
    guest.page.goto(f"/atelier/escogriffe/table?{place}")


def measure(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = guest.page.evaluate(MEASURE, PARTS)
    return found


@pytest.mark.parametrize(("players", "target"), TABLES)
def test_nothing_at_the_wall_covers_anything(guests: Guests, players: int, target: int) -> None:
    ada = guests.come(reduced_motion="reduce")
    for plies in (0, 5 * players):
        pose(ada, players, target, plies)
        for width, height in WINDOWS:
            ada.page.set_viewport_size({"width": width, "height": height})
            found, where = measure(ada), f"{plies} plies, {width} x {height}"
            assert found["out"] == [], where
            assert found["over"] == [], where
            assert found["off"] < 2, where
            assert found["mine"] / found["theirs"] >= 1.4, where


def test_figures_are_as_large_as_the_wall_allows(guests: Guests) -> None:
    """A card was 36 by 54 pixels for all, on a wall of 1280 by 450."""
    ada = guests.come(reduced_motion="reduce")
    pose(ada, 3, 9, 15)
    found = measure(ada)
    assert 100 * found["mine"] >= 55 and 150 * found["mine"] >= 82
    assert 100 * found["theirs"] >= 36 and 150 * found["theirs"] >= 54


JOINTS = {(390, 844): 22, (390, 740): 19, (360, 740): 19, (844, 390): 13, (667, 375): 12}
"""How many pixels wide the joint of a chest is at least, of one's own figure of nine cards."""


@pytest.mark.parametrize("size", JOINTS, ids=str)
def test_joints_can_be_told_apart_on_a_phone(guests: Guests, size: tuple[int, int]) -> None:
    """They were 12 pixels wide in the lesson, of which 160 at the sides lay empty."""
    ada = guests.come(size, reduced_motion="reduce")
    pose(ada, 4, 9, 20)
    assert 54 * measure(ada)["mine"] >= JOINTS[size]


@pytest.mark.parametrize("size", [(390, 844), (360, 740)], ids=str)
def test_joints_can_be_told_apart_in_the_lesson(guests: Guests, size: tuple[int, int]) -> None:
    ada = guests.come(size, reduced_motion="reduce")
    ada.page.goto("/learn/escogriffe/3")
    assert 54 * measure(ada)["mine"] >= 19


NEAR = """() => {
    const room = (what) => document.querySelector(what).getBoundingClientRect();
    const [near, mine, hand] = [".stand:has([open]) .figure", ".own .figure", "#hand"].map(room);
    const top = document.elementFromPoint(hand.left + hand.width / 2, hand.bottom - 20);
    return {
        larger: near.height / mine.height,
        apart: near.right <= mine.left || mine.right <= near.left,
        free: Boolean(top.closest("#hand, #table > .hand")),
    };
}"""
"""How large a figure is that has come near, beside one's own, and whether the hand is free."""


@pytest.mark.parametrize("size", [DESKTOP, (390, 844), (844, 390)], ids=str)
def test_one_tap_brings_somebodys_figure_near(guests: Guests, size: tuple[int, int]) -> None:
    ada = guests.come(size, reduced_motion="reduce")
    pose(ada, 8, 9, 40)
    for seat in (2, 7):
        ada.page.locator(f"#stand-{seat} summary").click()
        found = ada.page.evaluate(NEAR)
        assert 0.99 < found["larger"] < 1.01 and found["apart"] and found["free"], found
        ada.page.locator(f"#stand-{seat} summary").click()
        assert ada.page.locator("#stand-1 [open]").count() == 0
