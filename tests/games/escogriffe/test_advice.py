"""What a sensible builder sees: all ways to end a figure, against a slow count of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from tablee import Move, State
from tablee.games.escogriffe import advice
from tablee.games.escogriffe.figures import completion_odds as odds
from tablee.games.escogriffe.material import house_deck
from tablee.games.escogriffe.state import wide
from tests.games.escogriffe.tables import GAME, table

KINDS = house_deck().kinds
Way = tuple[tuple[int, ...], tuple[int, ...]]
"""The types to be laid at the head end, and those at the foot end."""


def chains(joint: object, size: int, at_top: bool) -> Iterator[tuple[int, ...]]:
    """All chains of so many types from a joint to a closed end."""
    if joint is None:
        if size == 0:
            yield ()
        return
    for number, kind in enumerate(KINDS if size else ()):
        near, far = (kind.bottom, kind.top) if at_top else (kind.top, kind.bottom)
        if near == joint:
            for rest in chains(far, size - 1, at_top):
                yield (number, *rest)


def ways(state: State, seat: int, more: int) -> Iterator[Way]:
    """All ways to end a figure with so many more cards."""
    if state.record.sizes[seat] == 0:
        for number, kind in enumerate(KINDS if more > 1 else ()):
            if kind.top is None:
                for rest in chains(kind.bottom, more - 1, at_top=False):
                    yield (), (number, *rest)
        return
    joints = house_deck().joints
    above, below = (
        joints[int(ends[seat])] for ends in (state.record.head_ends, state.record.foot_ends)
    )
    for n in range(more + 1):
        for top in chains(above, n, at_top=True):
            if above == below and top and KINDS[top[0]].most > 1:
                continue  # at the foot end it gives the same figure
            for foot in chains(below, more - n, at_top=False):
                yield top, foot


def worth(state: State, seat: int, way: Way, unseen: list[int]) -> float:
    """What a way counts: less for each card that must still come, nothing beyond three."""
    total = 1.0
    for kind, copies in Counter(way[0] + way[1]).items():
        held = int(odds.held_by(state.record, seat, kind))
        if copies > held + odds.FAR:
            return 0.0
        for n in range(max(0, copies - held)):
            total *= odds.GATES[max(0, unseen[kind] - n)]
    return total


def positions() -> list[State]:
    """Positions of short rounds; every second one begins figures with a repeating card."""
    found = []
    for seed in range(60):
        state = GAME.deal(3, seed)
        if state.record.target > 6:
            continue
        for _ in range(40):
            if state.seat is None or state.record.rounds > 1:
                break
            found.append(state)
            state = state.play(_orange(state) if seed % 2 else _advised(state))
    return found[::13][:30]


def _advised(state: State) -> Move:
    moves, worths = np.zeros(99, np.int64), np.zeros(99)
    n = advice.weigh(state.record, moves, worths)
    return GAME.moves[int(moves[int(np.argmax(worths[:n]))])]


def _orange(state: State) -> Move:
    """Begins a figure with a card that repeats, if there is one; else as advised."""
    begins = [f"lay-{kind.code}" for kind in KINDS if kind.most > 1]
    return next((m for m in state.legal_moves() if str(m) in begins), _advised(state))


@pytest.mark.parametrize("state", positions(), ids=lambda _: "")
def test_the_odds_of_a_hand_are_the_sum_of_all_ways(state: State) -> None:
    assert state.seat is not None
    seat, record = state.seat, state.record
    facts, sums = odds.look(record, seat, odds.GATES)
    most = wide(record.target) - wide(record.sizes[seat])
    counts, total = [int(n) for n in facts[:, odds.UNSEEN]], sums[most]
    for n in range(most + 1):
        all_ways = {way: worth(state, seat, way, counts) for way in ways(state, seat, n)}
        assert sums[n] == pytest.approx(sum(all_ways.values()))
    for kind in range(len(KINDS)):
        held = int(odds.held_by(record, seat, kind))
        uses = [(Counter(top + foot)[kind], way) for way in all_ways for top, foot in [way]]
        least = {
            odds.ANY: 1,
            odds.ALL: held or math.inf,
            odds.MORE: held + 1,
        }
        for column in least:
            part = sum(all_ways[way] for copies, way in uses if copies >= least[column])
            assert facts[kind, column] * total == pytest.approx(part, abs=1e-9)
        for column, end in ((odds.AT_TOP, 0), (odds.AT_FOOT, 1)):
            begun = [way for way in all_ways if record.sizes[seat] and way[end][:1] == (kind,)]
            part = sum(all_ways[way] for way in begun)
            assert facts[kind, column] * total == pytest.approx(part, abs=1e-9)


def test_the_positions_are_of_all_sorts() -> None:
    """Some figures are not begun, some are open at both ends, some alike at both ends."""
    ends = [
        (int(state.record.head_ends[seat]), int(state.record.foot_ends[seat]))
        for state in positions()
        for seat in [state.seat or 0]
    ]
    assert (0, 0) in ends
    assert any(top and foot and top != foot for top, foot in ends)
    assert any(top and top == foot for top, foot in ends)


def test_more_of_what_is_missing_is_worth_more_than_what_is_not() -> None:
    state = next(s for s in positions() if s.record.sizes[s.seat or 0] == 0)
    seat = state.seat or 0
    facts, _ = odds.look(state.record, seat, odds.GATES)
    for kind in range(len(KINDS)):
        assert odds.gain(kind, facts) >= 0
        assert odds.loss(kind, facts) >= 0
        assert math.isfinite(odds.loss(kind, facts))


def chances(state: State) -> list[float]:
    """Everyone's chance to win the match, as the first seat sees it."""
    values = np.zeros(3)
    advice.estimate(state.record, 0, values)
    assert math.isclose(values.sum(), 1.0)
    return list(values)


LACKS_SHOES = "hat redbust beltrg greenhem neck"
OTHERS = ["curls bluebust bluechest beltbg boots", "curls bluebust bluechest beltby yellowhem"]


def test_a_round_is_estimated_by_all_that_the_seat_sees() -> None:
    """A card that one lacks lies open, or is held; somebody took a card, or laid one."""
    dull = ["yellowlegs", "waistcoat"]
    plain = chances(table(LACKS_SHOES, *OTHERS, piles=dull, idle=1))
    shown = chances(table(LACKS_SHOES, *OTHERS, piles=["shoes", "waistcoat"], idle=1))
    assert shown[0] > plain[0]
    held = chances(table("hat redbust beltrg greenhem shoes", *OTHERS, piles=dull, idle=1))
    assert held[0] > shown[0]
    taken = chances(table(LACKS_SHOES, *OTHERS, piles=dull, known=["", "boots"], idle=1))
    assert taken[1] > plain[1]
    assert taken[2] < plain[2]
    shorter = [LACKS_SHOES, "curls bluebust bluechest beltbg", OTHERS[1]]
    laid = chances(table(*shorter, piles=dull, figures=["", "boots"], target=5, idle=1))
    assert laid[1] > plain[1]


def test_who_plays_sooner_is_a_little_ahead() -> None:
    values = chances(table(LACKS_SHOES, *OTHERS, idle=1))
    assert values[1] > values[2]


def test_a_round_that_was_only_dealt_favours_nobody() -> None:
    assert chances(table(LACKS_SHOES, *OTHERS)) == pytest.approx([1 / 3] * 3)
