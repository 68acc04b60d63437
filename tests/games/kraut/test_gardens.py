"""Taking a garden, last beds, full gardens, and finishing."""

from __future__ import annotations

import pytest

from tablee import State
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
)

clause = pytest.mark.clause


# Taking


@clause("K53")
def test_each_player_takes_one_garden_in_a_game() -> None:
    state = table("T", taken="1:0", drawn="S")
    for move in ("take-1", "take-2"):
        assert str(refused(state, move)) == "You already have your share of gardens. (K53)"
    assert told(table("T", taken="1:0", drawn="S", stock="C"), "2-1")[1] == (
        "Ada already has a garden. (K53)"
    )
    assert play(state, "2-1").seat == 1


def test_that_there_is_no_garden_to_take_goes_without_saying() -> None:
    state = table("T", taken="1:0", drawn="S", stock="C")
    seen = [line.clause for frame in state.frames("2-1") for line in frame.told]
    assert seen == [line.clause for line in state.tell("2-1") if line.clause != "K53"] != []


@clause("K54")
def test_a_garden_that_nobody_owns_is_taken_with_its_cards() -> None:
    state = table("T", "Sc", taken="1:1", phase="take")
    assert legal(state) == "take-2 take-3 take-4 wait"
    assert str(refused(state, "take-1")) == "Garden 1 already has a flag: pick one without. (K54)"
    after = play(state, "take-2")
    assert field(after, "taken") == "1:1,2:0"
    assert garden(after, 2) == "Sc.........."


@clause("K55")
def test_a_garden_is_taken_at_the_end_of_a_turn() -> None:
    state = table("T", drawn="S")
    assert refused(state, "take-1").clause == "K2"
    after = play(state, "1-2")
    assert (after.seat, legal(after)) == (0, "take-1 take-2 take-3 take-4 wait")
    for move in ("1-3", "mole-1-1", "draw"):
        assert str(refused(after, move)).startswith("You have already played your card")
        assert refused(after, move).clause == "K55"
    assert play(after, "take-1").seat == 1


@clause("K13")
@pytest.mark.parametrize(
    ("state", "move"),
    [
        (table("T", drawn="S"), "1-2"),
        (table("T", drawn="s"), "1-1"),
        (table("T", phase="mole"), "mole-1-1"),
        (table(LAST, LAST, FULL, FULL, phase="mole", taken="1:1,2:2", stock="c"), "draw"),
    ],
    ids=["vegetable", "snail", "mole", "card that went to the box"],
)
def test_a_garden_may_be_taken_whatever_was_played(state: State, move: str) -> None:
    after = play(state, move)
    assert (field(after, "phase"), after.seat) == ("take", 0)


@clause("K21")
def test_an_empty_garden_may_be_taken() -> None:
    state = table("T", phase="take")
    assert field(play(state, "take-4"), "taken") == "4:0"


@clause("K57")
def test_others_may_still_play_in_an_owned_garden() -> None:
    assert legal(table("T", taken="1:1", drawn="S")).startswith("1-2 1-3")
    assert "1-1" in legal(table("T", taken="1:1", drawn="s")).split()
    assert "mole-1-1" in legal(table("T", taken="1:1", phase="mole"))


@clause("K58")
def test_nobody_has_to_take_a_garden_early() -> None:
    state = table("T", phase="take")
    assert told(state, "wait")[0] == "Ada takes no garden yet. (K55)"
    assert field(play(state, "wait"), "taken") == "-"


@clause("K11")
def test_who_lacks_a_garden_must_take_one_when_all_free_ones_are_full() -> None:
    state = table(FULL, FULL, "T", taken="3:1", phase="take", players=3)
    assert "wait" in legal(state)
    state = table(FULL, FULL, "T", FULL, taken="3:1", phase="take")
    assert legal(state) == "take-1 take-2 take-4"
    for tried in ("wait", "1-1"):  # whatever one tries, the reason is true
        assert str(refused(state, tried)) == (
            "Every garden without an owner is full: take one now. (K11)"
        )
    assert refused(state, "draw").clause == "K11"  # not K55, which speaks of ending the turn


@clause("K11")
def test_who_lacks_two_takes_the_second_in_a_later_turn() -> None:
    state = table(
        FULL, FULL, FULL, LAST, LAST, players=2, phase="take", taken="4:1,5:1", stock="dd"
    )
    assert legal(state) == "take-1 take-2 take-3"
    state = play(state, "take-1")
    assert (state.seat, legal(state).split()[0]) == (1, "draw")
    state = play(state, "draw", "4-12", "draw")
    assert (state.seat, legal(state)) == (0, "take-2 take-3")


# Last beds


