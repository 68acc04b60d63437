"""My game, as its rule book says."""

from __future__ import annotations

import pytest

from tablee import find_game

GAME = find_game("my_game")


@pytest.mark.clause("X3")
def test_the_highest_card_wins_a_point() -> None:
    state = GAME.parse_state(
        "my_game players=3 key=00112233445566778899aabbccddeeff:0 won=0,0,0 gone=- lead=0"
        " trick=3,12 hands=1,2,4/5,6,7/8,9,10,11"
    )
    assert state.play("8").scores == (0, 1, 0)


@pytest.mark.clause("X2")
def test_a_card_that_one_does_not_hold_is_refused() -> None:
    state = GAME.deal(3, seed=7)
    held = {str(move) for move in state.legal_moves()}
    other = next(str(move) for move in GAME.moves if str(move) not in held)
    refusal = state.why_not(other)
    assert refusal is not None
    assert refusal.clause == "X2"


@pytest.mark.clause("X1", "X4")
@pytest.mark.parametrize("players", GAME.players)
def test_all_cards_are_played_and_the_match_is_over(players: int) -> None:
    state = GAME.deal(players, seed=7)
    while state.seat is not None:
        state = state.play(state.legal_moves()[0])
    outcome = state.outcome()
    assert outcome is not None
    assert max(outcome.scores) == outcome.scores[outcome.winners[0]]
    assert sum(outcome.scores) == 12 // players


@pytest.mark.clause("X3")
def test_with_a_switch_the_lowest_card_wins() -> None:
    state = GAME.deal(3, seed=7, variant={"lowest": True})
    table = [state.legal_moves()[0]]
    for _ in range(2):
        state = state.play(table[-1])
        table.append(state.legal_moves()[0])
    lowest = table.index(min(table, key=lambda move: move.code))
    assert state.play(table[-1]).scores[lowest] == 1
