"""The rules against a referee that shares no code with them, move by move."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from referee import Referee

from tablee import State, find_game

GAME = find_game("ascenseur")
OPTIONS = [
    {"ride": ride, "last": last, "trump": trump, "scoring": scoring}
    for ride, last, trump, scoring in itertools.product(
        ("both", "down"), ("bound", "free"), ("turned", "order"), ("exact", "each", "fall")
    )
]


def cards(state: State, name: str) -> Any:
    return state.as_dict()["table"][name]


def begin(referee: Referee, state: State) -> None:
    turned = cards(state, "turned")
    referee.new_round(cards(state, "hands"), turned[0] if turned else None)


def check_match(players: int, seed: int, options: dict[str, str], variant: str = "") -> int:
    """Plays a random match, and compares everything after every move."""
    luck, top = random.Random(seed), 7
    more: dict[str, Any] = {"variant": variant} if variant else {}
    if variant:
        top = int(variant.partition("top:")[2].partition(",")[0] or 7)
    bonus = int(variant.partition("bonus:")[2].partition(",")[0] or 10)
    referee = Referee(players, top=top, bonus=bonus, **options)  # type: ignore[arg-type]
    state, n = GAME.deal(players, seed, **options, **more), 0
    begin(referee, state)
    while state.seat is not None:
        legal = {str(move) for move in state.legal_moves()}
        assert legal == referee.may(), str(state)
        assert state.seat == referee.turn, str(state)
        move = luck.choice(sorted(legal))
        before = referee.number
        state = state.play(move)
        referee.play(move)
        assert list(state.scores) == referee.points, str(state)
        if referee.is_counted and state.seat is not None:
            begin(referee, state)
            assert referee.number == before + 1
        n += 1
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == referee.winners()
    return n


@pytest.mark.parametrize("players", GAME.players)
def test_a_referee_agrees_on_every_move(players: int) -> None:
    for number, options in enumerate(OPTIONS):
        assert check_match(players, 100 * players + number, options) > 50


def test_a_referee_agrees_on_variants() -> None:
    for seed, line in enumerate(("top:10", "top:1", "bonus:5", "top:3,bonus:25")):
        check_match(4, seed, OPTIONS[0], line)


def test_a_referee_catches_a_trick_that_goes_to_the_wrong_player() -> None:
    referee = Referee(3)
    referee.new_round([["2c"], ["Ah"], ["3d"]], "9d")
    for move in ("0", "0", "0"):
        referee.play(move)
    for move in ("Ah", "3d", "2c"):
        referee.play(move)
    assert referee.won == [0, 0, 1]
