"""The table that fits any game, held against games that have tables of their own."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee import State
from tablee.core.rules.card_names import CardNames
from tablee.house.render.render_table import look_at
from tablee.laws.test_tables import people_of, seats_of
from tablee.look.plain import Pack, plain_art
from tablee.table import default
from tablee.table.kit import Table, spots
from tablee.table.lights import press
from tests.cases import CASES, Case
from tests.games.fourth import FOURTH
from tests.games.latin import LATIN

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
    (lives,) = [box for box in default.TableLayout(look).before(0) if box.style == "fact"]
    assert [part.inside for part in lives.inside] == [("vies",), ("7",)]  # type: ignore[union-attr]
    assert "plis 0" in repr(default.TableLayout(look).middle())


def test_each_suit_has_its_own_sign_by_name() -> None:
    """With d, c, s and b every suit had the sign of another: swords a leaf, coins a spade."""
    french, latin = plain_art(FOURTH).sprite.parts, plain_art(LATIN).sprite.parts
    for suit, sign in {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}.items():
        assert f"-sign-{sign}" in french[f"{FOURTH.name}-7{suit}"]
    for suit, sign in {"d": "coin", "c": "cup", "s": "sword", "b": "baton"}.items():
        assert f"-sign-{sign}" in latin[f"{LATIN.name}-7{suit}"]


def test_a_suit_that_nobody_knows_has_a_shape_that_no_other_has() -> None:
    names = CardNames(("1x", "1h", "1y"), {})
    pack = Pack("any", ("1x", "1h", "1y"), names)
    assert len({part.partition("sign-")[2][:6] for part in pack.parts() if "sign-" in part}) == 3


def laid(state: State, lang: str) -> Table:
    view = state.view(state.seat)
    return default.lay(look_at(view, lang, people_of(view)))


def test_cards_are_read_by_name_and_offered_to_you() -> None:
    """The buttons read “Ada plays xCc.”, and the cards “Ac”."""
    state = LATIN.parse_state(
        "little_broom players=2 round=1 phase=play dealt=6 turns=1 points=0,0 sweeps=0,0 first=0"
        " turn=0 last=0 lying=6d,Rb taken=-/- stock=- hands=Ac,Cc/5d,2s"
        " key=00112233445566778899aabbccddeeff:0"
    )
    for lang, ace, knight in (
        ("fr", "L’as de coupes", "Le cavalier de coupes"),
        ("en", "The ace of cups", "The knight of cups"),
        ("de", "Kelche-Ass", "Kelche-Ritter"),
    ):
        named = {spot.id: spot.name for spot, _ in spots(laid(state, lang).parts)}
        assert (named["c-Ac"], named["c-Cc"]) == (ace, knight)
    record = state.record
    offers = [LATIN.words.invite(record, 28, lang, ["Ada", "Bo"]) for lang in ("fr", "en", "de")]
    assert offers == [
        "Joue le cavalier d’épées",
        "Play the knight of swords",
        "Spiel Schwerter-Ritter",
    ]


def test_won_cards_are_a_pile_with_their_number() -> None:
    state = LATIN.deal(2, seed=3)
    while not state.record.taken[0]:
        state = state.play(state.legal_moves()[0])
    n = int(state.record.taken[0]).bit_count()
    layout = default.TableLayout(look_at(state.view(0), "en", people_of(state.view(0))))
    (pile,) = [box for box in layout.before(0) if "won" in box.style]
    assert pile.label == f"taken: {n}"
