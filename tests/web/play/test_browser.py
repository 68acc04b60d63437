"""Whole games in a real browser: by taps, by keys, without a script, and of two people.

Somebody who plays by hand chooses at random among what the page offers. Things fly and slide on
the desktop for the first moves; after them, and on the phone, nothing moves (reduced motion).
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.effort import NIGHT
from tests.web.browser.people import AGAIN, DESKTOP, MY_TURN, PHONE, Guest, Guests, turns

SIZES = {"desktop": DESKTOP, "phone": PHONE}
by_size = pytest.mark.parametrize("size", SIZES)


def arrive(guests: Guests, size: str) -> Guest:
    return guests.come(SIZES[size], reduced_motion="reduce" if size == "phone" else None)


def hand_over(guest: Guest) -> None:
    """Lets a bot play the rest, quicker than a page can show, and waits for the page's end."""
    if not guest.is_over:
        guest.let_bot_play()
    expect(guest.page.locator(AGAIN)).to_be_visible()


WHOLE: dict[str, tuple[int, dict[str, str]]] = {
    "kraut": (3, {}),
    "fourmis": (2, {} if NIGHT else {"variant": "goal:1"}),
    "escogriffe": (3, {"points": "30"} if NIGHT else {"variant": "goal:12"}),
}
MOVING = 4
"""After so many moves by hand nothing flies any more."""
BY_TAPS, BY_KEYS = ("kraut", "phone"), "fourmis"
"""What is played to its end by hand on every push; at night all is."""


@by_size
@pytest.mark.parametrize("game", WHOLE)
def test_a_game_by_taps(guests: Guests, game: str, size: str) -> None:
    """The moves of one seat are made by hand; a bot takes over at last, in the longer games."""
    players, options = WHOLE[game]
    ada = arrive(guests, size)
    ada.play_with_bots(game, players, **options)
    ada.keep("begins")
    ada.play_on(moves=MOVING)
    ada.keep_still()
    ada.play_on(moves=10)
    ada.keep("middle")
    if game == "escogriffe":
        while NIGHT and not ada.sheets:
            ada.play_on(moves=ada.played + 1)
    elif NIGHT or (game, size) == BY_TAPS:
        ada.play_on()
    hand_over(ada)
    ada.keep("over")
    assert ada.is_over
    assert ada.played >= 10


def move_by_keys(guest: Guest, gesture: tuple[str, str, str] | None = None) -> None:
    """Makes a move without a pointer: arrows to a thing, Enter, arrows to its place, Enter."""
    gesture = gesture or guest.choose()
    thing, place, _ = gesture
    ply, alone = guest.ply, guest.is_alone(gesture)
    guest.walk_to(thing)
    guest.page.keyboard.press("Enter")
    if not alone:
        expect(guest.focused).to_have_class(re.compile(r"\bhere\b"))
        guest.walk_to(place)
        guest.page.keyboard.press("Enter")
    elif guest.page.locator("#bubble button.strong").count():
        expect(guest.focused).to_have_class(re.compile(r"\bstrong\b"))
        guest.page.keyboard.press("Enter")
    guest.wait_until_played(ply)
    expect(guest.focused).to_be_visible()


ONLY_VEGETABLES = "cards.clover:0,cards.dandelion:0,cards.snail:0"


def test_focus_goes_on_to_the_card_that_came_to_its_place(guests: Guests) -> None:
    """Who keeps the mole presses the place of the drawn card, and then that card lies there."""
    ada = guests.come(reduced_motion="reduce")
    ada.play_with_bots("kraut", 3, variant=ONLY_VEGETABLES)
    ada.play_on(moves=2)  # something is planted, and a garden taken or not: now a mole may come
    ada.wait_for_turn()
    assert ("stock", "draw") in [gesture[:2] for gesture in ada.gestures()]
    ply = ada.ply
    ada.walk_to("draw")
    ada.page.keyboard.press("Enter")
    ada.wait_until_played(ply)
    expect(ada.page.locator("#drawn button")).to_be_focused()


def test_a_garden_stays_where_it_is_under_a_finger(guests: Guests) -> None:
    """What its sign brings to light must not move it away before the finger is lifted."""
    ada = guests.come((390, 844), reduced_motion="reduce")
    ada.play_with_bots("kraut", 3)
    ada.play_on(moves=1)  # after which a garden may be taken
    ada.wait_for_turn()
    signs = [go[0] for go in ada.gestures() if go[0].startswith("sign-")]
    assert len(signs) == 4
    for sign in signs:
        before = ada.spot(sign).bounding_box()
        ada.press(sign)
        expect(ada.page.locator("#bubble button.strong")).to_be_visible()
        assert ada.spot(sign).bounding_box() == before
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("#bubble button.strong")).to_have_count(0)


