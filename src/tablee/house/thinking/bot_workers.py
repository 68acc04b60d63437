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
from typing import Any, TypeVar

from tablee.bots.hints import hints
from tablee.bots.levels import NAMES, find_bot, levels_of
from tablee.core.errors import InvalidOption, InvalidRecord, TableeError
from tablee.core.state.position import View
from tablee.games import GAMES, parse_record
from tablee.house.live.views import outcome_of
from tablee.house.thinking.warmup import catch_up, do_without

T = TypeVar("T")
Advice = tuple[str, float, str]
"""A move, its chance to win, and the reason in words."""
LEVELS = NAMES
"""The levels, weakest first."""


def choose(view: View, level: str, seed: int) -> str:
    """Chooses a move for a seat; the one place where the table meets the bots.

    While a game is being compiled there is no time for a search: the bot plays by advice.
    """
    if not catch_up(view.game.name) and levels_of(view.game)[level].simulations:
        level = "advice" if view.game.advice else "novice"
    return str(find_bot(level, view.game, seed).choose(view))


def advise(view: View, lang: str, seed: int) -> list[Advice]:
    """Return the best moves with their chances and reasons."""
    catch_up(view.game.name)
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
        "commitment": read.fingerprint,
        "promised": read.commitment is not None,
        "luck": None if read.origin is None else list(read.origin.luck),
        "moves": len(read.moves),
        "outcome": None if outcome is None else outcome_of(outcome),
    }, ""


def check_level(level: str) -> str:
    """Return the level back if there is one of that name."""
    if level not in LEVELS:
        raise InvalidOption(f"there is no bot {level!r}: choose {', '.join(LEVELS)}.")
    return level


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
            self._pool.submit(_get_ready)

    async def choose(self, view: View, level: str) -> str:
        """Chooses a move."""
        return await self._think(partial(choose, view, level, secrets.randbits(32)))

    async def hints(self, view: View, lang: str) -> list[Advice]:
        """Return the best moves with their chances and reasons, the best first."""
        return await self._think(partial(advise, view, lang, secrets.randbits(32)))

    async def check_record(self, text: str) -> dict[str, Any]:
        """Replays a record; raises InvalidRecord if it is false."""
        facts, why = await self._think(partial(check_record, text))
        if facts is None:
            raise InvalidRecord(why, "move")
        return facts

    async def work(self, job: Callable[[], T]) -> T:
        """Do a piece of some longer work where bots think; it should be short."""
        return await self._think(job)

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
        """Stop thinking, in the middle of a thought too."""
        if self._lifeline is not None:
            self._lifeline.close()
        self._pool.shutdown(cancel_futures=True)


def _get_ready() -> None:
    """Load the games that have been compiled before."""
    for name in GAMES:
        catch_up(name)


def _settle_in(lifeline: Connection) -> None:
    """Leaves signals to the server; who thinks for it goes when it lets go, or is killed."""
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
