"""Guests around a table, and who has won: what only a browser shows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import AGAIN, Guest, Guests

SIZES = [(1280, 800), (390, 844), (360, 740), (844, 390), (820, 1180)]
HEADS = """() => [...document.querySelectorAll("#table .guest > .head")].map((head) => {
    const { left, right, top, height, width } = head.getBoundingClientRect();
    return { id: head.parentElement.id, left, right, top, width, height };
}).filter((one) => one.width)"""
MOVING = """() => document.getAnimations().filter((one) => one.playState === "running"
    && one.effect.target?.closest("#table .guest, .lamp, #stage")).length"""
COVERED = """() => {
    const r = (one) => one.getBoundingClientRect();
    const shows = { visibilityProperty: true, opacityProperty: true };
    const seen = (what) => [...document.querySelectorAll(what)]
        .filter((one) => one.checkVisibility(shows) && r(one).width);
    const kept = seen("#stage :is(.winner, .name, .bravo), #ribbon, #race .coins, .top .b");
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const pieces = seen("#stage .confetti > svg");
    return seen("#result").concat(pieces).flatMap((a) => kept.filter((b) => over(r(a), r(b)))
        .map((b) => `${a.id || a.tagName} over ${b.id || b.className}`));
}"""


def posed(guests: Guests, size: tuple[int, int], where: str, **wishes: Any) -> Guest:
    guest = guests.come(size, **{"reduced_motion": "reduce", **wishes})
    guest.page.goto(f"/atelier/fourmis/table?{where}&by=regular&lang=fr")
    return guest


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_who_is_on_turn_is_nearer_than_all_others(guests: Guests, size: tuple[int, int]) -> None:
    guest = posed(guests, size, "players=4&seed=3&plies=26&seat=0")
    page = guest.page
    heads = {one["id"]: one for one in page.evaluate(HEADS)}
    turn = page.locator("#table").get_attribute("class") or ""
    on_turn = next(f"seat-{n}" for n in range(4) if f"turn{n} " in turn)
    near = heads.pop(on_turn)
    assert all(near["height"] > 1.15 * one["height"] for one in heads.values())
    hands = page.locator(f"#{on_turn} > .hands")
    assert hands.evaluate("(one) => getComputedStyle(one).opacity") == "1"
    lamp = page.locator(".lamp").bounding_box()
    assert lamp is not None
    assert abs(lamp["x"] + lamp["width"] / 2 - (near["left"] + near["right"]) / 2) < 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_heads_stand_apart_and_in_the_window(guests: Guests, players: int) -> None:
    for size in SIZES:
        guest = posed(guests, size, f"players={players}&seed=3&plies=5&seat=0")
        heads = sorted(guest.page.evaluate(HEADS), key=lambda one: one["left"])
        assert len(heads) == max(2, players - 1)
        assert heads[0]["left"] >= 0 and heads[-1]["right"] <= size[0]
        assert all(a["right"] <= b["left"] + 4 for a, b in pairwise(heads))
        guest.page.close()


def test_nobody_moves_where_motion_is_reduced(guests: Guests) -> None:
    for where in ("plies=26", "plies=9999"):
        still = posed(guests, SIZES[0], f"players=4&seed=3&seat=0&{where}")
        assert still.page.evaluate(MOVING) == 0
        lively = posed(
            guests, SIZES[0], f"players=4&seed=3&seat=0&{where}", reduced_motion="no-preference"
        )
        assert lively.page.evaluate(MOVING) > 0


def test_guests_look_at_the_card_under_a_finger(guests: Guests) -> None:
    guest = posed(
        guests, SIZES[0], "players=4&seed=4&plies=58&seat=2", reduced_motion="no-preference"
    )
    gaze = "(one) => parseFloat(getComputedStyle(one).getPropertyValue('--gaze-x')) || 0"
    head = guest.page.locator(".guest > .head:visible").first
    cards = guest.page.locator("#hand .thing")
    cards.last.hover()
    right = head.evaluate(gaze)
    cards.first.hover()
    assert head.evaluate(gaze) < right
    guest.page.mouse.move(640, 200)
    assert head.evaluate(gaze) == 0


@pytest.mark.parametrize("size", [*SIZES, (1920, 1080)], ids=str)
@pytest.mark.parametrize("options", ["", "&teams=yes"])
def test_nothing_lies_on_who_has_won(guests: Guests, size: tuple[int, int], options: str) -> None:
    guest = posed(guests, size, f"players=4&seed=3&plies=9999&seat=0{options}")
    expect(guest.page.locator("#table.ended #result .rank > li")).to_have_count(4)
    assert guest.page.evaluate(COVERED) == []


def test_who_has_won_is_seen_before_the_ledger(guests: Guests) -> None:
    ada = guests.come()
    ada.play_with_bots("fourmis", 2)
    ada.let_bot_play()
    ada.page.reload()
    expect(ada.page.locator("#stage .winner").first).to_be_visible()
    assert not ada.page.locator("#result").is_visible()
    assert not ada.page.locator("#since").is_visible()
    expect(ada.page.locator(AGAIN)).to_be_visible()
    expect(ada.page.locator("#onward .b.strong")).to_have_count(1)
