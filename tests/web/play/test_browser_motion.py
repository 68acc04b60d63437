"""What moves on a table, what stays still, and what a bubble leaves free."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.browser.people import PHONE, Guest, Guests

GAMES = ("kraut", "escogriffe", "fourmis")
TABLET = (1024, 768)
WATCH = """() => {
    window.flights = [];
    window.moved = [];
    const look = () => {
        for (const a of document.getAnimations()) {
            window.moved.push(a.animationName || a.id || "?");
            const of = a.effect.pseudoElement || "";
            if (of.includes("fly-") && !window.flights.includes(of)) window.flights.push(of);
        }
        requestAnimationFrame(look);
    };
    look();
}"""
COVERED = """() => {
    const said = document.getElementById("bubble").getBoundingClientRect();
    const over = (r) => said.left < r.right && r.left < said.right
        && said.top < r.bottom && r.top < said.bottom;
    const spots = [...document.querySelectorAll("#table .here, #table .held")];
    return {
        lit: spots.length,
        covered: spots.filter((s) => over(s.getBoundingClientRect())).map((s) => s.id),
        inside: said.width > 0 && said.left >= 0 && said.top >= 0
            && said.right <= innerWidth && said.bottom <= innerHeight,
    };
}"""

ON_PLACE = """() => {
    const place = document.querySelector("#meal > .spot.here").getBoundingClientRect();
    const [x, y] = [(place.left + place.right) / 2, (place.top + place.bottom) / 2];
    return [...document.querySelectorAll(".card-of .thing")].filter((card) => {
        const r = card.getBoundingClientRect();
        return r.left < x && x < r.right && r.top < y && y < r.bottom;
    }).map((card) => card.id);
}"""
"""Cards that lie over the middle of one's own place."""

FAINT = """() => [...document.querySelectorAll("#piles, #hand li > .thing")]
    .filter((one) => getComputedStyle(one).opacity < 0.9).map((one) => one.id)"""
"""What of hand and piles cannot be seen."""

LATE = """() => [...document.querySelectorAll("#piles, #hand li > .thing")]
    .filter((one) => one.getAnimations().some((a) => a.effect.getComputedTiming().delay > 1000))
    .map((one) => one.id)"""
"""What of hand and piles waits for the die to be rolled."""

ANEW = """() => {
    const hand = document.getElementById("hand").cloneNode(true);
    hand.dataset.anew = "";
    for (const one of [hand, ...hand.querySelectorAll("[style]")]) one.removeAttribute("style");
    queue.push({ ply, told: [], flights: [], regions: { hand: hand.outerHTML } });
    showFrames();
}"""
"""Lays the hand anew, as a frame of the stream does."""


def played(guest: Guest, game: str, moves: int = 2) -> None:
    guest.play_with_bots(game, 3)
    guest.wait_for_turn()
    guest.page.evaluate(WATCH)
    for _ in range(moves):
        guest.wait_for_turn()
        guest.tap_move()
    guest.wait_for_turn()


@pytest.mark.parametrize("game", GAMES)
def test_cards_fly(guests: Guests, game: str) -> None:
    ada = guests.come()
    played(ada, game)
    for _ in range(6):  # of frames that a busy machine joins, none may fly
        if ada.page.evaluate("window.flights.length"):
            break
        ada.tap_move()
        ada.wait_for_turn()
    assert ada.page.evaluate("window.flights.length") > 0


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_for_those_who_ask_so(guests: Guests, game: str) -> None:
    ada = guests.come(reduced_motion="reduce")
    played(ada, game)
    assert ada.page.evaluate("window.flights") == []
    assert ada.page.evaluate("window.moved") == []


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_a_bubble_leaves_lit_places_free(guests: Guests, size: tuple[int, int]) -> None:
    """All gardens are lit, and yet there is room to say why a sign is no place for a card."""
    ada = guests.come(size, locale="de", reduced_motion="reduce")
    ada.page.goto("/atelier/kraut/table?players=4&seed=3&lang=de")
    ada.press(ada.gestures()[0][0])
    ada.press("sign-1")
    found: dict[str, Any] = ada.page.evaluate(COVERED)
    assert found["lit"] > 40
    assert found["covered"] == []
    assert found["inside"]


