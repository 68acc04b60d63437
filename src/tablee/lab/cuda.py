"""Batches and simulations on a graphics card: the functions of `kernels.py` and `playout.py`.

The rules are compiled for the card by numba-cuda, an extra: `pip install tablee[cuda]`; a thread
plays a game. States never leave the card; the arrays of a batch have `__cuda_array_interface__`,
which PyTorch and CuPy read without a copy. Where there is no card, `ptx_of` still compiles.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from tablee.core import compiled
from tablee.core.chance import GOLDEN, new_rng
from tablee.core.engine.jit import from_dtype, types
from tablee.core.engine.writing import EIGHT
from tablee.core.errors import InvalidMove, InvalidOption
from tablee.core.extras import need
from tablee.core.game import Game
from tablee.lab import kernels
from tablee.lab.playout import play_many

DEVICES = ("cpu", "cuda")
"""Where many games can be played."""
THREADS = 128
"""Threads of a block."""
WARP = 32
"""Threads that go together, and blocks of which write observations."""
SHARED = 48 * 1024
"""Bytes that the threads of a block may share."""
MOST_SEATS, SUMS = EIGHT, EIGHT + 2
CROWD = 1 << 18
"""Threads that play matches to their end: about as many as a large card has room for."""


def check_device(device: str) -> None:
    """Refuse a device that is not known."""
    if device not in DEVICES:
        raise InvalidOption(f"device {device!r}: choose {' or '.join(DEVICES)}.")


def _cuda() -> Any:
    """Return the compiler for cards; raise MissingExtra if it is not installed."""
    need("numba_cuda", "cuda")
    from numba import cuda

    config: Any = importlib.import_module("numba.cuda.core.config")
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # the caller chooses how many games there are
    return cuda


def _width(game: Game) -> int:
    """Return the words from one shared row to the next: odd, so that rows use different banks."""
    return max(game.observation_spec(players).size for players in game.players) // EIGHT | 1


def rows_of(game: Game) -> int:
    """Return how many observations the threads of a block write together."""
    return WARP if WARP * _width(game) * EIGHT <= SHARED else WARP // 2


@cache
def kernels_of(game: Game) -> dict[str, Callable[..., None]]:
    """Return what a card does with a game's batches, as functions that are still to be compiled."""
    cuda = _cuda()
    record, most = from_dtype(game.rules.STATE), int(game.rules.MOST_MOVES)
    deal_one, advance, look, mark = (
        kernels.deal_one,
        kernels.advance,
        kernels.look,
        kernels.mark,
    )
    choose_one, roll_one, legal = kernels.choose_one, kernels.roll_one, compiled.legal
    copy_record = kernels.copy_record
    rows, width = rows_of(game), _width(game)
    most_sums = MOST_SEATS * SUMS

    def deal(states, blank, lucks):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.size:
            deal_one(states, i, blank, lucks)

    def check(mask, actions, codes, wrong):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < actions.size:
            action = actions[i]
            good = 0 <= action < codes
            if good:
                good = (mask[i, action >> 3] >> np.uint64(8 * (action & 7))) & np.uint64(1)
            if not good:
                cuda.atomic.min(wrong, 0, i)

    def step(states, actions, blank, lucks, returns, ended, one_round):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.size:
            ended[i] = advance(states, i, actions[i], blank, lucks, returns, one_round != 0)

    def see(states, seats, mask):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.size:
            moves = cuda.local.array(most, types.int64)
            seats[i] = states[i].seat
            mark(moves, legal(states[i], moves), mask[i])

    def watch(states, out):  # type: ignore[no-untyped-def]
        # each thread writes a row where all can read it; then all write row by row, side by side
        shared = cuda.shared.array((rows, width), types.uint64)
        views = cuda.local.array(1, record)
        first, mine = cuda.blockIdx.x * rows, cuda.threadIdx.x
        if mine < rows and first + mine < states.size:
            look(states, first + mine, views, shared[mine])
        cuda.syncthreads()
        for row in range(min(rows, states.size - first)):
            for word in range(mine, out.shape[1], WARP):
                out[first + row, word] = shared[row, word]

    def choose(mask, lucks, actions):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < actions.size:
            actions[i] = choose_one(mask[i], lucks[i])

    def roll(states, blank, lucks, ended, decisions):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.size:
            own = cuda.local.array(1, record)
            luck = cuda.local.array((1, 1), types.uint64)
            moves = cuda.local.array(most, types.int64)
            copy_record(own, 0, states, i)
            luck[0, 0] = lucks[i, 0]
            ended[i] += roll_one(own, 0, blank, luck, moves, decisions)
            copy_record(states, i, own, 0)
            lucks[i, 0] = luck[0, 0]

    def tally(blank, start, first, end, sums, lengths):  # type: ignore[no-untyped-def]
        # each thread counts for itself, then a block together, then all blocks
        players = blank[0].players
        own = cuda.local.array(1, record)
        luck = cuda.local.array(1, types.uint64)
        moves = cuda.local.array(most, types.int64)
        points = cuda.local.array(MOST_SEATS, types.int64)
        mine = cuda.local.array((SUMS, MOST_SEATS), types.int64)
        length = cuda.local.array(2, types.int64)
        shared = cuda.shared.array(most_sums, types.int64)
        for i in range(cuda.threadIdx.x, most_sums, cuda.blockDim.x):
            shared[i] = 0
        for row in range(SUMS):
            for seat in range(MOST_SEATS):
                mine[row, seat] = 0
        length[0] = length[1] = 0
        cuda.syncthreads()
        places = (first + cuda.grid(1), end, cuda.gridsize(1))
        play_many(blank, own, luck, start, places, moves, points, mine, length)
        for row in range(players + 2):
            for seat in range(players):
                cuda.atomic.add(shared, row * MOST_SEATS + seat, mine[row, seat])
        cuda.atomic.add(lengths, 0, length[0])
        cuda.atomic.max(lengths, 1, length[1])
        cuda.syncthreads()
        for i in range(cuda.threadIdx.x, most_sums, cuda.blockDim.x):
            if i % MOST_SEATS < players and i // MOST_SEATS < players + 2:
                cuda.atomic.add(sums, (i // MOST_SEATS, i % MOST_SEATS), shared[i])

    return {f.__name__: f for f in (deal, check, step, see, watch, choose, roll, tally)}


@cache
def _compiled(game: Game) -> dict[str, Any]:
    """Return the kernels of a game, compiled for the card when they are first launched."""
    cuda = _cuda()
    if not cuda.is_available():
        raise InvalidOption("device 'cuda': there is no graphics card for CUDA here.")
    return {name: cuda.jit(kernel) for name, kernel in kernels_of(game).items()}


def signatures_of(game: Game) -> dict[str, tuple[Any, ...]]:
    """Return the types of what each kernel is handed."""
    records = from_dtype(game.rules.STATE)[::1]
    words, number, numbers = types.uint64[:, ::1], types.int64, types.int64[::1]
    shares, flags, seats = types.float32[:, ::1], types.boolean[::1], types.int8[::1]
    return {
        "deal": (records, records, words),
        "check": (words, numbers, number, numbers),
        "step": (records, numbers, records, words, shares, flags, number),
        "see": (records, seats, words),
        "watch": (records, words),
        "choose": (words, words, numbers),
        "roll": (records, records, words, numbers, number),
        "tally": (records, types.uint64, number, number, types.int64[:, ::1], numbers),
    }


def ptx_of(game: Game, name: str, capability: tuple[int, int] = (9, 0)) -> str:
    """Return a kernel in the language of cards; no card is needed to write it."""
    cuda = _cuda()
    with _pretend_card(capability):
        return str(
            cuda.compile_ptx(kernels_of(game)[name], signatures_of(game)[name], cc=capability)[0]
        )


@contextmanager
def _pretend_card(capability: tuple[int, int]) -> Iterator[None]:
    """Let functions be compiled for a card that is not here."""
    from numba.cuda import dispatcher

    kept = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = kept


class CudaBackend:
    """The arrays of a batch in the memory of a card."""

    def __init__(self, game: Game, blank: Any, lucks: Any, words: int) -> None:
        cuda, kernels = _cuda(), _compiled(game)
        games, players = len(lucks), int(blank["players"][0])
        self._cuda, self._codes, self._games = cuda, game.move_codes, games
        self._run = {
            name: kernel[-(-games // THREADS), THREADS] for name, kernel in kernels.items()
        }
        rows = rows_of(game)
        self._watch = kernels["watch"][-(-games // rows), WARP] if words else None
        self._blank, self._lucks = cuda.to_device(blank), cuda.to_device(lucks)
        self._dice = cuda.to_device(lucks ^ GOLDEN)
        self._mask = cuda.device_array((games, -(-game.move_codes // EIGHT)), np.uint64)
        self._out = cuda.device_array((games if words else 0, words), np.uint64)
        self.states = cuda.device_array(games, blank.dtype)
        self.seat = cuda.device_array(games, np.int8)
        self.mask = self._mask.view(np.bool)
        self.observation = self._out.view(np.uint8) if words else None
        self.returns = cuda.to_device(np.zeros((games, players), np.float32))
        self.ended = cuda.to_device(np.zeros(games, np.bool))

    def deal(self) -> None:
        """Deal every game."""
        self._run["deal"](self.states, self._blank, self._lucks)
        self._see()

    def take(self, actions: Any) -> Any:
        """Bring actions to the card, if they are not there."""
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = np.asarray(actions)
        array = self._cuda.as_cuda_array(actions) if not isinstance(actions, np.ndarray) else None
        kind = actions if array is None else array
        if kind.dtype.kind not in "iu":
            raise InvalidMove(f"actions are numbers of moves, not {kind.dtype}.")
        if array is not None and array.dtype == np.int64:
            return array
        host = actions if array is None else array.copy_to_host()
        return self._cuda.to_device(np.ascontiguousarray(host, np.int64))

    def export(self, array: Any) -> Any:
        """Return an array that has `__dlpack__`, once all that was asked of the card is done."""
        from cuda.core.utils import StridedMemoryView

        self._cuda.synchronize()
        return StridedMemoryView.from_cuda_array_interface(array, stream_ptr=-1)

    def illegal(self, actions: Any) -> int:
        """Return the first game whose action is not legal, or -1."""
        wrong = self._cuda.to_device(np.array([self._games], np.int64))
        self._run["check"](self._mask, actions, self._codes, wrong)
        first = int(wrong.copy_to_host()[0])
        return first if first < self._games else -1

    def step(self, actions: Any, one_round: bool) -> None:
        """Play a move in every game."""
        arrays = (self.states, actions, self._blank, self._lucks, self.returns, self.ended)
        self._run["step"](*arrays, int(one_round))
        self._see()

    def choose(self) -> Any:
        """Choose a legal move in every game."""
        actions = self._cuda.device_array(self._games, np.int64)
        self._run["choose"](self._mask, self._dice, actions)
        return actions

    def roll(self, decisions: int) -> Any:
        """Play at random."""
        ended = self._cuda.to_device(np.zeros(self._games, np.int64))
        self._run["roll"](self.states, self._blank, self._lucks, ended, decisions)
        self._see()
        return ended

    def record(self, i: int) -> Any:
        """Return the record of a game, as an array of one."""
        return self.states[i : i + 1].copy_to_host()

    def _see(self) -> None:
        self._run["see"](self.states, self.seat, self._mask)
        if self._watch:
            self._watch(self.states, self._out)


class CudaCounter:
    """Plays random matches to their end on a card, each by the luck of its place."""

    def __init__(self, game: Game, blank: Any, seed: int) -> None:
        self._cuda, self._kernel = _cuda(), _compiled(game)["tally"]
        self._blank, self._start = self._cuda.to_device(blank), new_rng(seed)[0]

    def count(self, first: int, games: int, sums: Any, lengths: Any) -> None:
        """Add up what some matches come to, as `play_many` does."""
        both = self._cuda.to_device(sums), self._cuda.to_device(lengths)
        blocks = max(1, -(-min(games, CROWD) // THREADS))
        self._kernel[blocks, THREADS](self._blank, self._start, first, first + games, *both)
        both[0].copy_to_host(sums)
        both[1].copy_to_host(lengths)
