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
from pathlib import Path
from random import Random

from filelock import AsyncFileLock

from tablee.bots import levels
from tablee.bots.hints import hints
from tablee.bots.search import playout, tree
from tablee.core import compiled
from tablee.core.chance import new_rng
from tablee.core.engine.cache import game_mark, home
from tablee.core.engine.interpreted import compiling, is_waiting, release, wait_for
from tablee.core.engine.jit import INTERPRETED
from tablee.core.state.position import State
from tablee.games import GAMES
from tablee.house.errors import NotReadyYet

log = logging.getLogger("tablee.warmup")
_LOADED: set[str] = set()
_LOADING = threading.Lock()


# One game


def warm_up(*names: str) -> None:
    """Load all that tables and bots need of some games, or of all; compile what is missing."""
    for name in names or GAMES:
        with _LOADING, compiling():
            if name not in _LOADED:
                _use_everything(name)
                _LOADED.add(name)
                if not INTERPRETED:
                    _mark(name).touch()
        release(GAMES[name].rules.STATE)


def is_compiled(name: str) -> bool:
    """Tells whether everything that a game needs has been compiled before."""
    return INTERPRETED or _mark(name).exists()


def do_without(name: str) -> None:
    """Lets Python run the rules of a game until its code has been loaded."""
    if name not in _LOADED:
        wait_for(GAMES[name].rules.STATE)


def catch_up(name: str) -> bool:
    """Load the code of a game if it has been compiled by now; tells whether it is there."""
    if is_waiting(GAMES[name].rules.STATE) and is_compiled(name):
        warm_up(name)
    return not is_waiting(GAMES[name].rules.STATE)


def _mark(name: str) -> Path:
    """Return the file that says that all of a game lies in the cache."""
    rules = compiled.modules_of(GAMES[name].rules.STATE)
    return game_mark((*rules, compiled, playout, tree), name)


def _use_everything(name: str) -> None:
    game = GAMES[name]
    state = game.deal()
    assert state.seat is not None
    state.tell_deal()
    _play_through(state)
    view = state.view(state.seat)
    for seen in (state.view(None), view):
        _ = str(seen), seen.legal_moves(), seen.scores, seen.why_not(game.moves[0])
        seen.refusals([str(game.moves[0])])
    view.is_blind(view.legal_moves()[0], view, new_rng(0))
    levels.warm_up(game)
    hints(view, seconds=0.01)


def _play_through(state: State, most: int = 2_000) -> None:
    """Tells a match at random, its score sheets and its end."""
    luck = Random(1)
    while state.seat is not None and most:
        state = state.frames(luck.choice(state.legal_moves()))[-1].state
        most -= 1
    state.outcome()


# All games of a house


class Warmup:
    """The games of a house ready, one beside the other."""

    def __init__(self) -> None:
        self._known = {name for name in GAMES if is_compiled(name)}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        for name in GAMES:
            do_without(name)

    @property
    def missing(self) -> list[str]:
        """Returns the games that are still being compiled."""
        return [name for name in GAMES if name not in self._known]

    def check(self, game: str) -> None:
        """Refuses what takes too long as long as a game is being compiled."""
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
        """First what needs only to be loaded; then what takes longest: the largest records."""
        return game not in self._known, -GAMES[game].rules.STATE.itemsize

    async def _get(self, game: str, cores: asyncio.Semaphore) -> None:
        if game not in self._known:
            async with cores, exclusive(game):
                if not is_compiled(game):
                    await compile_game(game)
        await asyncio.to_thread(warm_up, game)
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
    """Compiles a game in a process of its own, which ends when this one does, even if killed."""
    failed = "compiling %s in a process of its own failed: the house does it itself"
    try:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tablee.house.thinking.warmup", game),
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
