"""The same bytes come out of WebAssembly as out of the compiled code, for every game and table.

Powers, exponentials and logarithms come from two C libraries here (the system's and that of
WebAssembly), so that numbers with a fraction may differ in their last bits; whole numbers may not.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tablee import GAMES, Game, find_game
from tablee.bots.bot import records_of
from tablee.bots.levels import levels_of
from tablee.bots.review import values as review_values
from tablee.bots.search import playout, tree
from tablee.bots.search.search import FIRST_SPREAD
from tablee.core import compiled
from tablee.core.chance import new_rng
from tablee.core.state.observation import observe_first
from tablee.core.state.position import View
from tablee.lab.playout import play_many
from tablee.wasm import NoLinker, kernel_of
from tablee.wasm.link import find_library, find_linker
from tests.wasm.node import Kernel

NAMES = ("fourmis", "kraut", "escogriffe")
TABLES = [
    pytest.param(name, players, marks=pytest.mark.xdist_group(f"wasm-{name}"))
    for name in NAMES
    for players in GAMES[name].players
]
"""Each game is built by one process."""
Kernels = Callable[[str], Kernel]


def _lacks() -> str:
    try:
        find_linker(), find_library()
    except NoLinker as lack:
        return str(lack)
    return "" if shutil.which("node") else "there is no node here: install Debian's nodejs."


needs_tools = pytest.mark.skipif(bool(_lacks()), reason=_lacks() or "all is here")


@pytest.fixture(scope="module")
def kernels() -> Iterator[Kernels]:
    """Opens the module of a game, when it is first asked for."""
    opened: dict[str, Kernel] = {}

    def of(name: str) -> Kernel:
        game = find_game(name)
        return opened.get(name) or opened.setdefault(name, Kernel(game, kernel_of(game)))

    yield of
    for kernel in opened.values():
        kernel.close()


def both(kernel: Kernel, function: Any, *arguments: Any) -> None:
    """Calls a function natively and in WebAssembly; all its arrays and its answer must agree."""
    copies = _copied(arguments)
    native = function(*arguments)
    foreign = kernel.call(function.py_func.__name__, *copies)
    assert foreign == pytest.approx(float(native or 0), rel=1e-9)
    for mine, theirs in zip(_arrays(arguments), _arrays(copies), strict=True):
        for one, other in zip(_columns(mine), _columns(theirs), strict=True):
            if one.dtype.kind == "f":  # the last bit may differ, by the two libraries
                np.testing.assert_allclose(other, one, rtol=1e-9)
            else:
                assert other.tobytes() == one.tobytes()


def _columns(array: Any) -> list[Any]:
    """What a tree's nodes have of each kind; any other array as it is."""
    names = array.dtype.names if array.dtype == tree.NODE else None
    return [array[name] for name in names] if names else [array]


def _copied(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        raw = np.frombuffer(bytearray(value.tobytes()), value.dtype)
        return raw.reshape(value.shape)
    if isinstance(value, tuple):
        parts = [_copied(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _arrays(value: Any) -> Iterator[Any]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _arrays(part)


def views_along_a_match(game: Game, players: int, n: int) -> list[View]:
    luck, state, found = random.Random(5), game.deal(players, seed=5), []
    while state.seat is not None:
        moves = state.distinct_moves()
        if len(moves) > 1:
            found.append(state.view(state.seat))
        state = state.play(luck.choice(moves))
    return [found[i * len(found) // n] for i in range(n)]


@needs_tools
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_matches_come_to_the_same(
    kernels: Callable[[str], Kernel], name: str, players: int
) -> None:
    game, n = find_game(name), 4 if name == "escogriffe" else 40
    blank = game.blank(players)
    most = game.rules.MOST_MOVES
    both(
        kernels(name),
        play_many,
        blank,
        blank.copy(),
        np.zeros(1, np.uint64),
        new_rng(players)[0],
        (0, n, 1),
        np.zeros(most, np.int64),
        np.zeros(8, np.int64),
        np.zeros((10, 8), np.int64),
        np.zeros(2, np.int64),
    )


@needs_tools
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_expert_grows_the_same_tree(
    kernels: Callable[[str], Kernel], name: str, players: int
) -> None:
    game = find_game(name)
    level = levels_of(game)["expert"].at(players)
    for view in views_along_a_match(game, players, 3):
        grown = tree.tree_for(game.move_codes, 1 << 12)
        grown.used[0], grown.spread[:] = 1, FIRST_SPREAD
        buffers = playout.buffers_for(game.rules.STATE, game.rules.MOST_MOVES)
        buffers.luck[1] = 12345
        both(kernels(name), tree.think, records_of(view), grown, buffers, 60, level.style)
        assert grown.used[0] > 1


@needs_tools
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_verb_does_the_same(
    kernels: Callable[[str], Kernel], name: str, players: int
) -> None:
    game, kernel = find_game(name), kernels(name)
    most, dtype = game.rules.MOST_MOVES, game.rules.STATE
    for view in views_along_a_match(game, players, 4):
        seen, move = records_of(view), view.legal_moves()[0].code
        moves, worths = np.zeros(most, np.int64), np.zeros(most)
        both(kernel, compiled.legal_first, seen, moves)
        both(kernel, compiled.distinct_first, seen, moves)
        both(kernel, compiled.weigh_first, seen, moves, worths)
        both(kernel, compiled.scores_first, seen, np.zeros(8, np.int64))
        both(kernel, compiled.winners_first, seen)
        both(kernel, compiled.returns_first, seen, np.zeros(8))
        both(kernel, compiled.stage_first, seen)
        both(kernel, observe_first, seen, np.zeros(len(view.observation()) // 8, np.uint64))
        both(kernel, compiled.forget_first, seen, new_rng(3), 0.3)
        whole = records_of(view)
        both(kernel, compiled.redeal_first, whole, new_rng(4))
        whole["viewer"] = -2
        both(kernel, compiled.views_first, whole, np.zeros(players + 1, dtype))
        both(kernel, compiled.play_first, whole, move, moves)
        both(kernel, compiled.hide_first, whole, 0)


@needs_tools
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_review_judges_the_same(
    kernels: Callable[[str], Kernel], name: str, players: int
) -> None:
    game, kernel = find_game(name), kernels(name)
    regular = review_values.regular_of(game, players)
    for view in views_along_a_match(game, players, 2):
        seat, buffers = view.seat, review_values.buffers_for(game)
        odds, shares = np.zeros(game.rules.MOST_MOVES), np.zeros(4)
        both(
            kernel,
            review_values.ask_regular,
            records_of(view),
            np.uint64(9),
            regular,
            odds,
            buffers,
        )
        move = view.legal_moves()[0].code
        word = np.uint64(11)
        both(
            kernel,
            review_values.play_outs,
            records_of(view),
            seat,
            move,
            word,
            0,
            shares,
            regular,
            buffers,
        )
