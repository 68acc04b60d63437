"""Thinking in the thread of the house, for a house without processes: a pocket, or a test."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

from tablee.core.errors import InvalidRecord
from tablee.core.state.position import View
from tablee.house.ports.work import Advice
from tablee.house.thinking import levels

P = ParamSpec("P")
T = TypeVar("T")


class SameThread:
    """Does all work at once; others wait until it is done."""

    def __init__(self, randbits: Callable[[int], int] = secrets.randbits) -> None:
        self._seed = partial(randbits, 32)

    def get_ready(self) -> None:
        """Load nothing: there is nowhere else to load it."""

    async def choose(self, view: View, level: str) -> str:
        """Return the move that a bot of a level chooses."""
        return levels.choose(view, level, self._seed())

    async def hints(self, view: View, lang: str) -> list[Advice]:
        """Return the best moves with their chances and reasons, the best first."""
        return levels.advise(view, lang)

    async def check_record(self, text: str) -> dict[str, Any]:
        """Replay a record; raise InvalidRecord if it is false."""
        facts, why = levels.check_record(text)
        if facts is None:
            raise InvalidRecord(why, "move")
        return facts

    async def work(self, job: Callable[[], T]) -> T:
        """Do a piece of some longer work."""
        return job()

    async def offload(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do something."""
        return job(*args, **named)

    async def close(self) -> None:
        """Stop nothing: no thought outlasts its call."""


class AlwaysReady:
    """Every game can be played as it is: nothing is compiled."""

    @property
    def failed(self) -> dict[str, str]:
        """No game: nothing is compiled here."""
        return {}

    @property
    def missing(self) -> list[str]:
        """The games that are still being compiled: none."""
        return []

    def check(self, game: str) -> None:
        """Accept every game."""

    async def ready(self, game: str) -> None:
        """Wait for nothing."""

    async def run(self) -> None:
        """Do nothing."""
