"""Texts of Kraut & Rüben, and what bad ones get."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import InvalidError, InvalidMove, InvalidPosition, View, parse_record
from tests.games.kraut.tables import FULL, GAME, LAST, everything_but, play, table

STATE = table("T.S+s", "cdA+m", taken="2:1", drawn="C")
GOOD = str(STATE)
VIEW = str(STATE.view(1))
OVER = str(play(table(FULL, FULL, LAST, taken="1:0,2:1,3:2", turn=2, drawn="d"), "3-12"))
THREE = str(GAME.deal(5, seed=3, match="three"))
EMPTY = "." * 12


def replaced(field: str, value: str, text: str = GOOD) -> str:
    words = text.split()
    assert any(word.startswith(field + "=") for word in words)
    return " ".join(f"{field}={value}" if word.startswith(field + "=") else word for word in words)


def gardens(*texts: str) -> str:
    return replaced("gardens", "/".join([*texts, *[EMPTY] * (4 - len(texts))]))


def test_texts_with_letters_for_gardens_are_read_for_ever() -> None:
    for old, new in {"B7": "2-7", "mole-F12": "mole-6-12", "take-A": "take-1"}.items():
        assert str(GAME.parse_move(old)) == new
    assert GAME.parse_state(str(STATE).replace("taken=2:1", "taken=B1")) == STATE
    here = Path(__file__).parent
    lettered, numbered = (
        parse_record((here / name).read_text(encoding="utf-8"))
        for name in ("letters.record", "golden/kraut-2-single.record")
    )
    assert lettered == numbered
    assert lettered.replay() == numbered.replay()


def test_a_position_reads_like_the_table() -> None:
    assert GOOD == (
        "kraut players=3 match=single game=1 phase=place turn=0 drawn=C"
        " gardens=T.S+s........./cdA+m........./............/............"
        " taken=2:1 moles=01 box=- contracts=TSCA/TCAS/TASC totals=0,0,0"
        " key=00000000000000000000000000000000:0"
    )
    assert int(STATE.record.left) == 85 - 6 - 1  # on the beds, drawn


def test_fields_may_stand_in_any_order() -> None:
    name, *words = GOOD.split()
    assert GAME.parse_state(" ".join([name, *reversed(words)])) == STATE


NO_MOVES = ["", "a1", "1-0", "1-13", "1-01", "7-1", "A-1", "11", "1-1 ", "é", "pass", "Draw"]
NO_MOVES += ["draw ", "mole", "mole-", "mole-1", "mole-1-13", "mole1-1", "wait-1"]
NO_MOVES += ["take", "take-", "take-7", "take-1-1", "take-a"]


@pytest.mark.parametrize("text", NO_MOVES)
def test_what_is_no_move_says_how_to_write_one(text: str) -> None:
    with pytest.raises(InvalidMove, match="is no move: write draw, mole-2-7, 2-7, take-2 or wait"):
        GAME.parse_move(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "begins with 'kraut', not ''"),
        ("fourmis players=4", "begins with 'kraut', not 'fourmis'"),
        ("kraut", "field 'players' is missing"),
        (GOOD + " extra=1", "field 'extra' does not belong here"),
        (GOOD + " turn=1", "field 'turn' appears twice"),
        (replaced("players", "6"), "players=6: it must be 2 to 5"),
        (replaced("match", "five"), "match=five: choose single or three"),
        (replaced("game", "2"), "game=2: it must be 1 to 1"),
        (replaced("phase", "sleep"), "phase=sleep: choose mole or place or take or over"),
        (replaced("turn", "3"), "turn=3: it must be 0 to 2"),
        (replaced("drawn", "m"), "drawn=m: choose - or T or S"),
        (replaced("drawn", "TT"), "drawn=TT: choose"),
        (replaced("drawn", "-"), "exactly when phase=place"),
        (replaced("phase", "take"), "exactly when phase=place"),
        # gardens
        (gardens("T" * 13), "garden 1 has 13 beds: a garden has 12, 3 rows of 4"),
        (gardens(EMPTY, "T" * 11), "garden 2 has 11 beds"),
        (gardens("T+s" * 13), "garden 1 has 13 beds"),
        (gardens("T,T"), "garden 1: 'T,T' cannot be read: write a dot for an empty bed"),
        (gardens("T+" + "." * 11), "cannot be read"),
        (gardens("X" + EMPTY[1:]), "bed 1-1: 'X' is no card here: write one of T S C A c d s"),
        (gardens("m" + EMPTY[1:]), "bed 1-1: a mole always covers a vegetable, as in T\\+m"),
        (gardens("c+s" + EMPTY[1:]), "bed 1-1, covered .*: 'c' is no card here"),
        (gardens("T+T" + EMPTY[1:]), "bed 1-1, on top: 'T' is no card here: write one of s m"),
        (gardens(".+s" + EMPTY[1:]), "bed 1-1, covered .*: '.' is no card here"),
        (replaced("gardens", EMPTY), "field 'gardens' has 1 parts, but here it needs 4"),
        (gardens("T" * 12, "TTTTT......."), "there are 17 T .*: the game has 16"),
        (replaced("box", "cccccccc"), "there are 9 c"),
        (replaced("box", "m"), "box=m: 'm' is no card here"),
        (gardens("T+mS+mC+m........."), "garden 1 has 3 moles: 2 is the limit"),
        (gardens("T+ssS+s........."), "garden 1 has 3 snails: 2 is the limit"),
        # owners and moles
        (replaced("taken", "2:1,2:2"), "garden 2 has two owners, 1 and 2"),
        (replaced("taken", "2:1,3:1"), "seat 1 has too many: each takes one garden"),
        (replaced("taken", "5:1"), "'5:1' is no garden with its owner: write a garden 1 to 4"),
        (replaced("taken", "2:3"), "'2:3' is no garden with its owner"),
        (replaced("taken", "B"), "'B' is no garden with its owner"),
        (replaced("moles", "03"), "moles=03: write the seats .* each once \\(012\\)"),
        (replaced("moles", "00"), "moles=00: write the seats"),
        (replaced("moles", "012"), "1 moles lie in the gardens, but 0 seats have none"),
        (replaced("moles", "0"), "1 moles lie in the gardens, but 2 seats have none"),
        # contracts and totals
        (replaced("contracts", "TSCA/TSCA/TASC"), "contract TSCA appears twice"),
        (replaced("contracts", "TSCA/TSAC/TASC"), "contract TSAC is not in the pack"),
        (replaced("contracts", "TSCA/?/TASC"), "contract 1 is known here: only a view"),
        (replaced("contracts", "TSCA/TCAS"), "field 'contracts' has 2 parts, but here it needs 3"),
        (replaced("totals", "0,0"), "field 'totals' has 2 parts"),
        (replaced("totals", "0,0,1"), "totals: at this moment they are 0,0,0"),
        (replaced("totals", "0,0,99999"), "totals=99999: it must be -9999 to 9999"),
        (replaced("totals", "9,9,9", OVER), "totals: at this moment they are"),
        (replaced("key", "00"), "write 32 hexadecimal digits, a colon and a number"),
        # what happens by itself is never a position
        (replaced("phase", "over", replaced("drawn", "-")), "not everyone has filled"),
        (replaced("phase", "take", replaced("turn", "0", OVER)), "everyone is finished"),
        (replaced("game", "1", replaced("match", "three", OVER)), "the match is over after game 3"),
        # views
        (GOOD + " view=0", "a view never holds the key"),
    ],
)  # fmt: skip
def test_a_bad_position_names_its_fault(text: str, fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        GAME.parse_state(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (replaced("contracts", "?/TCAS/TASC", VIEW), "contract 2 is hidden in this view"),
        (replaced("contracts", "?/?/?", VIEW), "contract 1 is known here: only a view"),
        (replaced("view", "3", VIEW), "view=3: it must be table, or a seat 0 to 2"),
    ],
)  # fmt: skip
def test_a_bad_view_names_its_fault(text: str, fault: str) -> None:
    with pytest.raises(InvalidPosition, match=fault):
        GAME.parse_view(text)


def test_a_position_where_nothing_is_asked_says_what_happens_instead() -> None:
    with pytest.raises(InvalidPosition, match="the mole can cover nothing, so the card is drawn"):
        table("cd", phase="mole")
    with pytest.raises(InvalidPosition, match="seat 2 has no mole, so its card is drawn by itself"):
        table("T+mS", phase="mole", turn=2)
    with pytest.raises(InvalidPosition, match="the drawn card has no bed, so it goes to the box"):
        table(LAST, FULL, FULL, FULL, taken="1:1", drawn="d")
    with pytest.raises(InvalidPosition, match="phase=take: seat 1 owns all that it may"):
        table("T", taken="2:1", phase="take", turn=1)
    with pytest.raises(InvalidPosition, match="phase=take: nothing has been played yet"):
        table(phase="take")
    with pytest.raises(InvalidPosition, match="turn=1: this seat is finished and is skipped"):
        table(FULL, taken="1:1", turn=1)
    with pytest.raises(InvalidPosition, match="seat 1 is finished: its mole is lost"):
        table(FULL, taken="1:1", moles="012")
    with pytest.raises(InvalidPosition, match="the stock is empty as a turn begins"):
        table("T", phase="mole", box=everything_but("", "T"))


@pytest.mark.parametrize("card", "TSCAcd")
def test_a_card_that_had_a_bed_is_not_in_the_box(card: str) -> None:
    with pytest.raises(InvalidPosition, match=f"box: {card} would have had a bed in garden 1"):
        table(box=card)
    with pytest.raises(InvalidPosition, match=f"{card} would have had a bed in garden 4 .K10."):
        table(FULL, FULL, FULL, LAST, box=card)
    assert table(LAST, FULL, FULL, FULL, taken="1:0", drawn="d", box="d")


def test_a_snail_that_had_a_place_is_not_in_the_box() -> None:
    with pytest.raises(InvalidPosition, match=r"a snail would have had a place in garden 1 .K6."):
        table(box="s")
    with pytest.raises(InvalidPosition, match=r"a snail would have had a place in garden 2 .K6."):
        table(FULL, LAST, FULL, FULL, drawn="d", box="s")
    assert table(FULL, "T+sC+sSCATSCATS", FULL, FULL, drawn="d", box="s")


def test_what_no_game_has_come_to_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="turn=1: seat 0 begins this game"):
        table(turn=1)
    with pytest.raises(InvalidPosition, match="taken: there were fewer turns"):
        table("T", taken="1:0,2:1,3:2")
    with pytest.raises(InvalidPosition, match="seat 0 would have had 250 after 2 games"):
        table("T", match="three", game=3, turn=2, totals="250,0,0")


def test_a_player_may_own_two_gardens_at_two_players_only() -> None:
    assert table("TS", players=2, taken="1:0,2:0").players == 2
    with pytest.raises(InvalidPosition, match="seat 0 has too many: each takes two gardens"):
        table("TSC", players=2, taken="1:0,2:0,3:0")


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


@settings(deadline=None)
@given(st.sampled_from([GOOD, VIEW, OVER, THREE]), st.data())
def test_a_position_with_a_scratch_is_read_or_refused(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    patch = data.draw(st.text("TSCAcdsm.+/,-?= 0123456789ABCDEF", max_size=6))
    scratched = text[:start] + patch + text[end:]
    for parse in (GAME.parse_state, GAME.parse_view):
        try:
            again = parse(scratched)
        except InvalidError as error:
            assert str(error)
        else:
            assert parse(str(again)) == again
            mine = again.seat is None or not isinstance(again, View) or again.viewer == again.seat
            assert not mine or again.legal_moves() or again.outcome()
