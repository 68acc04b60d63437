"""A round is dealt, and turns are taken: drawing and discarding, or laying."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.escogriffe.tables import (
    BLUE,
    FIVE,
    GAME,
    YELLOW,
    draw,
    field,
    in_turns,
    moves,
    table,
    told,
    wait,
    why,
)


@pytest.mark.clause("E2", "E44")
def test_the_first_seat_begins_and_the_die_sets_a_target_from_5_to_12() -> None:
    deals = [GAME.deal(3, seed) for seed in range(200)]
    assert {state.seat for state in deals} == {0}
    targets = Counter(int(state.record.target) for state in deals)
    assert set(targets) == set(range(5, 13))
    assert min(targets.values()) > 10


@pytest.mark.clause("E45", "E46")
def test_everyone_gets_as_many_cards_as_the_target_and_the_rest_is_the_stock() -> None:
    for players in GAME.players:
        state = GAME.deal(players, seed=players)
        target, piles = int(state.record.target), 2 if players <= 5 else 3
        for seat in range(players):
            assert sum(state.record.hands[32 * seat : 32 * (seat + 1)]) == target
        assert state.record.left == sum(state.record.stock) == 110 - players * target - piles


@pytest.mark.clause("E43")
def test_the_cards_are_shuffled_well() -> None:
    first = Counter(field(GAME.deal(3, seed), "piles").split("/")[0] for seed in range(2200))
    for kind in GAME.deck.kinds:
        assert abs(first[kind.code] - 20 * kind.copies) < 6 * (20 * kind.copies) ** 0.5


@pytest.mark.clause("E1", "E47")
@pytest.mark.parametrize(("players", "piles"), [(3, 2), (5, 2), (6, 3), (8, 3)])
def test_the_piles_are_opened_with_a_card_each(players: int, piles: int) -> None:
    state = GAME.deal(players, seed=1)
    shown = field(state, "piles").split("/")
    assert len(shown) == piles
    assert all("," not in pile for pile in shown)
    assert ("take-3" in moves(state)) == (piles == 3)
    if piles == 2:
        assert why(state, "take-3") == "E1"
        assert why(state.play("draw"), f"drop-{hand_card(state)}-3") == "E1"


def hand_card(state: object) -> str:
    return field(state, "hands").split("/")[0].split(",")[0].split("*")[0]


@pytest.mark.clause("E48")
def test_turns_go_round_clockwise() -> None:
    state = table(FIVE, BLUE, YELLOW)
    seats = [state.seat]
    for _ in range(6):
        state = wait(state)
        seats.append(state.seat)
    assert seats == [0, 1, 2, 0, 1, 2, 0]
    view = state.view(2)
    assert view.legal_moves() == ()
    assert {why(view, str(move)) for move in GAME.moves} == {"E48"}


@pytest.mark.clause("E6", "E51")
def test_a_turn_is_drawing_and_discarding_or_laying_never_both_and_never_neither() -> None:
    state = table(FIVE, BLUE, YELLOW)
    assert moves(state) == (
        "draw lay-beltrg lay-greenhem lay-hat lay-redbust lay-shoes take-1 take-2"
    )
    drawn = state.play("take-1")
    assert drawn.seat == 0
    assert moves(drawn, "lay") == ""
    assert why(drawn, "lay-hat") == why(drawn, "lay-hat-head") == "E6"
    assert drawn.play("drop-hat-1").seat == 1
    laid = state.play("lay-redbust")
    assert (laid.seat, field(laid, "figures")) == (1, "redbust/-/-")


@pytest.mark.clause("E49")
def test_a_card_comes_from_the_stock_or_from_the_top_of_a_pile() -> None:
    state = table(FIVE, BLUE, YELLOW, piles=["greenlegs,neck", "redchest"])
    assert why(state, "drop-hat-1") == "E49"
    taken = state.play("take-1")
    assert field(taken, "drawn") == "pile1:neck"
    assert field(taken, "piles") == "greenlegs/redchest"
    stock = int(state.record.left)
    drawn = state.play("draw")
    card = field(drawn, "drawn").removeprefix("stock:")
    assert drawn.record.left == stock - 1
    assert f"drop-{card}-1" in moves(drawn)
    assert field(drawn, "piles") == "greenlegs,neck/redchest"


@pytest.mark.clause("E50")
def test_who_has_drawn_must_discard_and_the_turn_is_over() -> None:
    state = table(FIVE, BLUE, YELLOW).play("draw")
    for move in ("draw", "take-1", "take-2"):
        assert why(state, move) == "E50"
    after = state.play("drop-shoes-2")
    assert (after.seat, field(after, "drawn")) == (1, "-")
    assert field(after, "piles") == "greenlegs/redchest,shoes"


@pytest.mark.clause("E7")
def test_the_card_just_drawn_may_be_discarded_on_any_pile() -> None:
    state = table(FIVE, BLUE, YELLOW, piles=["greenlegs,neck", "redchest"]).play("take-1")
    cards = ("beltrg", "greenhem", "hat", "neck", "redbust", "shoes")
    assert moves(state) == " ".join(f"drop-{card}-{pile}" for card in cards for pile in (1, 2))


@pytest.mark.clause("E7")
def test_who_empties_a_pile_must_discard_there() -> None:
    state = table(FIVE, BLUE, YELLOW).play("take-2")
    cards = ("beltrg", "greenhem", "hat", "redbust", "redchest", "shoes")
    assert moves(state) == " ".join(f"drop-{card}-2" for card in cards)
    assert why(state, "drop-hat-1") == "E7"
    assert str(state.why_not("drop-hat-1")) == ("You emptied discard pile 2: refill it! (E7)")


@pytest.mark.clause("E52")
def test_only_a_card_of_the_hand_is_laid_or_discarded() -> None:
    state = table(FIVE, BLUE, YELLOW)
    assert why(state, "lay-boots") == "E52"
    assert why(state.play("draw"), "drop-yellowlegs-1") == "E52"


@pytest.mark.clause("E10", "E57")
def test_the_discards_become_the_stock_after_the_last_card_is_drawn() -> None:
    state = GAME.deal(8, seed=next(s for s in range(99) if GAME.deal(8, s).record.target == 12))
    for _ in range(10):
        state = draw(state)
    assert state.record.left == 1
    before = Counter(pile for pile in field(state, "piles").replace("/", ",").split(","))
    state = state.play("draw")
    assert state.record.left == 0
    card = field(state, "drawn").removeprefix("stock:")
    sentences = [str(event) for event in state.tell(f"drop-{card}-1")]
    assert sentences[1].startswith("The discards are shuffled: 11 cards in the new draw pile.")
    assert sentences[1].endswith("(E10)")
    state = state.play(f"drop-{card}-1")
    tops = field(state, "piles").split("/")
    assert len(tops) == 3
    assert all("," not in top for top in tops)
    stock = Counter(
        {code: int(n) for code, n in zip(GAME.notation.codes, state.record.stock, strict=False)}
    )
    assert stock + Counter(tops) == before + Counter([card])
    assert (state.seat, state.record.reshuffles, state.record.left) == (3, 1, 11)


def test_the_last_card_of_the_stock_is_told() -> None:
    state = GAME.deal(8, seed=next(s for s in range(99) if GAME.deal(8, s).record.target == 12))
    for _ in range(10):
        state = draw(state)
    assert told(state, "draw") == [
        "Cy draws a card. (E49)",
        "That was the last card of the draw pile. (E57)",
    ]


@pytest.mark.clause("E15")
def test_hands_and_stock_are_hidden_and_all_else_is_open() -> None:
    state = table(FIVE, BLUE, YELLOW, piles=["greenlegs,neck", "redchest"]).play("lay-hat")
    state = state.play("take-1")
    view = state.view(0)
    assert field(view, "hands") == "redbust,beltrg,greenhem,shoes/?6/?5"
    assert field(view, "known") == "-/neck/-"
    assert field(view, "figures") == "hat/-/-"
    assert not any(view.record.stock)
    assert field(state.view(None), "hands") == "?4/?6/?5"
    shown = view.show("en", ["Ada", "Bob", "Cy"])
    assert "hand  6" in shown
    drawn = wait(state.play("drop-neck-1")).play("draw")
    assert field(drawn.view(0), "drawn").startswith("stock:")
    assert field(drawn.view(0), "drawn") != "stock:?"
    assert field(drawn.view(1), "drawn") == field(drawn.view(None), "drawn") == "stock:?"


@pytest.mark.clause("E15")
def test_what_lies_under_a_top_is_not_shown_on_the_table() -> None:
    state = table(FIVE, BLUE, YELLOW, piles=["boots,waistcoat,neck", "redchest"])
    shown = state.view(1).show("en", ["Ada", "Bob", "Cy"])
    assert "1: neck   2: redchest" in shown
    assert "boots" not in shown
    assert "waistcoat" not in shown
    assert field(state.view(1), "piles") == "boots,waistcoat,neck/redchest"


@pytest.mark.clause("E56")
def test_hand_and_figure_make_the_target_at_the_end_of_every_turn() -> None:
    state = in_turns(table(FIVE, BLUE, YELLOW), "lay-beltrg", "lay-redbust-head")
    state = draw(wait(wait(state)))
    for seat in range(3):
        held = sum(state.record.hands[32 * seat : 32 * (seat + 1)])
        assert held + state.record.sizes[seat] == state.record.target == 5
