"""`tablee check-game` on games of other packages: good ones, and ones that break a law."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugins import change, install


def told_of(folder: Path, *words: str) -> tuple[int, str]:
    """Runs a module where the games of a folder are installed; gets its status and its words."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env=os.environ | {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_the_game_that_is_written_to_begin_with_keeps_all_laws(tmp_path: Path) -> None:
    install(tmp_path, "scopa")
    status, told = told_of(tmp_path, "tablee", "check-game", "scopa", "--plain")
    assert status == 0, told
    assert "scopa, plain Python:" in told and " kept, 0 broken." in told
    assert "the tests of scopa are not here" in told


def test_a_broken_law_is_told_with_its_verb_its_field_and_its_table(tmp_path: Path) -> None:
    """A scratch field written by `legal` passed compiled, and failed where Python ran the rules."""
    package = install(tmp_path, "scopa")
    change(package / "rules.py", "    hand, n =", "    state.room[:] = 0\n    hand, n =")
    (package / "test_own.py").write_text('@mark.clause("X2")\ndef test_one(): pass\n')
    status, told = told_of(tmp_path, "tablee", "check-game", "scopa", "--plain")
    assert status == 1
    assert "BROKEN verbs that read a state do not write to it (scopa-3-random, " in told
    assert "legal may not write: state.room (" in told and "rules.py, line" in told
    assert 'no test is marked @pytest.mark.clause("X1")' in told


def test_the_laws_are_found_by_pytest_itself(tmp_path: Path) -> None:
    install(tmp_path, "scopa")
    words = ("pytest", "-q", "-p", "no:cacheprovider", "-k", "reads_back or clause", "--pyargs")
    status, told = told_of(tmp_path, *words, "tablee.laws", f"--rootdir={tmp_path}")
    assert status == 0, told
    assert "skipped" in told or "passed" in told


@pytest.mark.parametrize(("game", "why"), [("whist", "no game 'whist'"), ("broken", "no word")])
def test_what_is_not_on_the_shelf_is_not_checked(tmp_path: Path, game: str, why: str) -> None:
    change(install(tmp_path, "broken") / "__init__.py", "class", "raise ValueError\nclass")
    status, told = told_of(tmp_path, "tablee", "check-game", game)
    assert status == 2 and why in told
