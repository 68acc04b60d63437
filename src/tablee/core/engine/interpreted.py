"""The rules without the compiler: every compiled function has a version that Python itself runs.

While a game waits to be compiled, its records are handed to the Python versions: some thousand
decisions a second, which is plenty for a table. When its code has been loaded the game is
released, and the compiled functions are what they were before, without a question on their way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CellType, FunctionType
from typing import Any

from tablee.core.arrays import np
from tablee.core.engine.jit import INTERPRETED, CPUDispatcher

DISPATCHERS: list[Any] = []
"""Every compiled function."""
python_verbs: dict[Any, Callable[..., Any]] = {}
"""The Python version of each verb."""

_WAITING: set[np.dtype[Any]] = set()
_VERSIONS: dict[int, Any] = {}
_GLOBALS: dict[int, dict[str, Any]] = {}
_HERE = threading.local()
_LOCK = threading.Lock()


class Waiting(CPUDispatcher):  # type: ignore[misc]
    """A compiled function while some game waits to be compiled."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call the compiled function for games that are ready, the Python version for others."""
        kinds = [arg.dtype for arg in args if isinstance(arg, np.ndarray | np.void)]
        games = [kind for kind in kinds if kind.names]
        # A function of no game runs in Python too while any game waits, so nothing is compiled.
        if getattr(_HERE, "compiling", False) or (games and not _WAITING.intersection(games)):
            return super().__call__(*args, **named)
        with np.errstate(over="ignore"):
            return python_version_of(self)(*args, **named)


def wait_for(dtype: np.dtype[Any]) -> None:
    """Let Python run the rules of a type of record until it is released."""
    if INTERPRETED:
        return
    with _LOCK:
        _WAITING.add(dtype)
        # Changing the class costs nothing once no game waits; a test in every call always would.
        for dispatcher in DISPATCHERS:
            dispatcher.__class__ = Waiting


def release(dtype: np.dtype[Any]) -> None:
    """Let compiled code run the rules of a type of record again."""
    with _LOCK:
        _WAITING.discard(dtype)
        if not _WAITING:
            for dispatcher in DISPATCHERS:
                dispatcher.__class__ = CPUDispatcher


def is_waiting(dtype: np.dtype[Any]) -> bool:
    """Return whether Python runs the rules of a type of record."""
    return dtype in _WAITING


@contextmanager
def compiling() -> Iterator[None]:
    """Run or compile the compiled functions in this thread, even those of games that wait."""
    _HERE.compiling = True
    try:
        yield
    finally:
        _HERE.compiling = False


def python_version_of(thing: Any) -> Any:
    """Return what Python uses instead of a compiled function or a verb; other values unchanged."""
    # By identity, since many values cannot be hashed. Functions of modules never go away.
    if id(thing) not in _VERSIONS:
        _VERSIONS[id(thing)] = _make_version(thing)
    return _VERSIONS[id(thing)]


def _make_version(thing: Any) -> Any:
    if isinstance(thing, CPUDispatcher):
        function = thing.py_func
        cells = tuple(
            CellType(python_version_of(cell.cell_contents)) for cell in function.__closure__ or ()
        )
        version = FunctionType(
            function.__code__, _globals_of(function), None, function.__defaults__, cells or None
        )
        version.__kwdefaults__ = function.__kwdefaults__
        return version
    return python_verbs.get(thing, thing) if isinstance(thing, FunctionType) else thing


def _globals_of(function: Any) -> dict[str, Any]:
    """Return the names that a function sees, with Python versions of all that is compiled."""
    names = function.__globals__
    if id(names) not in _GLOBALS:
        # Stored before it is filled, since functions of a module may call each other in a circle.
        seen = _GLOBALS[id(names)] = {}
        seen.update(
            (name, python_version_of(value) if _may_be_compiled(value) else value)
            for name, value in names.items()
        )
    return _GLOBALS[id(names)]


def _may_be_compiled(value: Any) -> bool:
    return isinstance(value, CPUDispatcher | FunctionType)
