"""What every game's state record is, the fields it begins with, and their special values."""

from __future__ import annotations

from typing import Any

from tablee.core.arrays import np

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


class RawRecord(np.void):  # type: ignore[misc]
    """A record whose fields are attributes, as compiled functions take it from the interpreter.

    A call with one takes 0.25 µs. With NumPy's own `record` it is 2.2: that looks every attribute
    up in Python, and describes all its fields whenever its memory is asked for, as Numba does.
    """

    __slots__ = ()
    data = property(lambda self: self)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"a record has no field {name!r}.") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value
