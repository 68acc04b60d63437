"""Where compiled code is kept across processes, so that it is never stale and seldom lost.

Numba looks only at the file of the function that it compiles. Here the code of a function is kept
under a hash of everything it was made from: its module with all that this imports, and the same
for the rules of every game whose record is in the signature. So an edit in one game compiles
that game alone, an edit of a sentence nothing, and there is no old code to find by mistake.
One file holds one function for one signature; several processes may write at once.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import logging
import os
import pickle
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tablee.core.arrays import np
from tablee.core.engine.jit import VERSION, Cache, CompileResult, dumps

log = logging.getLogger("tablee.cache")

SPOKEN = (
    *("rulebook.toml", "table.toml", "titles.toml", "levels.toml", "shelf.toml", "lesson.toml"),
    *("variant.toml",),
    *("pad.toml", "ask.toml"),
)
"""Data beside a game's rules that no compiled function reads; any other file is hashed too."""
UNREAD = {
    "tablee.core.engine.interpreted",
    "tablee.core.errors",
    "tablee.core.rules.rulebook",
    "tablee.core.state.text",
}
"""Modules beside compiled functions that none of these reads; a test looks after them."""
_IMPORT = re.compile(r"^(?:from (\S+) import (\([^)]*\)|[^\n]*)|import ([\w., ]+))", re.MULTILINE)
_OLD = 30 * 24 * 3600.0
_RULES: dict[str, frozenset[str]] = {}


def name_rules(record: Any, modules: Iterable[ModuleType]) -> None:
    """Note in which modules the rules for a Numba record type are written."""
    _RULES[str(record)] = frozenset(module.__name__ for module in modules)


# What a function is made from


@functools.cache
def sources(name: str) -> frozenset[str]:
    """Return the names of a module and of all that it imports from its own packages."""
    found = {__name__, *UNREAD}
    waiting, near = [name], {"tablee", name.partition(".")[0]}
    while waiting:
        module = waiting.pop()
        if module in found or (path := _path_of(module)) is None:
            continue
        found.add(module)
        waiting += [n for n in _imported(path, module) if n.partition(".")[0] in near]
    return frozenset(found - {__name__, *UNREAD})


def _path_of(module: str) -> Path | None:
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file) if file and Path(file).exists() else None


def _imported(path: Path, module: str) -> Iterator[str]:
    """Yield the modules named by the import statements at a file's left margin."""
    for start, names, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        if plain:
            yield from (part.split()[0] for part in plain.split(","))
            continue
        if start.startswith("."):
            up = len(start) - len(start.lstrip("."))
            package = sys.modules[module].__package__ or ""
            base = package.split(".")[: len(package.split(".")) - up + 1]
            start = ".".join([*base, *start.lstrip(".").split(".")]).rstrip(".")
        yield start
        yield from (f"{start}.{word}" for word in re.findall(r"\w+", names))


@functools.cache
def digest(module: str) -> bytes:
    """Hash a module's file, and the data that lies beside it."""
    path = _path_of(module)
    assert path is not None
    data = [p for p in sorted(path.parent.glob("*.toml")) if p.name not in SPOKEN]
    return hashlib.sha256(b"\0".join(p.read_bytes() for p in [path, *data])).digest()


def fingerprint(modules: Iterable[str]) -> str:
    """Hash some modules with all that they import, and the compiler's version."""
    told = hashlib.sha256(f"{VERSION} {np.__version__} {sys.version}".encode())
    for module in sorted(set().union(*(sources(name) for name in modules))):
        told.update(module.encode() + digest(module))
    return told.hexdigest()[:16]


# Folders


def game_mark(modules: Iterable[ModuleType], game: str) -> Path:
    """Return the file whose presence says that some modules are wholly compiled for a game."""
    return home() / f"{game}-{fingerprint(module.__name__ for module in modules)}.whole"


@functools.cache
def home() -> Path:
    """Return the folder of all compiled code; a new one for this run where none can be written."""
    named = os.environ.get("TABLEE_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = Path(named).expanduser() / "tablee"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return _passing_home(folder, error)
    return folder


def is_empty() -> bool:
    """Return whether nothing has been compiled yet."""
    return not any(path.is_dir() for path in home().iterdir())


def _passing_home(wanted: Path, error: OSError) -> Path:
    """Make a folder that ends with this process, and that its own processes use too."""
    passing = tempfile.mkdtemp(prefix="tablee-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    os.environ["TABLEE_CACHE"] = passing
    log.warning(
        "compiled code cannot be kept in %s (%s): name another folder by TABLEE_CACHE.",
        wanted,
        error.strerror,
    )
    folder = Path(passing) / "tablee"
    folder.mkdir()
    return folder


@functools.cache
def _folder(fingerprint: str) -> Path:
    folder = home() / fingerprint
    if not folder.exists():
        forget_old(home())
        folder.mkdir(exist_ok=True)
    os.utime(folder)
    return folder


def forget_old(home: Path) -> None:
    """Remove compiled code that no process has used for a month."""
    for path in home.glob("*"):
        if time.time() - path.stat().st_mtime > _OLD:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


class CodeCache(Cache):  # type: ignore[misc]
    """Keeps what was compiled of one function, as Numba asks for it."""

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        for module in sources(function.__module__):
            digest(module)  # as it is now, when it was read

    @property
    def cache_path(self) -> str:
        """Return the folder that all functions share."""
        return str(home())

    def _path(self, sig: Any, codegen: Any) -> Path:
        function, told = self._function, " ".join(map(str, sig))
        modules = {name for record, names in _RULES.items() if record in told for name in names}
        # Closures of one function differ in their cells alone, so the cells are part of the name.
        cells = [dumps(cell.cell_contents) for cell in function.__closure__ or ()]
        made = (repr(sig), codegen.magic_tuple(), function.__code__.co_firstlineno, cells)
        name = hashlib.sha256(repr(made).encode()).hexdigest()[:16]
        folder = _folder(fingerprint(modules | {function.__module__}))
        return folder / f"{function.__module__}.{function.__qualname__}-{name}.nbc"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for a signature, or None."""
        target_context.refresh()  # as Numba's own cache does: it must be initialised
        try:
            payload = pickle.loads(self._path(sig, target_context.codegen()).read_bytes())
        except FileNotFoundError:
            _say_that_it_takes_time()
            return None
        return CompileResult._rebuild(target_context, *payload)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function, whole or not at all."""
        if data.library.has_dynamic_globals or any(not part.can_cache for part in data.lifted):
            return
        path = self._path(sig, data.codegen)
        part = path.with_name(f"{path.name}.{os.getpid()}")
        part.write_bytes(dumps(data._reduce()))
        part.replace(path)

    def enable(self) -> None:
        """Do nothing: it is always on."""

    def disable(self) -> None:
        """Do nothing: it is always on."""

    def flush(self) -> None:
        """Do nothing: what is stale is never found."""


@functools.cache
def _say_that_it_takes_time() -> None:
    log.warning("compiling what is played for the first time: some seconds, once.")
