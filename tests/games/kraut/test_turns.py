"""A turn: drawing, placing, the mole, the snail."""

from __future__ import annotations

import pytest

from tests.games.kraut.tables import (
    FULL,
    LAST,
    beds,
    field,
    garden,
    legal,
    play,
    refused,
    table,
    told,
    worth,
)

clause = pytest.mark.clause
SPENT = "T+mS+m"  # two moles lie here


# Drawing and placing


@clause("K42")
def test_a_turn_draws_a_card_from_the_stock() -> None:
    state = table("T", phase="take", stock="SS")
    after = play(state, "wait", "draw")
    assert field(after, "drawn") == "S"
    assert (after.seat, int(after.record.left)) == (1, 1)
    assert told(play(state, "wait"), "draw") == [
        "Bob keeps the mole and draws. (K44)",
        "Bob draws a lettuce. (K42)",
    ]


@clause("K42")
def test_nothing_is_placed_or_taken_before_a_card_is_played() -> None:
    state = table("T", phase="mole")
    for move in ("1-2", "take-1", "wait"):
        assert refused(state, move).clause == "K42"


@clause("K2")
def test_a_drawn_card_is_placed_at_once() -> None:
    state = table("T", drawn="A")
    assert str(refused(state, "draw")) == "First plant the asparagus you’ve just drawn. (K2)"
    for move in ("wait", "take-1", "mole-1-1"):
        assert refused(state, move).clause == "K2"


@clause("K43")
@pytest.mark.parametrize("card", "TSCAcd")
def test_a_card_goes_on_any_empty_bed_of_any_garden(card: str) -> None:
    state = table("TT.S", "c", players=3, drawn=card)
    free = ["1-3", *beds(1, 5, 12).split(), *beds(2, 2, 12).split()]
    free += [*beds(3, 1, 12).split(), *beds(4, 1, 12).split()]
    assert legal(state).split() == free
    assert garden(play(state, "3-7"), 3) == f"......{card}....."
    assert str(refused(state, "1-1")).startswith("That bed is taken")
    assert refused(state, "1-1").clause == "K43"


@clause("K21")
def test_a_card_with_a_legal_bed_must_be_placed_even_on_ones_own_last() -> None:
    state = table(LAST, LAST, LAST, FULL, taken="1:0,2:1,3:2", drawn="d")
    assert legal(state) == "1-12"
    assert refused(state, "wait").clause == "K2"


# The mole


@clause("K44")
def test_a_mole_is_played_instead_of_drawing() -> None:
    state = table("T", phase="mole", stock="SSS")
    assert legal(state) == "draw mole-1-1"
    after = play(state, "mole-1-1")
    assert (after.seat, int(after.record.left)) == (0, 3)
    assert garden(after, 1) == "T+m..........."
    assert field(after, "moles") == "12"


@clause("K44")
@pytest.mark.parametrize("text", ["ccd", FULL, "T+sS+sc", SPENT + "T"])
def test_the_mole_is_not_asked_for_where_it_can_cover_nothing(text: str) -> None:
    state = play(table(text, players=4, phase="take", turn=3), "wait")
    assert (field(state, "phase"), state.seat) == ("place", 0)
    assert "0" in field(state, "moles")


@clause("K45")
def test_a_mole_covers_a_vegetable_and_no_empty_bed() -> None:
    state = table("TS", phase="mole")
    assert told(state, "mole-1-2") == [
        "Ada sends the mole into garden 1: goodbye, the lettuce! (K45)"
    ]
    assert str(refused(state, "mole-1-3")) == (
        "The mole wants a vegetable: there isn’t one here. (K45)"
    )


@clause("K12")
def test_a_mole_is_played_once_in_a_game() -> None:
    after = play(table("TS", phase="mole", stock="CCC"), "mole-1-1")
    assert str(refused(after, "mole-1-2")) == (
        "You’ve already played your mole: you can do that only once a game. (K12)"
    )


@clause("K12")
def test_who_has_played_the_mole_draws_without_being_asked() -> None:
    state = play(table("T+mS", phase="take", turn=1), "wait")
    assert (field(state, "phase"), state.seat, field(state, "moles")) == ("place", 2, "01")


@clause("K12")
def test_a_mole_goes_into_any_open_garden_also_ones_own() -> None:
    state = table("T", "T", "T", FULL, phase="mole", taken="1:0,2:1")
    assert legal(state) == "draw mole-1-1 mole-2-1 mole-3-1"


