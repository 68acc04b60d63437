"""The keyed chance: exact, even, repeatable."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from tablee import find_game
from tablee.core import chance
from tablee.core.compiled import Records, compiled
from tablee.core.errors import InvalidOption

# SipHash-2-4 of the bytes 0, 1, … 7 under the key 0, 1, … 15: from its authors' test vectors.
KEY = np.frombuffer(bytes(range(16)), "<u8")
MESSAGE = np.frombuffer(bytes(range(8)), "<u8")[0]
EXPECTED = int.from_bytes(bytes.fromhex("6224939a79f5f593"), "little")


Counts = np.ndarray[Any, np.dtype[np.int64]]


def records() -> Records:
    return find_game("fourmis").blank(4)


@compiled
def throw(
    states: Records, n: int, counts: np.ndarray[tuple[int], np.dtype[np.int64]], times: int
) -> None:
    for _ in range(times):
        counts[chance.below(states[0], n)] += 1


@compiled
def throw_eight(
    states: Records, n: int, counts: np.ndarray[tuple[int, int], np.dtype[np.int64]], times: int
) -> None:
    for _ in range(times):
        packed = chance.eight_below(states[0], n)
        for i in range(8):
            counts[i, packed >> 8 * i & 255] += 1


def test_siphash_gives_its_authors_answer() -> None:
    assert int(chance.siphash(KEY[0], KEY[1], MESSAGE)) == EXPECTED


@pytest.mark.parametrize("n", [2, 5, 48, 110])
def test_numbers_below_n_come_evenly(n: int) -> None:
    counts = np.zeros(n, np.int64)
    throw(records(), n, counts, 200 * n)
    assert chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize("n", [8, 48, 110, 128])
def test_eight_numbers_at_once_come_evenly_each_below_one_less(n: int) -> None:
    counts = np.zeros((8, 256), np.int64)
    throw_eight(records(), n, counts, 100 * n)
    for i in range(8):
        assert not counts[i, n - i :].any()
        if n - i > 1:
            assert chisquare(counts[i, : n - i]).pvalue > 0.0001


@compiled
def throw_three(states: Records, counts: Counts, times: int) -> None:
    for _ in range(times):
        packed = chance.eight_below(states[0], 8)
        counts[packed & 255, packed >> 8 & 255, packed >> 16 & 255] += 1


def test_the_first_three_of_a_short_deck_come_evenly_together() -> None:
    counts = np.zeros((8, 7, 6), np.int64)
    throw_three(records(), counts, 30 * counts.size)
    assert chisquare(counts.ravel()).pvalue > 0.0001


def test_a_word_that_would_favour_some_results_is_thrown_away() -> None:
    """Of the half words 0 to 2**32 - 1, so many are left over as do not share out evenly."""
    ways = 128 * 127 * 126 * 125
    assert (1 << 32) % ways
    assert not chance._four_below(np.uint64(0), 128)[1]
    assert chance._four_below(np.uint64((1 << 32) - 1), 128)[1]
    states, counts = records(), np.zeros((8, 256), np.int64)
    throw_eight(states, 128, counts, 2000)
    assert counts.sum() == 8 * 2000
    assert states["draws"][0] > 2000


def test_equal_keys_give_equal_luck_and_others_do_not() -> None:
    assert chance.key_of(7) == chance.key_of(7)
    assert chance.key_of(7) != chance.key_of(8)
    assert chance.key_of() != chance.key_of()
    assert chance.key_of(key="00" * 16) == bytes(16)


@pytest.mark.parametrize("key", ["", "00", "0" * 31, "zz" * 16, b"", 5])
def test_a_key_that_is_none_is_refused(key: object) -> None:
    with pytest.raises(InvalidOption, match="key"):
        chance.key_of(key=key)  # type: ignore[arg-type]


def test_generators_differ_by_seed() -> None:
    assert chance.new_rng(1)[0] == chance.new_rng(1)[0]
    assert chance.new_rng(1)[0] != chance.new_rng(1, 0)[0]


def test_picks_come_evenly() -> None:
    rng, counts = chance.new_rng(3), np.zeros(7, np.int64)
    for _ in range(7000):
        counts[chance.pick(rng, 7)] += 1
    assert chisquare(counts).pvalue > 0.001
