"""Intervals that hold what they promise."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from tablee.lab.intervals import around, of_count, of_mean, percent


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    values = [0.0, 1.0, 1.0, 0.5, 0.25]
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    mean = statistics.fmean(values)
    assert of_mean(values) == pytest.approx((mean - half, mean + half))
    assert around(1, 3, 9) == (-math.inf, math.inf)


def test_what_never_happened_may_still_happen() -> None:
    low, high = of_count(0, 100)
    assert low == 0
    assert 0.03 < high < 0.04
    assert of_count(0, 0) == (0, 1)


def test_nineteen_intervals_of_twenty_hold_the_true_share() -> None:
    rng = np.random.default_rng(7)
    found = [of_count(int(n), 200) for n in rng.binomial(200, 0.3, 1000)]
    assert 920 < sum(low <= 0.3 <= high for low, high in found) < 980


def test_a_share_is_written_with_its_interval() -> None:
    assert percent(0.343, (0.329, 0.357)) == "34.3 % (32.9–35.7 %)"
