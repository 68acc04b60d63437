"""How much is tried, with which luck: on every push enough to notice, at night all there is."""

from __future__ import annotations

import os
import secrets
from datetime import datetime

NIGHT = os.environ.get("TABLEE_NIGHT") == "1"
LUCK = os.environ.setdefault("TABLEE_LUCK", str(secrets.randbits(32)) if NIGHT else "1")
"""What the deals of tables are made of: one number on every push, another one every night."""
ADDED = "test "
"""How luck begins that a test adds to a shuffle; browsers add their own."""

NOON = int(datetime(2026, 3, 2, 12).timestamp() * 1e9)
"""When a clock begins that must not come to midnight by itself, in nanoseconds."""


def often(push: int, night: int) -> int:
    """Chooses how many times something is tried."""
    return night if NIGHT else push
