"""Everything that the house keeps, in SQLite or PostgreSQL (see `house/ports/store.py`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from tablee.house.clock import now
from tablee.house.errors import NotStored
from tablee.house.figures import Sums
from tablee.house.messages import (
    AnythingChanged,
    GatheringChanged,
    HouseChanged,
    Message,
    TableChanged,
)
from tablee.house.ports.gatherings import Gathering
from tablee.house.ports.notifications import Channel, Due, TurnNotification
from tablee.house.ports.pads import SharedPad
from tablee.house.ports.seats import Seat
from tablee.house.ports.store import Deal, Facts, Heard
from tablee.house.ports.stored import StoredMove, StoredTable
from tablee.house.ports.tries import Try
from tablee.store import (
    code_queries,
    day_queries,
    figures,
    notification_queries,
    personal,
    queries,
)
from tablee.store.transactions import Transactions, insert_moves

if TYPE_CHECKING:
    from tablee.store.pg_notify import Notices

log = logging.getLogger("tablee.store")
P = ParamSpec("P")
T = TypeVar("T")
Query = Callable[Concatenate[Connection, P], T]


class _Room:
    """One part of the store: each query runs in one transaction."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    async def _read(self, query: Query[P, T], *args: P.args, **named: P.kwargs) -> T:
        try:
            return await self._transactions.read(lambda c: query(c, *args, **named))
        except SQLAlchemyError as error:
            raise _not_stored(error) from error

    async def _write(
        self, message: Message | None, query: Query[P, T], *args: P.args, **named: P.kwargs
    ) -> T:
        try:
            return await self._transactions.write(lambda c: query(c, *args, **named), message)
        except SQLAlchemyError as error:
            raise _not_stored(error) from error


class SqlTables(_Room):
    """Tables, their seats and their moves."""

    async def append(self, played: StoredMove, call: TurnNotification | None, at: int) -> None:
        """Store a move, and whom to notify at a moment; raise Conflict if its ply is taken."""
        noted = None if call is None else partial(notification_queries.note, call=call, at=at)
        try:
            await self._transactions.append(played, noted)
        except SQLAlchemyError as error:
            raise _not_stored(error) from error

    async def load(self, table: str, ply: int = 0) -> StoredTable | None:
        """Return a table with its moves from a ply on."""
        return await self._read(queries.load, table, ply)

    async def exists(self, table: str) -> bool:
        """Return whether there is a table of a name."""
        return await self._read(queries.exists, table)

    async def open(
        self, table: str, facts: Facts, around: Sequence[Seat], secret: str | None
    ) -> None:
        """Write a new table and its seats."""
        message = TableChanged(table)
        await self._write(message, queries.open_table, table, facts, around, secret)

    async def open_again(
        self, table: str, source: str, key: bytes, moves: Sequence[tuple[int, str]]
    ) -> None:
        """Deal the cards of another match at a table and lay its first moves, all at once."""

        def deal(connection: Connection) -> None:
            queries.note_again(connection, table, source, len(moves))
            queries.start(connection, table, lambda *_: (key, ()))
            at = now()
            rows = [(table, ply, seat, move, True, at) for ply, (seat, move) in enumerate(moves)]
            if rows:
                insert_moves(connection, rows)

        await self._write(TableChanged(table), deal)

    async def arrange(
        self, table: str, facts: Facts, before: Sequence[Seat], after: Sequence[Seat]
    ) -> bool:
        """Change what is played, lay the seats anew; False if dealt, or if seats have changed."""
        message = TableChanged(table)
        return await self._write(message, queries.arrange, table, facts, before, after)

    async def change_seat(
        self, table: str, dealt: bool, seat: int, before: Seat, after: Seat
    ) -> bool:
        """Put another player at a seat; False if table or seat have changed."""
        message = TableChanged(table)
        return await self._write(message, queries.change_seat, table, dealt, seat, before, after)

    async def remove_person(self, table: str, seat: int, before: Seat) -> bool:
        """Empty a person's seat before the deal and note the removal; False if it has changed."""
        return await self._write(TableChanged(table), queries.remove_person, table, seat, before)

    async def uncover(self, table: str, seat: int | None, ply: int, device: str) -> None:
        """Note whose hand is uncovered on a shared screen; None for nobody's."""
        await self._write(TableChanged(table), queries.uncover, table, seat, ply, device)

    async def start(self, table: str, deal: Deal) -> bool:
        """Deal, unless that was done or a seat is empty."""
        return await self._write(TableChanged(table), queries.start, table, deal)

    async def renew(self, table: str, version: int) -> None:
        """Have a table that is not dealt play by the present rules."""
        await self._write(TableChanged(table), queries.renew, table, version)

    async def close(self, table: str, why: str) -> None:
        """End a match that is not over as drawn, and keep the reason."""
        await self._write(TableChanged(table), queries.close, table, why)

    async def end(self, table: str, scores: Sequence[int], counts: bool) -> None:
        """Note that a match is over, and the result of a first try that counts."""
        await self._write(TableChanged(table), day_queries.end, table, scores, counts)

    async def rematch(
        self, old: str, new: str, facts: Facts, around: Sequence[Seat], secret: str
    ) -> str:
        """Open the next table for the same people, once; return its name."""
        message = TableChanged(old)
        return await self._write(message, queries.rematch, old, new, facts, around, secret)

    async def of_code(self, code: str) -> str | None:
        """Return the unfinished table that has a short code."""
        return await self._read(queries.table_of_code, code)

    async def of_visitor(self, visitor: str, most: int = 50) -> list[str]:
        """Return the tables where a visitor sits, or alone may deal; newest first."""
        return await self._read(queries.tables_of, visitor, most)

    async def all_of_visitor(self, visitor: str) -> list[str]:
        """Return all tables of a visitor, the last moved first."""
        return await self._read(queries.games_of, visitor)

    async def open_to_all(self, most: int = 50) -> list[str]:
        """Return the tables that anyone may join and that have not begun."""
        return await self._read(queries.open_to_all, most)

    async def count_open(self, visitor: str) -> int:
        """Return how many unfinished tables a visitor has opened within a day."""
        return await self._read(queries.count_open, visitor)

    async def count_closed(self, visitor: str) -> int:
        """Return how many of a visitor's matches ended as drawn of late."""
        return await self._read(queries.closed_of, visitor)

    async def played_again(self, tables: Sequence[str]) -> set[str]:
        """Return those of some tables that play the cards of another match again."""
        return await self._read(queries.played_again, tables)


