"""A network is played by only where it fits."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tablee import find_game
from tablee.bots.network.weights import FILE, network_of, read_network
from tablee.core.errors import InvalidOption

FOURMIS = find_game("fourmis")
MOST = 1_000_000


@pytest.mark.parametrize(
    ("fact", "value"), [("game", "kraut"), ("version", 0), ("inputs", "other")]
)
def test_a_network_of_other_rules_is_refused(tmp_path: Path, fact: str, value: object) -> None:
    with np.load(FOURMIS.folder / FILE) as kept:
        parts = dict(kept)
    facts = {**json.loads(bytes(parts["facts"])), fact: value}
    parts["facts"] = np.frombuffer(json.dumps(facts).encode(), np.uint8)
    np.savez(tmp_path / "other.npz", **parts)
    with pytest.raises(InvalidOption, match=f"made for the {fact} {value}, not"):
        read_network(tmp_path / "other.npz", FOURMIS)


def test_a_network_says_where_it_has_not_learned_to_play() -> None:
    network = network_of(FOURMIS)
    assert network is not None
    usual, other = FOURMIS.deal(3, seed=1), FOURMIS.deal(3, seed=1, beat="previous")
    changed = FOURMIS.deal(3, seed=1, variant="goal:9")
    assert network.why_not(FOURMIS, usual.view(0)) is None
    assert "has not learned to play at 3 with beat=previous" in str(
        network.why_not(FOURMIS, other.view(0))
    )
    assert "has not learned this variant" in str(network.why_not(FOURMIS, changed.view(0)))


def test_shipped_networks_are_small() -> None:
    assert (FOURMIS.folder / FILE).stat().st_size < MOST
