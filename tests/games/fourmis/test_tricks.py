"""What may be played to a trick, and who wins it."""

from __future__ import annotations

from typing import Any

import pytest

from tablee import State
from tests.games.fourmis.tables import NAMES, legal, table, takes, told, winner

clause = pytest.mark.clause
SPARE = ["2p", "3p", "4p", "5p", "6p", "7p", "2b", "3b", "4b", "5b", "6b", "7b"]


def facing(hand: str, trick: str, **options: Any) -> State:
    """Sets seat 0 of three, with this hand, before a trick that others have begun."""
    taken = hand.split() + trick.split()
    free = [card for card in SPARE if card not in taken]
    lead, size = 3 - len(trick.split()), len(hand.split())
    one = [free.pop() for _ in range(size - (lead <= 1))]
    two = [free.pop() for _ in range(size - (lead <= 2))]
    hands = [" ".join(cards) or "-" for cards in (one, two)]
    return table(hand, *hands, trick=trick, lead=lead % 3, **options)


def may_play(hand: str, trick: str, **options: str) -> str:
    return legal(facing(hand, trick, **options))


# Playing


@clause("F39")
def test_a_card_comes_from_the_hand() -> None:
    refusal = facing("5r 6r", "2v").why_not("7j")
    assert str(refusal) == "You can’t play the yellow 7: that card isn’t in your hand. (F39)"


@clause("F42")
def test_whoever_leads_plays_anything() -> None:
    assert legal(table("2r 8v Nb Qp L", "3r 4r 5r 6r 7r", "3v 4v 5v 6v 7v")) == "2r 8v Nb Qp L"


@clause("F43", "F2")
def test_who_holds_something_stronger_must_play_it() -> None:
    assert may_play("3r 4v 6j 8b", "5r") == "6j 8b"
    refusal = facing("3r 4v 6j 8b", "5r").why_not("3r")
    assert refusal is not None
    assert refusal.clause == "F2"
    assert "stronger than the red 5: play the yellow 6 or the blue 8" in refusal.sentence


@clause("F2")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("fr", "joue une soldate ou une ninja de force 6 ou plus."),
        ("en", "play a soldier or a ninja of strength 6 or more."),
        ("de", "Spiele eine Soldatin oder Ninja ab Stärke 6."),
    ],
)
def test_of_more_than_three_cards_that_would_do_the_refusal_names_the_force(
    lang: str, said: str
) -> None:
    state = facing("3r 6j 6v 7b 8b", "5r")
    assert legal(state) == "6j 6v 7b 8b"
    refusal = state.why_not("3r", lang)
    assert refusal is not None
    assert refusal.clause == "F2" and said in refusal.sentence
    ninjas = facing("3r Nj Nv Nb Np", "8r").why_not("3r", lang)
    assert ninjas is not None
    assert "6" not in ninjas.sentence and "9" not in ninjas.sentence and "inja." in ninjas.sentence


@clause("F2")
def test_equal_force_is_not_stronger() -> None:
    assert may_play("5v 6j", "5r") == "6j"


@clause("F44")
def test_who_holds_nothing_stronger_discards_anything() -> None:
    assert may_play("2r 3v 5j Qv L", "5r") == "2r 3v 5j Qv L"


@clause("F2", "F53", "F62")
def test_a_queen_or_a_ladybird_is_free_even_with_something_stronger_in_hand() -> None:
    assert may_play("3r 8v Qj L", "5r") == "8v Qj L"


@clause("F1")
def test_a_discard_does_not_lower_the_bar() -> None:
    assert may_play("4r 8v", "6r 2v") == "8v"


@clause("F1")
def test_under_previous_the_last_soldier_is_the_bar() -> None:
    assert may_play("3r 4r 8v", "6r 2v", beat="previous") == "3r 4r 8v"
    assert may_play("3r 4r 8v", "2r 6v", beat="previous") == "8v"
    assert may_play("3r 6j 8v", "5r Qv", beat="previous") == "6j 8v"
    assert may_play("3r 6j 8v", "5r L", beat="previous") == "6j 8v"


