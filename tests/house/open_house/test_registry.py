"""A house that closes, or is killed, and opens again: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import httpx

from tests.web.guests import Seated, open_house, story
from tests.web.processes import Server, play, sit_down

PATIENCE = 90.0


@story
async def test_a_restart_replays_the_stored_moves(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(3)
        for _ in range(20):
            await seated.move()
        tokens = [guest.token for guest in seated.guests]
        before = [await guest.ask("GET", f"{seated.path}/view") for guest in seated.guests]
        log = await seated.guests[0].ask("GET", f"{seated.path}/log?lang=fr")
    async with open_house(database) as place:
        guests = [place.guest(token) for token in tokens]
        assert [await guest.ask("GET", f"{seated.path}/view") for guest in guests] == before
        assert await guests[0].ask("GET", f"{seated.path}/log?lang=fr") == log
        stream = await place.follow(guests[0], seated.table, since=18)
        view = await stream.next("view")
        assert [move["ply"] for move in view["moves"]] == [18, 19]
        await Seated(place, seated.table, guests).move()


@story
async def test_bots_whose_turn_it_was_play_on_after_a_restart(sqlite_url: str) -> None:
    async with open_house(sqlite_url, away_after=1.0) as place:
        seated = await place.playing(2)
        seat = (await place.live(seated.table)).dealt().seat
        place.house.close_streams()  # no bot begins to think any more
        path = f"{seated.path}/seats/{seat}/away"
        await seated.guests[seat or 0].ask("POST", path, {"level": "novice"})
        assert (await place.live(seated.table)).ply == 0
    async with open_house(sqlite_url) as place:
        stream = await place.follow(place.guest(), seated.table)
        while (await stream.next("view"))["ply"] == 0:
            pass


@story
async def test_quiet_tables_are_forgotten_and_remembered(sqlite_url: str) -> None:
    from tablee.house.settings import Limits

    limits = Limits(live=2, opened=1e6, asked=1e6)
    async with open_house(sqlite_url, limits) as place:
        seated = [await place.playing(2) for _ in range(4)]
        for one in seated:
            await one.move()
        assert len(place.house.tables.all_streams()) == 2
        for one in seated:
            assert (await place.live(one.table)).ply == 1


def test_a_server_killed_in_the_middle_of_moves_loses_nothing_acknowledged(
    database: str, tmp_path: Path
) -> None:
    async def told() -> None:
        with Server(database, tmp_path / "log") as server:
            seated, played = await _until_killed(server)
        with Server(database, tmp_path / "log") as server:
            await _look_again(server, seated, played)

    asyncio.run(asyncio.wait_for(told(), PATIENCE))


async def _until_killed(server: Server) -> tuple[list[tuple[str, list[str]]], list[list[str]]]:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        seated = [await sit_down(client) for _ in range(3)]
        played: list[list[str]] = [[] for _ in seated]
        tasks = [
            asyncio.ensure_future(play(client, *one, done))
            for one, done in zip(seated, played, strict=True)
        ]
        while sum(map(len, played)) < 60 and not any(task.done() for task in tasks):
            await asyncio.sleep(0.005)  # the server needs the processor
        server.end(signal.SIGKILL)
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(end, httpx.TransportError) for end in ends), ends
    return seated, played


async def _look_again(
    server: Server, seated: list[tuple[str, list[str]]], played: list[list[str]]
) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        for (path, _), done in zip(seated, played, strict=True):
            log = (await client.get(f"{path}/log")).json()
            stored = {line["ply"]: line["move"] for line in log["log"]}
            assert [stored[ply + 1] for ply in range(len(done))] == done
            assert log["ply"] - len(done) in (0, 1)  # the one that was on its way
        await _ends_gently(server, client, seated[0][0])


async def _ends_gently(server: Server, client: httpx.AsyncClient, path: str) -> None:
    """A stream ends when the server is told to stop, and the server with it."""
    async with client.stream("GET", f"{path}/stream") as stream:
        lines = stream.aiter_lines()
        await anext(lines)
        code = asyncio.get_running_loop().run_in_executor(None, server.end, signal.SIGTERM)
        async for _ in lines:
            pass
        assert await code == 0


def test_the_address_is_told_when_the_house_answers(sqlite_url: str, tmp_path: Path) -> None:
    with Server(sqlite_url, tmp_path / "log") as server:
        answer = httpx.get(f"{server.url}/healthz", timeout=20)
        assert answer.json()["status"] == "open"
        assert server.end(signal.SIGTERM) == 0
    assert "Warning" not in (tmp_path / "log").read_text()
