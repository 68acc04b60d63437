"""The same work on many jobs: in this process, in several, or on the machines of a Ray cluster.

Results come in the order of the jobs, each once. A worker that dies is replaced, and what it
had not handed in is done again.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, TypeVar

from tablee.core.errors import InvalidOption, LostWork

log = logging.getLogger("tablee.lab")

J = TypeVar("J")
R = TypeVar("R")
TRIES = 3
"""How often a worker may die over the same job."""
AHEAD = 4
"""Jobs that wait at each worker of a cluster, so that it never waits itself."""


@dataclass(frozen=True)
class Workers:
    """Where the work is done: so many processes, of this machine or of a Ray cluster."""

    processes: int = 1
    cluster: bool = False

    def __post_init__(self) -> None:
        if self.processes < 1:
            raise InvalidOption("work needs at least one process.")
        if self.cluster:
            _ray()

    def spread(self, work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
        """Yield what the work makes of each job, in their order."""
        if self.cluster:
            return _on_ray(work, jobs, self.processes)
        if self.processes == 1:
            return map(work, jobs)
        return _in_processes(work, jobs, self.processes)


HERE = Workers()


def _in_processes(work: Callable[[J], R], jobs: Sequence[J], processes: int) -> Iterator[R]:
    done, tries = 0, 0
    while done < len(jobs):
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(processes, mp_context=context) as pool:
            try:
                for waiting in [pool.submit(work, job) for job in jobs[done:]]:
                    result = waiting.result()
                    done, tries = done + 1, 0
                    yield result
            except BrokenProcessPool:
                tries += 1
                _replace_worker(done, tries)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def _replace_worker(job: int, tries: int) -> None:
    if tries == TRIES:
        raise LostWork(
            f"workers died {TRIES} times over job {job + 1}: is there enough memory for them all?"
        )
    log.warning("a worker died: another one goes on from job %d.", job + 1)


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise InvalidOption(
            "a cluster needs Ray: install it with pip install 'tablee[cluster]'."
        ) from None


def _on_ray(work: Callable[[J], R], jobs: Sequence[J], processes: int) -> Iterator[R]:
    """Join the cluster that RAY_ADDRESS names, or start one here with so many workers."""
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        _join(ray, processes)
    try:
        remote = ray.remote(max_retries=TRIES - 1)(lambda job: work(job))
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [remote.remote(job) for job in jobs[:ahead]]
        for job in range(len(jobs)):
            yield ray.get(waiting[job])
            waiting[job] = None
            waiting += [remote.remote(other) for other in jobs[job + ahead : job + ahead + 1]]
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError) as error:
        raise LostWork(f"workers of the cluster died {TRIES} times over one job: {error}") from None
    finally:
        if started:
            ray.shutdown()


def _join(ray: Any, processes: int) -> None:
    here = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": processes}
    try:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise InvalidOption(f"the cluster cannot be joined: {error}") from None
