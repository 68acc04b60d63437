"""The rules without the compiler: every compiled function has a twin that Python itself runs.

While a game waits to be compiled, its records are handed to the twins: some thousand decisions a
second, which is plenty for a table. When its code has been loaded the game is released, and the
compiled functions are what they were before: nothing is asked on their way any more.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import CellType, FunctionType
from typing import Any

import numpy as np
from numba.core.registry import CPUDispatcher

from tablee.core.compiled import DISPATCHERS, INTERPRETED, slow_verbs

_WAITING: set[np.dtype[Any]] = set()
_TWINS: dict[int, Any] = {}
_ROOMS: dict[int, dict[str, Any]] = {}
_HERE = threading.local()
_LOCK = threading.Lock()


class Waiting(CPUDispatcher):  # type: ignore[misc]
    """A compiled function while some game waits to be compiled."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call the compiled function for games that are ready, its twin for the others."""
        kinds = [arg.dtype for arg in args if isinstance(arg, np.ndarray | np.void)]
        games = [kind for kind in kinds if kind.names]
        if getattr(_HERE, "compiling", False) or (games and not _WAITING.intersection(games)):
            return super().__call__(*args, **named)
        with np.errstate(over="ignore"):
            return twin_of(self)(*args, **named)


def wait_for(dtype: np.dtype[Any]) -> None:
    """Lets Python run the rules of a type of record until it is released."""
    if INTERPRETED:
        return
    with _LOCK:
        _WAITING.add(dtype)
        for dispatcher in DISPATCHERS:
            dispatcher.__class__ = Waiting


def release(dtype: np.dtype[Any]) -> None:
    """Lets compiled code run the rules of a type of record again."""
    with _LOCK:
        _WAITING.discard(dtype)
        if not _WAITING:
            for dispatcher in DISPATCHERS:
                dispatcher.__class__ = CPUDispatcher


def is_waiting(dtype: np.dtype[Any]) -> bool:
    """Tells whether Python runs the rules of a type of record."""
    return dtype in _WAITING


@contextmanager
def compiling() -> Iterator[None]:
    """Run what is compiled, or compile it, in this thread alone, whoever waits."""
    _HERE.compiling = True
    try:
        yield
    finally:
        _HERE.compiling = False


def twin_of(thing: Any) -> Any:
    """Return what stands for a value where Python runs the rules: itself, or a function's twin."""
    if id(thing) not in _TWINS:
        _TWINS[id(thing)] = _make_twin(thing)
    return _TWINS[id(thing)]


def _make_twin(thing: Any) -> Any:
    if isinstance(thing, CPUDispatcher):
        function = thing.py_func
        cells = tuple(CellType(twin_of(c.cell_contents)) for c in function.__closure__ or ())
        twin = FunctionType(
            function.__code__, _room_of(function), None, function.__defaults__, cells or None
        )
        twin.__kwdefaults__ = function.__kwdefaults__
        return twin
    return slow_verbs.get(thing, thing) if isinstance(thing, FunctionType) else thing


def _room_of(function: Any) -> dict[str, Any]:
    """Return the names that a function sees, with twins for all that is compiled."""
    names = function.__globals__
    if id(names) not in _ROOMS:
        room = _ROOMS[id(names)] = {}
        room.update(
            (name, twin_of(value) if isinstance(value, CPUDispatcher | FunctionType) else value)
            for name, value in names.items()
        )
    return _ROOMS[id(names)]
