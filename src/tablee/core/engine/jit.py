"""The compiler: Numba, and what replaces it where it is not installed.

No other module imports Numba or llvmlite (`lab/cuda.py` imports the compiler for graphics cards).
Without them Python itself runs the rules, exactly as under `NUMBA_DISABLE_JIT=1`: `compiled`
leaves functions as they are, and what is registered here for the compiler is never asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    import numba
    from llvmlite import binding as llvm
    from llvmlite import ir
    from numba import carray, config, from_dtype, njit
    from numba.core import types
    from numba.core.caching import _Cache as Cache
    from numba.core.compiler import CompileResult
    from numba.core.registry import CPUDispatcher
    from numba.core.serialize import dumps
    from numba.extending import intrinsic, overload

    I8, I32, I64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
    INTERPRETED = bool(config.DISABLE_JIT)
    VERSION: str = numba.__version__
except ModuleNotFoundError as missing:
    # A Numba that is installed but broken must be heard of: only its absence is fine.
    if missing.name not in ("numba", "llvmlite"):
        raise
    INTERPRETED, VERSION = True, "none"
    llvm = ir = I8 = I32 = I64 = types = carray = njit = CompileResult = dumps = None  # type: ignore[assignment]
    Cache, CPUDispatcher = object, type("CPUDispatcher", (), {})

    def from_dtype(dtype: Any) -> Any:
        """Return the type itself: there is no compiler that has another one for it."""
        return dtype

    def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
        """Leave a function as it is: no call of it is compiled."""
        return function

    def overload(function: Callable[..., Any], **options: Any) -> Callable[[Any], Any]:
        """Ignore what compiled code would call instead of a function."""
        return lambda choose: choose


__all__ = [
    "I8",
    "I32",
    "I64",
    "INTERPRETED",
    "VERSION",
    "CPUDispatcher",
    "Cache",
    "CompileResult",
    "carray",
    "dumps",
    "from_dtype",
    "intrinsic",
    "ir",
    "llvm",
    "njit",
    "overload",
    "types",
]
