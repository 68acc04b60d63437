"""Numbers of a certain width: how each lies in memory, and what reading one gives.

A number read from memory is an `int` of Python that knows its width; only words of 64 bits
without a sign wrap around when they are calculated with, as the chance of a state wants it.
"""

from __future__ import annotations

import struct
from typing import Any

_WORD = (1 << 64) - 1


class generic:  # noqa: N801
    """A number that knows its width."""

    letter: str
    itemsize: int
    signed: bool
    code: str


class integer(int, generic):  # noqa: N801
    """A whole number of a certain width."""

    __slots__ = ()

    @classmethod
    def fit(cls, value: Any) -> int:
        """Return what is left of a number in this width."""
        bits = 8 * cls.itemsize
        left: int = int(value) & (1 << bits) - 1
        return left - (1 << bits) if cls.signed and left >> bits - 1 else left

    def __new__(cls, value: Any = 0) -> Any:
        """Make a number that fits."""
        return int.__new__(cls, cls.fit(value))

    def tobytes(self) -> bytes:
        """Return the bytes in memory."""
        return struct.pack(f"<{self.letter}", self)

    def tolist(self) -> int:
        """Return a plain number."""
        return int(self)


def _whole(name: str, letter: str, size: int, signed: bool) -> type[integer]:
    code = f"{'i' if signed else 'u'}{size}"
    about = {"letter": letter, "itemsize": size, "signed": signed, "code": code, "__slots__": ()}
    return type(name, (integer,), about)


int8 = _whole("int8", "b", 1, True)
int16 = _whole("int16", "h", 2, True)
int32 = _whole("int32", "i", 4, True)
int64 = _whole("int64", "q", 8, True)
uint8 = _whole("uint8", "B", 1, False)
uint16 = _whole("uint16", "H", 2, False)
uint32 = _whole("uint32", "I", 4, False)


class uint64(integer):  # noqa: N801
    """A word, which wraps around."""

    __slots__ = ()
    letter, itemsize, signed, code = "Q", 8, False, "u8"

    def __new__(cls, value: Any = 0) -> Any:
        """Make a word of the lowest bits."""
        return int.__new__(cls, int(value) & _WORD)

    def __add__(self, other: Any) -> Any:
        return uint64(int(self) + int(other))

    def __sub__(self, other: Any) -> Any:
        return uint64(int(self) - int(other))

    def __rsub__(self, other: Any) -> Any:
        return uint64(int(other) - int(self))

    def __mul__(self, other: Any) -> Any:
        return uint64(int(self) * int(other))

    def __lshift__(self, other: Any) -> Any:
        return uint64(int(self) << int(other)) if other < 64 else uint64(0)

    def __rshift__(self, other: Any) -> Any:
        return uint64(int(self) >> int(other))

    def __and__(self, other: Any) -> Any:
        return uint64(int(self) & int(other))

    def __or__(self, other: Any) -> Any:
        return uint64(int(self) | int(other))

    def __xor__(self, other: Any) -> Any:
        return uint64(int(self) ^ int(other))

    def __invert__(self) -> Any:
        return uint64(~int(self))

    def __mod__(self, other: Any) -> Any:
        return uint64(int(self) % int(other))

    def __floordiv__(self, other: Any) -> Any:
        return uint64(int(self) // int(other))

    __radd__, __rmul__, __rand__, __ror__, __rxor__ = __add__, __mul__, __and__, __or__, __xor__


class bool_(int, generic):  # noqa: N801
    """Whether something is so, in a byte."""

    __slots__ = ()
    letter, itemsize, signed, code = "?", 1, False, "b1"

    @classmethod
    def fit(cls, value: Any) -> bool:
        """Return whether a value is not nothing."""
        return bool(value)


class float64(float, generic):  # noqa: N801
    """A number with a fraction."""

    __slots__ = ()
    letter, itemsize, signed, code = "d", 8, True, "f8"
    fit = float


class float32(float, generic):  # noqa: N801
    """A number with a short fraction."""

    __slots__ = ()
    letter, itemsize, signed, code = "f", 4, True, "f4"
    fit = float


ITEMS: dict[str, Any] = {
    item.code: item
    for item in (
        *(int8, int16, int32, int64, uint8, uint16, uint32, uint64),
        *(bool_, float64, float32),
    )
}
PLAIN = ("i8", "f8", "f4", "b1")
"""What is read as Python's own number: its width is never asked for."""
