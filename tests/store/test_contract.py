"""What every store promises: in memory, SQLite and PostgreSQL do the same."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tablee.house.memory.store import MemoryStore
from tablee.house.messages import PresenceAsked
from tablee.house.ports.gatherings import CLUB, EVENING, Gathering, Member
from tablee.house.ports.names import GUEST
from tablee.house.ports.notifications import CONFIRM, LATE, TURN, Channel, TurnNotification
from tablee.house.ports.seats import Seat
from tablee.house.ports.store import Store
from tablee.house.ports.stored import Conflict, StoredMove, StoredTable
from tablee.store.sql_store import SqlStore
from tests.effort import NOON
from tests.stories import story

MINUTE = 60 * 1000
DAY = 24 * 60 * MINUTE
ADA, BEN = Seat("ada", "Ada", luck="mine"), Seat("ben", "Ben")
EMPTY, BOT = Seat(), Seat(name="Robo", bot="novice")
KEY = bytes(range(16))
COLUMNS = {
    *("id", "game", "version", "players", "options", "who_may_join", "pace", "opener", "opened_at"),
    *("secret", "luck", "key", "started_at", "ended_at", "closed", "rematch", "day", "first_try"),
    *("code", "turned", "evening", "club", "sealed"),
}


class Clock:
    """A time that goes on by a millisecond each time that it is asked for, and when told to."""

    def __init__(self) -> None:
        self.now = NOON // 10**6

    def time_ns(self) -> int:
        self.now += 1
        return self.now * 10**6


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(time, "time_ns", found.time_ns)
    return found


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, clock: Clock) -> Iterator[Store]:
    """Every test that asks for a store runs on all of them."""
    if request.param == "memory":
        yield MemoryStore()
        return
    kind = "postgres_url" if request.param == "postgresql" else "sqlite_url"
    found = SqlStore(request.getfixturevalue(kind))
    yield found
    found.close()


def facts(**more: Any) -> dict[str, Any]:
    """What is told of a new table."""
    usual = {"game": "kraut", "version": 1, "players": 2, "options": {"a": 1}, "opener": "ada"}
    return {**usual, "who_may_join": "link", "pace": 0, **more}


async def opened(store: Store, name: str, *around: Seat, **more: Any) -> str:
    seats = around or (ADA, BEN)
    await store.tables.open(name, facts(players=len(seats), **more), seats, "5e")
    return name


def deal(row: Mapping[str, Any], around: Sequence[Seat]) -> tuple[bytes, tuple[str, ...]]:
    """Deals, and tells by the luck what it was asked with."""
    return KEY, (row["id"], *(seat.luck for seat in around))


async def dealt(store: Store, name: str, *around: Seat, **more: Any) -> str:
    await opened(store, name, *around, **more)
    assert await store.tables.start(name, deal)
    return name


async def load(store: Store, name: str, ply: int = 0) -> StoredTable:
    found = await store.tables.load(name, ply)
    assert found is not None
    return found


# Tables and moves


@story
async def test_a_table_is_read_as_it_was_opened(store: Store, clock: Clock) -> None:
    before = clock.now
    await opened(store, "t", ADA, EMPTY, BOT, turned=2)
    found = await load(store, "t")
    assert set(found.row) == COLUMNS and before < found.row["opened_at"] <= clock.now
    assert found.seats == (ADA, EMPTY, BOT) and found.moves == [] and found.last_at is None
    assert json.loads(found.row["options"]) == {"a": 1} and found.row["turned"] == 2
    none = ("luck", "key", "started_at", "ended_at", "closed", "rematch", "day")
    assert not any(found.row[name] for name in none)
    assert (found.row["secret"], found.row["pace"], found.row["first_try"]) == ("5e", 0, 0)
    assert not found.past_seat_holders and not found.removed
    assert await store.tables.exists("t") and not await store.tables.exists("u")
    assert await store.tables.load("u") is None


@story
async def test_a_name_is_given_to_one_table(store: Store) -> None:
    await opened(store, "t")
    with pytest.raises(Conflict):
        await opened(store, "t", BOT, BOT)
    assert (await load(store, "t")).seats == (ADA, BEN)


@story
async def test_of_two_moves_at_a_ply_one_is_kept(store: Store, clock: Clock) -> None:
    await dealt(store, "t")
    moves = [StoredMove("t", 0, seat, f"m{seat}") for seat in (0, 1)]
    done = await asyncio.gather(
        *(store.tables.append(move, None, 0) for move in moves), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in done) == ["Conflict", "NoneType"]
    await store.tables.append(StoredMove("t", 1, 1, "next", by_bot=True), None, 0)
    found = await load(store, "t", 1)
    assert found.moves == [(1, "next")] and found.last_at == clock.now
    assert len((await load(store, "t")).moves) == 2
    assert (await load(store, "t", 2)).last_at is None
    assert (await load(store, "t", 2)).seats == (ADA, BEN)
    with pytest.raises(Conflict):
        await store.tables.append(StoredMove("nowhere", 0, 0, "m"), None, 0)


@story
async def test_a_move_and_whom_it_notifies_are_stored_together(store: Store) -> None:
    await dealt(store, "t")
    await store.notifications.open_channel(channel("bell", "ben"))
    call = TurnNotification("t", 1, "ben", 1)
    await store.tables.append(StoredMove("t", 0, 0, "m"), call, 1)
    (due,) = await store.notifications.take(9)
    assert (due.table, due.seat, due.ply, due.stage) == ("t", 1, 1, TURN)
    await store.notifications.drop(due)
    with pytest.raises(Conflict):
        await store.tables.append(StoredMove("t", 0, 0, "n"), replace(call, ply=2), 1)
    assert not await store.notifications.waits()


@story
async def test_a_deal_is_made_once_with_the_luck_of_all(store: Store, clock: Clock) -> None:
    await opened(store, "t")
    starts = [store.tables.start("t", deal) for _ in range(2)]
    assert sorted(await asyncio.gather(*starts)) == [False, True]
    found = await load(store, "t")
    assert bytes(found.row["key"]) == KEY and json.loads(found.row["luck"]) == ["t", "mine", ""]
    assert found.last_at == found.row["started_at"]
    assert found.past_seat_holders == {"ada", "ben"}


@story
async def test_nothing_is_dealt_to_an_empty_seat(store: Store) -> None:
    await opened(store, "t", ADA, EMPTY)
    assert not await store.tables.start("t", deal)
    assert (await load(store, "t")).row["key"] is None


@story
async def test_what_is_played_changes_before_the_deal_unless_seats_have_changed(
    store: Store,
) -> None:
    await opened(store, "t")
    new = facts(players=3, options={"b": 2}, who_may_join="open", pace=3)
    arrange = store.tables.arrange
    assert not await arrange("t", new, [ADA, EMPTY], [ADA, EMPTY, EMPTY])
    assert (await load(store, "t")).row["players"] == 2
    assert await arrange("t", new, [ADA, BEN], [BEN, replace(ADA, uncovered=3), BOT])
    found = await load(store, "t")
    assert found.seats == (BEN, ADA, BOT) and json.loads(found.row["options"]) == {"b": 2}
    told = (found.row["players"], found.row["who_may_join"], found.row["pace"])
    assert told == (3, "open", 3)
    await store.tables.start("t", deal)
    assert not await arrange("t", new, found.seats, [ADA, BEN])


@story
async def test_a_seat_is_changed_by_who_knows_what_it_is(store: Store) -> None:
    await opened(store, "t", ADA, EMPTY)
    change = store.tables.change_seat
    assert not await change("t", False, 1, BOT, BEN)  # not what is there
    assert not await change("t", True, 1, EMPTY, BEN)  # not dealt yet
    assert not await change("t", False, 1, EMPTY, Seat("ben", "ADA"))  # a name by eye the same
    with pytest.raises(Conflict):
        await change("t", False, 1, EMPTY, Seat("ada", "Twice"))
    assert await change("t", False, 1, EMPTY, BEN)
    assert (await load(store, "t")).seats == (ADA, BEN)
    await store.tables.start("t", deal)
    bot = Seat(None, "Ben", "casual", 4)
    assert await change("t", True, 1, BEN, bot)
    assert await change("t", True, 1, bot, Seat("cy", "Cy"))
    assert (await load(store, "t")).past_seat_holders == {"ada", "ben", "cy"}
    assert await change("t", True, 0, ADA, Seat(None, "Ada", "casual", 4))
    with pytest.raises(Conflict):  # holds no second hand
        await change("t", True, 0, Seat(None, "Ada", "casual", 4), BEN)
    assert (await load(store, "t")).seats[0].visitor is None


@story
async def test_who_was_removed_is_known_until_they_sit_down_again(store: Store) -> None:
    await opened(store, "t")
    assert not await store.tables.remove_person("t", 1, EMPTY)
    assert await store.tables.remove_person("t", 1, BEN)
    found = await load(store, "t")
    assert found.seats == (ADA, EMPTY) and found.removed == {"ben"}
    assert await store.tables.change_seat("t", False, 1, EMPTY, BEN)
    assert await store.tables.remove_person("t", 1, BEN)
    assert await store.tables.change_seat("t", False, 0, ADA, BEN)
    assert not (await load(store, "t")).removed


@story
async def test_one_hand_is_uncovered_on_a_shared_screen(store: Store) -> None:
    await dealt(store, "t", ADA, Seat("ada/1", "Beside"), BEN)
    uncovered = []
    for seat in (0, 1, None):
        await store.tables.uncover("t", seat, 7, "ada")
        uncovered.append([one.uncovered for one in (await load(store, "t")).seats])
    assert uncovered == [[7, None, None], [None, 7, None], [None, None, None]]
    await store.tables.uncover("t", 1, 9, "ada")
    before = (await load(store, "t")).seats[1]
    assert await store.tables.change_seat("t", True, 1, before, replace(before, name="Other"))
    assert (await load(store, "t")).seats[1].uncovered == 9


@story
async def test_rules_are_renewed_before_the_deal_alone(store: Store) -> None:
    await opened(store, "t")
    await store.tables.renew("t", 2)
    await store.tables.start("t", deal)
    await store.tables.renew("t", 3)
    assert (await load(store, "t")).row["version"] == 2


@story
async def test_a_match_ends_once(store: Store) -> None:
    await dealt(store, "t")
    await store.tables.end("t", (3, 1), counts=False)
    ended = (await load(store, "t")).row["ended_at"]
    await store.tables.end("t", (3, 1), counts=False)
    await store.tables.close("t", "too_long")
    row = (await load(store, "t")).row
    assert row["ended_at"] == ended and row["closed"] is None


@story
async def test_a_match_is_closed_with_its_reason(store: Store, clock: Clock) -> None:
    await opened(store, "t")
    code = (await load(store, "t")).row["code"]
    assert await store.tables.of_code(code) == "t"
    await store.tables.close("t", "closed_by_host")
    row = (await load(store, "t")).row
    assert row["closed"] == "closed_by_host" and row["ended_at"] == clock.now
    assert await store.tables.of_code(code) is None
    assert await store.tables.of_visitor("ada") == []
    assert await store.tables.all_of_visitor("ada") == []
    assert (await store.tables.count_closed("ada"), await store.tables.count_closed("x")) == (1, 0)
    clock.now += 31 * DAY
    assert await store.tables.count_closed("ada") == 0


@story
async def test_a_rematch_is_opened_once(store: Store) -> None:
    await dealt(store, "t")
    asked = [
        store.tables.rematch("t", name, facts(turned=1), [BEN, ADA], "7f") for name in ("u", "v")
    ]
    names = await asyncio.gather(*asked)
    name = names[0]
    assert names == [name, name] and (await load(store, "t")).row["rematch"] == name
    assert await store.tables.rematch("t", "w", facts(), [BEN, ADA], "7f") == name
    others = [await store.tables.exists(one) for one in ("u", "v", "w")]
    assert others.count(True) == 1
    found = await load(store, name)
    assert found.seats == (BEN, ADA) and found.row["turned"] == 1


@story
async def test_the_cards_of_a_match_are_played_again(store: Store) -> None:
    await opened(store, "t")
    await opened(store, "u", ADA, BOT)
    await store.tables.open_again("u", "t", KEY, [(0, "a"), (1, "b")])
    found = await load(store, "u")
    assert found.moves == [(0, "a"), (1, "b")] and bytes(found.row["key"]) == KEY
    assert found.row["secret"] is None
    assert await store.tables.played_again(["t", "u", "v"]) == {"u"}
    assert await store.tables.played_again([]) == set()
    await store.tables.append(StoredMove("u", 2, 0, "c"), None, 0)


# Lists of tables


@story
async def test_a_short_code_finds_a_table_until_its_match_is_over(store: Store) -> None:
    for name in "tu":
        await opened(store, name)
    codes = {name: (await load(store, name)).row["code"] for name in "tu"}
    assert codes["t"] != codes["u"]
    assert [await store.tables.of_code(codes[name]) for name in "tu"] == ["t", "u"]
    await store.tables.start("t", deal)
    assert await store.tables.of_code(codes["t"]) == "t", "whoever comes late may watch"
    await store.tables.end("t", (1, 0), counts=False)
    assert await store.tables.of_code(codes["t"]) is None
    assert await store.tables.of_code("") is None


@story
async def test_a_visitors_tables_are_listed(store: Store) -> None:
    for name in "abc":
        await opened(store, name)
    await opened(store, "other", BEN, BOT, opener="ben")
    assert await store.tables.of_visitor("ada") == ["c", "b", "a"]
    assert await store.tables.of_visitor("ada", 2) == ["c", "b"]
    await store.tables.start("b", deal)
    await store.tables.start("a", deal)
    assert await store.tables.all_of_visitor("ada") == ["a", "b", "c"]
    await store.tables.end("b", (1, 0), counts=False)
    assert await store.tables.all_of_visitor("ada") == ["b", "a", "c"]


@story
async def test_whoever_opened_a_table_and_stood_up_still_finds_it(store: Store) -> None:
    """Nobody else may deal there."""
    for name in "tu":
        await opened(store, name, BEN, BOT)
    await store.tables.start("u", deal)
    assert await store.tables.of_visitor("ada") == ["t"]
    assert await store.tables.all_of_visitor("ada") == ["t"]


@story
async def test_tables_open_to_all_have_not_begun(store: Store) -> None:
    for name in "abcd":
        await opened(store, name, who_may_join="open")
    await opened(store, "e")
    await store.tables.start("a", deal)
    await store.tables.close("b", "closed_by_host")
    assert await store.tables.open_to_all() == ["d", "c"]
    assert await store.tables.open_to_all(1) == ["d"]


@story
async def test_unfinished_tables_of_a_day_are_counted(store: Store, clock: Clock) -> None:
    for name in "abc":
        await opened(store, name)
    await opened(store, "d", opener="ben")
    await store.tables.end("a", (1, 0), counts=False)
    assert [await store.tables.count_open(one) for one in ("ada", "ben", "x")] == [2, 1, 0]
    clock.now += DAY
    assert await store.tables.count_open("ada") == 0


# Records and reviews


@story
async def test_a_record_is_kept_once(store: Store) -> None:
    assert await store.matches.record("r") is None
    for text in ("first", "second"):
        await store.matches.keep_record("r", text)
    assert await store.matches.record("r") == "first"


@story
async def test_a_review_takes_the_place_of_an_older_one(store: Store) -> None:
    assert await store.matches.review("r", 0) is None
    for name, seat, text in [("r", 0, "a"), ("r", 0, "b"), ("r", 1, "c"), ("s", 0, "d")]:
        await store.matches.keep_review(name, seat, text)
    assert await store.matches.review("r", 0) == "b"
    assert await store.matches.reviews(["r", "x"]) == {("r", 0): "b", ("r", 1): "c"}
    assert await store.matches.reviews([]) == {}


# Deals of the day


async def begin(
    store: Store, name: str, visitor: str = "ada", day: str = "2026-03-02", first: int = 1
) -> str:
    told = facts(opener=visitor, day=day, first_try=first)
    await store.days.open_try(name, told, [Seat(visitor, visitor), BOT], "5e", KEY)
    return name


@story
async def test_a_days_deal_is_opened_and_dealt_at_once(store: Store) -> None:
    await begin(store, "t")
    found = await load(store, "t")
    assert bytes(found.row["key"]) == KEY and json.loads(found.row["luck"]) == ["", ""]
    assert (found.row["day"], found.row["first_try"]) == ("2026-03-02", 1)
    assert await store.days.going("ada", "kraut", "2026-03-02") == "t"
    others = [("ben", "kraut", "2026-03-02"), ("ada", "fourmis", "2026-03-02")]
    for other in (*others, ("ada", "kraut", "2026-03-03")):
        assert await store.days.going(*other) is None
    await store.tables.end("t", (3, 5), counts=True)
    assert await store.days.going("ada", "kraut", "2026-03-02") is None


@story
async def test_of_two_first_tries_one_is_kept(store: Store) -> None:
    done = await asyncio.gather(begin(store, "t"), begin(store, "u"), return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["Conflict", "str"]
    assert [await store.tables.exists(name) for name in "tu"].count(True) == 1
    await begin(store, "v", first=0)
    assert await store.days.going("ada", "kraut", "2026-03-02") in ("t", "u")
    assert len(await store.days.tries_of("ada", "2026-01-01", "2026-12-31")) == 1


@story
async def test_a_try_that_could_not_be_opened_can_be_begun_again(store: Store) -> None:
    await opened(store, "t")
    with pytest.raises(Conflict):
        await begin(store, "t")
    await begin(store, "u")
    assert [one.table for one in await store.days.tries_of("ada", "2026", "2027")] == ["u"]


@story
async def test_results_of_a_day_are_those_that_count(store: Store) -> None:
    for visitor, scores in [("ada", (5, 3)), ("ben", (5, 3)), ("cy", (1, 4))]:
        await begin(store, visitor, visitor)
        await store.tables.end(visitor, scores, counts=True)
        await store.tables.end(visitor, (99, 0), counts=True)  # only the first end is noted
    await begin(store, "late", "dot")
    await store.tables.end("late", (9, 0), counts=False)
    assert await store.days.results("kraut", "2026-03-02") == {-3: 1, 2: 2}
    assert await store.days.results("kraut", "2026-03-03") == {}
    (mine,) = await store.days.tries_of("ada", "2026-03-02", "2026-03-02")
    assert (mine.lead, mine.scores, mine.beaten, mine.others) == (2, (5, 3), 1, 2)
    (open_one,) = await store.days.tries_of("dot", "2026-03-02", "2026-03-02")
    assert (open_one.lead, open_one.scores, open_one.beaten, open_one.others) == (None, (), 0, 3)


@story
async def test_days_are_listed_the_latest_first(store: Store) -> None:
    days = ["2026-03-01", "2026-03-03", "2026-03-02"]
    for day in days:
        await begin(store, day, day=day)
    for day in days[:2]:
        await store.tables.end(day, (1, 0), counts=True)
    assert await store.days.days_of("ada") == ["2026-03-03", "2026-03-01"]
    found = await store.days.tries_of("ada", "2026-03-02", "2026-03-09")
    assert [one.day for one in found] == ["2026-03-03", "2026-03-02"]


# People


@story
async def test_to_revoke_tokens_revokes_codes(store: Store) -> None:
    assert await store.people.generations() == {}
    await store.people.keep_code("hash", "ada")
    for generation in (1, 2):
        await store.people.revoke("ada", generation)
    assert await store.people.generations() == {"ada": 2}
    assert await store.people.visitor_of_code("hash") is None


@story
async def test_a_code_works_once_and_soon(store: Store, clock: Clock) -> None:
    people = store.people
    await people.keep_code("old", "ada")
    await people.keep_code("new", "ada")
    assert await people.visitor_of_code("old") is None
    assert await people.visitor_of_code("new") == "ada"
    assert sorted(map(str, await asyncio.gather(*(people.use_code("new") for _ in "ab")))) == [
        "None",
        "ada",
    ]
    await people.keep_code("late", "ada")
    clock.now += 16 * MINUTE
    assert await people.visitor_of_code("late") is None
    assert await people.use_code("late") is None


# Notifications


def channel(name: str, visitor: str, kind: str = "push", confirmed: bool = True) -> Channel:
    return Channel(name, visitor, kind, f"to {name}", "keys", "fr", confirmed)


@story
async def test_a_visitor_has_one_address_and_some_devices(store: Store) -> None:
    found = store.notifications
    assert await found.channel("mail1") is None
    for name in ("mail1", "mail2"):
        await found.open_channel(channel(name, "ada", "mail"))
    for n in range(9):
        await found.open_channel(channel(f"push{n}", "ada"))
    names = [one.id for one in await found.channels_of("ada")]
    assert names == ["mail2", *(f"push{n}" for n in range(1, 9))]
    one = await found.channel("push3")
    assert one is not None and replace(one, made_at=0) == channel("push3", "ada")
    await found.open_channel(channel("push3", "ben"))  # another person at the same browser
    assert [one.id for one in await found.channels_of("ben")] == ["push3"]
    assert await found.visitors() == {"ada", "ben"}
    await found.close_channels(["mail2", "nothing"])
    assert "mail2" not in [one.id for one in await found.channels_of("ada")]
    await found.close_all("ada")
    assert await found.channels_of("ada") == [] and await found.visitors() == {"ben"}


@story
async def test_an_address_is_asked_for_its_owner(store: Store, clock: Clock) -> None:
    found = store.notifications
    await found.open_channel(channel("m", "ada", "mail", confirmed=False))
    assert await found.visitors() == frozenset() and await found.waits()
    await found.note(TurnNotification("t", 0, "ada", 1), clock.now)
    (due,) = await found.take(9)
    assert (due.stage, due.table, due.channel.id) == (CONFIRM, "", "m")
    assert await found.confirm("m") and not await found.confirm("nothing")
    await found.put_off(due, CONFIRM, 1, clock.now)
    (again,) = await found.take(9)
    assert again.channel.confirmed and again.tries == 1
    assert await found.visitors() == {"ada"}


@story
async def test_an_address_that_a_mail_server_refuses_is_told_and_forgotten(
    store: Store, clock: Clock
) -> None:
    found = store.notifications
    await found.open_channel(channel("m", "ada", "mail"))
    await found.note(TurnNotification("t", 0, "ada", 1), clock.now)
    assert not await found.is_refused("m")
    await found.refuse("m")
    await found.refuse("nothing")
    assert await found.is_refused("m") and not await found.is_refused("nothing")
    assert await found.visitors() == frozenset() and not await found.waits()
    clock.now += 4 * DAY
    await found.forget_unconfirmed()
    assert await found.channel("m") is None and not await found.is_refused("m")


@story
async def test_an_address_that_was_never_confirmed_is_forgotten(store: Store, clock: Clock) -> None:
    found = store.notifications
    await found.open_channel(channel("m", "ada", "mail", confirmed=False))
    await found.open_channel(channel("n", "ben", "mail"))
    clock.now += 2 * DAY
    await found.forget_unconfirmed()
    assert await found.channel("m") is not None
    clock.now += 2 * DAY
    await found.forget_unconfirmed()
    assert await found.channel("m") is None and await found.channel("n") is not None
    assert not await found.waits()


@story
async def test_a_turn_waits_for_its_moment_and_is_taken_once(store: Store, clock: Clock) -> None:
    found, call = store.notifications, TurnNotification("t", 1, "ada", 4)
    for name in ("a", "b"):
        await found.open_channel(channel(name, "ada"))
    await found.open_channel(channel("c", "ben"))
    await found.note(call, clock.now + MINUTE)
    assert not await found.waits() and await found.take(9) == []
    clock.now += MINUTE
    assert await found.waits()
    taken = [*await found.take(1), *await found.take(9)]
    assert sorted(due.channel.id for due in taken) == ["a", "b"]
    assert {(due.table, due.seat, due.ply, due.stage, due.tries) for due in taken} == {
        ("t", 1, 4, TURN, 0)
    }
    assert not await found.waits() and await found.take(9) == []
    await found.let_go()
    assert len(await found.take(9)) == 2
    clock.now += 11 * MINUTE
    assert len(await found.take(9)) == 2  # who had taken them has died


@story
async def test_a_turn_that_is_known_stays_as_it_is_and_a_newer_one_takes_its_place(
    store: Store, clock: Clock
) -> None:
    found, call = store.notifications, TurnNotification("t", 1, "ada", 4)
    await found.open_channel(channel("a", "ada"))
    await found.note(call, clock.now)
    (due,) = await found.take(9)
    later = clock.now + MINUTE
    await found.put_off(due, LATE, 2, later)
    await found.note(call, clock.now)
    assert not await found.waits()
    clock.now = later
    (late,) = await found.take(9)
    assert (late.stage, late.tries) == (LATE, 2)
    await found.note(replace(call, ply=6), clock.now)
    await found.put_off(late, LATE, 3, clock.now)  # too late for both: a newer turn waits
    await found.drop(late)
    (newer,) = await found.take(9)
    assert (newer.ply, newer.stage, newer.tries) == (6, TURN, 0)
    await found.drop(newer)
    clock.now += DAY
    assert await found.take(9) == []
    await found.note(replace(call, ply=8), clock.now)
    await found.close_channels(["a"])
    assert not await found.waits()


# The house itself


@story
async def test_a_fact_takes_the_place_of_an_earlier_one(store: Store) -> None:
    assert await store.facts.kept("health") == ""
    for value in ("1", "2"):
        await store.facts.keep("health", value)
    assert await store.facts.kept("health") == "2"
    await store.facts.announce("Closed on Monday.")
    assert await store.facts.kept("notice") == "Closed on Monday."


@story
async def test_a_lease_is_held_by_one(store: Store, clock: Clock) -> None:
    take, end = store.facts.take_lease, store.facts.end_lease
    assert await take("work", "one", MINUTE) and not await take("work", "two", MINUTE)
    assert await take("work", "one", MINUTE)  # renewed
    assert await take("other", "two", MINUTE)
    await end("work", "two")
    assert not await take("work", "two", MINUTE)
    clock.now += 2 * MINUTE
    assert await take("work", "two", MINUTE) and not await take("work", "one", MINUTE)
    await end("work", "two")
    assert await take("work", "one", MINUTE)
    await end("nothing", "one")


def test_a_secret_is_made_once(store: Store) -> None:
    assert store.secret() == store.secret() and len(store.secret()) > 20
    assert store.secret("vapid", lambda: "made") == "made"
    assert store.secret("vapid", lambda: "made anew") == "made"
    assert store.secret() != "made"


@story
async def test_a_store_by_itself_hears_nothing_of_its_own(store: Store) -> None:
    heard: list[object] = []
    await store.listen(lambda *told: heard.append(told))
    await store.publish(PresenceAsked("t"))
    await opened(store, "t")
    await asyncio.sleep(0)
    assert store.alone is not (isinstance(store, SqlStore) and "postgres" in url_of(store))
    assert [one for one in heard if one != ("", None)] == []


def url_of(store: SqlStore) -> str:
    return store.transactions.engine.dialect.name


# Shared score sheets


@story
async def test_a_shared_sheet_is_written_by_who_knows_how_it_stands(store: Store) -> None:
    code = await store.pads.share("s", "1~kraut")
    pad = await store.pads.read("s")
    assert pad is not None and (pad.code, pad.text, pad.version) == (code, "1~kraut", 1)
    assert await store.pads.of_code(code) == "s" and await store.pads.of_code("") is None
    done = await asyncio.gather(*(store.pads.write("s", 1, text) for text in ("a", "b")))
    assert sorted(done) == [False, True]
    pad = await store.pads.read("s")
    assert pad is not None and pad.text == "ab"[done.index(True)] and pad.version == 2
    assert not await store.pads.write("nowhere", 1, "c")
    await store.pads.end("s")
    assert await store.pads.read("s") is None and await store.pads.of_code(code) is None


@story
async def test_a_shared_sheet_goes_a_day_after_its_last_note(store: Store, clock: Clock) -> None:
    codes = {name: await store.pads.share(name, name) for name in "st"}
    assert len(set(codes.values())) == 2
    clock.now += DAY - MINUTE
    assert await store.pads.write("s", 1, "noted")
    await store.pads.forget_old()
    clock.now += MINUTE
    assert await store.pads.read("s") is not None
    assert await store.pads.read("t") is None and await store.pads.of_code(codes["t"]) is None
    assert not await store.pads.write("t", 1, "late")
    clock.now += DAY
    assert await store.pads.read("s") is None, "also before anybody has tidied"


@story
async def test_a_code_leads_to_one_thing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table and a sheet never have the same one."""
    drawn = iter(["FFFFFF", "FFFFFF", "KKKKKK", "KKKKKK", "RRRRRR"])
    monkeypatch.setattr("tablee.house.ports.short_codes.draw", lambda: next(drawn))
    await opened(store, "t")
    assert await store.pads.share("s", "1~kraut") == "KKKKKK"
    await opened(store, "u")
    assert (await load(store, "u")).row["code"] == "RRRRRR"


