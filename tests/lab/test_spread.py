"""Work that is spread over processes and machines: a worker that dies loses nothing."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from tablee.core.errors import InvalidOption, LostWork
from tablee.lab.spread import Workers


def square(job: int) -> int:
    return job * job


def die_once(fatal: int, mark: Path, job: int) -> int:
    """Squares a job; whoever first meets the fatal one is killed."""
    if job == fatal and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(job)


def die(job: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return job


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_jobs(processes: int) -> None:
    assert list(Workers(processes).spread(square, range(9))) == [n * n for n in range(9)]


def test_a_killed_worker_is_replaced_and_nothing_counts_twice(tmp_path: Path) -> None:
    work = partial(die_once, 4, tmp_path / "dead")
    assert list(Workers(2).spread(work, range(9))) == [n * n for n in range(9)]
    assert (tmp_path / "dead").exists()


def test_work_that_kills_everyone_is_given_up_in_a_sentence() -> None:
    with pytest.raises(LostWork, match="died 3 times over job 1"):
        list(Workers(2).spread(die, range(3)))


def test_no_workers_and_no_ray_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidOption, match="at least one process"):
        Workers(0)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InvalidOption, match=r"pip install 'tablee\[cluster\]'"):
        Workers(cluster=True)
