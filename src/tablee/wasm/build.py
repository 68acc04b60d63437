"""Builds a game's compiled code as WebAssembly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tablee.core.compiled import modules_of
from tablee.core.engine.cache import fingerprint, home
from tablee.core.errors import TableeError
from tablee.core.game import Game
from tablee.wasm.link import find_library, find_linker, link

_ENVIRONMENT = {
    "NUMBA_OPT": "0",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_DEBUGINFO": "0",
    "NUMBA_DISABLE_JIT": "0",
}
"""How Numba compiles: nothing is optimised before all is linked, for no certain processor."""


def build(game: str, out: Path, shared: bool = False) -> None:
    """Write a game's rules, advice, play-outs and search as a module of WebAssembly.

    Alone it has a memory of its own and asks for nothing; shared it is a library that Python in
    a browser opens by `ctypes`, in Python's own memory.
    """
    find_linker()
    if not shared:
        find_library()
    with tempfile.TemporaryDirectory() as folder:
        link(_compiled(game, Path(folder)), out, shared)


def kernel_of(game: Game, shared: bool = False) -> Path:
    """Return a game's module, built once and kept beside the compiled code."""
    made_from = {module.__name__ for module in modules_of(game.rules.STATE)}
    mark = fingerprint(made_from | {"tablee.wasm.entries", "tablee.wasm.link"})
    kept = home() / f"{game.name}-{mark}{'-shared' if shared else ''}.wasm"
    if not kept.exists():
        part = kept.with_name(f"{kept.name}.{os.getpid()}")
        build(game.name, part, shared)
        part.replace(kept)
    return kept


def _compiled(game: str, folder: Path) -> list[dict[str, str]]:
    """Compile a game's entries in a process of its own, from nothing."""
    file = folder / "entries.json"
    done = subprocess.run(
        [sys.executable, "-m", "tablee.wasm.intermediate", game, str(file)],
        env={**os.environ, **_ENVIRONMENT, "TABLEE_CACHE": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise TableeError(f"{game} cannot be compiled: {done.stderr.strip()}")
    return list(json.loads(file.read_text(encoding="utf-8")))
