"""The fields with which every game's state record begins, and their special values."""

from __future__ import annotations

NOBODY = -1
"""`seat` when nobody has to decide: something happens by itself, or the match is over."""
SPECTATOR = -1
"""`viewer` of a view that shows only what everyone may know."""
EVERYTHING = -2
"""`viewer` of a whole state, in which nothing is hidden."""

HEADER: tuple[tuple[str, str] | tuple[str, str, tuple[int, ...]], ...] = (
    ("key", "u8", (2,)),  # the chance: its key, and how many words have been drawn
    ("draws", "u4"),
    ("players", "i1"),
    ("seat", "i1"),  # whose decision it is
    ("viewer", "i1"),  # whose view this is
)
