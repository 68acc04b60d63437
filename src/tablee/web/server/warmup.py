"""Warm-up: the house opens at once, and its games become fast while people already play.

Until the code of a game has been loaded, Python itself runs its rules, by
`core/engine/interpreted.py`. Code that was compiled before is loaded within a second; at the very
first start processes of their own compile it, one for each game, and end with the house. Of
several workers one compiles a game, and the others find the work done. Guests are told that the
cards are being printed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from filelock import AsyncFileLock

from tablee.bots.loading import do_without, is_compiled, warm_up
from tablee.core.engine.cache import home
from tablee.core.registry import say_fault
from tablee.games import GAMES
from tablee.house.errors import NotReadyYet

log = logging.getLogger("tablee.warmup")


class Warmup:
    """The games of a house ready, one beside the other."""

    def __init__(self) -> None:
        self._known = {name for name in GAMES if is_compiled(name)}
        self._failed: dict[str, str] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        for name in GAMES:
            do_without(name)

    @property
    def failed(self) -> dict[str, str]:
        """Return the installed games that cannot be compiled, and why: Python plays them."""
        return self._failed

    @property
    def missing(self) -> list[str]:
        """Returns the games that are still being compiled."""
        return [name for name in GAMES if name not in self._known and name not in self.failed]

    def check(self, game: str) -> None:
        """Refuse what takes too long as long as a game is being compiled."""
        if game not in self._known:
            raise NotReadyYet(f"the cards of {game} are being printed: try again in a minute.")

    async def ready(self, game: str) -> None:
        """Wait for code that needs only to be loaded; Python goes on where it is compiled."""
        if game in self._known and game in self._tasks:
            await asyncio.shield(self._tasks[game])

    async def run(self) -> None:
        """Load what was compiled before, and compiles the rest on all cores."""
        cores = asyncio.Semaphore(os.cpu_count() or 1)
        for game in sorted(GAMES, key=self._when):
            self._tasks[game] = asyncio.create_task(self._get(game, cores))
        try:
            await asyncio.gather(*self._tasks.values())
        finally:
            for task in self._tasks.values():
                task.cancel()

    def _when(self, game: str) -> tuple[bool, int]:
        """Put first what needs only to be loaded; then what takes longest: the largest records."""
        return game not in self._known, -GAMES[game].rules.STATE.itemsize

    async def _get(self, game: str, cores: asyncio.Semaphore) -> None:
        if game not in self._known:
            async with cores, exclusive(game):
                if not is_compiled(game):
                    await compile_game(game)
        try:
            await asyncio.to_thread(warm_up, game)
        except Exception as error:  # whatever is wrong with an installed game, the house stays open
            if game not in GAMES.sources:
                raise
            self._failed[game] = say_fault(error)
            log.error("%s cannot be compiled, so Python plays it: %s", game, self._failed[game])
        else:
            self._known.add(game)


@asynccontextmanager
async def exclusive(game: str) -> AsyncIterator[None]:
    """Wait until no other process compiles a game, and keep them waiting."""
    lock = AsyncFileLock(home() / f"{game}.lock", poll_interval=0.2, fallback_to_soft=False)
    try:
        await lock.acquire()
    except (OSError, NotImplementedError) as error:
        log.warning("the cache cannot be locked (%s): every worker compiles", error)
    try:
        yield
    finally:
        await lock.release()


async def compile_game(game: str) -> None:
    """Compile a game in a process of its own, which ends when this one does, even if killed."""
    failed = "compiling %s in a process of its own failed: the house does it itself"
    try:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tablee.web.server.warmup", game),
            stdin=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
    except OSError:
        log.error(failed, game)
        return
    try:
        if await child.wait():
            log.error(failed, game)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()


def _end_with_the_house() -> None:
    """End this process when the house, which holds the other end of its input, has gone."""
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_the_house, daemon=True).start()
    logging.getLogger("tablee.cache").setLevel(logging.ERROR)  # the house has told its guests
    os.nice(10)  # who plays meanwhile comes first
    warm_up(*sys.argv[1:])
