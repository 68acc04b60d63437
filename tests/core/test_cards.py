"""Sets of cards: dealt out evenly, dealt anew as far as is known, and who has most."""

from __future__ import annotations

import numpy as np

from tablee.core.cards import deal_anew, deal_out, leaders, nth
from tablee.core.chance import new_rng
from tests.games.fourth import FOURTH

ALL = (1 << 32) - 1


def test_all_cards_are_dealt_evenly_and_each_deal_is_another() -> None:
    seen = set()
    for seed in range(20):
        records = FOURTH.blank()
        records["key"][0] = seed, 1
        hands = np.zeros(4, np.int64)
        deal_out(records[0], hands, ALL, 4)
        assert [int(hand).bit_count() for hand in hands] == [8, 8, 8, 8]
        assert sum(int(hand) for hand in hands) == ALL
        seen.add(tuple(hands))
    assert len(seen) == 20


def test_a_new_deal_leaves_what_is_seen_and_bars_what_cannot_be_held() -> None:
    room, barred = np.array([0, 8, 8, 8]), np.array([0, 0xFF00, 0, 0xFF])
    for seed in range(50):
        hands = np.array([0xFF000000, 0, 0, 0])
        deal_anew(hands, room, barred, 0xFFFFFF, new_rng(seed))
        assert hands[0] == 0xFF000000
        assert sum(int(hand) for hand in hands) == ALL
        assert not any(int(hand) & int(bar) for hand, bar in zip(hands, barred, strict=True))


def test_whoever_has_most_leads_alone_or_together() -> None:
    assert leaders(np.array([3, 5, 5, 1]), 4) == 0b0110
    assert leaders(np.array([7, 5, 5, 9]), 3) == 0b0001


def test_cards_of_a_set_are_counted_from_the_lowest() -> None:
    assert [nth(0b1011010, n) for n in range(4)] == [1, 3, 4, 6]
