"""The table that fits any game, held against games that have tables of their own."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.house.render.render_table import look_at
from tablee.laws.test_tables import people_of, seats_of
from tablee.look.plain import SUITS, plain_art
from tablee.table import default
from tablee.table.kit import Table, spots
from tablee.table.lights import press
from tests.cases import CASES, Case
from tests.games.fourth import FOURTH

ONE_EACH = {case.game.name: case for case in CASES}
every_game = pytest.mark.parametrize("case", ONE_EACH.values(), ids=str)


@every_game
def test_every_legal_move_is_exactly_one_gesture(case: Case) -> None:
    for state in case.sample(8, odd=1):
        for seat in seats_of(case):
            view = state.view(seat)
            table = default.lay(look_at(view, "fr", people_of(view)))
            mine = seat is not None and seat == state.seat
            legal = [str(move) for move in view.legal_moves()] if mine else []
            assert Counter(gesture.move for gesture in table.gestures) == Counter(legal)
            assert_gestures_can_be_pressed(table)


def assert_gestures_can_be_pressed(table: Table) -> None:
    found = Counter(spot.id for spot, _ in spots(table.parts))
    assert set(found.values()) <= {1}
    for gesture in table.gestures:
        assert {gesture.thing, gesture.place} <= found.keys()
        assert press(table, gesture.thing) == ("play", gesture.move)


@every_game
def test_what_is_hidden_changes_nothing(case: Case) -> None:
    for n, state in enumerate(case.sample(4, odd=2)):
        for seat in seats_of(case):
            view = state.view(seat)
            other = view.redeal(n).view(seat)
            laid = [default.lay(look_at(v, "de", people_of(v))) for v in (view, other)]
            assert len({repr([s for s, _ in spots(table.parts)]) for table in laid}) == 1


def test_a_number_is_shown_by_its_name_in_the_book_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A French page said “lives 7”, “barred 0” and “phase play”."""
    view = FOURTH.deal(seed=1).view(0)
    look = look_at(view, "fr", people_of(view))
    assert "fact" not in repr(default.TableLayout(look)._seat(0))
    names = {**FOURTH.rulebook.names, "field": {"lives": {"fr": "vies"}, "tricks": {"fr": "plis"}}}
    monkeypatch.setattr(FOURTH.rulebook, "names", names)
    assert "vies 7" in repr(default.TableLayout(look)._seat(0))
    assert "plis 0" in repr(default.TableLayout(look).middle())


def test_the_suits_of_usual_cards_have_their_usual_signs() -> None:
    parts = plain_art(FOURTH).sprite.parts
    for suit, (shape, paint) in SUITS.items():
        drawn = parts[f"{FOURTH.name}-7{suit}"]
        assert shape in drawn and paint in drawn
