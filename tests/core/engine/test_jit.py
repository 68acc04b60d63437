"""Where Numba is not installed everything runs all the same, as under `NUMBA_DISABLE_JIT=1`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tablee import GAMES

WITHOUT_NUMBA = """
import importlib.abc, sys
class Blocker(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocker())
"""
A_MATCH = """
import pickle, random, sys
from tablee import Record, find_game, parse_record
from tablee.bots import find_bot
from tablee.bots.hints import hints
from tablee.table.posed.lesson import lesson_of
game = find_game(sys.argv[1])
state = start = game.deal(key="07" * 16)
luck, moves = random.Random(7), []
while state.seat is not None:
    view = state.view(state.seat)
    if len(moves) in (0, 40):
        assert find_bot("casual", game, seed=1).choose(view) in view.legal_moves()
        assert view.observation().any() and pickle.loads(pickle.dumps(view)) == view
        assert view.redeal(3).view(view.viewer) == view
        assert "<iframe" in view._repr_html_() and view.show("de")
    if not moves:
        assert hints(view, seconds=0.2, simulations=40, plays=8)
    moves.append(luck.choice(view.legal_moves()))
    assert state.tell(moves[-1], "fr")
    state = state.play(moves[-1])
record = Record(game, state.players, bytes.fromhex("07" * 16), start.options).play(*moves)
assert parse_record(str(record)).replay() == state
for step in lesson_of(game).steps:
    played = []
    while len(played) < len(step.expect):
        move = step.shown(played)
        assert step.frames(played, move)
        played.append(move)
print("numba" in sys.modules, state)
"""


@pytest.mark.process
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_without_a_compiler_and_is_the_same(game: str) -> None:
    with_it, without_it = run(A_MATCH, game), run(WITHOUT_NUMBA + A_MATCH, game)
    assert with_it == without_it.replace("False", "True", 1)
    assert without_it.startswith("False")


def test_a_compiler_that_is_broken_is_no_missing_one() -> None:
    broken = WITHOUT_NUMBA.replace("ModuleNotFoundError(", "ImportError(")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(broken + "import tablee", "")
    assert "No module named 'numba'" in failed.value.stderr


def run(code: str, game: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, game],
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stdout
