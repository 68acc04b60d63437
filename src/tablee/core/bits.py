"""Sets of cards as bit masks: how many there are, and which comes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablee.core.arrays import np
from tablee.core.engine.jit import intrinsic, ir, overload, types

int64: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""Widens a number to the 64 bits of a mask; to the reader of types it is a plain int."""


def count(mask: int) -> int:
    """Count the bits of a mask."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """Return the place of the lowest bit of a mask that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest(mask: int) -> int:
    """Return the place of the highest bit of a mask that is not empty."""
    return int(mask).bit_length() - 1


def members(mask: int) -> list[int]:
    """Return the places of all bits of a mask, lowest first; for Python only."""
    return [place for place in range(int(mask).bit_length()) if mask >> place & 1]


def _zero_is_fine() -> Any:
    """Return LLVM's flag for a function that may be asked about a mask of 0."""
    return ir.Constant(ir.IntType(1), 0)


@intrinsic  # type: ignore[untyped-decorator]
def _population(typing: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(typing: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], _zero_is_fine())

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _leading_zeros(typing: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], _zero_is_fine())

    return types.int64(types.int64), generate


@overload(count, strict=False)  # type: ignore[untyped-decorator]
def _count(mask: Any) -> Any:
    return lambda mask: _population(mask)


@overload(lowest, strict=False)  # type: ignore[untyped-decorator]
def _lowest(mask: Any) -> Any:
    return lambda mask: _trailing_zeros(mask)


@overload(highest, strict=False)  # type: ignore[untyped-decorator]
def _highest(mask: Any) -> Any:
    return lambda mask: 63 - _leading_zeros(mask)
