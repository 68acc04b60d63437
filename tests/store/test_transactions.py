"""The store: what is written together, what is refused, and what a commit survives."""

from __future__ import annotations

import asyncio
import sqlite3
import threading

import pytest
from sqlalchemy import Connection, delete, event, func, insert, select, text, update
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from tablee.house.ports.seats import Seat
from tablee.house.ports.stored import Conflict, StoredMove
from tablee.store import queries
from tablee.store.schema import moves, seats
from tablee.store.transactions import Transactions
from tests.web.guests import story

FACTS = {
    "game": "fourmis",
    "version": 1,
    "players": 2,
    "options": {},
    "who_may_join": "link",
    "opener": "me",
}


async def open_store(database: str) -> Transactions:
    store = Transactions(database)
    around = [Seat(), Seat()]
    for name in ("one", "two"):
        await store.write(lambda c, n=name: queries.open_table(c, n, FACTS, around))  # type: ignore[misc]
    return store


def count(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(moves)) or 0


@story
async def test_many_moves_are_stored_together(database: str) -> None:
    store = await open_store(database)
    played = [StoredMove(table, ply, 0, "7r") for ply in range(200) for table in ("one", "two")]
    await asyncio.gather(*(store.append(move) for move in played))
    assert await store.read(count) == 400
    store.close()


@story
async def test_one_conflict_among_many_harms_nobody_else(database: str) -> None:
    store = await open_store(database)
    played = [StoredMove("one", ply, 0, "7r") for ply in (0, 1, 1, 2, 3, 3)]
    ends = await asyncio.gather(*(store.append(move) for move in played), return_exceptions=True)
    assert sum(isinstance(end, Conflict) for end in ends) == 2
    assert await store.read(count) == 4
    store.close()


@story
async def test_a_stored_move_never_changes(database: str) -> None:
    store = await open_store(database)
    await store.append(StoredMove("one", 0, 0, "7r"))
    for change in (update(moves).values(move="8r"), delete(moves)):
        with pytest.raises((SQLAlchemyError, Conflict)):
            await store.write(lambda c, change=change: c.execute(change))  # type: ignore[misc]
    stored = await store.read(lambda c: queries.load(c, "one"))
    assert stored is not None and stored.moves == [(0, "7r")]
    store.close()


@story
async def test_a_move_at_a_table_that_does_not_exist_is_refused(database: str) -> None:
    store = await open_store(database)
    with pytest.raises(Conflict):
        await store.append(StoredMove("nowhere", 0, 0, "7r"))
    store.close()


@story
async def test_work_that_fails_is_undone_and_told(database: str) -> None:
    store = await open_store(database)

    def half(connection: Connection) -> None:
        connection.execute(insert(moves), _row("one", 0))
        connection.execute(text("SELECT nonsense FROM nowhere"))

    both = (store.write(half), store.append(StoredMove("two", 0, 0, "7r")))
    failed, stored = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(failed, SQLAlchemyError) and stored is None
    assert await store.read(count) == 1
    store.close()


def _row(table: str, ply: int) -> dict[str, object]:
    return {
        "table_id": table,
        "ply": ply,
        "seat": 0,
        "move": "7r",
        "by_bot": False,
        "played_at": 0,
    }


def plain_deal(row: object, around: object) -> tuple[bytes, tuple[str, ...]]:
    """Deals by a key that is no secret."""
    return bytes(16), ()


@story
async def test_a_seat_changes_only_if_it_is_as_it_was(database: str) -> None:
    store = await open_store(database)
    empty, ada, ben = Seat(), Seat("a", "Ada"), Seat("b", "Ben")
    change = queries.change_seat
    assert await store.write(lambda c: change(c, "one", False, 0, empty, ada))
    assert not await store.write(lambda c: change(c, "one", False, 0, empty, ben))
    assert not await store.write(lambda c: change(c, "one", True, 0, ada, ben))
    assert not await store.write(lambda c: change(c, "one", False, 1, empty, ada))
    again = Seat("a", "Ada too")
    with pytest.raises(Conflict):
        await store.write(lambda c: change(c, "one", False, 1, empty, again))
    assert not await store.write(lambda c: queries.start(c, "one", plain_deal))
    assert await store.write(lambda c: change(c, "one", False, 1, empty, ben))
    assert await store.write(lambda c: queries.start(c, "one", plain_deal))
    assert not await store.write(lambda c: queries.start(c, "one", plain_deal))
    stored = await store.read(lambda c: queries.load(c, "one"))
    assert stored is not None and stored.seats == (ada, ben)
    store.close()


@story
async def test_the_secret_is_made_once(database: str) -> None:
    first, second = Transactions(database), Transactions(database)
    assert first.secret() == second.secret()
    assert len(first.secret()) > 40
    first.close()
    second.close()


def test_sqlite_is_set_up_to_survive_a_power_cut(sqlite_url: str) -> None:
    store = Transactions(sqlite_url)
    with store.engine.connect() as connection:
        found = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 10000,
    }
    assert "WITHOUT ROWID" in _made(store)
    store.close()


def _made(store: Transactions) -> str:
    with store.engine.connect() as connection:
        made = connection.scalar(text("SELECT sql FROM sqlite_master WHERE name = 'moves'"))
    return str(made)


def test_a_seat_has_one_word_for_who_plays() -> None:
    words = {
        Seat(): "empty",
        Seat("a", "Ada"): "person",
        Seat(None, "Bo", "novice"): "bot",
        Seat("a", "Ada", "novice", 3): "away",
        Seat(None, "Ada", "novice", 3): "free",
    }
    assert all(seat.who == word for seat, word in words.items())
    assert {column.name for column in seats.columns} >= {"visitor", "bot", "away_since"}


@story
async def test_a_locked_file_fails_a_whole_group_at_once(sqlite_url: str) -> None:
    """Each move of the group waited ten seconds of its own."""
    store = await open_store(sqlite_url)
    with store.engine.connect() as connection:
        connection.execute(text("PRAGMA busy_timeout=0"))
    other = sqlite3.connect(store.engine.url.database or "")
    other.execute("BEGIN IMMEDIATE")
    tried: list[int] = []
    event.listen(store.engine, "begin", lambda _: tried.append(1))
    played = [StoredMove("one", ply, 0, "7r") for ply in range(5)]
    waiting = [asyncio.ensure_future(store.append(move)) for move in played]
    ends = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(end, OperationalError) for end in ends)
    assert len(tried) <= 2
    tried.clear()
    given = threading.Event()

    def late(_: Connection) -> None:
        """Holds the writer until others wait behind it, then finds the file locked."""
        given.wait(10)
        raise ends[0]  # type: ignore[misc]

    first = asyncio.ensure_future(store.write(late))
    while not tried:
        await asyncio.sleep(0)
    waiting = [asyncio.ensure_future(store.append(move)) for move in played]
    await asyncio.sleep(0)
    given.set()
    ends = await asyncio.gather(first, *waiting, return_exceptions=True)
    assert all(isinstance(end, OperationalError) for end in ends)
    assert len(tried) == 1, "nobody who waited behind waits as long again"
    other.rollback()
    other.close()
    await asyncio.gather(*(store.append(move) for move in played))
    store.close()
