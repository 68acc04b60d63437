"""Compiled code: kept across processes, never stale, and the same rules without a compiler."""

from __future__ import annotations

import ast
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tablee.core import compiled
from tests.cases import CASES

ROOT = Path(__file__).parents[2]

PLAY = """
import json
from numba.core.dispatcher import Dispatcher
import gc
from tablee import GAMES
from tablee.lab.simulate import simulate
for game in GAMES.values():
    state = game.deal(game.players[-1], seed=1)
    state.view(0).redeal(1).play(state.legal_moves()[0])
    simulate(game, game.players[-1], 3)
found = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]
ours = [d for d in found if d.py_func.__module__.startswith("tablee")]
print(json.dumps({
    "compiled": sorted(d.py_func.__name__ for d in ours if sum(d.stats.cache_misses.values())),
    "loaded": sum(sum(d.stats.cache_hits.values()) for d in ours),
}))
"""

FINALS = """
import json
from tests.core.test_compiled import glimpses
print(json.dumps(glimpses()))
"""


def glimpses() -> dict[str, list[str]]:
    """Gets positions of a match of every kind, and what a seat imagines in them."""
    cases = [case for case in CASES if case.style == "random"]
    return {
        str(case): [
            f"{state} {state.view(0).redeal(3)}"
            for state in itertools.islice(case.walk(21), 0, 60, 15)
        ]
        for case in cases
    }


def run(script: str, **env: str) -> dict[str, list[str] | int]:
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_a_second_start_compiles_nothing() -> None:
    run(PLAY)
    second = run(PLAY)
    assert second["compiled"] == []
    assert second["loaded"]


def test_the_same_rules_run_without_the_compiler() -> None:
    """Plays matches of every game interpreted, and demands the very same positions."""
    assert run(FINALS, NUMBA_DISABLE_JIT="1") == glimpses()


def test_an_edit_gives_compiled_code_another_home(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("x = 1")
    (tmp_path / "deck.toml").write_text("a = 1")
    before = compiled.fingerprint(tmp_path)
    assert compiled.fingerprint(tmp_path) == before
    (tmp_path / "deck.toml").write_text("a = 2")
    middle = compiled.fingerprint(tmp_path)
    (tmp_path / "rules.py").write_text("x = 2")
    assert len({before, middle, compiled.fingerprint(tmp_path)}) == 3


def test_compiled_functions_stand_where_the_hash_looks() -> None:
    package = ROOT / "src" / "tablee"
    users = [p for p in package.rglob("*.py") if "@compiled" in p.read_text(encoding="utf-8")]
    assert users
    assert {path.relative_to(package).parts[0] for path in users} <= set(compiled.ROOMS)


def test_words_and_pictures_are_not_hashed(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("x = 1")
    before = compiled.fingerprint(tmp_path)
    for name in compiled.SPOKEN:
        (tmp_path / name).write_text("a = 2")
    assert compiled.fingerprint(tmp_path) == before


def test_no_compiled_module_reads_what_is_not_hashed() -> None:
    """A constant of an unhashed module inside compiled code could go stale."""
    spoken = {name.removesuffix(".py") for name in compiled.SPOKEN if name.endswith(".py")}
    for path in (ROOT / "src" / "tablee").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "@compiled" not in text:
            continue
        assert path.name not in compiled.SPOKEN
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom):
                named = {str(node.module).rsplit(".")[-1], *(alias.name for alias in node.names)}
                assert not named & spoken, path


def test_code_nobody_has_used_for_a_month_is_forgotten(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (0, 0))
    compiled.forget_old(tmp_path)
    assert not old.exists()
    assert new.exists()


def test_a_field_that_numpy_would_shadow_is_refused() -> None:
    with pytest.raises(ValueError, match="a field cannot be called 'round'"):
        compiled.register(np.dtype([("round", "u1")]), ModuleType("rules"))


def test_numbas_own_cache_folder_is_left_alone() -> None:
    from numba import config

    assert os.environ.get("NUMBA_CACHE_DIR", "") == config.CACHE_DIR
