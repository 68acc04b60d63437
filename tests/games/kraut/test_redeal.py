"""Dealing the hidden contracts anew, and the stock that nobody has seen."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from scipy.stats import chisquare

from tablee import State
from tablee.games.kraut.material import CONTRACTS, KINDS
from tests.games.kraut.tables import FULL, LAST, boxed, field, play, table

STATE = boxed(table("T.S+s", "cdA+m", taken="2:1", drawn="C"), "ss")


def contracts(state: State) -> tuple[str, ...]:
    return tuple(CONTRACTS[n] for n in state.record.contracts[: state.players])


def test_one_keeps_ones_own_contract_and_nobody_else_has_it() -> None:
    for seed in range(300):
        dealt = contracts(STATE.view(1).redeal(seed))
        assert dealt[1] == "TCAS"
        assert len(set(dealt)) == 3


@pytest.mark.parametrize("seat", [0, 2])
def test_every_pair_of_other_contracts_is_as_likely(seat: int) -> None:
    n = 6600
    view = STATE.view(seat)
    own = contracts(STATE)[seat]
    seen = Counter(contracts(view.redeal(seed)) for seed in range(n))
    possible = [
        (*pair[:seat], own, *pair[seat:])
        for pair in itertools.permutations([name for name in CONTRACTS if name != own], 2)
    ]
    assert set(seen) <= set(possible)
    assert chisquare([seen[deal] for deal in possible]).pvalue > 0.001


def test_a_spectator_holds_every_contract_possible_for_every_seat() -> None:
    view = STATE.view(None)
    seen = Counter(
        (seat, name) for n in range(2400) for seat, name in enumerate(contracts(view.redeal(n)))
    )
    assert chisquare([seen[seat, name] for seat in range(3) for name in CONTRACTS]).pvalue > 0.001


def test_everything_that_was_seen_stays() -> None:
    for seat in (None, 0, 1, 2):
        other = STATE.view(seat).redeal(7)
        assert str(other).split(" contracts=")[0] == str(STATE).split(" contracts=")[0]
        assert bytes(other.record.stock) == bytes(STATE.record.stock)


def test_the_next_card_is_any_that_is_left_each_as_likely() -> None:
    state = table("T", "T", drawn="c", stock="TTTSSCd", taken="1:0,2:1")
    view = state.view(0)
    n = 2100
    seen: Counter[str] = Counter()
    for seed in range(n):
        after = view.redeal(seed).play("3-1").play("draw")
        seen[field(after, "drawn")] += 1
    weights = Counter("TTTSSCd")
    kinds = [kind for kind in KINDS if weights[kind]]
    expected = [n * weights[kind] / 7 for kind in kinds]
    assert chisquare([seen[kind] for kind in kinds], expected).pvalue > 0.001


def test_nothing_is_dealt_anew_when_the_match_is_over() -> None:
    last = play(table(FULL, FULL, LAST, taken="1:0,2:1,3:2", turn=2, drawn="d"), "3-12")
    other = last.view(None).redeal(1)
    assert str(other).split(" key=")[0] == str(last).split(" key=")[0]
    assert other.outcome() == last.outcome()
