"""Texts of Le Grand Escogriffe, and what bad ones get."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import InvalidError, InvalidMove, InvalidPosition, State
from tests.games.escogriffe.styles import sensible
from tests.games.escogriffe.tables import BLUE, FIVE, GAME, YELLOW, field, table

READY = "hat redbust beltrg greenhem"
GOOD = str(table(FIVE, BLUE, YELLOW, piles=["boots,greenlegs", "redchest"]))
START = str(table(FIVE, BLUE, YELLOW))
BUILT = str(table("shoes", BLUE, YELLOW, figures=[READY], piles=["boots", "redchest"]))
TAKEN = str(table(FIVE, BLUE, YELLOW).play("take-1"))
DRAWN_STATE = table(FIVE, BLUE, YELLOW).play("draw")
DRAWN = str(DRAWN_STATE)
VIEW = str(DRAWN_STATE.view(2))
OVER = str(table("shoes", BLUE, YELLOW, figures=[READY], totals=[42, 3, 0]).play("lay-shoes-feet"))


def reshuffled_state() -> State:
    """A position of eight after two reshuffles, with a card just drawn."""
    luck = random.Random(3)
    state = GAME.deal(8, seed=next(s for s in range(99) if GAME.deal(8, s).record.target == 12))
    while state.record.reshuffles < 2 or state.record.drawn != 4 or state.record.left > 5:
        state = state.play(sensible(state, luck))
    return state


RESHUFFLED_STATE = reshuffled_state()
RESHUFFLED = str(RESHUFFLED_STATE)
RESHUFFLED_VIEW = str(RESHUFFLED_STATE.view(0))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "'' is no move: write draw, take-2"),
        ("pass", "'pass' is no move"),
        ("draw-1", "'draw-1' is no move"),
        ("take", "'take' is no move"),
        ("take-0", "'take-0' is no move: .* piles are 1 to 3"),
        ("take-4", "piles are 1 to 3"),
        ("take-x", "piles are 1 to 3"),
        ("drop-neck", "'drop-neck' is no move"),
        ("drop-neck-9", "piles are 1 to 3"),
        ("drop-nose-1", "'drop-nose-1' is no move: .* cards hat, curls"),
        ("lay-nose", "cards hat, curls"),
        ("lay-", "'lay-' is no move"),
        ("lay-neck-", "lay-CARD-head, lay-CARD-feet"),
        ("lay-neck-foot", "lay-CARD-head, lay-CARD-feet"),
        ("lay-neck-head-1", "is no move"),
        ("LAY-neck", "is no move"),
        ("lay-neck ", "'lay-neck ' is no move"),
    ],
)
def test_what_is_no_move_says_how_to_write_one(text: str, fault: str) -> None:
    with pytest.raises(InvalidMove, match=fault):
        GAME.parse_move(text)


def test_every_kind_of_move_has_its_text() -> None:
    texts = {str(move) for move in GAME.moves}
    assert len(texts) == 4 + 6 * 19
    assert texts >= {"draw", "take-1", "take-3", "drop-neck-1", "lay-neck", "lay-hat-head"}


def replaced(name: str, value: str, text: str = GOOD) -> str:
    return " ".join(
        f"{name}={value}" if word.startswith(name + "=") else word for word in text.split()
    )


def without(name: str, text: str) -> str:
    return " ".join(word for word in text.split() if not word.startswith(name + "="))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("escogriffe", "field 'players' is missing"),
        (GOOD + " extra=1", "field 'extra' does not belong here"),
        (GOOD + " winner=1", "field 'winner' does not belong here"),
        (replaced("players", "2"), "players=2: it must be 3 to 8"),
        (replaced("players", "4"), "field 'totals' has 3 parts, but here it needs 4"),
        (replaced("points", "40"), "points=40: choose 50 or 30 or 100"),
        (replaced("target", "4"), "target=4: it must be 5 to 12"),
        (replaced("target", "6"), "hand 0 holds 5 cards, but it must be 6"),
        (replaced("turn", "3"), "turn=3: it must be 0 to 2"),
        (replaced("turn", "x"), "'x' is not a whole number"),
        (replaced("turn", "-"), "field 'winner' is missing"),
        (replaced("turn", "-") + " winner=-", "the match is over: its cards are gathered"),
        (replaced("totals", "50,0,0"), "someone has 50: with 50 points the match is over"),
        (replaced("totals", "65,0,0"), "totals=65: it must be 0 to 64"),
        (replaced("idle", "30"), "idle=30: it must be 0 to 29"),
        (replaced("reshuffles", "2"), "reshuffles=2: it must be 0 to 1"),
        (replaced("idle", "29", START), "turn=0: after 29 turns of this round it is seat 2's"),
        (replaced("totals", "49,0,0"), "seat 0 would have had 49 before this round: not 0 to 0"),
        (GOOD + " scoreless=1", "so many rounds without a point have not been"),
        (replaced("piles", "neck"), "field 'piles' has 1 parts, but here it needs 2"),
        (replaced("piles", "-/neck"), "pile 1 is empty: who empties a pile must discard there"),
        (replaced("piles", "nose/neck"), "pile 1: 'nose' is no card: write one of hat, curls"),
        (
            replaced("hands", "hat*5/neck*5/neck*5"),
            "hand 0: 5 times hat: the deck has 4 of its 110",
        ),
        (
            replaced("hands", "neck*5/neck*5/neck*5"),
            "in all, 15 times neck: the deck has 10 of its 110 cards",
        ),
        (replaced("hands", "hat,neck*x/-/-"), r"hand 0: 'neck\*x': after \* stands how many"),
        (replaced("hands", "hat,neck*0/-/-"), r"after \* stands how many, from 1"),
        (replaced("hands", "?5/?5/?5"), "hand 0 is known here: only a view"),
        (replaced("known", "boots/-/-"), "known 0: boots is not in the hand so often"),
        (replaced("known", "hat*6/-/-"), "known 0: 6 times hat"),
        (replaced("figures", "hat,shoes/-/-"), "figure 0: shoes does not join hat above it"),
        (replaced("figures", "neck,hat/-/-"), "figure 0: hat does not join neck"),
        (
            replaced("figures", "hood,beltrg,boots/-/-"),
            "figure 0 goes from head to feet below the target 5",
        ),
        (
            replaced("figures", "neck,neck,neck,neck,neck/-/-"),
            "figure 0: 5 cards are too many: it must be 4 at most",
        ),
        (replaced("figures", "neck/-/-"), "hand 0 holds 5 cards, but it must be 4"),
        (
            replaced("drawn", "pile3:neck"),
            "drawn=pile3:neck: write -, or pile1, pile2, stock and :CARD",
        ),
        (replaced("drawn", "stock"), "drawn: '' is no card"),
        (replaced("drawn", "stock:?"), r"only what another seat drew from the stock is hidden"),
        (replaced("drawn", "stock:neck"), "hand 0 holds 5 cards, but it must be 6"),
        (replaced("drawn", "stock:boots", TAKEN), "pile 1 is empty"),
        (replaced("drawn", "pile1:hat", TAKEN), "hat was taken openly, so it must be known"),
        (
            replaced("known", "-/-/-", TAKEN),
            "greenlegs was taken openly, so it must be known in hand 0",
        ),
        (replaced("drawn", "stock:boots", DRAWN), "boots from the stock must be in hand 0"),
        (replaced("key", "00"), "write 32 hexadecimal digits"),
        (replaced("totals", "49,3,0", OVER), "turn=-: the match is not over, nobody has 50 points"),
        (replaced("totals", "64,3,0", OVER), "seat 0 would have had 56 before this round"),
        (replaced("totals", "3,50,0", OVER), "seat 0 would have had -5 before this round"),
        (replaced("winner", "1", OVER), "winner=1: that figure is not complete at 5 cards"),
        (replaced("winner", "3", OVER), "winner=3: it must be 0 to 2"),
        (without("winner", OVER), "field 'winner' is missing"),
        (replaced("idle", "3", OVER), "the match is over: write idle=0"),
        (replaced("drawn", "stock:hat", OVER), "- when all is over"),
        (replaced("hands", "hat/-/-", OVER), "hand 0 holds 1 cards"),
        (replaced("reshuffles", "1", OVER), "reshuffles=1: it must be 0 to 0"),
        (BUILT.replace("greenhem/", "yellowhem/"), "yellowhem does not join beltrg above it"),
        (without("shuffled", RESHUFFLED), "field 'shuffled' is missing"),
        (replaced("reshuffles", "15", RESHUFFLED), "reshuffles=15: it must be 0 to 14"),
        (replaced("reshuffles", "0", RESHUFFLED), "field 'shuffled' does not belong here"),
        (replaced("shuffled", "neck*3", RESHUFFLED), "shuffled: 3 cards, but it must be 11"),
        (without("since", RESHUFFLED), "since: the card just drawn by seat . must be last"),
        (RESHUFFLED + " drew=-", "field 'drew' does not belong here"),
        (replaced("since", "9+hat", RESHUFFLED), "'9.hat': write 3.CARD where seat 3 drew"),
        (replaced("since", "1+?", RESHUFFLED), "only what another seat drew is hidden"),
        (RESHUFFLED.replace(" since=", " since=0+neck,"), "draws, but"),
        (RESHUFFLED.replace(" since=", " since=0-hood*,"), "is no card"),
        (RESHUFFLED.replace(" since=", " since=" + "0-neck," * 13), "seat 0 would have held"),
        (
            replaced("shuffled", "neck*10,hat/neck*10,hat", RESHUFFLED),
            "does not add up with what was drawn and is left",
        ),
    ],
)
def test_a_bad_position_names_its_fault(text: str, fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        GAME.parse_state(text)


def test_a_position_of_111_cards_is_refused() -> None:
    piles = "/".join([",".join(["neck"] * 6), ",".join(["neck"] * 5)])
    with pytest.raises(InvalidPosition, match=r"11 times neck: the deck has 10 of its 110"):
        GAME.parse_state(replaced("piles", piles))


def test_an_empty_stock_is_made_anew_before_it_is_written() -> None:
    held = [field(GOOD, "hands").replace("/", ","), "greenlegs"]
    used = {"hat": 1, "redbust": 1, "beltrg": 1, "greenhem": 1, "shoes": 1}
    used |= {"bluechest": 5, "yellowlegs": 5}
    rest = [k.code for k in GAME.deck.kinds for _ in range(k.copies - used.get(k.code, 0))]
    assert held
    with pytest.raises(InvalidPosition, match="the stock is empty: it is made anew"):
        GAME.parse_state(replaced("piles", f"{','.join(rest[:50])}/{','.join(rest[50:])}"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            replaced("hands", "?5/?5/yellowlegs*5", VIEW),
            r"hand 0 is hidden .* and holds 6: write \?6",
        ),
        (replaced("hands", "?6/?5/?5", VIEW), "hand 2 is known here: only a view"),
        (
            replaced("drawn", "stock:hat", VIEW),
            "only what another seat drew from the stock is hidden",
        ),
        (replaced("known", "neck*7/-/-", VIEW), "known 0: 7 cards are known in a hand of 6"),
        (replaced("known", "neck*6/-/-", VIEW), "a card drawn from the stock cannot be known"),
        (replaced("view", "5", VIEW), "view=5: it must be table, or a seat 0 to 2"),
        (replaced("key", "00", VIEW), "a view never holds the key"),
        (RESHUFFLED_VIEW.replace("+?", "+hat"), "only what another seat drew is hidden, as"),
        (
            RESHUFFLED_VIEW.replace(" since=", " since=1-hood,2-hood,3-hood,4-hood,"),
            "since: no deal of the hidden",
        ),
    ],
)
def test_a_bad_view_names_its_fault(text: str, fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        GAME.parse_view(text)


def test_positions_after_a_reshuffle_read_back() -> None:
    state = RESHUFFLED_STATE
    assert GAME.parse_state(RESHUFFLED) == state
    for seat in [None, *range(8)]:
        view = state.view(seat)
        assert GAME.parse_view(str(view)) == view
        assert view.redeal(5).view(seat) == view


def test_cards_may_be_written_one_by_one() -> None:
    one_by_one = GOOD.replace("bluechest*5", "bluechest,bluechest*2,bluechest*2")
    assert GAME.parse_state(one_by_one) == GAME.parse_state(GOOD)


def test_a_record_has_no_byte_left_to_chance() -> None:
    dtype = GAME.rules.STATE
    assert dtype.itemsize == sum(dtype.fields[name][0].itemsize for name in dtype.names)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (GAME.parse_move, GAME.parse_state, GAME.parse_view):
        try:
            parse(text)
        except InvalidError as error:
            assert str(error)


TEXTS = [GOOD, BUILT, TAKEN, DRAWN, VIEW, OVER, RESHUFFLED, RESHUFFLED_VIEW]


@given(st.sampled_from(TEXTS), st.data())
def test_a_position_with_a_scratch_is_read_or_refused(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    patch = data.draw(st.text("hatneck0123456789,:/-?= *", max_size=6))
    read_or_refuse(text[:start] + patch + text[end:])


@given(st.sampled_from(TEXTS), st.data())
def test_a_position_with_another_value_is_read_or_refused(text: str, data: st.DataObject) -> None:
    words = text.split()
    place = data.draw(st.integers(1, len(words) - 1))
    name, _, value = words[place].partition("=")
    parts = value.split("/")
    codes = st.sampled_from([*GAME.notation.codes, "-", "0", "1", "9", "-1", "?", "neck*3"])
    part = data.draw(st.integers(0, len(parts) - 1))
    parts[part] = ",".join(data.draw(st.lists(codes, min_size=1, max_size=6)))
    words[place] = f"{name}={'/'.join(parts)}"
    read_or_refuse(" ".join(words))


def read_or_refuse(text: str) -> None:
    for parse in (GAME.parse_state, GAME.parse_view):
        try:
            again = parse(text)
        except InvalidError as error:
            assert str(error)
        else:
            assert parse(str(again)) == again
