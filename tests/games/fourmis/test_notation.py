"""Texts of Fourmis, and what bad ones get."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import InvalidError, InvalidMove, InvalidPosition
from tests.games.fourmis.tables import GAME, table

GOOD = str(GAME.deal(4, seed=7))
VIEW = str(GAME.deal(4, seed=7).view(2))
GHOST = str(GAME.deal(2, seed=7))


def test_a_ninja_may_be_written_with_her_force() -> None:
    assert GAME.parse_move("9r") == GAME.parse_move("Nr")
    assert str(GAME.parse_move("9r")) == "Nr"


@pytest.mark.parametrize(
    "text", ["", "1r", "10r", "7x", "r7", "7", "Q", "LL", "l", "7R", "9", "9x", "7r "]
)
def test_what_is_no_card_says_how_to_write_one(text: str) -> None:
    with pytest.raises(InvalidMove, match="is no card: write 2 to 8"):
        GAME.parse_move(text)


def test_hidden_cards_print_as_hidden() -> None:
    hands = VIEW.split(" hands=")[1].split()[0].split("/")
    assert hands[0] == hands[1] == hands[3] == "?12"
    assert "?" not in hands[2]
    assert VIEW.endswith("key=?")


def replaced(field: str, value: str, text: str = GOOD) -> str:
    return " ".join(
        f"{field}={value}" if word.startswith(field + "=") else word for word in text.split()
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "begins with 'fourmis', not ''"),
        ("chess players=4", "begins with 'fourmis', not 'chess'"),
        ("fourmis", "field 'players' is missing"),
        (GOOD + " extra=1", "field 'extra' does not belong here"),
        (GOOD + " round=1", "field 'round' appears twice"),
        (GOOD + " round", "'round' is no field: write name=value"),
        (replaced("players", "5"), "players=5: it must be 2 to 4"),
        (replaced("players", "x"), "'x' is not a whole number"),
        (replaced("beat", "lowest"), "beat=lowest: choose highest or previous"),
        (replaced("round", "0"), "round=0: it must be 1 to"),
        (replaced("round", "2"), "4 objectives are left, but in round 2 it must be 3"),
        (replaced("plus", "jrvbp"), "is no objective"),
        (replaced("plus", "j:jvbp"), "the colour shown cannot lie in its pile too"),
        (replaced("aphids", "0,0,0"), "field 'aphids' has 3 parts, but here it needs 4"),
        (replaced("aphids", "0,-1,0,0"), "aphids=-1: it must be 0 to"),
        (replaced("aphids", "0,15,0,0"), "someone has 15 aphids and cards are still in hand"),
        (replaced("aphids", "9,0,0,0"), "seat 0 would have had 9 before this round"),
        (replaced("lead", "1"), "lead=1: the first trick of this round is led by 0"),
        (replaced("round", "6", replaced("teams", "yes")), "round=6: it must be 1 to 4"),
        (replaced("caps", "9,9,9,10"), "caps=10: it must be 2 to 9"),
        (replaced("caps", "2,9,9,9"), "hand 0 holds .* but has shown that it has nothing above 2"),
        (replaced("lead", "4"), "lead=4: it must be 0 to 3"),
        (replaced("trick", "2r"), "hand 0 holds 12 cards, but it must be 11"),
        (replaced("trick", "2r,3r,4r,5r"), "a trick of 4 cards is complete"),
        (replaced("trick", "XX"), "'XX' is no card"),
        (replaced("aside", "3"), "a trick set aside is 4 ladybirds"),
        (replaced("won", "2r/-/-/-"), "hand 0 has won 1 cards: a trick has 4"),
        (replaced("key", "00"), "write 32 hexadecimal digits, a colon and a number"),
        (replaced("key", "zz" * 16 + ":1"), "is not hexadecimal"),
        (GOOD.replace("2j,", "2r,"), "in all, 2r appears twice"),
        (GOOD.replace("2j,", "L,"), "4 times L: the deck has 3 of its 48 cards"),
        (GOOD.replace("L,L/", "L/"), "hand 0 holds 11 cards, but it must be 12"),
        (GOOD.replace("2j,4b", "2j,2j"), "2j appears twice"),
        (replaced("teams", "yes", replaced("aphids", "1,2,3,4")), "partners .* share"),
        (replaced("teams", "yes", replaced("players", "3")), "teams=yes is for 4 players, not 3"),
        (GOOD + " view=0", "a view never holds the key"),
        (replaced("view", "9", VIEW), "view=9: it must be table, or a seat 0 to 3"),
        (
            replaced("hands", "?11/?12/?12/?12", VIEW),
            r"hand 0 is hidden in this view and holds 12: write \?12",
        ),
        (replaced("hands", "?12/?12/?12/?12", VIEW), "hand 2 is known here: only a view"),
        (replaced("trick", "-", GHOST), "hand 2 holds 15 cards, but it must be 16"),
    ],
)
def test_a_bad_position_names_its_fault(text: str, fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        GAME.parse_state(text)


def test_a_view_whose_unseen_cards_fit_no_hand_is_refused() -> None:
    """`redeal` would lose cards without a word."""
    with pytest.raises(InvalidPosition, match="unseen cards have a force of 3 or more, but only 0"):
        GAME.parse_view(replaced("caps", "2,2,9,2", VIEW))
    assert GAME.parse_view(replaced("caps", "9,2,9,9", VIEW)).redeal(1).view(2)


@pytest.mark.parametrize(
    ("trick", "held", "fault"),
    [
        ("3j 3r", "4r", "hand 1 could not play 3r, it holds 4r .F2."),
        ("Nr 8p", "Nj", "hand 1 could not play 8p, it holds Nj .F4."),
        ("Nr Qp", "Nj", "hand 1 could not play Qp, it holds Nj .F4."),
    ],
)
def test_a_trick_in_which_a_duty_was_broken_is_refused(trick: str, held: str, fault: str) -> None:
    with pytest.raises(InvalidPosition, match=fault):
        table("2b", held, "3b 5b", trick=trick)
    assert table("2b", "2v", "3b 5b", trick=trick)
    view = str(table("2b", "2v", "3b 5b", trick=trick).view(2))
    assert GAME.parse_view(view), "what a hidden hand could play nobody knows"


def test_a_missing_card_is_named() -> None:
    text = str(table("2b", "3b", "4b", "5b"))
    with pytest.raises(InvalidPosition, match="won 43 cards"):
        GAME.parse_state(text.replace("2r,", "", 1))


def test_the_ghost_is_never_the_one_to_decide() -> None:
    with pytest.raises(InvalidPosition, match="the ghost is next"):
        table("2b", "3b", "4b", players=2, lead=2)


def test_a_finished_round_is_scored_before_it_is_written() -> None:
    with pytest.raises(InvalidPosition, match="the next round must be dealt"):
        table("-", "-", "-", "-")


def test_a_position_is_a_text() -> None:
    with pytest.raises(InvalidPosition, match="a position is a text"):
        GAME.parse_state(None)  # type: ignore[arg-type]


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (GAME.parse_move, GAME.parse_state, GAME.parse_view):
        try:
            parse(text)
        except InvalidError as error:
            assert str(error)


@given(st.sampled_from([GOOD, VIEW, GHOST]), st.data())
def test_a_position_with_a_scratch_is_read_or_refused(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    patch = data.draw(st.text("rjvbpQNL0123456789,:/-?= ", max_size=6))
    scratched = text[:start] + patch + text[end:]
    for parse in (GAME.parse_state, GAME.parse_view):
        try:
            again = parse(scratched)
        except InvalidError as error:
            assert str(error)
        else:
            assert type(again)(GAME, again._records.copy()) == parse(str(again))
