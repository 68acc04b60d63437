"""Laying cards: joints, ends, repeats, and when a figure may be closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.escogriffe.tables import BLUE, FIVE, YELLOW, moves, ring_game, table, why

BELT = "beltrg greenhem boots hood neck"


@pytest.mark.clause("E4")
def test_a_figure_begins_with_any_card() -> None:
    state = table("hat neck waistcoat shoes boots", BLUE, YELLOW)
    assert moves(state, "lay") == "lay-boots lay-hat lay-neck lay-shoes lay-waistcoat"
    assert why(state, "lay-hat-head") == why(state, "lay-shoes-feet") == "E4"


@pytest.mark.clause("E30", "E53")
def test_joints_must_match_in_shape_and_colour() -> None:
    hand = "redchest bluechest beltry greenlegs"
    state = table(hand, BLUE, YELLOW, figures=["beltrg"])
    assert moves(state, "lay") == "lay-greenlegs-feet lay-redchest-head"
    assert why(state, "lay-bluechest-head") == "E53"
    assert why(state, "lay-beltry-feet") == "E53"
    assert str(state.why_not("lay-bluechest-head")) == (
        "That doesn’t fit at the head end. Needed there: red chest. On the card: blue chest. (E53)"
    )


@pytest.mark.clause("E54")
def test_a_head_closes_the_top_and_feet_close_the_bottom() -> None:
    state = table("neck curls redbust", BLUE, YELLOW, figures=["hat neck"])
    assert moves(state, "lay") == "lay-neck-feet lay-redbust-feet"
    assert why(state, "lay-neck-head") == why(state, "lay-curls-head") == "E54"
    state = table("greenlegs shoes beltrg", BLUE, YELLOW, figures=["greenlegs boots"])
    assert moves(state, "lay") == "lay-beltrg-head lay-greenlegs-head"
    assert why(state, "lay-shoes-feet") == "E54"


@pytest.mark.clause("E5")
def test_nothing_is_slipped_in_between() -> None:
    state = table("neck redbust shoes", BLUE, YELLOW, figures=["hat neck"])
    assert why(state, "lay-neck") == why(state, "lay-redbust") == "E5"
    assert str(state.why_not("lay-neck")).startswith("You already have a beanpole: add the card at")
    after = state.play("lay-redbust-feet")
    assert " figures=hat,neck,redbust/-/- " in str(after)


@pytest.mark.clause("E55")
def test_an_orange_card_may_come_again() -> None:
    state = table("neck neck neck", BLUE, YELLOW, figures=["neck neck"])
    assert moves(state, "lay") == "lay-neck-feet lay-neck-head"


@pytest.mark.clause("E3")
def test_a_card_that_is_not_orange_stands_once_in_a_figure(tmp_path: Path) -> None:
    game = ring_game(tmp_path)
    others = "top top top top top"
    state = table(
        "plain orange foot",
        others,
        others,
        figures=["plain orange"],
        piles=["foot", "foot"],
        with_game=game,
    )
    assert moves(state, "lay") == "lay-foot-feet lay-orange-feet lay-orange-head"
    assert why(state, "lay-plain-head") == why(state, "lay-plain-feet") == "E3"


@pytest.mark.clause("E8", "E31")
def test_a_figure_is_not_closed_below_the_target() -> None:
    state = table("boots greenhem neck", BLUE, YELLOW, figures=["hood beltrg"])
    assert moves(state, "lay") == "lay-greenhem-feet"
    assert why(state, "lay-boots-feet") == "E8"
    assert str(state.why_not("lay-boots-feet")) == (
        "Too small! It would be finished with 3 cards, and it needs 5. (E8)"
    )
    upside = table("hood redchest neck", BLUE, YELLOW, figures=["beltrg boots"])
    assert why(upside, "lay-hood-head") == "E8"


@pytest.mark.clause("E9")
def test_the_last_card_is_laid_only_to_complete() -> None:
    state = table("neck", BLUE, YELLOW, figures=["hat neck neck neck"])
    assert moves(state, "lay") == ""
    assert why(state, "lay-neck-feet") == "E9"
    ready = table("shoes", BLUE, YELLOW, figures=["hat redbust beltrg greenhem"])
    assert moves(ready, "lay") == "lay-shoes-feet"


@pytest.mark.clause("E6")
def test_laying_is_never_forced() -> None:
    ready = table("shoes", BLUE, YELLOW, figures=["hat redbust beltrg greenhem"])
    assert "draw" in moves(ready)


@pytest.mark.clause("E17")
def test_either_end_is_accepted_where_the_figure_is_the_same_and_one_is_offered_to_search() -> None:
    state = table("neck hat redbust", BLUE, YELLOW, figures=["neck neck"])
    assert moves(state, "lay") == "lay-hat-head lay-neck-feet lay-neck-head lay-redbust-feet"
    distinct = {str(move) for move in state.distinct_moves()}
    assert {str(m) for m in state.legal_moves()} - distinct == {"lay-neck-head"}
    assert state.play("lay-neck-head") == state.play("lay-neck-feet")


@pytest.mark.clause("E17")
def test_different_figures_from_either_end_are_different_moves(tmp_path: Path) -> None:
    game = ring_game(tmp_path)
    others = "top top top top top"
    state = table(
        "orange orange foot",
        others,
        others,
        figures=["plain orange"],
        piles=["foot", "foot"],
        with_game=game,
    )
    assert state.distinct_moves() == state.legal_moves()


@pytest.mark.clause("E17")
def test_a_figure_that_can_no_longer_be_completed_is_allowed() -> None:
    state = table("hat beltrg", FIVE, YELLOW, figures=["waistcoat bluechest bluechest"])
    assert moves(state, "lay") == ""
    assert state.play("draw").seat == 0


def test_equal_cards_are_one_move() -> None:
    state = table("neck neck neck hat hat", BLUE, YELLOW)
    assert moves(state, "lay") == "lay-hat lay-neck"
    assert moves(state.play("take-1")) == "drop-greenlegs-1 drop-hat-1 drop-neck-1"


def test_the_order_of_laying_does_not_matter_for_a_figure() -> None:
    state = table(BELT, BLUE, YELLOW, figures=[])
    after = state.play("lay-beltrg")
    assert after.record.head_ends[0] > 0
    assert after.record.foot_ends[0] > 0
