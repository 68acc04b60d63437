"""Thousands of games at once, in arrays: for programs that learn.

    batch = Batch("fourmis", 4096, players=4, seed=1)
    while learning:
        actions = choose(batch.observation, batch.mask)  # one legal move a game, by its number
        batch.step(actions)
        learn(batch.returns, batch.ended)

A game that ends is counted and dealt anew at once. Equal seeds and actions give equal games, on
every machine and every device.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.core.chance import GOLDEN, new_rng
from tablee.core.engine.writing import EIGHT
from tablee.core.errors import InvalidMove, InvalidOption
from tablee.core.game import Game
from tablee.core.state.observation import Spec
from tablee.core.state.position import State
from tablee.core.state.text import is_whole
from tablee.games import find_game
from tablee.lab import kernels
from tablee.lab.cuda import CudaBackend, check_device

EXPORTED = ("seat", "mask", "observation", "returns", "ended")


class Batch:
    """Many games of one kind, stepped together.

    `seat`, `mask`, `observation`, `returns` and `ended` are arrays with a row for each game; they
    are written anew by each step, on the device that the batch is on.
    """

    def __init__(
        self,
        game: Game | str,
        games: int,
        players: int | None = None,
        seed: int = 0,
        *,
        device: str = "cpu",
        one_round: bool = False,
        observe: bool = True,
        **options: object,
    ) -> None:
        """Deal the games.

        With `one_round` a match ends when its first round has been counted; the most points then
        win. Without `observe` no observations are written, which is faster.
        """
        self.game = find_game(game) if isinstance(game, str) else game
        if not is_whole(games) or games < 1:
            raise InvalidOption(f"a batch of {games!r} games: play at least one.")
        if not is_whole(seed):
            raise InvalidOption(f"seed {seed!r}: a seed is a whole number.")
        blank = self.game.blank(players, **options)
        self.games, self.players, self.device = int(games), int(blank["players"][0]), device
        self.spec: Spec = self.game.observation_spec(self.players)
        """The named parts of `observation`."""
        words = self.spec.size // EIGHT if observe else 0
        self._backend = _backend(device)(self.game, blank, lucks_of(int(seed), self.games), words)
        self._one_round, self._observe = one_round, observe
        self._backend.deal()

    # What a program sees

    @property
    def states(self) -> Any:
        """The records of all games."""
        return self._backend.states

    @property
    def seat(self) -> Any:
        """Who decides in each game."""
        return self._backend.seat

    @property
    def mask(self) -> Any:
        """Which moves are legal in each game, by their numbers."""
        return self._backend.mask[:, : self.game.move_codes]

    @property
    def observation(self) -> Any:
        """What the seat to decide may know in each game: see `spec`."""
        return self._backend.observation

    @property
    def returns(self) -> Any:
        """What the games that ended with the last step came to for each seat; 0 elsewhere."""
        return self._backend.returns

    @property
    def ended(self) -> Any:
        """Whether each game ended with the last step, and a new one was dealt in its place."""
        return self._backend.ended

    def dlpack(self, name: str) -> Any:
        """Return one of the arrays by its name, for `from_dlpack` of PyTorch, JAX and others.

        It is the memory of the batch, not a copy, so each step writes it anew. `mask` has its rows
        whole: columns up to a multiple of eight, of which the last are never legal.
        """
        if name not in EXPORTED:
            raise InvalidOption(f"{name!r}: choose {', '.join(EXPORTED)}.")
        if name == "observation" and not self._observe:
            raise InvalidOption("this batch was dealt with observe=False: it has no observations.")
        return self._backend.export(getattr(self._backend, name))

    def state(self, i: int) -> State:
        """Return a game of the batch by itself, as it is now."""
        return State(self.game, self._backend.record(i))

    # What a program does

    def step(self, actions: Any, *, check: bool = True) -> None:
        """Play one legal move, by its number, in every game; nothing is played if one is not.

        Without `check` a card is not waited for, and moves that are not legal spoil their games.
        """
        actions = self._backend.take(actions)
        if actions.shape != (self.games,):
            raise InvalidMove(
                f"actions of shape {tuple(actions.shape)} for {self.games} games: give one each."
            )
        wrong = self._backend.illegal(actions) if check else -1
        if wrong >= 0:
            code = int(actions[wrong])
            if not 0 <= code < self.game.move_codes:
                self.game.move(code)  # raises
            raise InvalidMove(
                f"move {code} ({self.game.move(code)}) is not legal in game {wrong} of the batch:"
                " nothing was played. Choose where its mask is true."
            )
        self._backend.step(actions, self._one_round)

    def choose(self) -> Any:
        """Choose a legal move in every game at random, each as likely."""
        return self._backend.choose()

    def roll(self, decisions: int) -> Any:
        """Make so many decisions at random in every game, and count the matches that ended.

        This is the fastest way to play: nothing is written but the states.
        """
        return self._backend.roll(decisions)


def lucks_of(seed: int, games: int) -> Any:
    """Return the luck of each game, all different."""
    lucks = np.zeros((games, 1), np.uint64)
    kernels.seed_all(lucks, new_rng(seed)[0])
    return lucks


class CpuBackend:
    """The arrays of a batch in main memory."""

    def __init__(self, game: Game, blank: Any, lucks: Any, words: int) -> None:
        games, players = len(lucks), int(blank["players"][0])
        self._blank, self._lucks, self._codes = blank, lucks, game.move_codes
        self._dice = lucks ^ GOLDEN  # for `choose`, which must not touch the cards
        self._view = np.zeros(1, blank.dtype)
        self._moves = np.zeros(game.rules.MOST_MOVES, np.int64)
        self._mask = np.zeros((games, -(-game.move_codes // EIGHT)), np.uint64)
        self._out = np.zeros((games if words else 0, words), np.uint64)
        self.states = np.zeros(games, blank.dtype)
        self.seat = np.zeros(games, np.int8)
        self.mask = self._mask.view(np.bool)
        self.observation = self._out.view(np.uint8)
        self.returns = np.zeros((games, players), np.float32)
        self.ended = np.zeros(games, np.bool)
        self._seen = (self._view, self._moves, self.seat, self._mask, self._out)

    def deal(self) -> None:
        """Deal every game."""
        kernels.deal_all(self.states, self._blank, self._lucks)
        kernels.see_all(self.states, *self._seen)

    def take(self, actions: Any) -> Any:
        """Make actions an array of whole numbers."""
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise InvalidMove(f"actions are numbers of moves, not {actions.dtype}.")
        return np.ascontiguousarray(actions, np.int64)

    def export(self, array: Any) -> Any:
        """Return an array that has `__dlpack__`."""
        return array

    def illegal(self, actions: Any) -> int:
        """Return the first game whose action is not legal, or -1."""
        return int(kernels.illegal(self._mask, actions, self._codes))

    def step(self, actions: Any, one_round: bool) -> None:
        """Play a move in every game."""
        arrays = (self.states, actions, self._blank, self._lucks, self.returns, self.ended)
        kernels.step_all(*arrays, one_round, *self._seen)

    def choose(self) -> Any:
        """Choose a legal move in every game."""
        actions = np.empty(len(self.states), np.int64)
        kernels.choose_all(self._mask, self._dice, actions)
        return actions

    def roll(self, decisions: int) -> Any:
        """Play at random."""
        ended = np.zeros(len(self.states), np.int64)
        kernels.roll_all(self.states, self._blank, self._lucks, self._moves, ended, decisions)
        kernels.see_all(self.states, *self._seen)
        return ended

    def record(self, i: int) -> Any:
        """Return the record of a game, as an array of one."""
        return self.states[i : i + 1].copy()


def _backend(device: str) -> type[CpuBackend] | type[CudaBackend]:
    """Return where the arrays of a batch are."""
    check_device(device)
    return CpuBackend if device == "cpu" else CudaBackend
