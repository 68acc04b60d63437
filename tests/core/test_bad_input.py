"""What is no game, no seat, no key or no luck is refused in words."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from tablee import GAMES, Game, InvalidOption, InvalidPosition, UnknownGame, find_game
from tablee.core.state.position import _restore

GAME = find_game("fourmis")
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=str)


@pytest.mark.parametrize("name", [[], {}, None, 3, "chess"])
def test_what_is_no_game_is_unknown(name: Any) -> None:
    with pytest.raises(UnknownGame, match="there is no game"):
        find_game(name)


@pytest.mark.parametrize("key", [16, 16.0, [0] * 16, np.zeros(16, np.uint8)])
def test_a_key_is_a_text_or_bytes(key: Any) -> None:
    with pytest.raises(InvalidOption, match="a key is 32 digits 0-9a-f, or 16 bytes"):
        GAME.deal(3, key=key)


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    state = GAME.deal(np.int64(3), seed=np.uint8(7))  # type: ignore[arg-type]
    assert state == GAME.deal(3, seed=7)
    assert state.view(np.int16(2)) == state.view(2)  # type: ignore[arg-type]
    assert state.view(0).redeal(np.int64(5)) == state.view(0).redeal(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [True, 1.0, "1", -1, 3])
def test_what_is_no_seat_has_no_view(seat: Any) -> None:
    with pytest.raises(InvalidOption, match="there is no seat"):
        GAME.deal(3, seed=7).view(seat)


@pytest.mark.parametrize("luck", ["x", 1.5, None, np.zeros(0, np.uint64), np.zeros(1)])
def test_what_is_no_luck_deals_nothing_anew(luck: Any) -> None:
    with pytest.raises(InvalidOption, match="is no luck: give a whole number"):
        GAME.deal(3, seed=7).view(0).redeal(luck)


def test_a_move_is_before_no_text() -> None:
    move = GAME.deal(3, seed=7).legal_moves()[0]
    with pytest.raises(TypeError, match="'<' not supported"):
        assert move < "7r"


def test_there_is_a_name_for_every_seat() -> None:
    state = GAME.deal(3, seed=7)
    with pytest.raises(InvalidOption, match="1 names for 3 seats"):
        state.tell(state.legal_moves()[0], names=["Ada"])


@each_game
def test_a_pickle_of_other_rules_is_refused(game: Game) -> None:
    state = game.deal(seed=7)
    assert pickle.loads(pickle.dumps(state)) == state
    with pytest.raises(InvalidPosition, match="kept by rules 99 of"):
        _restore(type(state), game, bytes(state), 99)
    with pytest.raises(InvalidPosition, match="cannot be read"):
        _restore(type(state), game, bytes(state)[:-8], game.version)


@each_game
def test_a_view_out_of_turn_offers_nothing_and_says_so(game: Game) -> None:
    state = game.deal(seed=7)
    move = str(state.legal_moves()[0])
    for seat in (None, *range(1, state.players)):
        view = state.view(seat)
        assert view.legal_moves() == view.distinct_moves() == ()
        refusal = view.why_not(move)
        assert refusal is not None
        assert refusal.sentence == "Not yet: it isn’t your turn."
