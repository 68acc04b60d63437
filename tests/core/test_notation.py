"""Texts of a tiny game that has no notation of its own."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tablee import GAMES, InvalidMove, InvalidPosition
from tablee.core.fields import (
    OTHERS,
    Deck,
    Layout,
    Per,
    cards,
    choice,
    counts,
    flag,
    last_seat,
    number,
    row,
    scratch,
    seats,
)
from tablee.core.header import EVERYTHING
from tablee.core.notation import Notation
from tablee.core.state.text import Fields, write_fields

SEATS = Per(3)
TINY = Layout(
    number("rounds", "u2", 1, 9, text="round"),
    number("leader", "i1", 0, last_seat, text="lead", none=-1),
    choice("trump", "u1", ("hearts", "spades")),
    flag("doubled"),
    seats("out"),
    number("points", "i2", -9, 9, SEATS),
    cards("hands", SEATS, secret=OTHERS, size=lambda state, seat: 2),
    counts("coins", 4, SEATS, lies=False),
    row("trick", 3, length="played"),
    number("lull", "u1", 1, 3, optional=True),
    scratch("room", "u1", 2),
    deck=Deck(("1h", "2h", "1s", "X"), (1, 1, 1, 3)),
)
TEXTS = Notation(TINY, moves=(*TINY.deck.texts, "pass"))
GOOD = (
    "round=2 lead=- trump=spades doubled=yes out=02 points=3,-1,0 hands=1h,X/2h,X/1s,X"
    " coins=1h,X*2/-/2h trick=-"
)


def blank(viewer: int = EVERYTHING) -> Any:
    records = np.zeros(1, TINY.dtype)
    records["players"], records["viewer"] = 3, viewer
    return records[0]


def read(text: str, viewer: int = EVERYTHING) -> Any:
    fields, state = Fields(f"tiny {text}"), blank(viewer)
    TEXTS.read_table(fields, state)
    fields.finish()
    return state


def written(state: Any) -> str:
    return write_fields("tiny", TEXTS.write_table(state)).removeprefix("tiny ")


def test_a_position_comes_back_as_it_was_written() -> None:
    assert written(read(GOOD)) == GOOD
    assert written(read(GOOD + " lull=2")) == GOOD + " lull=2"


def test_a_view_hides_what_is_declared_as_secret() -> None:
    state = read(GOOD)
    state["viewer"] = 1
    TINY.blank_secrets(state, 1)
    hidden = GOOD.replace("hands=1h,X/2h,X/1s,X", "hands=?2/2h,X/?2")
    assert written(state) == hidden
    assert written(read(hidden, viewer=1)) == hidden


def test_a_position_is_plain_data_too() -> None:
    state = read(GOOD)
    state["viewer"] = 1
    TINY.blank_secrets(state, 1)
    assert json.loads(json.dumps(TEXTS.as_dict(state))) == {
        "round": 2,
        "lead": None,
        "trump": "spades",
        "doubled": "yes",
        "out": [0, 2],
        "points": [3, -1, 0],
        "hands": [{"hidden": 2}, ["2h", "X"], {"hidden": 2}],
        "coins": [["1h", "X", "X"], [], ["2h"]],
        "trick": [],
    }


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("round=2", "round=10", "round=10: it must be 1 to 9"),
        ("lead=-", "lead=3", "lead=3: it must be 0 to 2"),
        ("trump=spades", "trump=clubs", "trump=clubs: choose hearts or spades"),
        ("out=02", "out=03", r"write the seats by number, each once \(012\)"),
        ("points=3,-1,0", "points=3,-1", "field 'points' has 2 parts, but here it needs 3"),
        ("1h,X/2h", "1h/2h", "hand 0 holds 1 cards, but it must be 2"),
        ("1h,X/2h", "1h,Z/2h", "hand 0: 'Z' is no card: write one of 1h, 2h, 1s, X"),
        ("1h,X/2h", "1h,1h/2h", "hand 0: 1h appears twice"),
        ("1h,X/2h", "2h,X/2h", "in all, 2h appears twice"),
        ("1h,X/2h", "?2/2h", "hand 0 is known here: only a view"),
        ("X*2", "X*0", r"after \* stands how many, from 1"),
        ("X*2", "X*4", "coin 0: 4 times X: the deck has 3 of its 6 cards"),
        ("trick=-", "trick=X,X,X,X", "trick: 4 times X"),
        ("trick=-", "trick=- lull=4", "lull=4: it must be 1 to 3"),
    ],
)
def test_a_bad_position_names_its_fault(old: str, new: str, fault: str) -> None:
    assert old in GOOD
    with pytest.raises(InvalidPosition, match=fault):
        read(GOOD.replace(old, new, 1))


def test_moves_are_declared_texts() -> None:
    assert [TEXTS.write_move(code) for code in range(5)] == ["1h", "2h", "1s", "X", "pass"]
    assert TEXTS.read_move("pass") == 4
    with pytest.raises(InvalidMove, match="'3h' is no move: write one of 1h, 2h, 1s, X, pass"):
        TEXTS.read_move("3h")


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_states_views_and_outcomes_are_plain_data(game: Any) -> None:
    state = game.deal(seed=3)
    data = json.loads(json.dumps(state.as_dict()))
    assert (data["game"], data["seat"]) == (game.name, state.seat)
    view = json.loads(json.dumps(state.view(0).as_dict()))
    assert view["view"] == 0
    assert "key" not in view
    table = view["table"]
    hidden = table["hands"][1] if "hands" in table else table["contracts"][1]
    assert hidden is None or set(hidden) == {"hidden"}
