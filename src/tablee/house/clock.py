"""The time as the house stores it."""

from __future__ import annotations

import time


def now() -> int:
    """Return the time in milliseconds."""
    return time.time_ns() // 1_000_000
