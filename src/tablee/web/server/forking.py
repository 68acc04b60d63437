"""Where the processes of a house come from: one that has loaded everything, and is forked.

It has a single thread and serves nobody, so it may be forked at any moment; a worker that was
killed is back as fast as a fork, and all of them share the memory of what was loaded.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from multiprocessing.context import ForkServerContext, SpawnContext

LOADED = "tablee.web.preload"
"""The module whose import loads what all of them need."""


def context() -> ForkServerContext | SpawnContext:
    """Return how processes are started: forked from one that is ready, where there are forks."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload([LOADED])
    return found


def get_ready() -> None:
    """Begin to load, beside what this process does meanwhile."""
    if sys.platform != "win32":
        from multiprocessing.forkserver import ensure_running

        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start a thread a core
        context()
        ensure_running()