@pytest.mark.parametrize("size", [PHONE, (844, 390), TABLET], ids=str)
def test_no_card_of_a_trick_lies_on_ones_own_place(guests: Guests, size: tuple[int, int]) -> None:
    ada = guests.come(size, reduced_motion="reduce")
    ada.page.goto("/atelier/fourmis/table?players=4&seed=1&plies=3&seat=3")
    ada.page.wait_for_selector("#meal > .spot.here")
    assert ada.page.locator(".card-of").count() == 3
    assert ada.page.evaluate(ON_PLACE) == []


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_drawn_card_is_in_sight_on_a_tablet_held_sideways(guests: Guests, players: int) -> None:
    ada = guests.come(TABLET)
    ada.page.goto(f"/atelier/kraut/table?players={players}&seed=3&plies=20&by=novice")
    box = ada.page.locator("#stock").bounding_box()
    assert box and box["y"] + box["height"] <= TABLET[1]
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", GAMES)
def test_the_ring_of_the_keyboard_lies_in_the_halo(guests: Guests, game: str) -> None:
    """A card hides an outline of its own, so the ring is drawn around it, on the halo."""
    ada = guests.come()
    ada.page.goto(f"/atelier/{game}/table?players=3&seed=4")
    ada.page.keyboard.press("ArrowRight")
    ring = ada.page.evaluate(
        """() => {
            const at = document.activeElement;
            const ring = getComputedStyle(at, "::before");
            const out = parseFloat(ring.outlineOffset);
            const wide = parseFloat(ring.width) - at.clientWidth + 2 * out;
            return { may: at.matches(".may:focus-visible"), style: ring.outlineStyle, wide };
        }"""
    )
    assert ring["may"] and ring["style"] == "solid"
    assert -2 <= ring["wide"] <= 4  # its inner edge is the card's


def test_a_new_hand_is_dealt_card_by_card(guests: Guests) -> None:
    """The one who leads comes to a table at which nothing has happened yet."""
    ada = guests.come()
    ada.play_with_bots("fourmis", 3)
    assert ada.ply == 0
    assert ada.page.locator("#hand .deal").count() >= 4


ROLL = """() => {
    begins();
    const begin = (what) => Math.min(...document.querySelector(what).getAnimations()
        .map((a) => a.effect.getComputedTiming().delay));
    return ["#die svg", ".line", ".figure", "#piles", "#hand li > .thing"].map(begin);
}"""


def test_the_die_is_rolled_before_what_it_decides_is_seen(guests: Guests) -> None:
    ada = guests.come()
    ada.page.clock.install()
    ada.play_with_bots("escogriffe", 3)
    rolls, *decided = ada.page.evaluate(ROLL)
    assert rolls == 0 and min(decided) >= 1_500
    assert ada.page.evaluate(LATE)
    ada.page.clock.fast_forward(4_000)
    ada.page.wait_for_selector("body:not(.dealt)")


def test_nothing_vanishes_for_whoever_plays_while_a_round_begins(guests: Guests) -> None:
    """Hand and piles waited for the die again at each move of the first seconds."""
    ada = guests.come()
    ada.page.clock.install()
    ada.play_with_bots("escogriffe", 3)
    ada.wait_for_turn()
    ada.page.clock.fast_forward(4_000)
    ada.page.wait_for_selector("body:not(.dealt)")
    ada.page.evaluate("document.body.classList.add('dealt')")  # as if it had just begun
    ply = ada.ply
    ada.press("stock")
    ada.wait_until_played(ply)
    assert ada.page.evaluate(LATE) == []
    ada.rest()
    assert ada.page.evaluate(FAINT) == []


