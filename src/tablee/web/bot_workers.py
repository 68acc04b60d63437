"""Bots at the table: they are handed a view, and think outside the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tablee.bots.hints import hints
from tablee.bots.levels import NAMES, find_bot
from tablee.core.compiled import INTERPRETED, cache_folder
from tablee.core.errors import InvalidOption, InvalidRecord, TableeError
from tablee.core.position import State, View
from tablee.core.record import commitment_of
from tablee.games import GAMES, parse_record
from tablee.web.views import outcome_of

T = TypeVar("T")
Advice = tuple[str, float, str]
"""A move, its chance to win, and the reason in words."""
LEVELS = NAMES
"""The levels, weakest first."""


def choose(view: View, level: str, seed: int) -> str:
    """Chooses a move for a seat; the one place where the table meets the bots."""
    return str(find_bot(level, view.game, seed).choose(view))


def advise(view: View, lang: str, seed: int) -> list[Advice]:
    """Gets the best moves with their chances and reasons."""
    return [(str(h.move), h.chance, h.reason) for h in hints(view, lang, seed=seed)]


def check_record(text: str) -> tuple[dict[str, Any] | None, str]:
    """Replays a record; returns what it tells, or None and why it is false."""
    try:
        read = parse_record(text)
        end = read.verify()
    except TableeError as error:
        return None, str(error)
    outcome = end.outcome()
    return {
        "commitment": commitment_of(read.key),
        "promised": read.commitment is not None,
        "moves": len(read.moves),
        "outcome": None if outcome is None else outcome_of(outcome),
    }, ""


def check_level(level: str) -> str:
    """Gets the level back if there is one of that name."""
    if level not in LEVELS:
        raise InvalidOption(f"there is no bot {level!r}: choose {', '.join(LEVELS)}.")
    return level


def warm_up(*names: str) -> None:
    """Loads what a move, a view and a bot need; at the first start it is compiled, search too.

    One process compiles all: several would overwrite each other's lists of what is compiled.
    """
    for game in names or GAMES:
        _warm_up(game)
        think_ahead(game)
        if not INTERPRETED:
            _mark(game).touch()


def is_compiled(name: str) -> bool:
    """Tells whether everything that a game needs has been compiled before."""
    return INTERPRETED or _mark(name).exists()


def _mark(name: str) -> Path:
    """Gets the file that says that all of a game lies in the cache."""
    return cache_folder() / f"{name}.whole"


def _warm_up(name: str) -> None:
    game = GAMES[name]
    state = game.deal()
    assert state.seat is not None
    state.tell_deal()
    _play_through(state)
    move = choose(state.view(state.seat), "novice", 1)
    for view in (state.view(None), state.view(state.seat)):
        _ = str(view), view.legal_moves(), view.scores, view.why_not(game.moves[0])
    state.play(move).outcome()


def think_ahead(*names: str) -> None:
    """Lets bots of all kinds think once, so that the first thought at a table is a quick one."""
    for name in names or GAMES:
        state = GAMES[name].deal()
        assert state.seat is not None
        view = state.view(state.seat)
        choose(view, "novice", 1)
        hints(view, seconds=0.01)


def _play_through(state: State, most: int = 2_000) -> None:
    """Tells a match at random, its score sheets and its end."""
    luck = Random(1)
    while state.seat is not None and most:
        state = state.frames(luck.choice(state.legal_moves()))[-1].state
        most -= 1
    state.outcome()


class BotWorkers:
    """A pool of processes (or one thread) in which bots decide."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._lifeline: Connection | None = None
        """Who thinks in a process of its own goes when this is let go."""
        self._pool = self._start()

    def _start(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(1, "tablee-think")
        context = multiprocessing.get_context("spawn")
        end, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(self._processes, context, _settle_in, (end,))

    def get_ready(self) -> None:
        """Has the workers load what they need, while the house opens."""
        for _ in range(self._processes):
            self._pool.submit(think_ahead)

    async def choose(self, view: View, level: str) -> str:
        """Chooses a move."""
        return await self._think(partial(choose, view, level, secrets.randbits(32)))

    async def hints(self, view: View, lang: str) -> list[Advice]:
        """Gets the best moves with their chances and reasons, the best first."""
        return await self._think(partial(advise, view, lang, secrets.randbits(32)))

    async def check_record(self, text: str) -> dict[str, Any]:
        """Replays a record; raises InvalidRecord if it is false."""
        facts, why = await self._think(partial(check_record, text))
        if facts is None:
            raise InvalidRecord(why)
        return facts

    async def _think(self, job: Callable[[], T]) -> T:
        """Thinks about something; a pool that has died is started again."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool, job)
        except BrokenExecutor:
            if self._lifeline is None or self._lifeline.closed:
                raise
            self._pool = self._start()
            return await loop.run_in_executor(self._pool, job)

    def close(self) -> None:
        """Stops thinking, in the middle of a thought too."""
        if self._lifeline is not None:
            self._lifeline.close()
        self._pool.shutdown(cancel_futures=True)


def _settle_in(lifeline: Connection) -> None:
    """Leaves signals to the server; who thinks for it goes when it lets go, or is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None
    when_gone(server.sentinel, lifeline, then=partial(os._exit, 1))


def when_gone(*whom: int | Connection, then: Callable[[], object]) -> None:
    """Does something as soon as a process (its sentinel) or the other end of a pipe has gone."""

    def watch() -> None:
        wait(whom)
        then()

    threading.Thread(target=watch, daemon=True).start()
