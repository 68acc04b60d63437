"""`tablee serve --watch`: an edit of a game is seen at the next look, while one makes it.

The house runs in a process of its own, which ends and begins anew as soon as a file of a game has
changed. The address stays open meanwhile, so a browser waits a moment instead of failing; tables
go on from what is stored, and Python plays edited rules until they have been compiled.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from importlib.util import find_spec
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path

from tablee import games
from tablee.core.registry import GROUP

LOOK_EVERY = 0.3
"""Seconds between two looks at the files."""
Times = dict[Path, int]


def context() -> SpawnContext:
    """Return how the house is begun: in a process that has read nothing yet."""
    return multiprocessing.get_context("spawn")


def folders() -> list[Path]:
    """Return where the games lie that the house has and those that are installed."""
    found = [Path(path) for path in games.__path__]
    for point in entry_points(group=GROUP):
        spec = find_spec(point.module.partition(".")[0])
        for path in (spec and spec.submodule_search_locations) or ():
            found.append(Path(path))
    return found


def times(places: Iterable[Path]) -> Times:
    """Return when each file of some folders was written last; not those that Python writes."""
    found = {}
    for path in (path for place in places for path in place.rglob("*")):
        passing = path.name.startswith((".", "#")) or path.name.endswith("~")
        if "__pycache__" not in path.parts and not passing and not path.is_dir():
            try:
                found[path] = path.stat().st_mtime_ns
            except OSError:  # removed since
                continue
    return found


def changed(before: Times, after: Times) -> list[Path]:
    """Return the files that were written, added or removed."""
    return sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )


def watch(start: Callable[[], BaseProcess]) -> None:
    """Run the house, anew whenever a file of a game has changed, until told to stop."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    places, house = folders(), start()
    seen = times(places)
    while not stop.wait(LOOK_EVERY):
        now = times(places)
        if files := changed(seen, now):
            if stop.wait(LOOK_EVERY) or times(places) != now:
                continue  # an editor is still writing
            tell(files)
            end(house)
            seen, house = now, start()
    end(house)


def tell(files: list[Path]) -> None:
    """Say which files were seen to have changed."""
    names = ", ".join(f"{path.parent.name}/{path.name}" for path in files[:3])
    more = f" and {len(files) - 3} more" if len(files) > 3 else ""
    sys.stdout.write(f"Changed: {names}{more}. The house opens again with it.\n")
    sys.stdout.flush()


def end(house: BaseProcess) -> None:
    """End a house, and wait until it has."""
    house.terminate()
    house.join()