@clause("F1")
def test_under_previous_a_ninja_still_binds_after_a_discard() -> None:
    assert may_play("8r Nv", "Nr 2v", beat="previous") == "Nv"
    assert may_play("3r 8r", "Nr 4v", beat="previous") == "8r"
    assert may_play("3r 2j", "Nr 4v", beat="previous") == "2j 3r"


@clause("F1")
def test_the_refusal_names_the_card_that_is_the_bar() -> None:
    first = facing("4r 8v", "6r 2v").why_not("4r")
    last = facing("2b 8v", "3r 6v", beat="previous").why_not("2b")
    assert "the red 6" in str(first)
    assert "the green 6" in str(last)


@clause("F45", "F3")
def test_after_a_ladybird_anything_goes() -> None:
    assert may_play("2r 8v", "L") == "2r 8v"
    assert may_play("2r 8v", "L L") == "2r 8v"


@clause("F3")
def test_queens_set_no_bar_and_their_bonus_does_not_count() -> None:
    assert may_play("2r 8v", "Qr") == "2r 8v"
    assert may_play("2r 8v", "Qr L") == "2r 8v"
    assert may_play("2r 6v 8v", "5r Qr") == "6v 8v"


@clause("F5")
def test_nobody_has_to_follow_a_colour() -> None:
    assert may_play("6r 7v 8b", "5r") == "6r 7v 8b"


@clause("F58", "F4")
def test_a_ninja_must_follow_a_ninja() -> None:
    state = facing("8r Nv Nj", "Nr")
    assert legal(state) == "Nj Nv"
    refusal = state.why_not("8r")
    assert refusal is not None
    assert refusal.clause == "F4"
    assert "play the yellow ninja or the green ninja" in refusal.sentence


@clause("F4")
def test_neither_queen_nor_ladybird_frees_from_following_a_ninja() -> None:
    assert may_play("Nv Qr L", "Nr") == "Nv"
    assert may_play("Nv Qr L", "2b Nr") == "Nv"


@clause("F4")
def test_without_a_ninja_anything_follows_a_ninja() -> None:
    assert may_play("2r 8v Qv L", "Nr") == "2r 8v Qv L"


def test_three_equal_ladybirds_are_one_move() -> None:
    assert may_play("L L L", "5r") == "L"


# Winning


@clause("F46", "F47", "F40")
def test_a_trick_ends_when_everyone_has_played_and_the_strongest_wins() -> None:
    assert winner("3r", "5v", "7j", "4b") == takes("Cy")
    assert winner("3r", "5v", "7j") == takes("Cy")


@clause("F33", "F34")
def test_force_is_the_number_and_nine_for_a_ninja() -> None:
    assert winner("8r", "Nv", "7j", "4b") == takes("Bob")


@clause("F48")
def test_of_equal_soldiers_the_first_wins() -> None:
    assert winner("3r", "7v", "7j", "7b") == takes("Bob")


@clause("F49")
def test_who_wins_a_trick_leads_the_next() -> None:
    state = table("3r 2r", "7v 2v", "4j 2j", "5b 2b")
    for card in ("3r", "7v", "2j", "2b"):
        state = state.play(card)
    assert state.seat == 1
    assert legal(state) == "2v"


@clause("F54")
def test_example_1_a_queen_wins_a_trick_of_her_colour() -> None:
    assert winner("3r", "8r", "Qr", "5r") == takes("Cy")


@clause("F55", "F51", "F52")
def test_example_2_a_queen_wins_when_her_colour_is_one_point_below() -> None:
    assert winner("6r", "7v", "Qr", "2b") == takes("Cy")


@clause("F56")
def test_example_3_a_queen_loses_when_her_colour_is_two_points_below() -> None:
    assert winner("5r", "7v", "Qr", "2b") == takes("Bob")