class SqlMatches(_Room):
    """Records that were brought here, and reviews."""

    async def keep_record(self, name: str, text: str) -> None:
        """Keep a record by its name, once."""
        await self._write(None, queries.keep_record, name, text)

    async def record(self, name: str) -> str | None:
        """Return a record that was brought here."""
        return await self._read(queries.kept_record, name)

    async def keep_review(self, name: str, seat: int, text: str) -> None:
        """Keep the review of a match from a seat in place of an older one."""
        await self._write(None, queries.keep_review, name, seat, text)

    async def review(self, name: str, seat: int) -> str | None:
        """Return what is kept of the review of a match from a seat."""
        return await self._read(queries.kept_review, name, seat)

    async def reviews(self, names: Sequence[str]) -> dict[tuple[str, int], str]:
        """Return what is kept of the reviews of some matches, by match and seat."""
        return await self._read(queries.kept_reviews, names)


class SqlDays(_Room):
    """First tries at deals of the day."""

    async def going(self, visitor: str, game: str, day: str) -> str | None:
        """Return the table at which a visitor is in the middle of a day's deal."""
        return await self._read(day_queries.going, visitor, game, day)

    async def open_try(
        self, table: str, facts: Facts, around: Sequence[Seat], secret: str, key: bytes
    ) -> None:
        """Open and deal a table for a day's deal; raise Conflict for a second first try."""
        message = TableChanged(table)
        await self._write(message, day_queries.open_try, table, facts, around, secret, key)

    async def tries_of(self, visitor: str, since: str, until: str) -> list[Try]:
        """Return a visitor's first tries of some days, the latest first."""
        return await self._read(day_queries.tries_of, visitor, since, until)

    async def days_of(self, visitor: str) -> list[str]:
        """Return the days on which a visitor has ended a try, the latest first."""
        return await self._read(day_queries.days_of, visitor)

    async def results(self, game: str, day: str) -> dict[int, int]:
        """Return how often each lead was reached, the lowest first."""
        return await self._read(day_queries.results, game, day)


class SqlPeople(_Room):
    """Revoked tokens and codes that carry a visitor to another device."""

    async def generations(self) -> dict[str, int]:
        """Return how often visitors have revoked their tokens; without those who never have."""
        return await self._read(queries.generations)

    async def revoke(self, visitor: str, generation: int) -> None:
        """Revoke all of a visitor's codes, and all tokens but those of this generation."""
        await self._write(HouseChanged(), queries.revoke, visitor, generation)

    async def keep_code(self, code: str, visitor: str) -> None:
        """Keep the hash of a code; earlier ones of the visitor are void."""
        await self._write(None, queries.keep_code, code, visitor)

    async def visitor_of_code(self, code: str) -> str | None:
        """Return whom a code carries, as long as it is good."""
        return await self._read(queries.visitor_of_code, code)

    async def use_code(self, code: str) -> str | None:
        """Return whom a code carries, and make it worthless."""
        return await self._write(None, queries.use_code, code)

    async def forget(self, visitor: str) -> list[str]:
        """Erase a visitor's name, addresses and codes; return the tables that have changed."""
        return await self._write(AnythingChanged(), personal.forget, visitor)