def test_not_to_take_a_garden_needs_no_answer_but_by_keys(guests: Guests) -> None:
    ada = guests.come(reduced_motion="reduce", asks="")
    ada.page.clock.install()
    ada.play_with_bots("kraut", 3)
    ada.play_on(moves=1)  # after which a garden may be taken
    ada.wait_for_turn()
    wait, runs = ada.page.locator("#wait"), re.compile(r"\bruns\b")
    expect(wait).to_have_class(runs)
    ada.page.keyboard.press("ArrowDown")
    expect(wait).not_to_have_class(runs)
    stops = ada.page.locator("#garden-1 button[tabindex='0']")
    expect(stops).to_have_count(1)
    ply = ada.ply
    ada.press("sign-1")
    expect(ada.page.locator("#bubble button")).to_have_count(2)
    expect(wait).not_to_have_class(runs)
    ada.page.clock.fast_forward(10_000)
    assert ada.ply == ply  # a question is never answered for anybody
    ada.page.locator("#bubble button:not(.strong)").click()
    expect(wait).to_have_class(runs)
    ada.page.clock.fast_forward(3_000)
    ada.wait_until_played(ply)
    to_me = re.compile(r"\bTu \w+s\b")  # whether it was a vegetable, a snail or the mole
    expect(ada.page.locator("#told p", has_text=to_me).first).to_be_attached()


@pytest.mark.parametrize("game", WHOLE)
def test_a_game_by_keys_alone(guests: Guests, game: str) -> None:
    """The moves of one seat; a bot takes over at last, in the longer games."""
    players, options = WHOLE[game]
    ada = guests.come(reduced_motion="reduce")
    ada.play_with_bots(game, players, **options)
    whole = (NIGHT and game != "escogriffe") or game == BY_KEYS
    while ada.wait_for_turn() and (whole or ada.played < 12):
        move_by_keys(ada)
    hand_over(ada)
    assert ada.played >= 12


def test_a_whole_game_without_a_script(guests: Guests) -> None:
    """Kraut & Rüben to its end by forms and refreshed pages alone."""
    ada = guests.come(java_script_enabled=False)
    ada.play_with_bots("kraut", 3)
    while not ada.is_over:
        ada.go()
        if not ada.page.locator(MY_TURN).count():
            continue
        gesture = ada.choose()
        alone = ada.is_alone(gesture)
        ada.spot(gesture[0]).click()
        if not alone:
            expect(ada.spot(gesture[0])).to_have_attribute("aria-pressed", "true")
            ada.spot(gesture[1]).click()
        ada.agree()
        ada.played += 1
    ada.go()
    ada.keep("over")
    assert ada.played >= 12


def test_a_game_of_two_people_and_two_bots(guests: Guests) -> None:
    """Both people play a match of Kraut & Rüben by hand, each in a browser of their own."""
    ada, ben = guests.come(), guests.come(PHONE, reduced_motion="reduce")
    ben.sit(ada.open_table("kraut", 4), "Ben")
    ada.sit(name="Ada")
    ada.start(fill="novice")
    for one in (ada, ben):
        one.go()
    while not ada.is_over:
        mover = turns([ada, ben])
        if mover is None:
            ada.page.wait_for_timeout(50)
        else:
            mover.tap_move()
            if ada.played == MOVING:
                ada.keep_still()
    for one in (ada, ben):
        expect(one.page.locator(AGAIN)).to_be_visible()
        one.keep(f"over-{one.played}")
    assert ada.played >= 8 and ben.played >= 8


def test_a_card_is_dragged_to_its_place(guests: Guests) -> None:
    ada = guests.come()
    ada.play_with_bots("fourmis", 4)
    ada.wait_for_turn()
    thing, place, _ = ada.choose()
    ply = ada.ply
    start = ada.point_of(thing)
    mouse = ada.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 30, start[1] - 30, steps=3)
    expect(ada.spot(place)).to_have_class(re.compile(r"\bhere\b"))
    ada.keep("dragged")
    mouse.move(20, 300, steps=3)
    mouse.up()  # beside every place: it goes back
    expect(ada.spot(thing)).not_to_have_class(re.compile(r"\bheld\b"))
    assert ada.ply == ply
    mouse.move(*ada.point_of(thing))
    mouse.down()
    mouse.move(*ada.point_of(place), steps=6)
    mouse.up()
    ada.wait_until_played(ply)


def test_a_finger_drags_sideways_and_scrolls_upright(guests: Guests) -> None:
    ada = guests.come(PHONE, reduced_motion="reduce")
    ada.play_with_bots("kraut", 3)
    ada.wait_for_turn()
    thing, place, _ = next(g for g in ada.gestures() if g[0] != g[1])
    ply, start = ada.ply, ada.point_of(thing)
    end = ada.point_of(place)
    finger = ada.context.new_cdp_session(ada.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", start)
    ada.page.wait_for_timeout(250)  # a finger that rests for a moment takes the thing
    for step in range(1, 9):
        at = [start[n] + (end[n] - start[n]) * step / 8 for n in (0, 1)]
        touch("touchMove", (at[0], at[1]))
    touch("touchEnd")
    ada.wait_until_played(ply)
