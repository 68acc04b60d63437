"""The tables that this worker has in memory: opened, loaded by replaying their moves, let go."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from tablee.core.errors import InvalidOption, TableeError
from tablee.core.posed import POSITION
from tablee.games import GAMES, find_game
from tablee.house.errors import (
    CLOSED,
    NotInstalled,
    NotStored,
    OldRules,
    SealedDay,
    TooLong,
    TooManyTables,
)
from tablee.house.events import Events, TableAttended
from tablee.house.live.streams import Streams
from tablee.house.open_house.table_backend import StoreBackend
from tablee.house.ports.seats import Seat
from tablee.house.ports.stored import StoredTable
from tablee.house.settings import EVENING, KIOSK
from tablee.house.tables.pace import LIVE, check_pace
from tablee.house.tables.table import Table

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

log = logging.getLogger("tablee.house")
JOIN = ("link", "open")


class TableRegistry:
    """Opens tables, and keeps the live ones with those who follow them."""

    def __init__(self, house: House) -> None:
        self.backend = StoreBackend(house.store.tables, house.notifications)
        self._house = house
        self._store = house.store
        self._live: OrderedDict[str, Streams] = OrderedDict()
        """The tables that are kept in memory, the one asked for last at the end."""
        self._known: WeakValueDictionary[str, Streams] = WeakValueDictionary()
        """These, and tables that were let go as long as they are in use: none is loaded twice."""
        self._loading: dict[str, asyncio.Task[Table]] = {}

    # Live tables

    def all_streams(self) -> list[Streams]:
        """Return the tables that are kept in memory, with those who follow them."""
        return list(self._live.values())

    def streams_of(self, name: str) -> Streams | None:
        """Return who follows a table, if it is in memory."""
        return self._known.get(name)

    def live(self, name: str) -> Table | None:
        """Return a table that is in memory."""
        streams = self._known.get(name)
        return None if streams is None or streams.table.closed else streams.table

    def streams(self, table: Table) -> Streams:
        """Return those who follow a table."""
        return self._known[table.id]

    def keep(self, event: TableAttended) -> None:
        """Keep a table in memory at which a person is, though it was let go before."""
        streams = self._known.get(event.table.id)
        if streams is not None and not event.table.closed:
            self._keep(streams)

    def _keep(self, streams: Streams) -> None:
        """Keep a table in memory as the one asked for last."""
        name = streams.table.id
        known, self._live[name] = name in self._live, streams
        self._live.move_to_end(name)
        if not known:
            self._forget()

    async def table(self, name: str) -> Table:
        """Return a table, from memory or by replaying its moves."""
        streams = self._known.get(name)
        if streams is not None and not streams.table.closed:
            self._keep(streams)
            return streams.table
        self._live.pop(name, None)
        if name not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def table_for(self, name: str, visitor: str | None, acts: bool = False) -> Table:
        """Return a table as it is, for a visitor who acts there or is not known to sit there.

        Among several workers, one may not have heard yet who has just sat down at another.
        """
        table = await self.table(name)
        if not self._store.alone and (acts or table.seat_of(visitor) is None):
            await table.refresh()
        if table.sealed and not table.belongs(visitor):
            raise SealedDay("others may still play these cards: look on when they are done.")
        self.streams(table).attend(visitor)
        return table

    async def find(self, names: Sequence[str]) -> list[Table]:
        """Return tables by name but those that cannot be shown: one of them breaks no list."""
        found = []
        for name in names:
            try:
                found.append(await self.table(name))
            except NotStored:
                raise
            except TableeError as error:
                log.info("table %s is not listed: %s", name, type(error).__name__)
        return found

    async def games_away(self, names: Iterable[str]) -> list[str]:
        """Return the games of those tables among these whose game is not installed now."""
        away = []
        for name in names:
            row = (await self.backend.read(name)).row
            if row["closed"] is None and row["game"] not in GAMES:
                away.append(str(row["game"]))
        return away

    async def _load(self, name: str) -> Table:
        stored = await self._check_rules(await self.backend.read(name))
        if stored.row["key"] is not None:
            await self._house.readiness.ready(stored.row["game"])
        events = Events(self._house.events)
        table = Table(stored, self.backend, events)
        if table.match.outdated:
            await self._refuse_old(stored)
        streams = Streams(table, events, self._house.thinking)
        self._known[name] = streams
        self._keep(streams)
        self.go_on(table)
        return table

    async def _check_rules(self, stored: StoredTable) -> StoredTable:
        """Refuse a match that was closed, or whose rules are not known any more.

        One of older rules goes on as long as they say the same as today's.
        """
        row = stored.row
        if row["closed"] is not None:
            raise CLOSED[row["closed"]](f"this match ended as drawn: {row['closed']}.")
        if row["game"] not in GAMES:
            raise NotInstalled(row["game"])
        name, game = str(row["id"]), GAMES[row["game"]]
        if row["key"] is None and row["version"] != game.version:
            await self._store.tables.renew(name, game.version)
            return await self.backend.read(name)
        if row["version"] not in (game.version, *game.older):
            await self._refuse_old(stored)
        return stored

    async def _refuse_old(self, stored: StoredTable) -> None:
        """End a match whose rules have changed as drawn, unless it is over, and say so."""
        await self._store.tables.close(str(stored.row["id"]), OldRules.word)
        raise OldRules("this match ended as drawn: its rules have changed.")

    async def close_table(self, name: str, why: str) -> None:
        """End a match as drawn; those who look at it are told."""
        await self._store.tables.close(name, why)
        self._live.pop(name, None)
        streams = self._known.get(name)
        if streams is not None:
            streams.table.close()

    def _forget(self) -> None:
        """Let go of the tables that have been quiet longest."""
        quiet = len(self._live) - self._house.settings.limits.live
        for name in list(self._live) if quiet > 0 else ():
            if quiet > 0 and not self._live[name].busy:
                del self._live[name]
                quiet -= 1

    def put_away(self) -> None:
        """Let go of tables by the day at which nobody is: they may wait for long."""
        for name, streams in list(self._live.items()):
            quiet = not streams.presence.here and not streams.busy
            quiet = quiet and not self._house.messages.asks(name)
            if streams.table.setup.by_the_day and quiet:
                del self._live[name]

    # Opening

    async def open(
        self, facts: Mapping[str, Any], around: Sequence[Seat] = (), name: str | None = None
    ) -> Table:
        """Open a table, empty or with people around it; by a name that was offered before."""
        await self.check_tables(str(facts["opener"]))
        name = name or secrets.token_urlsafe(12)
        secret = self._house.offers.secret_for(name).hex()
        seats = around or [Seat()] * int(facts["players"])
        await self._store.tables.open(name, facts, seats, secret)
        return await self.table(name)

    async def check_tables(self, visitor: str) -> None:
        """Raise TooManyTables for a visitor who has begun too many tables that are not over.

        A kiosk opens tables for everyone who stands before it.
        """
        if visitor in (KIOSK, EVENING):
            return
        most = self._house.settings.limits.tables
        if await self._store.tables.count_open(visitor) >= most:
            told = f"you have {most} unfinished tables: end one before you open another."
            raise TooManyTables(told, wait=60)

    @staticmethod
    def facts(
        visitor: str,
        game: str,
        players: int | None,
        options: Mapping[str, object],
        join: str,
        pace: int = LIVE,
        position: str = "",
    ) -> dict[str, Any]:
        """Return what is stored of a new table; refuse what the game does not have.

        The house alone lays a position: at a table of people a player would know hidden cards.
        """
        chosen = find_game(game)
        count = chosen.players[-1] if players is None else players
        chosen.blank(count)
        if POSITION in options:
            raise InvalidOption("option position: only the house lays a table.")
        if position:
            options = {**options, POSITION: position}
        if join not in JOIN:
            raise InvalidOption(f"join {join!r}: choose {' or '.join(JOIN)}.")
        return {
            "game": game,
            "version": chosen.version,
            "players": count,
            "options": chosen.check_options(count, options),
            "who_may_join": join,
            "pace": check_pace(pace),
            "opener": visitor,
        }

    # After a move

    def go_on(self, table: Table) -> None:
        """Note the end of a match, close one that may not go on, or let a bot play."""
        house = self._house
        if table.phase == "over" and not table.match.outdated:
            house.spawn(self.end(table))
        elif table.match.outdated:
            house.spawn(self.close_table(table.id, OldRules.word))
        elif table.ply >= house.settings.limits.plies:
            house.spawn(self.close_table(table.id, TooLong.word))
        else:
            house.bots.resume(table)

    async def end(self, table: Table) -> None:
        """Note that a match is over, and the result of a deal of the day."""
        outcome = table.dealt().outcome()
        assert outcome is not None
        in_time = table.day.in_time(table.match.clock.began_at)
        with contextlib.suppress(NotStored):  # told in the log; the next visit tries again
            if not table.ended:
                await self._store.tables.end(table.id, outcome.scores, in_time)
                table.ended = True
