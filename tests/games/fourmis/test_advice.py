"""Why a card is sensible: the reasons that hints give in words."""

from __future__ import annotations

import pytest

from tablee import State
from tablee.games.fourmis.advice import reason
from tests.games.fourmis.tables import GAME, table


def why(state: State, card: str) -> str:
    """The name of the sentence for playing a card."""
    assert state.seat is not None
    return reason(state.view(state.seat).record, GAME.parse_move(card).code)[0]


def leading(hand: str) -> State:
    return table(hand, "2r 3r 4r", "2v 3v 4v", "2b 3b 4b", minus="j", plus="r")


@pytest.mark.parametrize("card", ["8j", "Nj"])
def test_a_strong_card_that_is_led_is_not_said_to_go_to_others(card: str) -> None:
    """Of eights that are led, six in ten take the trick; of ninjas, nearly nine."""
    assert why(leading(f"{card} 5v 6v"), card) == "likely_takes"


def test_a_weak_card_of_the_minus_colour_is_led_to_be_rid_of_it() -> None:
    state = table("3j 5v 6v", "4r 7r 8r", "4v 7v 8v", "4b 7b 8b", minus="j", plus="r")
    assert why(state, "3j") == "sheds_minus"


def test_a_strong_card_that_takes_plus_cards_says_so() -> None:
    assert why(leading("8r 5v 6v"), "8r") == "takes_plus"
