"""Warm-up: at the very first start the rules of each game are compiled, beside the open house.

One process at a time compiles, and a game can be played as soon as its code is there. Several
workers take turns; whoever comes second finds the work done. Later starts load it from the cache.
Guests are told that the cards are being printed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tablee.core.compiled import cache_folder
from tablee.games import GAMES
from tablee.web.bot_workers import is_compiled, warm_up
from tablee.web.errors import NotReadyYet

log = logging.getLogger("tablee.warmup")


class Warmup:
    """Knows which games can be played, and has the others compiled."""

    def __init__(self) -> None:
        self.ready = [name for name in GAMES if is_compiled(name)]

    @property
    def missing(self) -> list[str]:
        """Gets the games that cannot be played yet."""
        return [name for name in GAMES if name not in self.ready]

    def check(self, game: str) -> None:
        """Refuses a game that is still being compiled."""
        if game not in self.ready:
            raise NotReadyYet(f"the cards of {game} are being printed: try again in a minute.")

    async def load(self) -> None:
        """Loads what was compiled before."""
        if self.ready:
            await asyncio.to_thread(warm_up, *self.ready)

    async def run(self) -> None:
        """Compiles what is missing, one game after the other."""
        for game in self.missing:
            async with exclusive() as held:
                if not is_compiled(game):
                    await compile_game(game, held)
            await asyncio.to_thread(warm_up, game)  # from the cache
            self.ready.append(game)


@asynccontextmanager
async def exclusive(every: float = 0.2) -> AsyncIterator[tuple[int, ...]]:
    """Waits until no other process compiles, and keeps them waiting; yields the open lock."""
    if sys.platform == "win32":  # where folders have no locks, every worker compiles
        yield ()
        return
    folder = os.open(cache_folder(), os.O_RDONLY)
    try:
        while not _lock(folder):
            await asyncio.sleep(every)
        yield (folder,)
    finally:
        os.close(folder)


def _lock(folder: int) -> bool:
    """Locks an open folder unless another process has; the lock ends with who holds it."""
    import fcntl  # not everywhere

    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        log.warning("the cache cannot be locked (%s): every worker compiles", error)
    return True


async def compile_game(game: str, held: tuple[int, ...]) -> None:
    """Compiles a game in a process of its own, which ends with this one and holds its lock too."""
    words = ("-m", "tablee.web.warmup", game)
    child = await asyncio.create_subprocess_exec(
        sys.executable, *words, start_new_session=True, pass_fds=held
    )
    try:
        if await child.wait():
            log.error("compiling %s in a process of its own failed: the house does it itself", game)
            await asyncio.to_thread(warm_up, game)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()


if __name__ == "__main__":
    warm_up(*sys.argv[1:])
