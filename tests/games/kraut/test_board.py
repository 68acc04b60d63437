"""The table of Kraut & Rüben: every move is one gesture, and a page tells no secret."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from markupsafe import escape

from tablee.core.board import Board, Gesture
from tablee.core.page import Person
from tablee.core.position import State
from tablee.core.rulebook import LANGUAGES
from tablee.web import pen
from tests.cases import Case, cases_of
from tests.games.kraut.tables import FULL, GAME, LAST, NAMES, play, table

CASES = [case for case in cases_of(GAME) if case.style == "random"]
_ID = re.compile(r' id="([^"]*)"')
_BUTTON = re.compile(r'<button class="([^"]*)" id="([^"]*)"([^>]*)>')


def people(state: State, seat: int | None = None) -> list[Person]:
    return [Person(n, NAMES[n], mine=n == seat) for n in range(state.players)]


def board(state: State, seat: int | None = 0, lang: str = "en") -> Board:
    return GAME.board(state.view(seat), lang, NAMES)


def html(state: State, seat: int | None = 0, lang: str = "en", **scene: str) -> str:
    made = pen.Scene(people(state, seat), lang, **scene)
    return pen.show(state.view(seat), made).__html__()


def region(state: State, name: str, seat: int | None = 0, lang: str = "en") -> str:
    return pen.show(state.view(seat), pen.Scene(people(state, seat), lang)).parts[name]


def everyone(state: State) -> Sequence[int | None]:
    return [None, *range(state.players)]


def moments(case: Case) -> Iterator[State]:
    """Gets moments of a match, and those that are shown between its games."""
    yield from case.sample(24)
    luck = Random(5)
    state = case.deal(2)
    while state.seat is not None:
        move = luck.choice(state.legal_moves())
        yield from [frame.state for frame in state.frames(move)[:-1]]
        state = state.play(move)


# Laws


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_legal_move_is_one_gesture_of_its_seat_alone(case: Case) -> None:
    for state in moments(case):
        for seat in everyone(state):
            laid = board(state, seat)
            moves = [str(move) for move in state.legal_moves()] if seat == state.seat else []
            if state.seat is None:
                moves = []
            assert sorted(gesture.move for gesture in laid.gestures) == sorted(moves)
            for gesture in laid.gestures:
                assert gesture.thing in laid.things
                assert gesture.place in laid.places or gesture.place == gesture.thing


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_page_has_every_thing_and_place_once(case: Case) -> None:
    for state in moments(case):
        for seat in everyone(state):
            laid, ids = board(state, seat), Counter(_ID.findall(html(state, seat)))
            assert all(re.fullmatch("[A-Za-z][A-Za-z0-9-]*", name) for name in ids)
            assert max(ids.values()) == 1
            used = {gesture.thing for gesture in laid.gestures}
            assert used <= set(ids)
            assert set(laid.places) <= set(ids)
            if state.seat is not None:
                assert set(laid.things) <= set(ids)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_kept_is_what_would_be_written(case: Case) -> None:
    shown = [
        (state, seat, html(state, seat)) for state in moments(case) for seat in everyone(state)
    ]
    for state, seat, kept in shown:
        pen._KEPT.clear()
        assert html(state, seat) == kept


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_viewer_may_not_know_changes_no_byte(case: Case) -> None:
    for number, state in enumerate(case.sample(16)):
        for seat in everyone(state):
            if state.seat is not None:
                other = state.view(seat).redeal(number)
                assert html(other, seat) == html(state, seat)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_moment_is_told_in_every_language(lang: str) -> None:
    for case in CASES:
        for state in case.sample(8):
            for seat in (None, 0):
                laid = board(state, seat, lang)
                assert laid.lead
                assert laid.prompt
                assert laid.status
                assert f"<b>{escape(laid.lead)}</b>" in html(state, seat, lang)


# Gestures


def test_a_turn_with_a_mole_offers_the_stock_and_the_mole() -> None:
    gestures = board(table("TS", phase="mole")).gestures
    assert gestures == (
        Gesture("draw", "stock", "drawn"),
        Gesture("mole-A1", "mole", "A1"),
        Gesture("mole-A2", "mole", "A2"),
    )


def test_the_drawn_card_goes_to_a_bed() -> None:
    laid = board(table("Td", "c", drawn="s"))
    (drawn,) = {gesture.thing for gesture in laid.gestures}
    assert laid.things[drawn].name == "Snail, the card drawn"
    assert laid.gestures == (Gesture("A1", drawn, "A1"),)


def test_a_garden_is_taken_or_not_yet() -> None:
    laid = board(table("T", taken="A1", phase="take"))
    assert laid.gestures == (
        Gesture("take-B", "sign-B", "home"),
        Gesture("take-C", "sign-C", "home"),
        Gesture("take-D", "sign-D", "home"),
        Gesture("wait", "wait", "wait"),
    )


def test_who_must_take_a_garden_is_told_so() -> None:
    laid = board(table("T", FULL, FULL, FULL, taken="A1", phase="take"))
    assert laid.lead == "Pick a garden!"
    assert "wait" not in laid.things


def test_one_press_draws() -> None:
    assert re.search(r'id="drawn" name="move" value="draw"', html(table("T", phase="mole")))


def test_a_card_that_is_held_lights_its_places() -> None:
    lit = html(table("TS", phase="mole"), held="mole")
    assert re.search(r'class="place bed  ?here" id="A1" name="move" value="mole-A1"', lit)
    assert 'id="A3" name="ask"' in lit


# Refusals


def refusals(state: State) -> dict[str, str]:
    """Gets the clause by which each thing or place on a page is refused."""
    found = {}
    for _, name, attributes in _BUTTON.findall(html(state)):
        if clause := re.search('data-clause="([^"]*)"', attributes):
            found[name] = clause[1]
    return found


@pytest.mark.parametrize(
    ("state", "name", "clause"),
    [
        (table("T", drawn="S"), "A1", "K43"),
        (table(LAST, taken="A1", drawn="S"), "A12", "K7"),
        (table(FULL, drawn="S"), "A1", "K9"),
        (table("Tc", drawn="s"), "A2", "K3"),
        (table("T", drawn="s"), "B1", "K6"),
        (table("T+sS+sA", "T", drawn="s"), "A3", "K5"),
        (table("T", phase="mole"), "A2", "K45"),
        (table("Tc", phase="mole"), "A2", "K3"),
        (table("T", drawn="S"), "stock", "K2"),
        (table("T", drawn="S"), "mole", "K2"),
        (table("T", taken="A1", phase="take"), "sign-A", "K54"),
        (table("T", phase="take"), "A2", "K55"),
    ],
)
def test_what_cannot_be_done_says_its_clause(state: State, name: str, clause: str) -> None:
    assert refusals(state)[name] == clause


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_bed_takes_the_card_or_says_why_not(case: Case) -> None:
    for state in case.sample(24, odd=3):
        if state.seat is None:
            continue
        laid = board(state, state.seat)
        shown = pen.Scene(people(state, state.seat), "en")
        page = pen.show(state.view(state.seat), shown).__html__()
        goals = {gesture.place for gesture in laid.gestures}
        for _, name, attributes in _BUTTON.findall(page):
            if name in laid.places and name not in goals:
                assert re.search('data-clause="K[0-9]+"', attributes)


def test_a_sign_answers_when_it_is_asked() -> None:
    assert "First plant the lettuce you’ve just drawn." in html(
        table("T", drawn="S"), asked="sign-B"
    )


# What is said


@pytest.mark.parametrize(
    ("garden", "drawn", "gain"),
    [("TT", "S", "brings 4 points"), ("TTS", "T", "costs 1 point"), ("T", "A", "costs 2 points")],
)
def test_the_drawn_card_is_told_with_what_it_brings_at_home(
    garden: str, drawn: str, gain: str
) -> None:
    laid = board(table(garden, taken="A0", drawn=drawn, contracts="TSCA/TCAS/TASC"))
    assert laid.prompt == f"At home it {gain}."


@pytest.mark.parametrize(
    ("lang", "drawn", "told"),
    [
        ("fr", "C", "Une carotte\u202f! Plante-la où tu veux."),
        ("en", "S", "A lettuce! Plant it where you like."),
        ("de", "c", "Ein Kleeblatt! Pflanz es, wohin du magst."),
    ],
)
def test_a_drawn_card_is_greeted(lang: str, drawn: str, told: str) -> None:
    laid = board(table("T", drawn=drawn), lang=lang)
    assert f"{laid.lead} {laid.prompt}" == told


def test_the_offer_of_a_garden_tells_how_many_one_takes() -> None:
    assert board(table("T", phase="take")).prompt == "You plant your flag only once."
    two = board(table("T", players=2, phase="take"))
    assert two.prompt == "You need two, but only one per turn."


def test_gains_are_what_the_rules_count() -> None:
    for seed in range(6):
        state, luck = GAME.deal(4, seed), Random(seed)
        while state.seat is not None:
            seat = state.seat
            plots = board(state, seat).facts.plots
            move = luck.choice(state.legal_moves())
            after = state.play(move)
            if str(move) in board(state, seat).places and plots["ABCDE".index(str(move)[0])].gain:
                plot = plots["ABCDE".index(str(move)[0])]
                then = board(after, seat).facts.plots["ABCDE".index(plot.letter)]
                assert then.worth == (plot.worth or 0) + (plot.gain or 0)
            state = after


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("fr", "Jardin A, case 2\u202f: salade sous un escargot"),
        ("en", "Garden A, bed 2: lettuce under a snail"),
        ("de", "Garten A, Beet 2: Salat unter einer Schnecke"),
    ],
)
def test_a_bed_says_what_lies_there(lang: str, name: str) -> None:
    assert board(table("TS+s"), 1, lang).places["A2"].name == name


def test_a_garden_says_whose_it_is_and_what_it_is_worth() -> None:
    state = table("TTSS", "T", taken="A0,B1", contracts="TSCA/TCAS/TASC", drawn="C")
    signs = board(state).things
    assert signs["sign-A"].name == "Garden A, yours: 4 of 12 beds filled"
    assert signs["sign-B"].name == "Garden B, Bob’s: 1 of 12 beds filled"
    assert signs["sign-C"].name == "Garden C, unclaimed: 0 of 12 beds filled"
    assert re.search("<b>8</b>.*points on your contract.*[+]3", region(state, "tag-A"))
    assert "hidden" in region(state, "tag-A", None)


def test_the_column_of_ones_garden_is_lit_on_the_contract() -> None:
    state = table("TTTS", taken="A0", contracts="TSCA/TCAS/TASC")
    poster = region(state, "contract")
    assert re.findall('<td class="(c[0-9]) lights">([^<]*)', poster) == [
        ("c3", "3"),
        ("c3", "3"),
        ("c3", "2"),
    ]
    assert "lights" not in region(state, "contract", 1)


def test_another_sees_only_the_back_of_a_contract() -> None:
    one = table("T", contracts="TSCA/TCAS/TASC")
    two = table("T", contracts="ACST/TCAS/STAC")
    for seat in (None, 1):
        assert html(one, seat) == html(two, seat)
    assert html(one, 0) != html(two, 0)
    assert "k-contract-back" in region(one, "contract", None)


def test_cards_in_the_box_are_shown_with_their_number() -> None:
    stall = region(table("T", box="ssd"), "stall")
    assert re.search('aria-label="snail".*?×2', stall)
    assert 'aria-label="dandelion"' in stall


def test_the_cup_stands_by_who_took_the_first_garden_of_a_match() -> None:
    state = table("T", "S", taken="B1,A0", match="three", drawn="S")
    assert "k-cup" in region(state, "seat-1")
    assert "k-cup" not in region(state, "seat-0")
    assert "k-cup" not in region(table("T", "S", taken="B1,A0", drawn="S"), "seat-1")


# Ends


def test_between_two_games_the_table_is_shown_as_it_was_left() -> None:
    state = table(FULL, FULL, LAST, taken="C2,A0,B1", turn=2, drawn="d", match="three")
    frame, _ = state.frames("C12")
    for seat in everyone(state):
        laid = board(frame.state, seat)
        assert laid.lead == "Game 1 is over."
        assert "In the lead" in laid.prompt
        assert laid.gestures == ()
        assert "C12-c" in region(frame.state, "garden-C", seat)
    assert "k-contract-back" in region(frame.state, "contract", None)


def test_the_end_shows_contracts_the_winner_and_the_points_of_each_garden() -> None:
    state = play(
        table("TTSSSSSSdddd", "TTCCCCAASSSS", "AAAAAATTTCC.", taken="A0,B1,C2", turn=2, drawn="d"),
        "C12",
    )
    for seat in everyone(state):
        assert ">24<" in region(state, "tag-A", seat)
        assert ">14<" in region(state, "tag-B", seat)
        assert "k-cup" in region(state, "stall", seat)
        assert "Contract: tomato, main vegetable" in region(state, "seat-1", seat)
    assert board(state, 0).lead == "You won!"
    assert board(state, 1).lead == "Well done, Ada!"
    assert "Ada’s contract" in region(state, "contract", None)


def test_names_are_escaped() -> None:
    state = table("T", taken="A1")
    rude = [Person(n, "<b>&") for n in range(3)]
    page = pen.show(state.view(0), pen.Scene(rude, "en")).__html__()
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;" in page
