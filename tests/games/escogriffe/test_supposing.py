"""Imagining hands that were chosen: possible ones, and better than chance deals them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from statistics import fmean

import numpy as np
import pytest

from tablee import State
from tablee.bots.levels import find_bot
from tablee.core.chance import new_rng
from tablee.core.compiled import copy_of
from tablee.games.escogriffe.advice import suppose
from tablee.games.escogriffe.figures.completion_odds import GATES, look
from tablee.games.escogriffe.material import MOST_TYPES
from tests.games.escogriffe.tables import GAME


def supposed(state: State, seed: int, trust: float = 2.0) -> State:
    """A new deal that was made likelier in the eyes of the seat to move."""
    seat = state.seat
    assert seat is not None
    records = copy_of(np.frombuffer(bytes(state.view(seat).redeal(seed)), GAME.rules.STATE))
    suppose(records[0], seat, new_rng(seed), trust)
    return State(GAME, records)


def odds(state: State, seat: int) -> float:
    """The sum of all ways in which a figure may still come about."""
    _, ways = look(state.record, seat, GATES)
    return float(ways[int(state.record.target) - int(state.record.sizes[seat])])


def turns(players: int, seed: int, bot: str = "advice") -> Iterator[State]:
    """The states of a match among bots of a kind."""
    player, state = find_bot(bot, GAME, seed), GAME.deal(players, seed=seed)
    while state.seat is not None:
        yield state
        state = state.play(player.choose(state.view(state.seat)))


@pytest.mark.parametrize("players", [5, 6, 8])
def test_a_seat_knows_as_much_of_it_as_of_the_true_deal(players: int) -> None:
    reshuffled = 0
    for number, state in enumerate(islice(turns(players, seed=players, bot="random"), 800)):
        seat = state.seat
        assert seat is not None
        new = supposed(state, number)
        assert new.view(seat) == state.view(seat)
        assert new.legal_moves() == state.legal_moves()
        counts = new.record.hands.reshape(-1, MOST_TYPES).sum(axis=0) + new.record.stock
        true = state.record.hands.reshape(-1, MOST_TYPES).sum(axis=0) + state.record.stock
        assert counts.tolist() == true.tolist()
        assert int(new.record.stock.sum()) == int(state.record.left)
        reshuffled += bool(state.record.reshuffles)
    assert reshuffled


def test_before_anybody_has_drawn_nothing_is_supposed() -> None:
    state = GAME.deal(4, seed=3)
    for seed in range(20):
        assert supposed(state, seed) == state.view(0).redeal(seed)


def test_who_trusts_nothing_supposes_nothing() -> None:
    late = list(turns(4, seed=1))[60]
    assert late.seat is not None
    for seed in range(20):
        assert supposed(late, seed, trust=0.0) == late.view(late.seat).redeal(seed)


def test_later_the_others_hold_what_they_can_use() -> None:
    """Imagined hands are then about as good as the true ones; those of chance are far worse."""
    true, dealt, chosen = [], [], []
    for number, state in enumerate(chain(turns(4, seed=2), turns(4, seed=3), turns(4, seed=4))):
        if state.record.given >= 2 * state.players and number % 3 == 0:
            seat = state.seat
            assert seat is not None
            other = (seat + 2) % 4
            true.append(np.log(odds(state, other)))
            dealt.append(np.log(odds(state.view(seat).redeal(number), other)))
            chosen.append(np.log(odds(supposed(state, number), other)))
    assert len(true) > 50
    assert fmean(dealt) < fmean(true) - 0.5
    assert fmean(dealt) + 0.5 < fmean(chosen) < fmean(true) + 0.5
