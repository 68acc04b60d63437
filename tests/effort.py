"""How much is tried, with which luck: on every push enough to notice, at night all there is."""

from __future__ import annotations

import os
import secrets

NIGHT = os.environ.get("TABLEE_NIGHT") == "1"
LUCK = os.environ.setdefault("TABLEE_LUCK", str(secrets.randbits(32)) if NIGHT else "1")
"""What the deals of tables are made of: one number on every push, another one every night."""
ADDED = "test "
"""How luck begins that a test adds to a shuffle; browsers add their own."""


def often(push: int, night: int) -> int:
    """Chooses how many times something is tried."""
    return night if NIGHT else push
