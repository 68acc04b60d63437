"""Compiled code: kept across processes, never stale, and the same rules without a compiler."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tablee import find_game
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
    """Positions of a match of every kind, and what a seat imagines in them."""
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


@pytest.mark.process
def test_a_second_start_compiles_nothing() -> None:
    run(PLAY)
    second = run(PLAY)
    assert second["compiled"] == []
    assert second["loaded"]


@pytest.mark.process
def test_the_same_rules_run_without_the_compiler() -> None:
    """Plays matches of every game interpreted, and demands the very same positions."""
    assert run(FINALS, NUMBA_DISABLE_JIT="1") == glimpses()


def test_a_field_that_numpy_would_shadow_is_refused() -> None:
    rules = rules_with(*compiled.MUST)
    with pytest.raises(ValueError, match="a field cannot be called 'round'"):
        compiled.register(np.dtype([("round", "u1")]), rules)


def rules_with(*verbs: str) -> ModuleType:
    rules = ModuleType("tests.rules")
    for verb in verbs:
        setattr(rules, verb, lambda state: None)
    return rules


def test_rules_without_a_verb_that_every_game_must_have_are_refused() -> None:
    with pytest.raises(ValueError, match=r"tests\.rules does not say legal, winners: every game"):
        compiled.register(np.dtype([("own", "u1")]), rules_with("deal", "put", "redeal", "scores"))


def test_two_games_cannot_share_a_record() -> None:
    with pytest.raises(ValueError, match="have the same record"):
        compiled.register(find_game("fourmis").rules.STATE, rules_with(*compiled.MUST))
