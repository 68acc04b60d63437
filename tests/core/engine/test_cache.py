"""Compiled code is kept under a hash of what it was made from: never stale, and seldom lost."""

from __future__ import annotations

import ast
import json
import logging
import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import numba
import pytest

from tablee.core.engine import cache, interpreted
from tablee.games import GAMES

HOUSE = Path(cache.__file__).parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Makes a copy of the package that may be edited."""
    shutil.copytree(HOUSE, tmp_path / "src" / "tablee", ignore=shutil.ignore_patterns("__pyc*"))
    return tmp_path / "src" / "tablee"


LEGAL = """
import gc, json
import numba, numpy as np
from numba.core.dispatcher import Dispatcher
from tablee import find_game
from tablee.core import compiled
for game in map(find_game, ("fourmis", "kraut")):
    compiled.legal_first(game.blank(2), np.zeros(game.rules.MOST_MOVES, np.int64))
found = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]
missed = [" ".join(map(str, sig)) for d in found for sig, n in d.stats.cache_misses.items() if n]
records = {n: str(numba.from_dtype(find_game(n).rules.STATE)) for n in ("fourmis", "kraut")}
new = {name: sum(record in sig for sig in missed) for name, record in records.items()}
print(json.dumps({**new, "all": len(missed)}))
"""


def compiled_for(package: Path) -> dict[str, int]:
    """Looks for moves of two games in a new process; counts what had to be compiled for each."""
    env = {
        **os.environ,
        "PYTHONPATH": str(package.parent),
        "TABLEE_CACHE": str(package.parent.parent / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", LEGAL], env=env, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.mark.process
def test_an_edit_compiles_one_game_and_never_leaves_old_code(copy: Path) -> None:
    first = compiled_for(copy)
    assert first["fourmis"] and first["kraut"]
    for spoken in ("levels.toml", "shelf.toml", "rulebook.toml", "notation.py", "words.py"):
        path = copy / "games" / "fourmis" / spoken
        path.write_text(path.read_text(encoding="utf-8") + "\n# a word more\n", encoding="utf-8")
    assert compiled_for(copy)["all"] == 0, "a sentence is not compiled"
    material = copy / "games" / "fourmis" / "material.py"
    material.write_text(material.read_text(encoding="utf-8") + "\nRED <<= 0\n", encoding="utf-8")
    edited = compiled_for(copy)
    assert edited["fourmis"], "a constant of another module is not stale"
    assert edited["kraut"] == 0, "the other game is as it was"


def test_a_module_is_hashed_with_all_that_it_imports() -> None:
    rules = cache.sources("tablee.games.fourmis.rules")
    assert {"tablee.games.fourmis.material", "tablee.core.chance", "tablee.core.bits"} <= rules
    assert not rules & {"tablee.games.kraut.rules", "tablee.games.fourmis.words", "tablee.cli"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_compiled_function_depends_on_what_is_said_or_shown(game: object) -> None:
    rules = cache.sources(f"{type(game).__module__}.rules")
    spoken = {"words", "notation", "board", "page", "art", "table"}
    assert not {name.rpartition(".")[2] for name in rules} & spoken


def test_no_compiled_function_reads_a_module_that_is_not_hashed() -> None:
    """What such a module gives is only for the Python functions beside the compiled ones."""
    for function in (dispatcher.py_func for dispatcher in interpreted.DISPATCHERS):
        unread = unread_in(Path(function.__code__.co_filename))
        assert not unread & set(function.__code__.co_names), function


@lru_cache
def unread_in(path: Path) -> set[str]:
    """The names that a file imports from modules that are not hashed."""
    return {
        alias.asname or alias.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module in cache.UNREAD
        for alias in node.names
    }


def test_data_beside_a_module_is_hashed_unless_it_is_spoken() -> None:
    assert (HOUSE / "games" / "escogriffe" / "deck.toml").exists()
    assert "deck.toml" not in cache.SPOKEN


def test_code_nobody_has_used_for_a_month_is_forgotten(tmp_path: Path) -> None:
    old, new, mark = tmp_path / "old", tmp_path / "new", tmp_path / "old.whole"
    old.mkdir()
    new.mkdir()
    mark.touch()
    for path in (old, mark):
        os.utime(path, (0, 0))
    cache.forget_old(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_where_no_folder_can_be_written_code_is_kept_for_this_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "file"))
    cache.home.cache_clear()
    try:
        folder = cache.home()
        assert folder.is_dir()
        assert Path(os.environ["TABLEE_CACHE"]) == folder.parent, "for processes it starts"
        assert cache.home() == folder
        assert caplog.text.count("cannot be kept") == 1
    finally:
        cache.home.cache_clear()
        shutil.rmtree(folder.parent)


def test_what_takes_time_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    def double(n: int) -> int:
        return 2 * n

    cache._say_that_it_takes_time.cache_clear()
    dispatcher = numba.njit(double)
    dispatcher._cache = cache.CodeCache(double)  # type: ignore[arg-type]
    with caplog.at_level(logging.WARNING):
        cache.CodeCache.load_overload(
            dispatcher._cache, (numba.types.Omitted(os.getpid()),), dispatcher.targetctx
        )
        cache.CodeCache.load_overload(
            dispatcher._cache, (numba.types.Omitted(-os.getpid()),), dispatcher.targetctx
        )
    assert caplog.text.count("for the first time") == 1
