"""The part of NumPy's names that records and small arrays need, on `bytearray` alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from tablee.core.arrays.array import flags, ndarray, void
from tablee.core.arrays.items import (
    bool_,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    integer,
    uint8,
    uint16,
    uint32,
    uint64,
)
from tablee.core.arrays.types import dtype

__version__ = "none"
bool = bool_  # noqa: A001
record = void
inf, nan = math.inf, math.nan


class errstate:  # noqa: N801
    """Do nothing: words wrap around without a warning here."""

    def __init__(self, **how: str) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *raised: object) -> None:
        pass


def seterr(**how: str) -> None:
    """Do nothing, likewise."""


class iinfo:  # noqa: N801
    """The least and the greatest number of a type."""

    def __init__(self, kind: Any) -> None:
        item = dtype(kind).item
        bits = 8 * item.itemsize
        self.bits = bits
        self.min = -(1 << bits - 1) if item.signed else 0
        self.max = (1 << bits - item.signed) - 1


def _shape(size: int | Iterable[int]) -> tuple[int, ...]:
    return tuple(size) if isinstance(size, Iterable) else (int(size),)


def zeros(shape: int | Iterable[int], dtype: Any = float64) -> ndarray:
    """Make an array of zeros."""
    kind, size = _type(dtype), _shape(shape)
    return ndarray(bytearray(math.prod(size) * kind.itemsize), 0, kind, size)


empty = zeros
_type = dtype


def full(shape: int | Iterable[int], value: float, dtype: Any = None) -> ndarray:
    """Make an array of one number."""
    made = zeros(shape, dtype or (float64 if isinstance(value, float) else int64))
    made[:] = value
    return made


def array(values: Any, dtype: Any = None) -> ndarray:
    """Copy an array, or make one of the numbers in nested lists."""
    if isinstance(values, ndarray):
        return values.copy() if dtype is None else values.astype(dtype)
    values = list(values)
    if values and isinstance(values[0], void):
        made = zeros(len(values), values[0].dtype)
        made[:] = values
        return made
    shape: tuple[int, ...] = (len(values),)
    flat = values
    while flat and isinstance(flat[0], list | tuple | ndarray):
        shape, flat = (*shape, len(flat[0])), [value for row in flat for value in row]
    whole = dtype or (float64 if any(isinstance(value, float) for value in flat) else int64)
    made = zeros(shape, whole)
    made.reshape(-1)[:] = flat
    return made


def frombuffer(buffer: Any, dtype: Any = float64) -> ndarray:
    """See bytes as an array, which can be changed if they can."""
    kind = _type(dtype)
    size = (len(buffer) // kind.itemsize,)
    if isinstance(buffer, bytearray):
        return ndarray(buffer, 0, kind, size)
    return ndarray(bytearray(buffer), 0, kind, size, flags(writeable=False))


def arange(*bounds: int) -> ndarray:
    """Make an array of whole numbers one after the other."""
    return array(range(*bounds), int64)


def atleast_1d(value: Any) -> ndarray:
    """Return an array as it is, and a number as an array of one."""
    return value if isinstance(value, ndarray) else array([value])


def concatenate(parts: Iterable[ndarray]) -> ndarray:
    """Join arrays, one after the other."""
    parts = list(parts)
    return array([value for part in parts for value in part], parts[0].dtype)


def argsort(values: Iterable[float]) -> ndarray:
    """Return the places of some numbers, the least number first."""
    values = list(values)
    return array(sorted(range(len(values)), key=values.__getitem__), int64)


def prod(values: Iterable[int], dtype: Any = None) -> int:
    """Multiply some numbers."""
    return math.prod(values)


def _each(function: Callable[[float], float]) -> Callable[[Any], Any]:
    def call(value: Any) -> Any:
        return value.mapped(function) if isinstance(value, ndarray) else function(value)

    return call


log, exp, sqrt = _each(math.log), _each(math.exp), _each(math.sqrt)

__all__ = [
    "arange",
    "argsort",
    "array",
    "atleast_1d",
    "bool",
    "concatenate",
    "dtype",
    "empty",
    "errstate",
    "exp",
    "float32",
    "float64",
    "frombuffer",
    "full",
    "iinfo",
    "inf",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "log",
    "nan",
    "ndarray",
    "prod",
    "record",
    "seterr",
    "sqrt",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "void",
    "zeros",
]
