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
from typing import Any, ParamSpec, TypeVar

from tablee.bots.loading import catch_up, do_without
from tablee.core.errors import InvalidRecord
from tablee.core.state.position import View
from tablee.games import GAMES
from tablee.house.ports.work import Advice
from tablee.house.thinking.levels import advise, check_record, choose

P = ParamSpec("P")
T = TypeVar("T")


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
        """Have the workers load what they need, while the house opens."""
        for _ in range(self._processes):
            self._pool.submit(_get_ready)

    async def choose(self, view: View, level: str) -> str:
        """Choose a move."""
        return await self._think(partial(choose, view, level, secrets.randbits(32)))

    async def hints(self, view: View, lang: str) -> list[Advice]:
        """Return the best moves with their chances and reasons, the best first."""
        return await self._think(partial(advise, view, lang))

    async def check_record(self, text: str) -> dict[str, Any]:
        """Replay a record; raise InvalidRecord if it is false."""
        facts, why = await self._think(partial(check_record, text))
        if facts is None:
            raise InvalidRecord(why, "move")
        return facts

    async def work(self, job: Callable[[], T]) -> T:
        """Do a piece of some longer work where bots think; it should be short."""
        return await self._think(job)

    async def _think(self, job: Callable[[], T]) -> T:
        """Think about something; a pool that has died is started again."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool, job)
        except BrokenExecutor:
            if self._lifeline is None or self._lifeline.closed:
                raise
            self._pool = self._start()
            return await loop.run_in_executor(self._pool, job)

    async def offload(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do something beside the requests of others, in a thread of this process."""
        return await asyncio.to_thread(job, *args, **named)

    async def close(self) -> None:
        """Stop thinking, in the middle of a thought too."""
        if self._lifeline is not None:
            self._lifeline.close()
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


def _get_ready() -> None:
    """Load the games that have been compiled before."""
    for name in GAMES:
        catch_up(name)


def _settle_in(lifeline: Connection) -> None:
    """Leave signals to the server; who thinks for it goes when it lets go, or is killed."""
    for name in GAMES:
        do_without(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None
    when_gone(server.sentinel, lifeline, then=partial(os._exit, 1))


def when_gone(*whom: int | Connection, then: Callable[[], object]) -> None:
    """Do something as soon as a process (its sentinel) or the other end of a pipe has gone."""

    def watch() -> None:
        wait(whom)
        then()

    threading.Thread(target=watch, daemon=True).start()
