"""What the gardens of the others tell about their secret contracts."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tablee import State
from tablee.core.chance import new_rng
from tablee.core.compiled import copy_of
from tablee.games.kraut.advice import suppose
from tablee.games.kraut.material import CONTRACTS
from tests.games.kraut.tables import GAME, table

TELLING = table("TTSSSSC", taken="1:1", contracts="CATS/TSCA/ACST")


def supposed(state: State, seed: int, trust: float = 0.5) -> tuple[str, ...]:
    """The contracts of a new deal that was made likelier in the eyes of the first seat."""
    deal = state.view(0).redeal(seed)
    records = copy_of(np.frombuffer(bytes(deal), GAME.rules.STATE))
    suppose(records[0], 0, new_rng(seed), trust)
    return tuple(CONTRACTS[n] for n in records[0].contracts[: state.players])


def test_one_keeps_ones_own_contract_and_all_are_different() -> None:
    for seed in range(200):
        contracts = supposed(TELLING, seed)
        assert contracts[0] == "CATS"
        assert len(set(contracts)) == 3


def test_a_garden_full_of_what_a_contract_pays_gives_it_away() -> None:
    seen = Counter(supposed(TELLING, seed)[1] for seed in range(300))
    assert seen.most_common(1)[0][0] == "TSCA"
    assert seen["TSCA"] > 100
    assert len(seen) > 1


def test_who_trusts_nothing_supposes_anything() -> None:
    seen = Counter(supposed(TELLING, seed, trust=0.0)[1] for seed in range(600))
    assert len(seen) == 11
    assert max(seen.values()) < 100


def test_nothing_is_supposed_of_who_has_no_garden() -> None:
    for seed in range(50):
        deal = TELLING.view(0).redeal(seed)
        assert supposed(TELLING, seed)[2] == CONTRACTS[deal.record.contracts[2]]
