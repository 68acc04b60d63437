"""What the house needs to think and to stay open: small Protocols, no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

from tablee.core.state.position import View

P = ParamSpec("P")
T = TypeVar("T")
Advice: TypeAlias = tuple[str, float, str]
"""A move, its chance to win, and the reason in words."""


class Thinking(Protocol):
    """Where bots think and long work is done, so that nobody waits for it."""

    def get_ready(self) -> None:
        """Load what will be needed, while the house opens."""

    async def choose(self, view: View, level: str) -> str:
        """Return the move that a bot of a level chooses."""

    async def hints(self, view: View, lang: str) -> list[Advice]:
        """Return the best moves with their chances and reasons, the best first."""

    async def check_record(self, text: str) -> dict[str, Any]:
        """Replay a record; raise InvalidRecord if it is false."""

    async def work(self, job: Callable[[], T]) -> T:
        """Do a piece of some longer work where bots think; it should be short."""

    async def offload(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do something beside the requests of others, in this process."""

    async def close(self) -> None:
        """Stop thinking, in the middle of a thought too."""


class Readiness(Protocol):
    """Which games can be played at full speed yet."""

    @property
    def missing(self) -> list[str]:
        """The games that are still being compiled."""

    @property
    def failed(self) -> Mapping[str, str]:
        """The games that cannot be compiled, and why; Python plays them."""

    def check(self, game: str) -> None:
        """Raise NotReadyYet for what takes too long as long as a game is being compiled."""

    async def ready(self, game: str) -> None:
        """Wait for code that needs only to be loaded."""

    async def run(self) -> None:
        """Load what was compiled before, and compile the rest."""


class Service(Protocol):
    """Something that runs as long as a house is open."""

    async def run(self) -> None:
        """Run until cancelled."""

    async def close(self) -> None:
        """End what has begun."""
