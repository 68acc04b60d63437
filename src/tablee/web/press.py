"""The press: at the very first start the cards of each game are printed (its rules compiled).

One process at a time does it, beside the house, which is open meanwhile: a game can be played as
soon as its cards are there. Several workers take turns, and who comes second finds it done.
Afterwards everything lies in the cache, and is loaded from there.
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
from tablee.web.errors import BeingPrinted
from tablee.web.thinking import is_compiled, warm_up

log = logging.getLogger("tablee.press")


class Press:
    """Knows which games can be played, and prints the others."""

    def __init__(self) -> None:
        self.ready = [name for name in GAMES if is_compiled(name)]

    @property
    def missing(self) -> list[str]:
        """Gets the games that cannot be played yet."""
        return [name for name in GAMES if name not in self.ready]

    def check(self, game: str) -> None:
        """Refuses a game whose cards are still being printed."""
        if game not in self.ready:
            raise BeingPrinted(f"the cards of {game} are being printed: try again in a minute.")

    async def load(self) -> None:
        """Loads what was printed before."""
        if self.ready:
            await asyncio.to_thread(warm_up, *self.ready)

    async def run(self) -> None:
        """Prints what is missing, one game after the other."""
        for game in self.missing:
            async with turn() as held:
                if not is_compiled(game):
                    await print_cards(game, held)
            await asyncio.to_thread(warm_up, game)  # from the cache
            self.ready.append(game)


@asynccontextmanager
async def turn(every: float = 0.2) -> AsyncIterator[tuple[int, ...]]:
    """Waits until no other process prints, and keeps them waiting; gets the open lock."""
    if sys.platform == "win32":  # where folders have no locks, every worker prints
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
        log.warning("the cache cannot be locked (%s): every worker prints", error)
    return True


async def print_cards(game: str, held: tuple[int, ...]) -> None:
    """Compiles a game in a process of its own, which ends with this one and holds its lock too."""
    words = ("-m", "tablee.web.press", game)
    printing = await asyncio.create_subprocess_exec(
        sys.executable, *words, start_new_session=True, pass_fds=held
    )
    try:
        if await printing.wait():
            log.error("the press of %s failed: the house prints by itself", game)
            await asyncio.to_thread(warm_up, game)
    finally:
        if printing.returncode is None:
            printing.kill()
            await printing.wait()


if __name__ == "__main__":
    warm_up(*sys.argv[1:])