@clause("F59")
def test_example_4_the_first_ninja_wins() -> None:
    assert winner("7r", "Nv", "Nj", "8b") == takes("Bob")


@clause("F60")
def test_example_5_the_queen_of_a_ninja_wins_over_two_ninjas() -> None:
    assert winner("Nv", "Nj", "Qj", "8b") == takes("Cy")


@clause("F51")
def test_a_queen_played_before_her_soldiers_counts_them_too() -> None:
    assert winner("Qr", "6r", "7v", "2b") == takes("Ada")


@clause("F52")
def test_a_queen_without_soldiers_of_her_colour_has_force_1() -> None:
    assert winner("Qr", "2v", "L", "L") == takes("Bob")
    assert winner("Qr", "L", "L", "L") == takes("Ada")


@clause("F57")
def test_at_equal_force_a_queen_beats_a_soldier() -> None:
    assert winner("8v", "7r", "Qr", "L") == takes("Cy")


@clause("F6")
def test_two_queens_each_have_their_own_force_and_the_first_wins_a_tie() -> None:
    assert winner("Qr", "Qv", "L", "L") == takes("Ada")
    assert winner("Qr", "Qv", "5v", "4r") == takes("Bob")
    assert winner("Qr", "Qv", "5v", "5r") == takes("Ada")


@clause("F17")
def test_an_8_with_its_queen_beats_ninjas_of_other_colours() -> None:
    assert winner("Nv", "8r", "Qr", "Nj") == takes("Cy")


@clause("F61")
def test_a_ladybird_never_wins() -> None:
    assert winner("L", "2v", "L", "L") == takes("Bob")


@clause("F7")
def test_a_trick_of_ladybirds_belongs_to_nobody_and_the_same_seat_leads_again() -> None:
    state = table("L 4r", "L 7v", "L 8b", lead=1)
    for _ in range(3):
        before, state = state, state.play("L")
    assert [event.clause for event in before.tell("L")] == [None, "F7"]
    assert state.seat == 1
    assert " aside=3 " in str(state)
    assert legal(state) == "7v"


@clause("F7")
def test_cards_set_aside_count_for_no_one() -> None:
    state = table("L 4b", "L 7b", "L 8b")
    for _ in range(3):
        state = state.play("L")
    sentences = told(state, "4b", "7b", "8b")
    assert not [line for line in sentences if line.startswith("Ladybirds")]


@clause("F50", "F16")
def test_won_queens_and_ladybirds_lie_open_and_other_won_cards_do_not() -> None:
    state = table("2r", "3r", "4r", "5r", won=("2v 3v Qv L", "6b 7b 8b Nb", "", ""), rest=2)
    for seat in (None, 0, 3):
        shown = state.view(seat).show("en", NAMES)
        ada, bob = shown.splitlines()[1:3]
        assert ada.endswith("won Qv,L + 2 face down")
        assert bob.endswith("won - + 4 face down")
        assert "Nb" not in shown


@clause("F2")
@pytest.mark.parametrize(
    ("others", "tail"),
    [
        ("3v", "."),
        ("Qv", ". A queen would be allowed too."),
        ("L", ". A ladybird would be allowed too."),
        ("Qv L", ". A queen or a ladybird would be allowed too."),
    ],
)
def test_a_refusal_speaks_of_queens_and_ladybirds_only_if_one_has_them(
    others: str, tail: str
) -> None:
    mine = f"2v 8v {others}"
    size = len(mine.split())
    state = table(spread("r", size), mine, spread("b", size), spread("p", size)).play("4r")
    refusal = state.why_not("2v")
    assert refusal is not None
    assert refusal.sentence.endswith(f"play the green 8{tail}")


def spread(colour: str, size: int) -> str:
    """A hand of soldiers of one colour, from 4 on."""
    return " ".join(f"{force}{colour}" for force in range(4, 4 + size))
