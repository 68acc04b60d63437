"""Bots that think in worker processes, so that a table never waits for them.

Decisions queue up for a few workers. One that takes too long, raises, plays what is not
allowed or dies costs its worker, which is replaced; the move is then made by advice.
"""

from __future__ import annotations

import logging
import multiprocessing
import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Self

from tablee.bots.bot import Clock
from tablee.bots.levels import find_bot, glance, warm_up
from tablee.core.chance import new_rng
from tablee.core.position import Move, View

log = logging.getLogger(__name__)
GRACE = 1.0
"""Seconds beyond its clock after which a worker is given up."""
STARTING = 60.0
"""Seconds that a worker gets for its first decision of a game: it may have to compile."""


@dataclass(frozen=True)
class Decision:
    """A move, and why it had to be made by advice, if so."""

    move: Move
    fallback: str | None = None


@dataclass(frozen=True)
class _Job:
    bot: str
    view: View
    seed: int
    clock: Clock
    done: Future[Decision]


class Trouble(Exception):
    """A worker did not give a legal move in time."""


class Pool:
    """Some worker processes and the decisions that wait for them."""

    def __init__(self, workers: int = 1) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._keepers = [
            threading.Thread(target=self._keep, name=f"bot-{i}", daemon=True)
            for i in range(workers)
        ]
        for keeper in self._keepers:
            keeper.start()

    def choose(self, bot: str, view: View, seed: int = 0, seconds: float = 2.0) -> Future[Decision]:
        """Asks a bot, by its name, for a decision; never fails while the pool is open."""
        done: Future[Decision] = Future()
        self._jobs.put(_Job(bot, view, seed, Clock(seconds), done))
        return done

    def close(self) -> None:
        """Ends the workers once the queue is empty."""
        for _ in self._keepers:
            self._jobs.put(None)
        for keeper in self._keepers:
            keeper.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _keep(self) -> None:
        """Hands jobs to one worker, and replaces it when it fails."""
        worker = _Worker()
        while (job := self._jobs.get()) is not None:
            if not job.done.set_running_or_notify_cancel():
                continue
            try:
                decision = Decision(worker.decide(job))
            except Trouble as trouble:
                log.warning("%s at %s: advice plays instead", trouble, job.view)
                decision = Decision(glance(job.view, new_rng(job.seed)), str(trouble))
                worker.stop()
                worker = _Worker()
            job.done.set_result(decision)
        worker.stop()


class _Worker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._games: set[str] = set()

    def decide(self, job: _Job) -> Move:
        """Gets the worker's move, or raises Trouble."""
        name = job.view.game.name
        patience = (job.clock.seconds or 0) + (GRACE if name in self._games else STARTING)
        self._games.add(name)
        pipe = self._pipe or self._start()
        try:
            pipe.send((job.bot, job.view, job.seed, job.clock))
            if not pipe.poll(patience):
                raise Trouble(f"{job.bot} took longer than {patience:g} s")
            answer = pipe.recv()
        except (EOFError, OSError):
            raise Trouble(f"the worker of {job.bot} died") from None
        if not isinstance(answer, Move):
            raise Trouble(f"{job.bot} failed: {answer}")
        if answer not in job.view.legal_moves():
            raise Trouble(f"{job.bot} chose {answer}, which is not allowed")
        return answer

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        return self._pipe

    def stop(self) -> None:
        """Ends the process."""
        if self._process is not None and self._pipe is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()


def _work(pipe: Connection) -> None:
    """Decides whatever comes through the pipe, until it is closed."""
    while True:
        try:
            bot, view, seed, clock = pipe.recv()
        except EOFError:
            return
        try:
            warm_up(view.game)
            pipe.send(find_bot(bot, view.game, seed).choose(view, clock))
        except Exception as error:
            pipe.send(f"{type(error).__name__}: {error}")
