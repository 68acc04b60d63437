"""One representative of equal moves: enough for search, and nothing is left out."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tablee import State
from tests.cases import CASES, Case
from tests.games.kraut.tables import FULL, beds, field, legal, table

SINGLE = [
    case for case in CASES if case.game.name == "kraut" and dict(case.options)["match"] == "single"
]


def distinct(state: State) -> str:
    return " ".join(str(move) for move in state.distinct_moves())


def test_the_empty_beds_of_a_garden_are_equal() -> None:
    state = table("T.S", "cd", drawn="A")
    assert distinct(state) == "1-2 2-3 3-1 4-1"
    assert len(legal(state).split()) == 10 + 10 + 12 + 12


def test_vegetables_of_a_kind_in_a_garden_are_equal_for_a_mole() -> None:
    state = table("TTSTcS", "T", FULL, phase="mole")
    assert distinct(state) == "draw mole-1-1 mole-1-3 mole-2-1"
    assert legal(state) == "draw mole-1-1 mole-1-2 mole-1-3 mole-1-4 mole-1-6 mole-2-1"


def test_vegetables_of_a_kind_in_a_garden_are_equal_for_a_snail() -> None:
    assert distinct(table("TTSTcS", "T", drawn="s")) == "1-1 1-3 2-1"
    assert distinct(table("cc", "d", drawn="s")) == "1-3 2-2 3-1 4-1"


def test_gardens_to_take_are_never_equal() -> None:
    state = table("T", phase="take")
    assert distinct(state) == legal(state) == "take-1 take-2 take-3 take-4 wait"


@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_every_legal_move_has_exactly_one_equal_among_the_distinct(case: Case) -> None:
    for state in case.sample(21, 8):
        chosen = {str(move) for move in state.distinct_moves()}
        classes = defaultdict(set)
        for move in legal(state).split():
            classes[kind_of(state, move)].add(move)
        assert all(len(chosen & moves) == 1 for moves in classes.values())
        assert len(chosen) == len(classes)


def kind_of(state: State, move: str) -> tuple[str, str]:
    """What tells a move from others: its garden and the card it falls on."""
    bed = move.removeprefix("mole-")
    if bed[0] not in "123456":
        return move, ""
    garden = field(state, "gardens").split("/")[int(bed[0]) - 1]
    lying = garden.replace("+s", "+").replace("+m", "+")
    tops = [lying[i] for i in range(len(lying)) if lying[i] != "+"]
    return bed[0], tops[int(bed[2:]) - 1]


def test_every_bed_of_the_first_card_is_offered_to_people() -> None:
    state = table(drawn="T")
    assert legal(state) == " ".join(beds(garden, 1, 12) for garden in range(1, 5))
