"""A score sheet that is shared live: several devices write it, by a short code."""

from __future__ import annotations

from dataclasses import dataclass

LASTS = 24 * 3600 * 1000
"""Milliseconds after its last note for which a shared sheet is kept."""


@dataclass(frozen=True)
class SharedPad:
    """A shared score sheet as it stands."""

    name: str
    code: str
    text: str
    """The text of the sheet."""
    version: int
    """How often it was written."""