@clause("K3")
def test_only_the_four_vegetables_can_be_covered() -> None:
    state = table("TSCAcds", "T+s", phase="mole")
    assert legal(state) == "draw mole-1-1 mole-1-2 mole-1-3 mole-1-4"
    for bed in ("1-5", "1-6", "1-7", "2-1"):
        assert refused(state, f"mole-{bed}").clause == "K3"
    snail = table("TSCAcds", "T+s", drawn="s")
    assert legal(snail) == "1-1 1-2 1-3 1-4"
    assert refused(snail, "1-5").clause == "K3"


@clause("K4")
def test_a_covered_card_counts_for_nothing_and_its_bed_stays_occupied() -> None:
    assert worth("TTS" + "d" * 6 + "cc") - worth("TT+sS" + "d" * 6 + "cc") == 1 + 1
    state = table("T+s")
    assert refused(state, "1-1").clause == "K43"
    assert worth("TTSddddddcc") == 4 + 2
    assert worth("TT+mSddddddcc") == 3 + 2


@clause("K46", "K5")
def test_a_garden_holds_two_moles_at_most() -> None:
    state = table(SPENT + "TA", "S", players=4, phase="mole")
    assert legal(state) == "draw mole-2-1"
    assert (
        str(refused(state, "mole-1-3"))
        == "Garden 1 already has two moles: it’s full up! Try another garden. (K5)"
    )


@clause("K5")
def test_moles_and_snails_are_counted_separately() -> None:
    assert "mole-1-3" in legal(table("T+sT+sT", phase="mole"))
    assert legal(table(SPENT + "T", drawn="s", players=4)) == "1-3"


@clause("K47")
def test_a_mole_takes_points_from_others_or_helps_at_home() -> None:
    assert worth("TTSSSSddddd") > worth("TTSSSS+mddddd")
    assert worth("TTTSSSddddd") < worth("TTT+mSSSddddd")


# The snail


@clause("K48", "K6")
def test_a_snail_must_cover_a_vegetable_anywhere_on_the_table() -> None:
    state = table("c", "..T", "A", drawn="s", taken="2:1")
    assert legal(state) == "2-3 3-1"
    assert str(refused(state, "4-1")) == "The snail is hungry: put it on a vegetable. (K6)"
    assert told(state, "2-3")[0] == "Ada lets a snail loose in garden 2: goodbye, the tomato! (K48)"


@clause("K49", "K6")
def test_a_snail_with_nothing_to_cover_goes_on_an_empty_bed() -> None:
    state = table("ccddcd", "T+sT+sT", drawn="s")
    assert legal(state) == " ".join([beds(1, 7, 12), beds(3, 1, 12), beds(4, 1, 12)])
    assert told(state, "1-7")[0] == "Ada puts a snail on an empty bed in garden 1. (K49)"
    assert garden(play(state, "1-7"), 1) == "ccddcds....."
    assert str(refused(state, "1-1")).startswith("There is no vegetable to cover: put the snail on")


@clause("K50")
def test_a_snail_never_takes_a_gardens_last_bed() -> None:
    state = table("cccccccdddd.", "T+sT+sT", FULL, "ddd", drawn="s")
    assert legal(state) == beds(4, 4, 12)
    assert str(refused(state, "1-12")) == (
        "Garden 1 has only one empty bed left: not for a snail! Try another garden. (K50)"
    )


@clause("K51", "K5")
def test_a_garden_holds_two_snails_at_most() -> None:
    state = table("T+ssS", "C", drawn="s")
    assert legal(state) == "2-1"
    assert (
        str(refused(state, "1-3"))
        == "Garden 1 already has two snails: it’s full up! Try another garden. (K5)"
    )


@clause("K52")
def test_a_snail_that_can_go_nowhere_ends_in_the_box() -> None:
    state = table("T+sT+s", FULL, FULL, "cccccccdddd.", phase="take", turn=2, stock="s")
    assert told(state, "wait") == [
        "Cy takes no garden yet. (K55)",
        "Ada draws a snail. (K42)",
        "No room for the snail: into the box! (K52)",
    ]
    after = play(state, "wait")
    assert (field(after, "phase"), after.seat, "s" in field(after, "box")) == ("take", 0, True)


@clause("K10")
def test_a_card_without_a_bed_goes_to_the_box_and_the_turn_goes_on() -> None:
    state = table(LAST, LAST, FULL, FULL, phase="mole", taken="1:1,2:2", stock="d")
    assert told(state, "draw")[1:] == [
        "Ada draws a dandelion. (K42)",
        "No room for the dandelion: into the box! (K10)",
    ]
    assert legal(play(state, "draw")) == "take-3 take-4"
