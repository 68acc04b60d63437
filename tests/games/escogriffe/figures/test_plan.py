"""The plan that a hint names: the fewest cards that a figure still lacks."""

from __future__ import annotations

from collections import Counter

from tablee.games.escogriffe.figures.plan import missing
from tests.games.escogriffe.tables import GAME, table


def plan(hand: str, figure: str) -> str:
    size = len(f"{hand} {figure}".split())
    others = ("yellowlegs " * size, "bluechest " * size)
    state = table(hand, *others, figures=[figure, "", ""], piles=("shoes", "curls"))
    return GAME.words.plan(state.view(0).record, "en")


def test_a_hint_names_what_a_figure_lacks() -> None:
    said = plan("hat greenlegs greenlegs boots hood", "redbust redchest")
    assert said == "Still missing: the red-green belt."
    assert plan("hat neck beltrg greenlegs boots", "redbust redchest").startswith("You already")


def test_nothing_is_named_where_much_is_missing() -> None:
    assert plan("shoes shoes shoes shoes shoes hood", "neck") == ""


def test_a_small_figure_is_planned_from_nothing() -> None:
    found = missing(GAME.deck, (), Counter(), 5)
    assert found is not None and len(found) == 5
    assert missing(GAME.deck, (GAME.deck.numbers["hat"],), Counter(), 2) is None
