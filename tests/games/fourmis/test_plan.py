"""What a hint says that one is after: true by the cards that were won, in three languages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablee.core.rules.rulebook import LANGUAGES
from tablee.games.fourmis.notation import CARD_TEXTS
from tablee.games.fourmis.plan import plan
from tests.games.fourmis.tables import GAME


def after_winning(*won: str, teams: str = "no") -> Any:
    """A view of the first seat; each seat has won some cards, the others are still to come."""
    record = np.array([GAME.deal(4, seed=1, teams=teams).view(0).record], GAME.rules.STATE)[0]
    record.plus, record.minus = 0, 1
    for seat, cards in enumerate(won):
        record.won[seat] = sum(1 << CARD_TEXTS.index(card) for card in cards.split())
    return record


def test_a_plan_begins_with_the_colours_of_the_goals() -> None:
    start = after_winning()
    assert (
        GAME.words.plan(start, "en") == "The plan: red and queens for you, yellow for the others."
    )
    start.minus = start.plus
    assert GAME.words.plan(start, "en") == "Both Plus and Minus are red: win many of them, or none."


@pytest.mark.parametrize(
    ("won", "sentence"),
    [
        (("2v", "2r 3r Qv"), "Queens goal: 1 more and you lead."),
        (("2v Qv", "2r 3r"), "Plus goal: 2 more in red and you lead."),
        (("2j 3j Qv 2r", ""), "Minus goal: 2 too many in yellow. Leave it to the others."),
        (("Qv 2r", "2b"), "So far you lead: Plus, Minus and Queens. Stay ahead!"),
        (("Qv 2r", "2b", "3b", "2j Qr Qj Qb Qp"), "So far you lead: Plus and Minus. Stay ahead!"),
    ],
)
def test_a_plan_names_the_goal_that_is_missed_by_least(won: tuple[str, ...], sentence: str) -> None:
    assert GAME.words.plan(after_winning(*won), "en") == sentence


def test_partners_follow_one_plan() -> None:
    won = after_winning("2b", "", "2r Qv", teams="yes")
    assert GAME.words.plan(won, "en") == "So far you lead: Plus, Minus and Queens. Stay ahead!"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plan_is_a_sentence_and_knows_no_hidden_card(lang: str) -> None:
    state, found = GAME.deal(4, seed=8), set()
    while state.seat is not None and state.record.rounds == 1:
        view = state.view(state.seat)
        found.add(plan(view.record)[0])
        assert GAME.words.plan(view.record, lang) == GAME.words.plan(
            view.redeal(5).view(state.seat).record, lang
        )
        state = state.play(state.legal_moves()[-1])
    assert len(found) > 2
