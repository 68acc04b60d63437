"""The evenings of a house: whoever changes one writes it anew, and everybody who looks is told.

Nothing hangs on this process: what is to be done next stands in the store, and any worker does it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from tablee.core.chance import key_of
from tablee.core.errors import TableeError
from tablee.house.clock import now
from tablee.house.errors import NoTable, NotNow, NotStored
from tablee.house.evening import changes
from tablee.house.evening.model import PLAYING, Evening, Wish, read
from tablee.house.events import GatheringUpdated, TableUpdated
from tablee.house.ports.gatherings import EVENING, Gathering
from tablee.house.seating import spots

if TYPE_CHECKING:
    from tablee.house.open_house.house import House
    from tablee.house.tables.table import Table

log = logging.getLogger("tablee.house")
LASTS = 24 * 3600 * 1000
"""Milliseconds after its last change for which an evening is kept."""
KEPT = 400 * LASTS
"""The same where the host keeps it."""
CHECK = 30_000
"""Milliseconds between two looks at the tables of a tour, should a message have been lost."""
TRIES = 8
"""How often a change is made anew because somebody else was faster."""
Change = Callable[[Evening], Evening]


class NoEvening(NoTable):
    """An evening that is not there, or not any more."""

    word = "no_evening"


class Evenings:
    """Reads and changes evenings, opens their tables, and goes on to the next tour in time."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._store = house.store.gatherings
        self._due: dict[str, int] = {}
        """When each running evening is to be looked at."""
        self._stale = {""}
        """Evenings that have changed since; the empty name stands for all."""
        self._wake = asyncio.Event()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By which those of this worker who change an evening wait for each other."""
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        house.events.subscribe(GatheringUpdated, self._hear)
        house.events.subscribe(TableUpdated, self._on_table)

    # Reading and changing

    async def open(self, host: str, wish: Wish, parent: str | None = None) -> Gathering:
        """Open an evening."""
        name = secrets.token_urlsafe(12)
        text = Evening(wish).text()
        new = Gathering(name, EVENING, host, text, now() + LASTS, parent=parent)
        return replace(new, code=await self._store.open(new))

    async def find(self, name: str) -> tuple[Gathering, Evening]:
        """Return an evening as it stands; raise NoEvening."""
        found = await self._store.read(name)
        if found is None or found.kind != EVENING:
            raise NoEvening("there is no such evening, or not any more.")
        return found, read(found)

    async def change(self, name: str, change: Change) -> Evening:
        """Change an evening as it stands now, for all workers, and tell who looks at it."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):  # another worker may be faster
                before, evening = await self.find(name)
                after = change(evening)
                if after == evening or await self._store.write(before, _stored(before, after)):
                    self._house.events.publish(GatheringUpdated(name))
                    return after
        raise NotNow("the evening is changing quickly: look again.")

    async def end(self, name: str) -> None:
        """Forget an evening, and the names at its tables."""
        await self._store.end(name)
        self._house.events.publish(GatheringUpdated(name))

    # Tours

    async def begin(self, name: str, first: bool = False) -> Evening:
        """Begin the next tour, once: of several who ask, the first one does."""
        await self._house.readiness.ready((await self.find(name))[1].wish.game)
        key, at = key_of().hex(), now()
        names = [secrets.token_urlsafe(12) for _ in range(changes.MOST_PEOPLE)]

        def begin(evening: Evening) -> Evening:
            if first and evening.rounds:
                return evening  # pressed twice
            return changes.begun(evening, at, key, names)

        evening = await self.change(name, begin)
        return await self._open_tables(name, evening)

    async def _open_tables(self, name: str, evening: Evening) -> Evening:
        """Open the tables of a tour that are not there yet, and then let people go there."""
        one = evening.round
        if one is None or one.ready:
            return evening
        await spots.open_tables(self._house, name, evening, one)
        number = len(evening.rounds) - 1
        return await self.change(name, lambda evening: changes.ready(evening, number))

    async def stop(self, name: str) -> Evening:
        """End the tour now: tables that still play count as they stand."""
        _, evening = await self.find(name)
        one = evening.round
        for spot in one.spots if one else ():
            if not spot.over and spot.table is not None:
                found = await spots.stop(self._house, spot.table)
                await self.note(name, spot.table, found)
        return await self.change(name, lambda evening: changes.stopped(evening, now()))

    async def note(self, name: str, table: str, result: changes.Result | None) -> Evening:
        """Note how a table has ended; without a result it counts for nobody."""

        def noted(evening: Evening) -> Evening:
            at = changes.find_table(evening, table)
            if at is None or evening.rounds[at[0]].spots[at[1]].over:
                return evening
            return changes.noted(evening, *at, result, now())

        evening = await self.change(name, noted)
        return await self._unseal(evening)

    async def _unseal(self, evening: Evening) -> Evening:
        """Show the cards of a tour that is over, where all tables have played the same."""
        one = evening.round
        if one is not None and one.key and one.over:
            await self._store.unseal([spot.table for spot in one.spots if spot.table])
            for spot in one.spots:
                table = self._house.tables.live(spot.table or "")
                if table is not None:
                    await table.refresh()
        return evening

    # What happens meanwhile

    def _hear(self, event: GatheringUpdated) -> None:
        """Tell who looks at an evening that it has changed, here or at another worker."""
        self._stale.add(event.name)
        self._wake.set()
        heard = [event.name] if event.name else [*self._listeners]
        for name in heard:
            for listener in self._listeners.get(name, ()):
                listener.set()

    @contextlib.contextmanager
    def listen(self, name: str) -> Iterator[asyncio.Event]:
        """Give an event that is set whenever a gathering has changed."""
        listener = asyncio.Event()
        self._listeners[name].add(listener)
        try:
            yield listener
        finally:
            self._listeners[name].discard(listener)
            if not self._listeners[name]:
                del self._listeners[name]

    def _on_table(self, event: TableUpdated) -> None:
        table = event.table
        for listener in self._listeners.get(table.setup.club or "", ()):
            listener.set()
        if table.setup.evening and (table.phase == "over" or table.closed):
            self._house.spawn(self._note_table(table))

    async def _note_table(self, table: Table) -> None:
        assert table.setup.evening is not None
        with contextlib.suppress(NotStored, NoEvening):  # the next look takes it in
            await self.note(table.setup.evening, table.id, spots.result_of(table))

    async def run(self) -> None:
        """Go on with every evening in time, until cancelled."""
        while not self._house.closing:  # a cancellation may be lost with the wait it ends
            with contextlib.suppress(NotStored):  # told in the log; the next look tries again
                await self._look()
            wait = (min(self._due.values(), default=now() + CHECK) - now()) / 1000
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), max(0.05, wait))
            self._wake.clear()

    async def close(self) -> None:
        """End nothing: every change is one transaction."""

    async def _look(self) -> None:
        """Learn which evenings wait for something, and do what is due."""
        stale, self._stale = self._stale, set()
        for name in await self._store.due() if "" in stale else stale:
            await self._learn(name)
        for name in [name for name, at in self._due.items() if at <= now()]:
            self._due[name] = now() + CHECK
            try:
                await self._go_on(name)
            except NotStored:
                raise
            except TableeError as error:
                log.info("evening %s waits: %s", name, type(error).__name__)

    async def _learn(self, name: str) -> None:
        found = await self._store.read(name)
        if found is None or found.due_at is None:
            self._due.pop(name, None)
        elif found.due_at > WATCHED:
            self._due[name] = found.due_at
        else:
            self._due.setdefault(name, now())

    async def _go_on(self, name: str) -> None:
        """Begin the next tour when its moment has come; else take in what tables have done."""
        _, evening = await self.find(name)
        if evening.next_at:
            if evening.next_at <= now():
                await self.begin(name)
            return
        evening = await self._open_tables(name, evening)
        one = evening.round
        for spot in one.spots if one else ():
            if not spot.over and spot.table is not None:
                await self._catch_up(name, spot.table)

    async def _catch_up(self, name: str, table: str) -> None:
        """Note a table that has ended without a word."""
        try:
            found = await self._house.tables.table(table)
        except NotStored:
            raise
        except TableeError:  # closed, or of a game that is not here any more
            await self.note(name, table, None)
            return
        if found.phase == "over":
            await self.note(name, table, spots.result_of(found))


WATCHED = 1
"""The moment of evenings whose tables are looked at now and then."""


def _stored(before: Gathering, after: Evening) -> Gathering:
    due = after.next_at or (WATCHED if after.phase == PLAYING else None)
    until = now() + (KEPT if after.keep else LASTS)
    return replace(
        before, text=after.text(), due_at=due, forget_at=until, members=dict(after.people)
    )