@clause("K60", "K7")
@pytest.mark.parametrize("card", "Tcd")
def test_the_last_bed_of_an_owned_garden_is_its_owners(card: str) -> None:
    lone = "SCASCASCASC."
    state = table(lone, "ddd", taken="1:1", drawn=card)
    assert "1-12" not in legal(state).split()
    assert (
        str(refused(state, "1-12"))
        == "The last bed of garden 1 is kept for its owner: plant somewhere else. (K7)"
    )
    assert "1-12" in legal(table(lone, "ddd", taken="1:0", drawn=card)).split()


@clause("K60", "K7")
def test_snail_and_mole_still_come_into_a_garden_with_one_bed_left() -> None:
    assert "1-1" in legal(table(LAST, taken="1:1", drawn="s")).split()
    assert "mole-1-1" in legal(table(LAST, taken="1:1", phase="mole")).split()


@clause("K7")
def test_the_last_bed_of_a_garden_without_an_owner_is_open_to_all() -> None:
    assert "1-12" in legal(table(LAST, drawn="T")).split()


@clause("K8")
def test_an_owner_need_not_fill_the_last_bed() -> None:
    assert legal(table(LAST, taken="1:0", drawn="d")) == " ".join(
        ["1-12", beds(2, 1, 12), beds(3, 1, 12), beds(4, 1, 12)]
    )


# Full gardens


@clause("K61")
def test_who_fills_the_own_garden_is_finished() -> None:
    state = table(LAST, "T", "T", taken="1:0,2:1,3:2", drawn="d", stock="ddd")
    assert told(state, "1-12")[:3] == [
        "Ada plants a dandelion in garden 1. (K43)",
        "Ada has filled it all: time for a rest! (K61)",
        "Ada never played the mole: too late! (K14)",
    ]
    assert field(play(state, "1-12"), "moles") == "12"


@clause("K14")
def test_who_is_finished_is_skipped_and_the_last_one_plays_on_alone() -> None:
    state = table(FULL, FULL, "ccc", taken="1:0,2:1,3:2", turn=2, drawn="d", stock="ddd")
    assert "Ada is done and is skipped. (K14)" in told(state, "3-4")
    assert "Bob is done and is skipped. (K14)" in told(state, "3-4")
    for bed in ("3-4", "3-5", "4-1"):
        state = play(state, bed)
        assert state.seat == 2


@clause("K62", "K9")
def test_no_mole_and_no_snail_comes_into_a_full_garden() -> None:
    state = table(FULL, "T", taken="1:1", phase="mole")
    assert legal(state) == "draw mole-2-1"
    assert str(refused(state, "mole-1-1")) == "Garden 1 is full: nothing more goes in. (K9)"
    assert legal(table(FULL, "T", taken="1:1", drawn="s")) == "2-1"


@clause("K9")
def test_a_full_garden_is_closed_also_without_an_owner() -> None:
    for card, move in (("T", "1-1"), ("s", "1-1")):
        assert refused(table(FULL, "T", drawn=card), move).clause == "K9"
    assert refused(table(FULL, "T", phase="mole"), "mole-1-1").clause == "K9"


@clause("K9")
def test_who_takes_a_full_garden_is_finished() -> None:
    state = table(FULL, "T", phase="take", stock="dd")
    assert "Ada has filled it all: time for a rest! (K61)" in told(state, "take-1")
    assert play(state, "take-1").seat == 1


@clause("K9", "K18")
def test_at_two_players_one_full_garden_does_not_finish() -> None:
    state = table(FULL, "T", players=2, phase="take", stock="dddd")
    after = play(state, "take-1")
    assert field(after, "moles") == "01"
    state = table(FULL, FULL, "T", players=2, phase="take", taken="1:0", stock="dddd")
    assert "Ada has filled it all: time for a rest! (K18)" in told(state, "take-2")


# The end


@clause("K63", "K15")
def test_the_game_ends_at_once_when_everyone_has_filled_the_own_garden() -> None:
    state = table(FULL, FULL, LAST, "T", taken="1:0,2:1,3:2", turn=2, drawn="d")
    assert state.outcome() is None
    after = play(state, "3-12")
    outcome = after.outcome()
    assert outcome is not None
    assert outcome.reason.id == "K15"
    assert after.seat is None
    assert str(refused(after, "4-1")) == "The game is over: there’s nothing left to play. (K15)"


@clause("K19")
def test_a_stock_that_runs_dry_ends_the_game_and_scores_it() -> None:
    state = table("cc", "T", taken="1:1", phase="take", stock="")
    assert told(state, "wait")[1] == "The supply has run out: the game stops. (K19)"
    outcome = play(state, "wait").outcome()
    assert outcome is not None
    assert (outcome.reason.id, outcome.scores, outcome.winners) == ("K19", (0, 2, 0), (1,))


@clause("K19")
def test_an_empty_stock_does_not_stop_a_card_already_drawn() -> None:
    state = table("cc", taken="1:1", drawn="T", stock="")
    assert int(state.record.left) == 0
    assert play(state, "1-3").seat == 0
