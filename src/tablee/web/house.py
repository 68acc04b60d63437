"""The house: all live tables of this worker, and what can be done with them."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from tablee.core.errors import InvalidOption, TableeError
from tablee.games import find_game
from tablee.web import calls, day_store, push, queries, words
from tablee.web.bot_turns import BotTurns
from tablee.web.bot_workers import BotWorkers
from tablee.web.calls import Call
from tablee.web.errors import (
    CLOSED,
    NoTable,
    NotStored,
    OldRules,
    SealedDay,
    TooLong,
    TooManyTables,
    Unknown,
)
from tablee.web.limits import Bucket
from tablee.web.mail import Links
from tablee.web.metrics import Metrics
from tablee.web.offers import Offers
from tablee.web.outbox import Outbox
from tablee.web.pace import LIVE, check_pace, patience_at
from tablee.web.queries import Seat, Stored
from tablee.web.settings import KIOSK, Settings
from tablee.web.store import Store, StoredMove, now
from tablee.web.streams import Streams
from tablee.web.tables import Table
from tablee.web.visitors import Visitors
from tablee.web.warmup import Warmup
from tablee.web.work_queue import WorkQueue

if TYPE_CHECKING:
    from tablee.web.notices import Notices

log = logging.getLogger("tablee.house")
T = TypeVar("T")
ASK = "?"
"""What a worker says instead of people to hear from the others who is at a table."""
ASKED_FOR = 2.5
"""Seconds within which they answer."""
ALL = "*"
"""What workers tell each other instead of a table when something of the house has changed."""
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
HEALTHY_FOR = 10.0
"""Seconds for which the store counts as sound after something was written to it."""
JOIN = ("link", "open")


class House:
    """Opens tables, keeps the live ones, and lets bots play."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.visitors = Visitors(self.store.secret(), settings.secure)
        self.offers = Offers(self.store.secret())
        self.links = Links(self.store.secret(), settings.home)
        self.outbox = Outbox(self, self.store.secret("vapid", push.make_key))
        with self.store.engine.connect() as connection:
            self.visitors.generations = queries.generations(connection)
            self.callable = calls.callable_visitors(connection)
            """The visitors who want to be called to their turns."""
        self.bot_workers = BotWorkers(settings.bot_workers)
        self.queue = WorkQueue(max(1, settings.bot_workers))
        self.bots = BotTurns(self)
        self.costly = Bucket(settings.limits.costly, burst_seconds=10)
        self.checks = Bucket(settings.limits.checked, burst_seconds=5)
        self.tries = Bucket(settings.limits.guessed, burst_seconds=200)
        self.warmup = Warmup()
        self.guesses = Bucket(0.2, burst_seconds=50)
        """Passwords that an address may try."""
        self.letters = Bucket(1 / 600, burst_seconds=3600)
        """Addresses that somebody may have confirmed, and letters to one of them."""
        self.metrics = Metrics()
        self.stored = 0
        """Moves that this worker has stored."""
        self.notice = ""
        """What the host wants everyone to read."""
        self.demonstration = ""
        """The table at which bots play for whoever passes a kiosk."""
        self.closing = False
        self._sound_at = -HEALTHY_FOR
        self._live: OrderedDict[str, Streams] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._notices: Notices | None = None
        self._asking: Counter[str] = Counter()
        """The tables at which other workers are asked who is there."""
        self._tasks: set[asyncio.Task[None]] = set()

    # Opening and closing the house

    async def begin(self) -> None:
        """Begins to hear other workers and to keep quiet streams alive."""
        if self.store.engine.dialect.name == "postgresql":
            from tablee.web.notices import Notices  # its driver takes long to load

            self._notices = Notices(
                self.store.engine, self.store.worker, self._heard, self._present
            )
            await self._notices.begin()
            self.later(self._glance())
        await self._learn()
        self.later(self.warmup.run())
        self.bot_workers.get_ready()
        self.later(self._beat())
        self.later(self._look_around())
        self.later(self.outbox.run())

    async def _beat(self, every: float = 8.0) -> None:
        while True:
            await asyncio.sleep(every)
            for streams in self._live.values():
                streams.wake()
            self._put_away()

    async def _glance(self, every: float = 60.0) -> None:
        """Looks at the store now and then: what another worker has said may have been lost."""
        while True:
            await asyncio.sleep(every)
            self._heard(None)

    async def _look_around(self, every: float = 1.0) -> None:
        while True:
            await asyncio.sleep(every)
            for streams in self._live.values():
                if streams.presence.here:
                    streams.look_around(patience_at(streams.table, self.settings.away_after))
            if self._notices is not None:
                await self._tell_presence()

    def say_goodbye(self) -> None:
        """Ends all streams, so that clients reconnect elsewhere."""
        self.closing = True
        for streams in self._live.values():
            streams.close()

    async def close(self) -> None:
        """Ends everything that runs."""
        self.say_goodbye()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.outbox.close()
        if self._notices is not None:
            await asyncio.to_thread(self._notices.close)
        await asyncio.to_thread(self.bot_workers.close)
        await asyncio.to_thread(self.store.close)

    def later(self, work: Any) -> asyncio.Task[None]:
        """Does something in the background, until the house closes."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def revoke(self, visitor: str) -> str:
        """Makes all tokens of a visitor worthless; returns a new one."""
        generation = self.visitors.generations.get(visitor, 0) + 1
        work = partial(queries.revoke, visitor=visitor, generation=generation)
        await self.write(ALL, work)
        self.visitors.generations[visitor] = generation
        return self.visitors.token(visitor)

    async def make_code(self, visitor: str, kind: str = "") -> str:
        """Makes a code that works once, and soon: it carries a visitor, or by kind a seat."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(10))
        await self.write("", partial(queries.keep_code, code=hash_of(kind + code), visitor=visitor))
        return code

    async def visitor_of_code(self, code: str, use: bool = False, kind: str = "") -> str:
        """Whom a code carries; raises Unknown if it is false, used or too old."""
        hashed = hash_of(kind + code.strip())
        asked = partial(queries.use_code if use else queries.visitor_of_code, code=hashed)
        found = await (self.write("", asked) if use else self.read(asked))
        if found is None:
            raise Unknown("this code is false, used or too old: make another one.")
        return str(found)

    async def make_notice(self, words: str) -> None:
        """Puts a notice on the shelf, for all workers; none takes it away."""
        await self.write(ALL, partial(queries.keep, name="notice", value=words))
        self.notice = words

    async def _learn(self) -> None:
        """Reads what all workers share beside tables: tokens that were revoked, and a notice."""
        with contextlib.suppress(NotStored):  # told in the log; the next glance tries again
            self.visitors.generations = await self.read(queries.generations)
            self.notice = await self.read(partial(queries.kept, name="notice"))
            self.callable = await self.read(calls.callable_visitors)

    async def _tell_presence(self) -> None:
        """Tells other workers who is at a table here: on change and periodically."""
        told = [streams for streams in self._live.values() if streams.presence.must_be_told()]
        with contextlib.suppress(SQLAlchemyError):  # told again in a moment
            for streams in told:
                table, presence = streams.table, streams.presence
                people = ",".join([*filter(table.belongs, presence.own_here), presence.to_tell])
                await self.store.write(f"{table.id} {people}", lambda _: None)

    async def pass_word(self, name: str, seat: int, word: str) -> None:
        """Tells other workers what somebody has said; a word that is lost is no harm."""
        if self._notices is not None:
            with contextlib.suppress(SQLAlchemyError):
                await self.store.write(f"{name} {words.MARK}{seat}:{word}", lambda _: None)

    def _present(self, worker: str, name: str, people: frozenset[str]) -> None:
        """Hears from another worker who is at a table there, or what somebody says."""
        streams = self._live.get(name)
        if streams is not None and ASK in people:
            streams.presence.forget_told()
            return
        said = [one.removeprefix(words.MARK) for one in people if one.startswith(words.MARK)]
        if streams is not None and said:
            seat, _, word = said[0].partition(":")
            streams.say(int(seat), word)
        elif streams is not None:
            streams.presence.hear_of(worker, people)
            streams.look_around()

    def _heard(self, name: str | None) -> None:
        """Another worker has changed a table; None: anything may have changed."""
        if name in (None, ALL) and not self.closing:
            self.later(self._learn())
        for streams in [self._live.get(name)] if name else list(self._live.values()):
            if streams is not None and not self.closing:
                self.later(self._take_in(streams.table))

    async def _take_in(self, table: Table) -> None:
        try:
            await table.refresh()
        except NotStored:
            return  # told in the log; the next glance or move tries again
        ply = table.ply
        await asyncio.sleep(5 * self.settings.bot_pace)  # whoever wrote it lets the bots play
        if table.ply == ply:
            self.advanced(table)

    # The store, as tables use it

    async def append(self, played: StoredMove, call: Call | None = None) -> None:
        """Stores a move, and with it the call to whoever is next and wants to be called."""
        try:
            await self.store.append(played, self._noting(call))
            self.stored += 1
        except SQLAlchemyError as error:
            raise _not_stored(error) from error

    def _noting(self, call: Call | None) -> Callable[[Connection], None] | None:
        if call is None or call.visitor not in self.callable:
            return None
        at = now() + int(1000 * self.settings.call_after)
        return partial(calls.note, call=call, at=at)

    async def call(self, call: Call | None) -> None:
        """Notes a call for a turn that no move begins."""
        if (work := self._noting(call)) is not None:
            await self.write("", work)

    @property
    def alone(self) -> bool:
        """Whether there can be no other worker."""
        return self._notices is None

    async def is_here(self, table: Table, visitor: str) -> bool:
        """Whether somebody has a page of a table open, at this worker or another."""
        if not self.alone:
            self._asking[table.id] += 1
            try:
                await self.write(f"{table.id} {ASK}", lambda _: None)
                await asyncio.sleep(ASKED_FOR)
            finally:
                self._asking -= Counter([table.id])
        streams = self.streams(table)
        streams.look_around()
        return visitor in streams.presence.here

    async def change_channels(self, work: Callable[[Connection], T]) -> T:
        """Changes how somebody is called, for all workers."""
        answer: T = await self.write(ALL, work)
        self.callable = await self.read(calls.callable_visitors)
        return answer

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Reads from the store."""
        try:
            return await self.store.read(work)
        except SQLAlchemyError as error:
            raise _not_stored(error) from error

    async def exists(self, name: str) -> bool:
        """Whether there is a table of a name."""
        return await self.read(partial(queries.exists, table=name))

    async def fetch(self, name: str, ply: int) -> Stored:
        """Reads a table."""
        if not TABLE_ID.fullmatch(name):
            raise NoTable(f"there is no table {name[:40]!r}: look at the link again.")
        stored = await self.read(lambda connection: queries.load(connection, name, ply))
        if stored is None:
            raise NoTable(f"there is no table {name[:40]!r}: look at the link again.")
        return stored

    async def write(self, name: str, work: Callable[[Connection], Any]) -> Any:
        """Changes something in the store."""
        try:
            return await self.store.write(name, work)
        except SQLAlchemyError as error:
            raise _not_stored(error) from error

    async def check_store(self) -> None:
        """Writes a row now and then: a disk that is full can still be read."""
        if time.monotonic() - self._sound_at >= HEALTHY_FOR:
            await self.write("", partial(queries.keep, name="health", value=str(now())))
            self._sound_at = time.monotonic()

    # Tables

    def live_streams(self) -> list[Streams]:
        """The tables that are in memory, with those who follow them."""
        return list(self._live.values())

    def live(self, name: str) -> Table | None:
        """A table that is in memory."""
        streams = self._live.get(name)
        if streams is None:
            return None
        if streams.table.closed:
            self._live.pop(name)
            return None
        self._live.move_to_end(name)
        return streams.table

    def streams(self, table: Table) -> Streams:
        """Those who follow a table."""
        return self._live.get(table.id) or Streams(table)

    async def table(self, name: str) -> Table:
        """A table, from memory or by replaying its moves."""
        table = self.live(name)
        if table is not None:
            return table
        if name not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def table_for(self, name: str, visitor: str | None, acts: bool = False) -> Table:
        """A table as it is, for whoever acts there or is not known to sit there.

        Among several workers, one may not have heard yet who has just sat down at another.
        """
        table = await self.table(name)
        if self._notices is not None and (acts or table.seat_of(visitor) is None):
            await table.refresh()
        if table.day.sealed and not table.belongs(visitor):
            raise SealedDay("this is somebody else's try: look at it when the day is over.")
        return table

    async def _load(self, name: str) -> Table:
        stored = await self._check_rules(await self.fetch(name, 0))
        if stored.row["key"] is not None:
            await self.warmup.ready(stored.row["game"])
        table = Table(stored, self)
        if table.outdated:
            await self._refuse_old(stored)
        self._live[name] = Streams(table)
        self._forget()
        self.advanced(table)
        return table

    async def _check_rules(self, stored: Stored) -> Stored:
        """Refuses a match that was closed, or whose rules are not known any more.

        One of older rules goes on as long as they say the same as today's.
        """
        row, game = stored.row, find_game(stored.row["game"])
        if row["closed"] is not None:
            raise CLOSED[row["closed"]](f"this match ended as drawn: {row['closed']}.")
        name = str(row["id"])
        if row["key"] is None and row["version"] != game.version:
            await self.write(name, partial(queries.renew, table=name, version=game.version))
            return await self.fetch(name, 0)
        if row["version"] not in (game.version, *game.older):
            await self._refuse_old(stored)
        return stored

    async def _refuse_old(self, stored: Stored) -> None:
        """Ends a match whose rules have changed as drawn, unless it is over, and says so."""
        await self.write(
            stored.row["id"], partial(queries.close, table=stored.row["id"], why=OldRules.word)
        )
        raise OldRules("this match ended as drawn: its rules have changed.")

    async def close_table(self, name: str, why: str) -> None:
        """Ends a match as drawn; whoever looks at it is told."""
        await self.write(name, partial(queries.close, table=name, why=why))
        streams = self._live.pop(name, None)
        if streams is not None:
            streams.table.close()

    async def find(self, names: Sequence[str]) -> list[Table]:
        """Tables by name but those that cannot be shown: one of them breaks no list."""
        found = []
        for name in names:
            try:
                found.append(await self.table(name))
            except NotStored:
                raise
            except TableeError as error:
                log.info("table %s is not listed: %s", name, type(error).__name__)
        return found

    def _forget(self) -> None:
        """Lets go of the tables that have been quiet longest."""
        quiet = len(self._live) - self.settings.limits.live
        for name in list(self._live) if quiet > 0 else ():
            if quiet > 0 and not self._live[name].busy:
                del self._live[name]
                quiet -= 1

    def _put_away(self) -> None:
        """Lets go of tables by the day at which nobody is: they may wait for long."""
        for name, streams in list(self._live.items()):
            quiet = not streams.presence.here and not streams.busy and not self._asking[name]
            if streams.table.by_the_day and quiet:
                del self._live[name]

    async def open(
        self, facts: Mapping[str, Any], around: Sequence[Seat] = (), name: str | None = None
    ) -> Table:
        """Opens a table, empty or with people around it; by a name that was offered before."""
        await self.check_tables(str(facts["opener"]))
        name = name or secrets.token_urlsafe(12)
        secret = self.offers.secret_for(name).hex()
        seats = around or [Seat()] * int(facts["players"])
        await self.write(name, lambda c: queries.open_table(c, name, facts, seats, secret))
        return await self.table(name)

    async def check_tables(self, visitor: str) -> None:
        """Raises TooManyTables for a visitor who has begun too many tables that are not over.

        A kiosk opens tables for everyone who stands before it.
        """
        if visitor == KIOSK:
            return
        most = self.settings.limits.tables
        if await self.read(lambda c: queries.count_open(c, visitor)) >= most:
            told = f"you have {most} unfinished tables: end one before you open another."
            raise TooManyTables(told, wait=60)

    def facts(
        self,
        visitor: str,
        game: str,
        players: int | None,
        options: Mapping[str, object],
        join: str,
        pace: int = LIVE,
    ) -> dict[str, Any]:
        """What is stored of a new table, and refuses what the game does not have."""
        chosen = find_game(game)
        count = chosen.players[-1] if players is None else players
        chosen.blank(count)
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

    # Bots

    def advanced(self, table: Table) -> None:
        """Checks whether a bot is to move, or the match is over."""
        if table.phase == "over" and not table.outdated:
            self.later(self.end(table))
        elif table.outdated:
            self.later(self.close_table(table.id, OldRules.word))
        elif table.ply >= self.settings.limits.plies:
            self.later(self.close_table(table.id, TooLong.word))
        elif self.bots.may_play(table) and not self.closing:
            streams = self.streams(table)
            streams.thinking = streams.thinking or self.later(self.bots.play(table))

    async def end(self, table: Table) -> None:
        """Notes that a match is over, and the result of a deal of the day."""
        outcome = table.dealt().outcome()
        assert outcome is not None
        in_time = table.day.in_time(table.turn_began_at)
        work = partial(day_store.end, table=table.id, scores=outcome.scores, counts=in_time)
        with contextlib.suppress(NotStored):  # told in the log; the next visit tries again
            if not table.ended:
                await self.write(table.id, work)
                table.ended = True


def hash_of(code: str) -> str:
    """What is stored of a code, however it was typed."""
    return hashlib.sha256(code.strip().lower().encode()).hexdigest()


def _not_stored(error: Exception) -> NotStored:
    log.error("the store failed: %s", type(error).__name__)
    return NotStored("the store does not answer; nothing has happened: try again.")
