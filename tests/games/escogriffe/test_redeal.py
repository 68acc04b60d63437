"""Dealing the hidden cards anew: consistent with all that was seen, and evenly."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest
from scipy.stats import chisquare

from tablee import State
from tablee.games.escogriffe.notation import blocks_of, events_of, figure_of, of_seat, pile_of
from tablee.games.escogriffe.state import card_in, first_stock, seat_in, was_drawn
from tests.games.escogriffe.styles import sensible
from tests.games.escogriffe.tables import BLUE, FIVE, GAME, YELLOW, field, ring_game, table


def hand(state: State, seat: int) -> Counter[str]:
    game = state.game
    codes = game.notation.codes
    counts = of_seat(state.record.hands, seat)
    return Counter({code: n for code, n in zip(codes, counts, strict=False) if n})


def stock(state: State) -> Counter[str]:
    codes = state.game.notation.codes
    counts = [int(n) for n in state.record.stock]
    return Counter({code: n for code, n in zip(codes, counts, strict=False) if n})


def test_a_card_taken_openly_stays_in_that_hand_until_one_like_it_goes() -> None:
    state = table(FIVE, BLUE, YELLOW, piles=["boots,boots", "redchest"])
    taken = state.play("take-1").play("drop-hat-1")
    assert field(taken, "known") == "boots/-/-"
    for n in range(100):
        assert hand(taken.view(1).redeal(n), 0)["boots"] >= 1
    held = taken.play("take-1").play("drop-hat-1").play("take-1").play("drop-hat-1")
    assert field(held, "known") == "boots/-/-"
    gone = held.play("take-1").play("drop-boots-1")
    assert field(gone, "known") == "hat/-/-"
    assert any(not hand(gone.view(1).redeal(n), 0)["boots"] for n in range(50))


def test_a_card_laid_is_no_longer_known() -> None:
    state = table(FIVE, BLUE, YELLOW, known=["redbust", "", ""])
    assert field(state.play("lay-redbust"), "known") == "-/-/-"
    assert field(state.play("lay-hat"), "known") == "redbust/-/-"


def test_two_known_cards_of_a_type_leave_one_known() -> None:
    state = table("neck neck neck hat shoes", BLUE, YELLOW, known=["neck neck", "", ""])
    assert field(state.play("lay-neck"), "known") == "neck/-/-"


def test_what_lies_in_the_piles_stays_there() -> None:
    state = table(FIVE, BLUE, YELLOW, piles=["boots,neck,neck", "shoes,redchest"])
    for n in range(20):
        new = state.view(1).redeal(n)
        assert field(new, "piles") == field(state, "piles")
        assert hand(new, 1) == hand(state, 1)


def test_the_owner_of_a_drawn_card_knows_it_and_the_others_do_not() -> None:
    state = table(FIVE, BLUE, YELLOW).play("draw")
    assert {field(state.view(0).redeal(n), "drawn") for n in range(5)} == {field(state, "drawn")}
    others = {field(state.view(1).redeal(n), "drawn") for n in range(60)}
    assert len(others) > 5
    for n in range(20):
        new = state.view(1).redeal(n)
        assert hand(new, 0)[field(new, "drawn").removeprefix("stock:")] >= 1


def long_round(seed: int, players: int = 8, plies: int = 0) -> State:
    """Plays a round of target 12 until it has been reshuffled, and some plies more."""
    luck = random.Random(seed)
    deals = (GAME.deal(players, 1000 * seed + s) for s in range(200))
    state = next(deal for deal in deals if deal.record.target == 12)
    while not state.record.reshuffles:
        state = state.play(sensible(state, luck))
        if state.record.rounds > 1:
            return long_round(seed + 50, players, plies)
    for _ in range(plies):
        after = state.play(sensible(state, luck))
        if after.record.rounds > 1:
            break
        state = after
    return state


def test_after_a_reshuffle_everyone_knows_what_is_in_the_stock() -> None:
    state = long_round(1)
    for seat in [None, *range(8)]:
        for n in range(5):
            new = state.view(seat).redeal(n)
            assert stock(new) == stock(state)
            assert bytes(new.view(seat)) == bytes(state.view(seat))
    assert len({field(state.view(0).redeal(n), "hands") for n in range(9)}) == 9


def test_after_a_reshuffle_the_stock_holds_only_what_went_into_it() -> None:
    checked = 0
    for seed in range(12):
        state = long_round(seed, plies=3 * seed)
        codes, whole = GAME.notation.codes, int(first_stock(state.record))
        shuffled = Counter(codes[kind] for kind in blocks_of(state.record)[-1])
        draws = [event for event in events_of(state.record) if was_drawn(event)]
        last = draws[len(draws) - (whole - int(state.record.left)) :]
        for seat in [None, 0, 5]:
            drawn = Counter(codes[card_in(event)] for event in last if seat_in(event) == seat)
            new = state.view(seat).redeal(seed)
            assert stock(new) <= shuffled - drawn
            assert new.view(seat) == state.view(seat)
            assert GAME.parse_state(str(new)) == new
            checked += 1
    assert checked == 36


def test_who_has_not_drawn_since_a_reshuffle_holds_no_card_that_was_shuffled_in() -> None:
    """Seat 0 draws once: of what everyone saw go into the stock, only that card has left it."""
    state = long_round(2)
    seat = state.seat
    assert seat is not None
    state = state.play("draw")
    rest = {code for kind, code in enumerate(GAME.notation.codes) if not is_old(state, kind)}
    for n in range(30):
        new = state.view(None).redeal(n)
        for other in range(8):
            surely_new = sum(n for code, n in hand(new, other).items() if code in rest)
            known = sum(
                n for k, n in enumerate(of_seat(state.record.known, other)) if not is_old(state, k)
            )
            assert surely_new - known <= (1 if other == seat else 0)


def is_old(state: State, kind: int) -> bool:
    """Checks whether hands may hold cards of a type that were not shuffled in."""
    record = state.record
    lying = [k for seat in range(8) for k in figure_of(record, seat)]
    lying += [k for pile in range(3) for k in pile_of(record, pile)]
    known = sum(of_seat(record.known, seat)[kind] for seat in range(8))
    unseen = int(record.copies[kind]) - lying.count(kind) - known
    return unseen > blocks_of(record)[-1].count(kind)


SMALL = """
name = "small"
[[type]]
code = "top"
bottom = {shape = "ring", colour = "grey"}
copies = 13
lies = "upright"
[[type]]
code = "orange"
top = {shape = "ring", colour = "grey"}
bottom = {shape = "ring", colour = "grey"}
copies = 13
orange = true
lies = "across"
[[type]]
code = "foot"
top = {shape = "ring", colour = "grey"}
copies = 13
lies = "upright"
"""


@pytest.mark.parametrize("known", ["", "foot"])
def test_redeal_is_even_over_all_physical_deals(tmp_path: Path, known: str) -> None:
    """Seat 0 sees all but two cards of each other hand and four of the stock."""
    game = ring_game(tmp_path, SMALL)
    figures = ["orange orange orange"] * 3
    state = table(
        "top orange",
        "top orange",
        "foot orange",
        figures=figures,
        piles=["top " * 9, "foot " * 9 + "orange"],
        known=["", "", known],
        target=5,
        with_game=game,
    )
    unseen = list((hand(state, 1) + hand(state, 2) + stock(state)).elements())
    sizes = [2, 2]
    if known:
        unseen.remove(known)
        sizes[1] -= 1
    expected: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for places in itertools.permutations(range(len(unseen)), sum(sizes)):
        first = sorted(unseen[i] for i in places[: sizes[0]])
        second = sorted([*([known] if known else []), *(unseen[i] for i in places[sizes[0] :])])
        expected[tuple(first), tuple(second)] += 1
    draws = 4000
    seen: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for n in range(draws):
        new = state.view(0).redeal(n)
        seen[tuple(tuple(sorted(hand(new, seat).elements())) for seat in (1, 2))] += 1
    assert set(seen) <= set(expected)
    total = sum(expected.values())
    result = chisquare(
        [seen[deal] for deal in expected], [n * draws / total for n in expected.values()]
    )
    assert result.pvalue > 0.001
