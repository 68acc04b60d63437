"""Short codes to say aloud: they lead to a table until its match is over."""

from __future__ import annotations

import secrets

SIGNS = "FKRTWXY3479"
"""Signs that nobody takes for another, seen from afar or heard in one of our languages."""
LENGTH = 6


def draw() -> str:
    """Return a code by chance."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def read(text: str) -> str | None:
    """Return the code that was typed, whatever its case and spaces; None if it is none."""
    code = "".join(text.upper().replace("-", "").split())
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else None


def spell(code: str) -> str:
    """Return a code as it is shown: in two halves."""
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"