# Evenings and clubs


def evening(name: str = "e", **more: Any) -> Gathering:
    usual = {"kind": EVENING, "opener": "ada", "text": "{}", "forget_at": NOON // 10**6 + DAY}
    people = {1: Member("ada", "Ada"), 2: Member(None, "Ben")}
    return Gathering(name, **{**usual, "members": people, **more})


async def gathered(store: Store, name: str = "e") -> Gathering:
    found = await store.gatherings.read(name)
    assert found is not None
    return found


@story
async def test_of_two_who_change_an_evening_at_once_one_has_to_look_again(store: Store) -> None:
    code = await store.gatherings.open(evening(due_at=5))
    before = await gathered(store)
    assert before == replace(evening(due_at=5), code=code)
    assert await store.gatherings.of_code(code) == before
    both = [replace(before, text=text, due_at=None) for text in ("one", "two")]
    done = await asyncio.gather(*(store.gatherings.write(before, after) for after in both))
    assert sorted(done) == [False, True]
    assert await gathered(store) == replace(both[done.index(True)], version=2)


@story
async def test_members_come_go_and_are_renamed(store: Store) -> None:
    await store.gatherings.open(evening())
    before = await gathered(store)
    people = {2: Member("ben", "Benoît"), 7: Member("cleo", "Cléo")}
    assert await store.gatherings.write(before, replace(before, members=people))
    after = await gathered(store)
    assert after.members == people
    assert (after.number_of("ben"), after.number_of("ada"), after.number_of(None)) == (
        2,
        None,
        None,
    )


@story
async def test_a_code_that_has_leaked_leads_nowhere_once_it_is_changed(store: Store) -> None:
    old = await store.gatherings.open(evening())
    new = await store.gatherings.renew_code("e")
    assert await store.gatherings.of_code(old) is None
    found = await store.gatherings.of_code(new)
    assert found is not None and found.name == "e"


@story
async def test_evenings_are_found_by_who_belongs_to_them_and_by_their_club(store: Store) -> None:
    await store.gatherings.open(evening("c", kind=CLUB, opener="zoe"))
    await store.gatherings.open(evening("d", opener="zoe", parent="c", members={}, due_at=1))
    assert [one.name for one in await store.gatherings.of_visitor("ada")] == ["c"]
    assert {one.name for one in await store.gatherings.of_visitor("zoe")} == {"c", "d"}
    assert [one.name for one in await store.gatherings.within("c")] == ["d"]
    assert await store.gatherings.due() == ["d"]


@story
async def test_unfinished_tables_of_an_evening_and_of_a_club_are_found(store: Store) -> None:
    await opened(store, "t", evening="e", sealed=1)
    await opened(store, "u", club="e")
    await opened(store, "v", evening="other")
    assert await store.gatherings.tables_of("e") == ["t", "u"]
    await store.tables.close("u", "closed_by_host")
    assert await store.gatherings.tables_of("e") == ["t"]
    assert (await load(store, "t")).row["sealed"] == 1
    await store.gatherings.unseal(["t"])
    assert (await load(store, "t")).row["sealed"] == 0


@story
async def test_names_go_with_the_evening(store: Store, clock: Clock) -> None:
    await store.gatherings.open(evening())
    await opened(store, "t", evening="e")
    await store.tables.close("t", "closed_by_host")
    await opened(store, "u")
    clock.now += DAY
    assert await store.gatherings.read("e") is None, "also before anybody has tidied"
    assert not await store.gatherings.write(evening(), evening())
    await store.gatherings.forget_old()
    assert [seat.name for seat in (await load(store, "t")).seats] == [GUEST, GUEST]
    assert [seat.name for seat in (await load(store, "u")).seats] == ["Ada", "Ben"]


@story
async def test_who_is_forgotten_is_a_guest_of_the_evening(store: Store) -> None:
    await store.gatherings.open(evening())
    await store.people.forget("ada")
    found = await gathered(store)
    assert found.members[1].name == GUEST and found.members[2].name == "Ben"
    assert "ada" not in (found.opener, found.members[1].visitor)
    assert await store.gatherings.of_visitor("ada") == []
