"""How a game's compiled code is loaded; until it is there, Python itself runs the rules."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random

from tablee.bots import levels
from tablee.bots.hints import hints
from tablee.bots.search import playout, tree
from tablee.core import compiled
from tablee.core.chance import new_rng
from tablee.core.engine.cache import game_mark
from tablee.core.engine.interpreted import compiling, is_waiting, release, wait_for
from tablee.core.engine.jit import INTERPRETED
from tablee.core.registry import GAMES
from tablee.core.state.position import State

_LOADED: set[str] = set()
_LOADING = threading.Lock()


def warm_up(*names: str) -> None:
    """Load all that tables and bots need of some games, or of all; compile what is missing."""
    for name in names or GAMES:
        with _LOADING, compiling():
            if name not in _LOADED:
                _use_everything(name)
                _LOADED.add(name)
                if not INTERPRETED:
                    _mark(name).touch()
        release(GAMES[name].rules.STATE)


def is_compiled(name: str) -> bool:
    """Return whether everything that a game needs has been compiled before."""
    return INTERPRETED or _mark(name).exists()


def do_without(name: str) -> None:
    """Let Python run the rules of a game until its code has been loaded."""
    if name not in _LOADED:
        wait_for(GAMES[name].rules.STATE)


def catch_up(name: str) -> bool:
    """Load the code of a game if it has been compiled by now; return whether it is there."""
    if is_waiting(GAMES[name].rules.STATE) and is_compiled(name):
        warm_up(name)
    return not is_waiting(GAMES[name].rules.STATE)


def _mark(name: str) -> Path:
    """Return the file that says that all of a game lies in the cache."""
    modules = compiled.modules_of(GAMES[name].rules.STATE)
    from tablee.bots.network import layers  # a compiler has NumPy

    return game_mark((*modules, compiled, layers, playout, tree), name)


def _use_everything(name: str) -> None:
    game = GAMES[name]
    state = game.deal()
    assert state.seat is not None
    state.tell_deal()
    _play_through(state)
    view = state.view(state.seat)
    for seen in (state.view(None), view):
        _ = str(seen), seen.legal_moves(), seen.scores, seen.why_not(game.moves[0])
        seen.refusals([str(game.moves[0])])
    view.redeal(new_rng(0))
    view.is_blind(view.legal_moves()[0], view, new_rng(0))
    levels.warm_up(game)
    hints(view, simulations=1, plays=1)


def _play_through(state: State, most: int = 2_000) -> None:
    """Tell a match at random, its score sheets and its end."""
    luck = Random(1)
    while state.seat is not None and most:
        state = state.frames(luck.choice(state.legal_moves()))[-1].state
        most -= 1
    state.outcome()
