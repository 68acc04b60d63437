"""Escogriffe's parts meet exactly: computed from what is drawn, for every pair that may meet."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from tablee.games.escogriffe.art import (
    ART,
    JOINTS,
    PARTS,
    figure,
    figure_size,
    looks,
    random_figure,
)
from tests.look.geometry import Cut, cuts

LOOKS = [(code, look) for code in PARTS for look in looks(code)]
PAIRS = [
    (above, below)
    for upper, above in LOOKS
    for lower, below in LOOKS
    if PARTS[upper].bottom and PARTS[upper].bottom == PARTS[lower].top
]
AROUND = (-2, -1, -0.5, 0.5, 1, 2)  # outlines run past the edge and reach it vertically


@cache
def edge(look: str, end: str, offset: float) -> tuple[Cut, ...]:
    """Cuts a part just beside its edge; what is painted does not depend on how paths are split."""
    height = PARTS[look.partition("-")[0]].size[1]
    y = (0 if end == "top" else height) + offset
    return tuple(sorted(cuts(ART.sprite.parts[f"e-{look}-body"], y)))


def test_there_are_pairs_of_every_joint() -> None:
    assert len(PAIRS) >= 47
    assert {PARTS[above.partition("-")[0]].bottom for above, _ in PAIRS} == set(JOINTS)


@pytest.mark.parametrize(("above", "below"), PAIRS)
def test_two_parts_that_may_meet_have_equal_edges(above: str, below: str) -> None:
    for offset in AROUND:
        assert edge(above, "bottom", offset) == edge(below, "top", offset)


@pytest.mark.parametrize(("code", "look"), LOOKS)
def test_an_edge_shows_its_joint_and_nothing_else(code: str, look: str) -> None:
    for end, joint in (("top", PARTS[code].top), ("bottom", PARTS[code].bottom)):
        for offset in AROUND:
            met = edge(look, end, offset)
            cloth = {(cut.left, cut.right) for cut in met if cut.fill == _cloth(joint)}
            shade = {(cut.left, cut.right) for cut in met if cut.opacity < 1}
            assert cloth == set(JOINTS[joint].ranges if joint else ())
            assert shade == set(JOINTS[joint].shade if joint else ())
            assert len(met) == len(cloth) + len(shade)


def _cloth(joint: str) -> str:
    return JOINTS[joint].cloth if joint else ""


@pytest.mark.parametrize("joint", [joint for joint in JOINTS.values() if "url" in joint.cloth])
def test_a_cloth_runs_on_from_card_to_card(joint: object) -> None:
    pattern = ART.sprite.parts[joint.cloth[5:-1]]  # type: ignore[attr-defined]
    found = re.search(r' height="([\d.]+)"', pattern)
    assert found and "patternTransform" not in pattern
    assert all(part.size[1] % float(found[1]) == 0 for part in PARTS.values())


@pytest.mark.parametrize("size", range(5, 13))
def test_a_random_figure_goes_from_head_to_feet(size: int) -> None:
    codes = random_figure(Random(size), size)
    assert len(codes) == size
    assert not PARTS[codes[0]].top and not PARTS[codes[-1]].bottom
    assert figure(codes).count("<use") == size
    assert figure_size(codes)[1] <= size * 150


def test_a_finished_figure_can_be_cut_out_of_its_cards() -> None:
    codes = random_figure(Random(1), 8)
    parts = ART.sprite.needs(figure(codes, cut_out=True))
    assert not [part for part in parts if part.startswith(("e-upright", "e-across"))]


def test_orange_ground_carries_a_sign() -> None:
    for code, look in LOOKS:
        assert ("e-loop" in ART.sprite.needs(f'href="#e-{look}"')) == PARTS[code].orange