CLIMB = """() => {
    const old = document.getElementById("race");
    const fresh = old.cloneNode(true);
    for (const step of fresh.querySelectorAll(".climber.n0")) step.classList.replace("n0", "n9");
    change([[old, fresh]], [], true, () => {});
    const moved = document.getAnimations().map((a) => a.effect.target.id);
    return moved.filter((id) => id.startsWith("climber-")).sort();
}"""


def test_tokens_of_the_race_climb(guests: Guests) -> None:
    ada = guests.come()
    ada.play_with_bots("fourmis", 3)
    assert ada.page.evaluate(CLIMB) == ["climber-0", "climber-1", "climber-2"]


SHUFFLE = """() => {
    const old = document.getElementById("stock").parentElement;
    const fresh = old.cloneNode(true);
    old.querySelector("#stock .count").textContent = 0;
    change([[old, fresh]], [], true, () => {});
    return document.getElementById("stock").matches(".hop");
}"""


def test_a_stock_that_has_been_shuffled_hops(guests: Guests) -> None:
    """A page that believes the stock was empty sees it grow."""
    ada = guests.come()
    ada.play_with_bots("escogriffe", 3)
    assert ada.page.locator("#stock.hop").count() == 0
    assert ada.page.evaluate(SHUFFLE)


LAMP = """() => {
    byId("table").style.setProperty("--lx", "7%");
    byId("table").getBoundingClientRect();
}"""


def test_the_lamp_moves_without_styling_the_table_anew(guests: Guests) -> None:
    """It did: 1,600 elements and more at each ply, which phones and their batteries noticed."""
    ada = guests.come(reduced_motion="reduce")
    ada.play_with_bots("kraut", 3)
    ada.wait_for_turn()
    ada.rest()
    guests.browser.start_tracing(page=ada.page, categories=["devtools.timeline"])
    ada.page.evaluate(LAMP)
    told = json.loads(guests.browser.stop_tracing())["traceEvents"]
    styled = [e["args"]["elementCount"] for e in told if e["name"] == "UpdateLayoutTree"]
    assert 0 < sum(styled) < 100, styled


def test_nothing_is_laid_anew_under_a_finger(guests: Guests) -> None:
    """A frame that came between press and release took the card away, and the press was lost."""
    ada = guests.come(reduced_motion="reduce")
    ada.play_with_bots("fourmis", 3)
    ada.wait_for_turn()
    ply, card = ada.ply, ada.page.locator("#hand .may").last
    card.hover()
    ada.page.mouse.down()
    ada.page.evaluate(ANEW)
    ada.page.wait_for_timeout(100)
    assert ada.page.locator("#hand[data-anew]").count() == 0
    ada.page.mouse.up()
    ada.wait_until_played(ply)


LOWEST = """(card) => {
    const { x, width, bottom } = card.getBoundingClientRect();
    let y = Math.min(bottom, innerHeight) - 1;
    while (!card.contains(document.elementFromPoint(x + width / 2, y))) y -= 1;
    return y;
}"""
"""The last row of pixels in which a card that is turned in a fan lies under a pointer."""


def test_a_card_stays_under_a_pointer_at_its_edge(guests: Guests) -> None:
    """It went up, away from the pointer, and down again, for ever; and a press could miss it."""
    ada = guests.come(reduced_motion="reduce")
    ada.play_with_bots("fourmis", 3)
    ada.wait_for_turn()
    card = ada.page.locator("#hand .may").last
    lies = card.bounding_box()
    assert lies is not None
    ada.page.mouse.move(lies["x"] + lies["width"] / 2, card.evaluate(LOWEST))
    ada.page.wait_for_timeout(300)
    assert card.evaluate("(one) => one.matches(':hover')")
    assert card.bounding_box() == lies
