"""The rules need NumPy and Numba only; whatever else is missing is named in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee import __version__
from tablee.core.extras import MissingExtra, need

BLOCK = """
import importlib.abc, sys
KEEP = {"numpy", "numba", "llvmlite", "tablee"}
class Slim(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in KEEP or top in sys.stdlib_module_names or top.startswith("_"):
            return None
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Slim())
import importlib.util
find = importlib.util.find_spec
def find_spec(name, package=None):
    try:
        return find(name, package)
    except ModuleNotFoundError:
        return None
importlib.util.find_spec = find_spec
"""
RULES = """
import tablee, tablee.batch, tablee.table.laying
from tablee.bots import find_bot
from tablee.lab.simulate import simulate
for game in tablee.GAMES.values():
    state = game.deal(seed=1)
    move = state.legal_moves()[0]
    view = state.view(state.seat)
    assert view.show() and state.tell(move, "fr") and state.play(move) and view.observation().size
    assert find_bot("random", game).choose(view) in view.legal_moves()
    assert "<pre" in view._repr_html_()
"""


def run(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BLOCK + code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"} | env,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_the_rules_need_numpy_and_numba_only() -> None:
    done = run(RULES)
    assert done.returncode == 0, done.stderr


def test_the_command_says_which_extra_is_missing() -> None:
    done = run("from tablee.__main__ import main; main()")
    assert done.returncode == 2 and not done.stdout
    assert done.stderr == (
        "tablee: this needs typer, which is not installed: pip install 'tablee[cli]'.\n"
    )


def test_a_missing_extra_is_an_import_error_with_a_remedy() -> None:
    with pytest.raises(MissingExtra, match=r"needs nothing_such.*pip install 'tablee\[rl\]'"):
        need("nothing_such", "rl")
    assert issubclass(MissingExtra, ImportError)


def test_the_package_works_where_nothing_can_be_written(tmp_path: Path) -> None:
    """`import tablee` raised PermissionError where HOME cannot be written."""
    code = "import tablee; print(tablee.find_game('fourmis').deal(seed=1).seat)"
    done = run(code, HOME="/nonexistent", TABLEE_CACHE="", XDG_CACHE_HOME="/dev/null/x")
    assert done.stdout == "0\n", done.stderr


def test_the_version_is_told_and_the_server_names_its_extra_without_anything_else() -> None:
    asked = "import sys; sys.argv[1:] = ['--version']; from tablee.__main__ import main; main()"
    assert run(asked).stdout == f"tablee {__version__}\n"
    done = run("import tablee.web.app")
    assert "this needs fastapi, which is not installed: pip install 'tablee[serve]'" in done.stderr


def test_the_command_says_its_version() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"tablee {__version__}\n"