class SqlNotifications(_Room):
    """Channels by which visitors are notified, and the outbox of what waits."""

    async def channels_of(self, visitor: str) -> list[Channel]:
        """Return a visitor's channels, the oldest first."""
        return await self._read(notification_queries.channels_of, visitor)

    async def channel(self, name: str) -> Channel | None:
        """Return a channel by its name."""
        return await self._read(notification_queries.channel, name)

    async def open_channel(self, channel: Channel) -> None:
        """Keep a channel, in place of an earlier address or the oldest devices."""
        await self._write(HouseChanged(), notification_queries.open_channel, channel)

    async def close_channels(self, names: Sequence[str]) -> None:
        """Forget channels, and what waits for them."""
        await self._write(HouseChanged(), notification_queries.close_channels, names)

    async def close_all(self, visitor: str) -> None:
        """Forget all channels of a visitor."""
        await self._write(HouseChanged(), notification_queries.close_all, visitor)

    async def confirm(self, name: str) -> bool:
        """Note that an address is its owner's; False if it has been forgotten."""
        return await self._write(HouseChanged(), notification_queries.confirm, name)

    async def refuse(self, name: str) -> None:
        """Note that the mail server knows no such address."""
        await self._write(HouseChanged(), notification_queries.refuse, name)

    async def is_refused(self, name: str) -> bool:
        """Return whether the mail server knows no such address."""
        return await self._read(notification_queries.is_refused, name)

    async def visitors(self) -> frozenset[str]:
        """Return everyone who wants to be notified."""
        return await self._read(notification_queries.notifiable_visitors)

    async def note(self, call: TurnNotification, at: int) -> None:
        """Note a turn for each channel of its visitor, to be sent at a moment."""
        await self._write(None, notification_queries.note, call, at)

    async def waits(self) -> bool:
        """Return whether anything is to be sent now."""
        return await self._read(notification_queries.waits)

    async def take(self, most: int) -> list[Due]:
        """Take what is to be sent now: no other worker gets it for a while."""
        return await self._write(None, notification_queries.take, most)

    async def put_off(self, due: Due, stage: str, tries: int, next_at: int) -> None:
        """Let go of a notification until its next try or stage."""
        await self._write(None, notification_queries.put_off, due, stage, tries, next_at)

    async def drop(self, due: Due) -> None:
        """Forget a notification."""
        await self._write(None, notification_queries.drop, due)

    async def let_go(self) -> None:
        """Give back all that a worker had taken before it ended."""
        await self._write(None, notification_queries.let_go)

    async def forget_unconfirmed(self) -> None:
        """Forget addresses that were never confirmed."""
        await self._write(None, notification_queries.forget_unconfirmed)


class SqlPads(_Room):
    """Score sheets that several devices write, until a day after the last note."""

    async def share(self, name: str, text: str) -> str:
        """Keep a sheet that several may write; return the short code that leads to it."""
        return await self._write(None, code_queries.share, name, text)

    async def read(self, name: str) -> SharedPad | None:
        """Return a shared sheet, as long as it is kept."""
        return await self._read(code_queries.read, name)

    async def of_code(self, code: str) -> str | None:
        """Return the shared sheet that a short code leads to."""
        return await self._read(code_queries.of_code, code)

    async def write(self, name: str, version: int, text: str) -> bool:
        """Write a sheet anew; False if it is not kept, or no longer at this version."""
        return await self._write(None, code_queries.write, name, version, text)

    async def end(self, name: str) -> None:
        """Remove a shared sheet."""
        await self._write(None, code_queries.end, name)

    async def forget_old(self) -> None:
        """Remove sheets on which nobody has noted anything for so long."""
        await self._write(None, code_queries.forget_old)


