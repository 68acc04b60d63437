"""Several workers on one PostgreSQL database: they hear of each other's moves."""

from __future__ import annotations

import asyncio
import signal
import time
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest

from tablee.core.errors import InvalidOption
from tablee.house.settings import NO_LIMITS, Settings
from tablee.store.database import ALIVE, connect
from tablee.web.serve import listen, watch_over
from tablee.web.server.bot_workers import BotWorkers
from tests.web.guests import Place, open_house, story
from tests.web.processes import Server, play, sit_down


@story
async def test_a_move_at_one_worker_is_told_at_the_other(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        seated = await here.playing(2)
        other = there.guest(seated.guests[0].token)
        stream = await there.follow(other, seated.table)
        assert (await stream.next("view"))["ply"] == 0
        for ply in range(1, 6):
            await seated.move()
            while (view := await stream.next("view"))["ply"] < ply:
                pass
            assert view["seat"] == 0


@story
async def test_a_seat_taken_at_one_worker_is_taken_at_the_other(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        table = (await here.guest().ask("POST", "/api/tables", {"game": "fourmis"}))["table"]
        stream = await there.follow(there.guest(), table)
        assert (await stream.next("table"))["seats"][0]["who"] == "empty"
        await here.guest().sit(table, "Ada")
        assert (await stream.next("table"))["seats"][0]["who"] == "person"


@story
async def test_a_token_of_one_worker_is_good_at_all(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        token = here.house.identities.new()
        assert there.house.identities.read(token) == here.house.identities.read(token)


@story
async def test_bots_at_two_workers_play_each_ply_once(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        guest = here.guest()
        opened = await guest.ask("POST", "/api/tables", {"game": "fourmis", "players": 3})
        guest.token = opened["token"]
        streams = [await place.follow(place.guest(), opened["table"]) for place in (here, there)]
        await guest.ask("POST", f"/api/tables/{opened['table']}/start", {"fill": "novice"})
        ends = []
        for stream in streams:
            while "outcome" not in (view := await stream.next("view")):
                pass
            ends.append(view)
        assert ends[0]["outcome"] == ends[1]["outcome"]
        assert ends[0]["view"] == ends[1]["view"]


def test_two_worker_processes_serve_one_table(postgres_url: str, tmp_path: Path) -> None:
    async def told() -> None:
        with Server(postgres_url, tmp_path / "log", "--workers", "2") as server:
            async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
                path, tokens = await sit_down(client)
                done: list[str] = []
                task = asyncio.ensure_future(play(client, path, tokens, done))
                while len(done) < 20 and not task.done():
                    await asyncio.sleep(0.005)  # the server needs the processor
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                assert len(done) >= 20, task.exception()
            assert server.end(signal.SIGTERM) == 0
        assert "Warning" not in (tmp_path / "log").read_text()

    asyncio.run(asyncio.wait_for(told(), 90))


def test_workers_end_when_who_watches_over_them_is_killed(
    postgres_url: str, tmp_path: Path
) -> None:
    with Server(postgres_url, tmp_path / "log", "--workers", "2") as server:
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        server.process.communicate(timeout=30)  # they held its output open
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{server.url}/healthz")


def deafen(place: Place) -> None:
    """Lets a worker hear nothing from others any more."""
    assert place.house.store._notices is not None  # type: ignore[attr-defined]
    place.house.store._notices._heard = lambda worker, message: None  # type: ignore[attr-defined]


def ponder(begun: Path) -> None:
    begun.touch()
    time.sleep(600)


@pytest.mark.parametrize("settled", [True, False], ids=["thinking", "arriving"])
def test_who_thinks_goes_at_once_when_the_house_closes(settled: bool, tmp_path: Path) -> None:
    async def told() -> None:
        begun = [tmp_path / name for name in "abc"]
        workers = BotWorkers(2)
        jobs = [asyncio.ensure_future(workers._think(partial(ponder, path))) for path in begun]
        while settled and sum(path.exists() for path in begun) < 2:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.05)
        await workers.close()
        ends = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(end, BrokenExecutor | asyncio.CancelledError) for end in ends)

    asyncio.run(asyncio.wait_for(told(), 60))


@story
async def test_a_move_sent_to_two_workers_is_acknowledged_twice(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        seated = await here.playing(2)
        for _ in range(10):
            guest, move, ply = await seated.turn()
            body, path = {"move": move, "ply": ply}, f"{seated.path}/moves"
            both = (guest, there.guest(guest.token))
            answers = await asyncio.gather(*(g.answer("POST", path, body) for g in both))
            assert [answer.status_code for answer in answers] == [200, 200]
            assert {answer.json()["ply"] for answer in answers} == {ply + 1}


@story
async def test_a_worker_that_is_behind_catches_up_before_it_refuses(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        seated = await here.playing(2)
        table = await there.live(seated.table)
        deafen(there)
        await seated.move()
        guest, move, ply = await seated.turn()
        assert (table.ply, ply) == (0, 1)
        body = {"move": move, "ply": ply}
        await there.guest(guest.token).ask("POST", f"{seated.path}/moves", body)


@story
async def test_whoever_sits_down_at_one_worker_sits_at_all(postgres_url: str) -> None:
    """A proxy sends each request of a person to any worker; the next one may not have heard."""
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        deafen(here)
        deafen(there)
        ada = here.guest()
        opened = await ada.ask("POST", "/api/tables", {"game": "fourmis", "players": 2})
        ada.token, path = opened["token"], f"/api/tables/{opened['table']}"
        await there.live(opened["table"])
        await ada.sit(opened["table"], "Ada")
        ben = here.guest()
        await ben.sit(opened["table"], "Ben")
        await there.guest(ada.token).ask("POST", f"{path}/start", {})
        view = await here.guest(ben.token).ask("POST", f"{path}/name", {"name": "Benno"})
        assert view["phase"] == "playing"
        assert (await there.guest(ben.token).ask("GET", f"{path}/view"))["seat"] == 1


@story
async def test_a_worker_that_hears_nothing_looks_at_the_store_now_and_then(
    postgres_url: str,
) -> None:
    """A silent partition: the listening connection is there, and nothing comes."""
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        seated = await here.playing(2)
        table = await there.live(seated.table)
        deafen(there)
        await seated.move()
        assert table.ply == 0
        glancing = asyncio.create_task(there.house._poll_store(every=0.05))
        while table.ply == 0:
            await asyncio.sleep(0.02)
        glancing.cancel()


def test_a_connection_that_has_died_in_silence_is_noticed() -> None:
    """What listens, and what reads and writes, asks the other end now and then."""
    asked = ALIVE["keepalives_interval"] * ALIVE["keepalives_count"]
    assert ALIVE["keepalives_idle"] + asked <= 60
    engine = connect("postgresql+psycopg://tablee@127.0.0.1/none")
    assert engine.pool._pre_ping
    engine.dispose()


def test_workers_that_end_before_they_open_are_given_up_in_one_sentence(tmp_path: Path) -> None:
    """Their database goes away between the check and their start."""
    settings = Settings("postgresql+psycopg://u@/n?host=/nowhere", NO_LIMITS, bot_workers=0)
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    listening = listen("127.0.0.1", 0)
    try:
        with pytest.raises(InvalidOption, match="end before they open"):
            watch_over(settings, listening, 2, lambda: None)
    finally:
        listening.close()
        for number, was in zip((signal.SIGTERM, signal.SIGINT), before, strict=True):
            signal.signal(number, was)


@story
async def test_a_table_closed_at_one_worker_is_closed_at_all(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        seated = await here.playing(2)
        guest = there.guest(seated.guests[0].token)
        stream = await there.follow(guest, seated.table)
        await stream.next("view")
        await here.house.tables.close_table(seated.table, "closed_by_host")
        await stream.ended()
        await guest.refused(410, "GET", seated.path)


@story
async def test_a_token_revoked_at_one_worker_is_worth_nothing_at_all(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        token = here.house.identities.new()
        visitor = here.house.identities.read(token)
        await there.guest(token).ask("GET", "/api/me")
        await here.house.identities.revoke(visitor)
        while there.house.identities._generations.get(visitor) is None:
            await asyncio.sleep(0.01)
        await there.guest(token).refused(401, "GET", "/api/me")


@story
async def test_who_is_at_another_worker_is_here(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        seated = await here.playing(2)
        presence = (await here.streams(seated.table)).presence
        visitor = here.house.identities.read(seated.guests[1].token or "")
        assert visitor not in presence.here
        stream = await there.watch(seated.guests[1], seated.table)
        while visitor not in presence.here:
            await asyncio.sleep(0.02)
        await stream.close()
        (await there.streams(seated.table)).presence._seen.clear()
        while visitor in presence.here:
            await asyncio.sleep(0.02)
