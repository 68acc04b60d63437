"""Who thinks next, and what one visitor cannot do to the others."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select

from tablee import View
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.errors import TooMuch
from tablee.house.live import sentences
from tablee.house.ports.work import Advice
from tablee.house.settings import NO_LIMITS
from tablee.house.thinking.work_queue import Crowded, Kind, WorkQueue
from tablee.store.schema import moves
from tablee.web.server.bot_workers import BotWorkers
from tests.web.guests import open_house, story


@story
async def test_bots_come_before_hints_and_everyone_in_turn() -> None:
    queue, order = WorkQueue(1), []

    async def work(kind: Kind, owner: str) -> None:
        async with queue.place(kind, owner):
            order.append((kind.name, owner))

    async with queue.place(Kind.CHECK, "first"):
        greedy = [work(Kind.HINT, "eve") for _ in range(3)]
        tasks = [asyncio.ensure_future(one) for one in greedy]
        tasks += [asyncio.ensure_future(work(Kind.HINT, "ben"))]
        tasks += [asyncio.ensure_future(work(Kind.BOT, name)) for name in ("a", "a", "b")]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert [owner for kind, owner in order if kind == "BOT"] == ["a", "b", "a"]
    assert [owner for kind, owner in order if kind == "HINT"] == ["eve", "ben", "eve", "eve"]
    assert [kind for kind, _ in order] == ["BOT"] * 3 + ["HINT"] * 4


@story
async def test_a_place_is_given_back_by_who_stops_waiting() -> None:
    queue = WorkQueue(1)
    async with queue.place(Kind.BOT, "a"):
        with pytest.raises(Crowded):
            async with queue.place(Kind.BOT, "b", 0.01):
                pass
        late = asyncio.ensure_future(_once(queue, "c"))
        await asyncio.sleep(0)
        late.cancel()
    async with queue.place(Kind.BOT, "d", 0.1):
        pass


async def _once(queue: WorkQueue, owner: str) -> None:
    async with queue.place(Kind.BOT, owner):
        pass


@story
async def test_one_visitor_has_one_hint_at_a_time() -> None:
    queue = WorkQueue(2)
    async with queue.place_alone(Kind.HINT, "eve"):
        with pytest.raises(TooMuch):
            async with queue.place_alone(Kind.HINT, "eve"):
                pass
        async with queue.place_alone(Kind.HINT, "ben"):
            pass
    async with queue.place_alone(Kind.HINT, "eve"):
        pass


@story
async def test_a_ply_is_thought_about_once_in_all_languages(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changed the language made the house think anew each time."""
    asked: list[str] = []

    async def hints(_: BotWorkers, view: View, lang: str) -> list[Advice]:
        asked.append(lang)
        return [(str(view.legal_moves()[0]), 0.5, "because")]

    monkeypatch.setattr(BotWorkers, "hints", hints)
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, _, _ = await seated.turn()
        told = [
            await guest.ask("GET", f"{seated.path}/hint?lang={lang}")
            for lang in (*LANGUAGES, *LANGUAGES)
        ]
        assert len(asked) == 1
        assert len({hint["reason"] for hint in told}) == len(LANGUAGES)
        assert len({hint["move"] for hint in told}) == 1


@story
async def test_bots_wait_until_a_person_sits_or_watches(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        guest = place.guest()
        opened = await guest.ask("POST", "/api/tables", {"game": "fourmis", "players": 2})
        guest.token = opened["token"]
        await guest.ask("POST", f"/api/tables/{opened['table']}/start", {"fill": "novice"})
        streams = await place.streams(opened["table"])
        await asyncio.sleep(0.2)
        assert streams.table.ply == 0 and streams.bot_task is None
        stream = await place.follow(place.guest(), opened["table"])
        while (await stream.next("view"))["ply"] < 4:
            pass
        await stream.close()
        while streams.bot_task is not None:
            await asyncio.sleep(0.01)
        assert streams.table.phase == "over" or not streams.attended


@story
async def test_a_bot_that_waits_for_long_decides_by_itself(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.house.thinking.bot_turns.LONGEST_WAIT", 0.01)
    async with open_house(sqlite_url) as place, place.house.queue.place(Kind.CHECK, "somebody"):
        seated = await place.playing(2)
        stream = await place.follow(place.guest(), seated.table)
        for seat, guest in enumerate(seated.guests):
            await guest.ask("POST", f"{seated.path}/seats/{seat}/away", {"level": "master"})
        while (view := await stream.next("view"))["ply"] < 4:
            pass
        played = await place.read(lambda c: [by for (by,) in c.execute(select(moves.c.by_bot))])
        assert len(played) >= view["ply"] and all(played), "nobody has given the place back"


@story
async def test_a_log_is_told_once_and_kept(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[int] = []
    follow = sentences.Chronicle.follow

    def count(chronicle: sentences.Chronicle, moves: tuple[object, ...]) -> None:
        followed.append(len(moves) - chronicle._ply)
        follow(chronicle, moves)  # type: ignore[arg-type]

    monkeypatch.setattr(sentences.Chronicle, "follow", count)
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        for _ in range(6):
            await seated.move()
        guest = seated.guests[0]
        whole = await guest.ask("GET", f"{seated.path}/log?lang=fr")
        assert await guest.ask("GET", f"{seated.path}/log?lang=fr") == whole
        late = (await guest.ask("GET", f"{seated.path}/log?lang=fr&since=4"))["log"]
        assert late == [line for line in whole["log"] if line["ply"] > 4]
        await seated.move()
        await guest.ask("GET", f"{seated.path}/log?lang=fr")
        assert followed == [6, 0, 0, 1]
        await guest.ask("POST", f"{seated.path}/name", {"name": "Zoë"})
        renamed = await guest.ask("GET", f"{seated.path}/log?lang=fr")
        assert "Guest 0" not in str(renamed) and "Zoë" in str(renamed)


@story
async def test_logs_hints_and_checks_have_limits_of_their_own(sqlite_url: str) -> None:
    limits = replace(NO_LIMITS, costly=0.2, checked=0.2)
    async with open_house(sqlite_url, limits) as place:
        seated = await place.playing(2)
        guest = seated.guests[0]
        for _ in range(2):
            await guest.ask("GET", f"{seated.path}/log")
        await guest.refused(429, "GET", f"{seated.path}/log")
        await guest.refused(429, "GET", f"{seated.path}/hint")
        await guest.refused(400, "POST", "/api/verify", "nonsense")
        await guest.refused(429, "POST", "/api/verify", "nonsense")