class SqlGatherings(_Room):
    """Evenings and clubs: by their codes, until they are forgotten."""

    async def open(self, gathering: Gathering) -> str:
        """Keep a new gathering; return the short code that leads to it."""
        return await self._write(None, code_queries.open_gathering, gathering)

    async def read(self, name: str) -> Gathering | None:
        """Return a gathering, as long as it is kept."""
        return await self._read(code_queries.read_gathering, name)

    async def of_code(self, code: str) -> Gathering | None:
        """Return the gathering that a short code leads to."""
        return await self._read(code_queries.gathering_of_code, code)

    async def write(self, before: Gathering, after: Gathering) -> bool:
        """Write it and its members anew and tell other workers; False if it has changed."""
        message = GatheringChanged(before.name)
        return await self._write(message, code_queries.write_gathering, before, after)

    async def renew_code(self, name: str) -> str:
        """Give it another code, and the old one leads nowhere; return the new one."""
        return await self._write(GatheringChanged(name), code_queries.renew_code, name)

    async def of_visitor(self, visitor: str) -> list[Gathering]:
        """Return those that a visitor opened or belongs to."""
        return await self._read(code_queries.gatherings_of, visitor)

    async def within(self, parent: str) -> list[Gathering]:
        """Return the evenings of a club."""
        return await self._read(code_queries.gatherings_within, parent)

    async def due(self) -> list[str]:
        """Return those about which something is to be done, now or later."""
        return await self._read(code_queries.due_gatherings)

    async def tables_of(self, name: str) -> list[str]:
        """Return the unfinished tables of a gathering, the oldest first."""
        return await self._read(code_queries.unfinished_tables, name)

    async def unseal(self, tables: Sequence[str]) -> None:
        """Let tables show their cards: nobody plays the same ones any more."""
        await self._write(AnythingChanged(), code_queries.unseal, tables)

    async def end(self, name: str) -> None:
        """Forget a gathering, and the names at its tables."""
        await self._write(GatheringChanged(name), code_queries.end_gathering, name)

    async def forget_old(self) -> None:
        """Forget those whose moment has come."""
        await self._write(None, code_queries.forget_gatherings)


class SqlFacts(_Room):
    """Facts of the house: its announcement, its health, and leases among workers."""

    async def keep(self, name: str, value: str) -> None:
        """Keep a fact in place of an earlier one."""
        await self._write(None, queries.keep, name, value)

    async def year(self, year: int) -> Sums:
        """Return the sums of a year by month and game, with what has ended meanwhile."""
        return await self._write(None, figures.of_year, year)

    async def count(self, game: str, measure: str) -> None:
        """Add one to a sum of this month."""
        await self._write(None, figures.add, figures.month_of(now()), game, measure, 1)

    async def announce(self, text: str) -> None:
        """Keep the host's announcement and tell other workers."""
        await self._write(HouseChanged(), queries.keep, "notice", text)

    async def kept(self, name: str) -> str:
        """Return a fact; nothing if there is none."""
        return await self._read(queries.kept, name)

    async def take_lease(self, name: str, holder: str, lasts: int) -> bool:
        """Take or renew a lease of so many milliseconds; False if another worker has it."""
        return await self._write(None, queries.take_lease, name, holder, lasts)

    async def end_lease(self, name: str, holder: str) -> None:
        """Give back a lease, if it is still held."""
        await self._write(None, queries.end_lease, name, holder)


class SqlStore:
    """The store of a server: a database, and other workers on it."""

    def __init__(self, url: str) -> None:
        self.transactions = Transactions(url)
        self.tables = SqlTables(self.transactions)
        self.matches = SqlMatches(self.transactions)
        self.days = SqlDays(self.transactions)
        self.people = SqlPeople(self.transactions)
        self.notifications = SqlNotifications(self.transactions)
        self.pads = SqlPads(self.transactions)
        self.gatherings = SqlGatherings(self.transactions)
        self.facts = SqlFacts(self.transactions)
        self._notices: Notices | None = None

    @property
    def alone(self) -> bool:
        """Whether there can be no other worker."""
        return self.transactions.engine.dialect.name != "postgresql"

    def secret(self, name: str = "secret", make: Callable[[], str] | None = None) -> str:
        """Return a key of the house: made once, kept with the tables."""
        return self.transactions.secret(name, make)

    async def listen(self, heard: Heard) -> None:
        """Begin to hear other workers."""
        if self.alone:
            return
        from tablee.store.pg_notify import Notices  # its driver takes long to load

        self._notices = Notices(self.transactions.engine, self.transactions.worker, heard)
        await self._notices.begin()

    async def publish(self, message: Message) -> None:
        """Tell other workers something that is not stored; may get lost."""
        try:
            await self.transactions.write(lambda _: None, message)
        except SQLAlchemyError as error:
            raise _not_stored(error) from error

    def close(self) -> None:
        """Write what waits, and let go."""
        if self._notices is not None:
            self._notices.close()
        self.transactions.close()


def _not_stored(error: Exception) -> NotStored:
    log.error("the store failed: %s", type(error).__name__)
    return NotStored("the store does not answer; nothing has happened: try again.")
