"""A store in plain dictionaries: for one process that keeps nothing, such as a test or a browser.

It keeps the same promises as a database (see `house/ports/store.py`) as long as one event loop
asks it: no method waits in its middle, so each is a transaction.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable

from tablee.house.clock import now
from tablee.house.memory.days import MemoryDays
from tablee.house.memory.gatherings import MemoryGatherings
from tablee.house.memory.matches import MemoryMatches
from tablee.house.memory.notifications import MemoryNotifications
from tablee.house.memory.pads import MemoryPads
from tablee.house.memory.people import MemoryPeople
from tablee.house.memory.tables import MemoryTables
from tablee.house.messages import Message
from tablee.house.ports import short_codes
from tablee.house.ports.store import Heard


class MemoryFacts:
    """Facts of the house: its announcement, its health, and leases among workers."""

    def __init__(self) -> None:
        self.sums = Counter[tuple[str, str]]()
        self._kept: dict[str, str] = {}
        self._leases: dict[str, tuple[str, int]] = {}

    async def keep(self, name: str, value: str) -> None:
        """Keep a fact in place of an earlier one."""
        self._kept[name] = value

    async def count(self, game: str, measure: str) -> None:
        """Add one to a sum, as long as this lasts."""
        self.sums[game, measure] += 1

    async def announce(self, text: str) -> None:
        """Keep the host's announcement."""
        self._kept["notice"] = text

    async def kept(self, name: str) -> str:
        """Return a fact; nothing if there is none."""
        return self._kept.get(name, "")

    async def take_lease(self, name: str, holder: str, lasts: int) -> bool:
        """Take or renew a lease of so many milliseconds; False if it is held by another."""
        owner, until = self._leases.get(name, (holder, 0))
        if owner != holder and until >= now():
            return False
        self._leases[name] = holder, now() + lasts
        return True

    async def end_lease(self, name: str, holder: str) -> None:
        """Give back a lease, if it is still held."""
        if self._leases.get(name, ("", 0))[0] == holder:
            del self._leases[name]


class MemoryStore:
    """Everything that a house keeps as long as its process lasts."""

    def __init__(self) -> None:
        self.tables = MemoryTables(self)
        self.matches = MemoryMatches()
        self.days = MemoryDays(self)
        self.people = MemoryPeople(self)
        self.notifications = MemoryNotifications()
        self.pads = MemoryPads(self.free_code)
        self.gatherings = MemoryGatherings(self)
        self.facts = MemoryFacts()
        self._secrets: dict[str, str] = {}

    @property
    def alone(self) -> bool:
        """Whether there can be no other worker: always."""
        return True

    def secret(self, name: str = "secret", make: Callable[[], str] | None = None) -> str:
        """Return a key of the house: made once, kept as long as this lasts."""
        if name not in self._secrets:
            self._secrets[name] = (make or (lambda: secrets.token_urlsafe(32)))()
        return self._secrets[name]

    def free_code(self) -> str:
        """Return a short code that leads to nothing yet."""
        tables = {kept.row["code"] for kept in self.tables.kept.values()}
        taken = tables | self.pads.codes() | self.gatherings.codes()
        while (code := short_codes.draw()) in taken:
            pass
        return code

    async def listen(self, heard: Heard) -> None:
        """Hear nobody: there is no other worker."""

    async def publish(self, message: Message) -> None:
        """Tell nobody: there is no other worker."""

    def close(self) -> None:
        """Let go of nothing."""
