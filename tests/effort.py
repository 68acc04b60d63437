"""How much is tried: on every push enough to notice, at night (`make night`) all there is."""

from __future__ import annotations

import os

NIGHT = os.environ.get("TABLEE_NIGHT") == "1"


def often(push: int, night: int) -> int:
    """Chooses how many times something is tried."""
    return night if NIGHT else push
