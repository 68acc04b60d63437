"""How sure a figure is: the range that holds the true one in 95 cases of 100."""

from __future__ import annotations

import math
from collections.abc import Sequence

SURE = 1.96
"""Standard errors to either side of a mean."""
Interval = tuple[float, float]


def around(n: int, total: float, squares: float) -> Interval:
    """Return the interval of a mean, from how many values there are, their sum and squares."""
    if n < 2:
        return -math.inf, math.inf
    mean = total / n
    variance = max(0.0, squares - n * mean * mean) / (n - 1)
    half = SURE * math.sqrt(variance / n)
    return mean - half, mean + half


def of_mean(values: Sequence[float]) -> Interval:
    """Return the interval of the mean of some values."""
    return around(len(values), math.fsum(values), math.fsum(v * v for v in values))


def of_shares(values: Sequence[float]) -> Interval:
    """Return the interval of the mean of some values between 0 and 1."""
    low, high = of_mean(values)
    return max(0.0, low), min(1.0, high)


def of_share(n: int, total: float, squares: float) -> Interval:
    """Return the interval of a mean that lies between 0 and 1."""
    low, high = around(n, total, squares)
    return max(0.0, low), min(1.0, high)


def of_count(times: float, n: int) -> Interval:
    """Return Wilson's interval of how often something happens; it is never empty, even at 0."""
    if n < 1:
        return 0.0, 1.0
    share, z = times / n, SURE * SURE / n
    middle = share + z / 2
    half = SURE * math.sqrt(max(0.0, share * (1 - share)) / n + z / (4 * n))
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))


def percent(share: float, interval: Interval) -> str:
    """Write a share with its interval: 34.3 % (32.9–35.7 %)."""
    return f"{100 * share:.1f} % ({100 * interval[0]:.1f}–{100 * interval[1]:.1f} %)"
