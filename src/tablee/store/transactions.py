"""Where tables are kept: everything is written by one thread, in groups, and read by others.

A move is acknowledged only after the transaction that holds it is committed. All that waits
while one transaction is being written goes into the next: one sync to the disk for many moves.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from tablee.house.clock import now
from tablee.house.messages import Message, TableChanged, encode
from tablee.house.ports.stored import Conflict, StoredMove
from tablee.store.database import CHANNEL, open_engine
from tablee.store.schema import house, moves

T = TypeVar("T")
Row = tuple[str, int, int, str, bool, int]
"""A move, in the order of the table's columns."""
MOST = 1_000
"""Jobs in one transaction."""
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


_INSERT = f"INSERT INTO moves ({', '.join(column.name for column in moves.columns)}) VALUES "


@dataclass(slots=True)
class _Job:
    message: Message | None
    work: Callable[[Connection], Any] | None
    row: Row | None
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


def _new_secret() -> str:
    return secrets.token_urlsafe(32)


class Transactions:
    """A database with one writing thread and a few reading ones."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.worker = secrets.token_hex(8)
        self._tells = self.engine.dialect.name == "postgresql"
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(2, "tablee-read")
        self._writer = threading.Thread(target=self._write_all, name="tablee-write", daemon=True)
        self._writer.start()

    async def append(
        self, played: StoredMove, work: Callable[[Connection], None] | None = None
    ) -> None:
        """Store a move with what goes with it, or raise Conflict if that ply is taken."""
        row = (played.table, played.ply, played.seat, played.move, played.by_bot, now())
        await self._submit(TableChanged(played.table), work, row)

    async def write(self, work: Callable[[Connection], T], message: Message | None = None) -> T:
        """Run work that changes a table, in a transaction; return its answer once committed."""
        answer: T = await self._submit(message, work, None)
        return answer

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return work(connection)

    def _submit(
        self, message: Message | None, work: Callable[[Connection], Any] | None, row: Row | None
    ) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        job = _Job(message, work, row, loop, loop.create_future())
        self._jobs.put(job)
        return job.answer

    def _write_all(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            while len(jobs) < MOST and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                jobs.append(job)
            answers = self._commit(jobs)
            locked = next((one for one in answers if is_locked(one)), None)
            if locked is not None:  # whoever waited meanwhile would wait as long again
                jobs += self._drain()
                answers += [locked] * (len(jobs) - len(answers))
            _acknowledge(jobs, answers)

    def _drain(self) -> list[_Job]:
        """Return all jobs that wait; the word to end stays."""
        jobs, end = list[_Job](), False
        while not self._jobs.empty():
            job = self._jobs.get()
            end = end or job is None
            jobs += [job] if job is not None else []
        if end:
            self._jobs.put(None)
        return jobs

    def _commit(self, jobs: list[_Job]) -> list[Any]:
        """Return each job's answer, or what it failed with."""
        try:
            with self.engine.begin() as connection:
                return self._together(connection, jobs)
        except Exception as error:
            if len(jobs) > 1 and is_away(error):
                return [error] * len(jobs)
            if len(jobs) > 1:  # one of them is at fault: each for itself
                return [self._commit([job])[0] for job in jobs]
            return [Conflict() if isinstance(error, IntegrityError) else error]

    def _together(self, connection: Connection, jobs: list[_Job]) -> list[Any]:
        rows = [job.row for job in jobs if job.row is not None]
        if rows:
            insert_moves(connection, rows)
        answers = [job.work(connection) if job.work else None for job in jobs]
        for message in {job.message for job in jobs} if self._tells else ():
            if message is None:
                continue
            payload = {"channel": CHANNEL, "payload": f"{self.worker} {encode(message)}"}
            connection.execute(_NOTIFY, payload)
        return answers

    def secret(self, name: str = "secret", make: Callable[[], str] | None = None) -> str:
        """Return a key of the house, such as that which signs tokens.

        Made once, kept with the tables.
        """
        for _ in range(2):
            with self.engine.connect() as connection:
                found = connection.scalar(select(house.c.value).where(house.c.name == name))
            if found:
                return str(found)
            self._commit([_keep_secret(name, (make or _new_secret)())])
        raise RuntimeError("the store keeps no secret")

    def close(self) -> None:
        """Write what waits, and lets go."""
        self._jobs.put(None)
        self._writer.join(timeout=10)
        self._readers.shutdown()
        self.engine.dispose()


def is_away(error: Exception) -> bool:
    """Return whether the database as a whole failed: locked, full, broken or gone."""
    if not isinstance(error, OperationalError):
        return isinstance(error, DBAPIError) and error.connection_invalidated
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code is None or code & 0xFF != sqlite3.SQLITE_ERROR


def is_locked(answer: object) -> bool:
    """Return whether a job failed because somebody else holds the file for long."""
    code = getattr(getattr(answer, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def insert_moves(connection: Connection, rows: list[Row]) -> None:
    """Write many moves by one statement: the writing thread asks for the interpreter once."""
    sign = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    places = f"({', '.join([sign] * len(rows[0]))})"
    connection.exec_driver_sql(
        _INSERT + ", ".join([places] * len(rows)), tuple([value for row in rows for value in row])
    )


def _keep_secret(name: str, value: str) -> _Job:
    def work(connection: Connection) -> None:
        connection.execute(insert(house), {"name": name, "value": value})

    return _Job(None, work, None, None, None)  # type: ignore[arg-type]


def _acknowledge(jobs: list[_Job], answers: list[Any]) -> None:
    """Wake those who wait, each event loop once."""
    for loop in {job.loop for job in jobs}:
        mine = [(j.answer, a) for j, a in zip(jobs, answers, strict=True) if j.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, mine)


def _answer(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in answers:
        if future.cancelled():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
