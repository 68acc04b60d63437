"""What the house counts, in the form that Prometheus reads."""

from __future__ import annotations

import os
import resource
from bisect import bisect_left
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.house.thinking.work_queue import Kind

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

STEPS = (0.005, 0.02, 0.05, 0.15, 0.5, 2.0, float("inf"))
"""Seconds up to which requests are counted; streams, which last, are left out."""


class Metrics:
    """Counts requests as they are answered."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        self.seconds = 0.0
        self._within = [0] * len(STEPS)

    def saw(self, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.answers[status] += 1
        if not path.endswith("/stream"):
            self.seconds += seconds
            self._within[bisect_left(STEPS, seconds)] += 1

    def lines(self) -> list[str]:
        """Write what was counted."""
        told, total = ["# TYPE tablee_request_seconds histogram"], 0
        for step, count in zip(STEPS, self._within, strict=True):
            total += count
            name = "+Inf" if step == STEPS[-1] else f"{step:g}"
            told.append(f'tablee_request_seconds_bucket{{le="{name}"}} {total}')
        told += [f"tablee_request_seconds_sum {self.seconds:.6f}"]
        told += [f"tablee_request_seconds_count {total}", "# TYPE tablee_answers_total counter"]
        answers = sorted(self.answers.items())
        return told + [f'tablee_answers_total{{status="{status}"}} {n}' for status, n in answers]


def write(house: House, metrics: Metrics) -> str:
    """Write everything that this worker knows of itself."""
    live = house.tables.all_streams()
    gauges = {
        "tablee_tables_live": len(live),
        "tablee_tables_playing": sum(streams.table.phase == "playing" for streams in live),
        "tablee_streams": sum(len(streams.listeners) for streams in live),
        "tablee_people_here": len({who for streams in live for who in streams.presence.here}),
        "tablee_moves_stored_total": house.tables.backend.written,
        "process_resident_memory_bytes": resident(),
        "process_cpu_seconds_total": sum(resource.getrusage(resource.RUSAGE_SELF)[:2]),
        **{
            f'tablee_work_waiting{{kind="{kind.name.lower()}"}}': house.queue.waiting(kind)
            for kind in Kind
        },
    }
    lines = [f"{name} {value}" for name, value in gauges.items()]
    return "\n".join([*lines, *metrics.lines()]) + "\n"


def resident() -> int:
    """Return the memory that this process holds, in bytes; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
