"""What one hostile address does to the others: each flood beside calm play, in one run.

    python benchmarks/attack.py [--seconds 10] [--only header logs …] [--game fourmis]

One house with its usual limits on loopback. Calm people play from 127.0.0.2: a move in 0.2 s at
each of their tables, a page now and then, and one who plays against a bot; the attacker does its
worst from 127.0.0.1, in a process of his own. Printed are milliseconds at p50 and p99 of the calm
people's moves and pages, the seconds until the bot has answered, and the memory of the house. The
goal for moves is 50 and 150 ms: a flood that pushes them beyond, or a calm person who is answered
wrongly, ends the run with 1 at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

CALM, HOSTILE = [f"127.0.1.{n}" for n in range(1, 8)], "127.0.0.1"
"""The addresses of people who play, one a table and one beside a bot, and of who attacks."""
PACE = 0.2
GOAL = (0.05, 0.15)
"""Seconds in which half of the moves, and all but one in a hundred, are to be answered."""
Flood = Callable[["House", float], Coroutine[Any, Any, str]]


@dataclass
class House:
    """A server in a process of its own."""

    url: str
    pid: int
    game: str

    @property
    def port(self) -> int:
        """Its port."""
        return int(self.url.rpartition(":")[2])

    @property
    def megabytes(self) -> int:
        """The memory it holds."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * 4096 // 10**6

    def client(self, address: str) -> httpx.AsyncClient:
        """Return somebody who asks from an address."""
        limits = httpx.Limits(max_connections=300, max_keepalive_connections=300)
        way = httpx.AsyncHTTPTransport(local_address=address, limits=limits)
        return httpx.AsyncClient(transport=way, base_url=self.url, timeout=60)


@contextlib.contextmanager
def open_house(game: str) -> Any:
    """Open a house with its usual limits, but for how many tables the calm people may open."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        command = [sys.executable, "-m", "tablee", *words, "--limit", "opened=20"]
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        try:
            assert process.stdout is not None
            found = re.search(r"http://[^\s/]+", process.stdout.readline().decode())
            assert found, (Path(folder) / "log").read_text()
            yield House(found.group(), process.pid, game)
        finally:
            process.kill()
            process.communicate()


async def ask(
    client: httpx.AsyncClient, method: str, path: str, token: str, body: Any = None, tries: int = 1
) -> Any:
    """Asks, and gets the answer's facts; an address that has asked too much waits a little."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    for _ in range(tries):
        client.cookies.clear()
        answer = await client.request(method, path, json=body, headers=headers)
        if answer.status_code != 429:
            break
        await asyncio.sleep(1)
    if answer.status_code >= 300:
        raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:200]}")
    return answer.json()


async def seat(
    client: httpx.AsyncClient, game: str, people: int, players: int
) -> tuple[str, list[str]]:
    """Open a table with people and, if seats are left, masters; get path and tokens."""
    opened = await ask(client, "POST", "/api/tables", "", {"game": game, "players": players})
    path, tokens = f"/api/tables/{opened['table']}", []
    for n in range(people):
        sat = await ask(client, "POST", f"{path}/seats", "", {"name": f"Calm {n}"})
        tokens.append(sat["token"])
    await ask(client, "POST", f"{path}/start", opened["token"], {"fill": "master"})
    return path, tokens


@dataclass
class Times:
    """What the calm people have measured."""

    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    errors: int = 0

    def line(self) -> str:
        """Write them."""
        shown = [f"{at(self.moves, q) * 1000:6.0f}" for q in (0.5, 0.99)]
        shown += [f"{at(self.pages, q) * 1000:6.0f}" for q in (0.5, 0.99)]
        longest = max(self.bots, default=float("nan"))
        return (
            f"{' /'.join(shown[:2])}   {' /'.join(shown[2:])}   {longest:5.1f} s   {self.errors:3d}"
        )


def at(times: list[float], share: float) -> float:
    """Return the time within which a share of all were answered."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


async def play_calmly(client: httpx.AsyncClient, game: str, times: Times, end: float) -> None:
    """Plays at a table of two people until a time."""
    path, tokens = await seat(client, game, 2, 2)
    luck = random.Random(path)
    while time.monotonic() < end:
        view = await ask(client, "GET", f"{path}/view", tokens[0])
        if view["turn"] is None:
            path, tokens = await seat(client, game, 2, 2)
            continue
        token = tokens[view["turn"]]
        view = await ask(client, "GET", f"{path}/view", token)
        move = luck.choice(view["legal"])["move"]
        begun = time.perf_counter()
        await ask(client, "POST", f"{path}/moves", token, {"move": move, "ply": view["ply"]})
        times.moves.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        page = await client.get(path.replace("/api/tables/", "/t/"))
        times.pages.append(time.perf_counter() - begun)
        times.errors += page.status_code != 200
        await asyncio.sleep(PACE)


async def play_a_bot(client: httpx.AsyncClient, game: str, times: Times, end: float) -> None:
    """Plays against a master, and notes how long he takes."""
    path, (token,) = await seat(client, game, 1, 2)
    begun = time.monotonic()
    while time.monotonic() < end:
        view = await ask(client, "GET", f"{path}/view", token)
        if view["turn"] is None:
            path, (token,) = await seat(client, game, 1, 2)
        elif view["turn"] == view["seat"]:
            if begun:
                times.bots.append(time.monotonic() - begun)
            body = {"move": view["legal"][0]["move"], "ply": view["ply"]}
            await ask(client, "POST", f"{path}/moves", token, body)
            begun = time.monotonic()
        await asyncio.sleep(0.05)
    times.bots.append(time.monotonic() - begun)


def attack(house: House, name: str, end: float) -> str:
    """Run a flood to its end, in a process that the calm people need not wait for."""
    return asyncio.run(FLOODS[name](house, end))


async def measure(house: House, seconds: float, name: str, pool: Executor) -> tuple[Times, str]:
    """Plays calmly while a flood comes in from another process."""
    times, end = Times(), time.monotonic() + seconds
    async with contextlib.AsyncExitStack() as people:
        calm = [await people.enter_async_context(house.client(address)) for address in CALM]
        work = [play_calmly(one, house.game, times, end) for one in calm[1:]]
        work.append(play_a_bot(calm[0], house.game, times, end))
        loop = asyncio.get_running_loop()
        hostile = loop.run_in_executor(pool, attack, house, name, end) if name in FLOODS else None
        done = await asyncio.gather(*work, return_exceptions=True)
        times.errors += sum(isinstance(one, BaseException) for one in done)
        for one in done:
            if isinstance(one, BaseException):
                print("   ", type(one).__name__, str(one)[:150])
        told = await hostile if hostile else ""
    return times, told


# The floods


async def many(house: House, end: float, clients: int, once: Callable[..., Awaitable[int]]) -> str:
    """Asks from many connections of one address until a time; counts the answers."""
    answers: dict[int, int] = {}
    async with house.client(HOSTILE) as client:

        async def go_on() -> None:
            while time.monotonic() < end:
                try:
                    status = await once(client)
                except httpx.HTTPError:
                    status = 0
                answers[status] = answers.get(status, 0) + 1
                if status == 429:
                    await asyncio.sleep(0.01)

        await asyncio.gather(*(go_on() for _ in range(clients)))
    return " ".join(f"{status}×{count}" for status, count in sorted(answers.items()))


async def header(house: House, end: float) -> str:
    """Send a header that never ends, again and again."""
    sent = 0
    while time.monotonic() < end:
        with contextlib.suppress(ConnectionError):
            _, writer = await asyncio.open_connection("127.0.0.1", house.port)
            writer.write(b"GET / HTTP/1.1\r\nhost: h\r\nx: ")
            while time.monotonic() < end:
                writer.write(b"a" * 100_000)
                sent += 100_000
                await writer.drain()
    return f"{sent / 1e6:.0f} MB sent"


async def half_open(house: House, end: float) -> str:
    """Hold 600 connections that never ask."""
    held = []
    for _ in range(600):
        with contextlib.suppress(ConnectionError):
            held.append((await asyncio.open_connection("127.0.0.1", house.port))[1])
    await asyncio.sleep(max(0.0, end - time.monotonic()))
    for writer in held:
        writer.close()
    return f"{len(held)} opened"


async def cookies(house: House, end: float) -> str:
    """Send large cookies, each another one."""
    luck = random.Random(1)

    async def once(client: httpx.AsyncClient) -> int:
        big = f"tablee={luck.randbytes(15_000).hex()}"
        return (await client.get("/healthz", headers={"cookie": big})).status_code

    return await many(house, end, 20, once)


async def record_of(house: House) -> str:
    """Make the record of a whole match."""
    from tablee import find_game
    from tablee.core.record import Record

    game = find_game(house.game)
    state, moves, luck = game.deal(2, key=bytes(16)), [], random.Random(1)
    while state.seat is not None:
        moves.append(luck.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return str(Record(game, 2, bytes(16), {}, {}, tuple(moves)))


async def verify(house: House, end: float) -> str:
    """Has records checked."""
    text = await record_of(house)

    async def once(client: httpx.AsyncClient) -> int:
        return (await client.post("/api/verify", content=text)).status_code

    return await many(house, end, 20, once)


@contextlib.asynccontextmanager
async def own_table(house: House) -> AsyncIterator[tuple[str, list[str]]]:
    """Seats the attacker at a table of his own, in the middle of a match."""
    async with house.client(HOSTILE) as client:
        path, tokens = await seat(client, house.game, 2, 2)
        for _ in range(60):
            view = await ask(client, "GET", f"{path}/view", tokens[0], tries=30)
            if view["turn"] is None:
                break
            token = tokens[view["turn"]]
            view = await ask(client, "GET", f"{path}/view", token, tries=30)
            body = {"move": view["legal"][0]["move"], "ply": view["ply"]}
            await ask(client, "POST", f"{path}/moves", token, body, tries=30)
        yield path, tokens


async def logs(house: House, end: float) -> str:
    """Read one log over and over."""
    async with own_table(house) as (path, _):

        async def once(client: httpx.AsyncClient) -> int:
            return (await client.get(path.replace("/api/tables/", "/t/") + "/log")).status_code

        return await many(house, end, 30, once)


async def hints(house: House, end: float) -> str:
    """Asks for hints in every language, over and over."""
    async with own_table(house) as (path, tokens):
        luck = random.Random(1)

        async def once(client: httpx.AsyncClient) -> int:
            head = {"authorization": f"Bearer {luck.choice(tokens)}"}
            lang = luck.choice(("fr", "en", "de"))
            return (await client.get(f"{path}/hint?lang={lang}", headers=head)).status_code

        return await many(house, end, 60, once)


async def bots(house: House, end: float) -> str:
    """Open tables of masters alone and watch them."""
    async with house.client(HOSTILE) as client:
        opened = []
        for _ in range(30):
            with contextlib.suppress(RuntimeError):
                opened.append(
                    (await seat(client, house.game, 0, 4 if house.game != "kraut" else 5))[0]
                )

        async def watch(path: str) -> None:
            with contextlib.suppress(httpx.HTTPError, TimeoutError):
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    async with client.stream("GET", f"{path}/stream") as stream:
                        async for _ in stream.aiter_bytes():
                            pass

        await asyncio.gather(*(watch(path) for path in opened))
    return f"{len(opened)} tables watched"


async def pages(house: House, end: float) -> str:
    """Asks for the pages that take longest, as often as the door lets him, and more."""
    async with own_table(house) as (path, _):
        table, luck = path.replace("/api/tables/", "/t/"), random.Random(1)
        of_game = ("/learn/{}/1", "/rules/{}", "/pad/{}/ask", "/atelier/{}", "/day/{}/" + today())
        asked = [table, f"{table}/screen", "/", *(one.format(house.game) for one in of_game)]

        async def once(client: httpx.AsyncClient) -> int:
            return (await client.get(luck.choice(asked))).status_code

        return await many(house, end, 100, once)


def today() -> str:
    """Return the date, as an address has it."""
    return time.strftime("%Y-%m-%d")


async def replays(house: House, end: float) -> str:
    """Brings a match, and looks at all its moments in three languages."""
    text, luck = await record_of(house), random.Random(1)
    async with house.client(HOSTILE) as client:
        brought = await client.post("/replay", data={"record": text})
    path = brought.headers["location"].partition("?")[0]

    async def once(client: httpx.AsyncClient) -> int:
        asked = {"n": luck.randrange(200), "since": 0, "lang": luck.choice(("fr", "en", "de"))}
        return (await client.get(f"{path}/moment", params=asked)).status_code

    return await many(house, end, 100, once)


async def streams(house: House, end: float) -> str:
    """Open streams of a page and close them at once."""
    async with own_table(house) as (path, _):
        asked = path.replace("/api/tables/", "/t/") + "/stream"

        async def once(client: httpx.AsyncClient) -> int:
            async with client.stream("GET", asked) as stream:
                async for _ in stream.aiter_bytes():
                    break
                return stream.status_code

        return await many(house, end, 100, once)


async def left(house: House, end: float) -> str:
    """Open tables with as many masters as the game is for, and leave them."""
    from tablee import find_game

    form = {"players": find_game(house.game).players[-1], "level": "master"}

    async def once(client: httpx.AsyncClient) -> int:
        client.cookies.clear()
        return (await client.post(f"/play/{house.game}", data=form)).status_code

    return await many(house, end, 4, once)


FLOODS: dict[str, Flood] = {
    "header": header,
    "half-open": half_open,
    "cookies": cookies,
    "verify": verify,
    "logs": logs,
    "hints": hints,
    "bots": bots,
    "pages": pages,
    "replays": replays,
    "streams": streams,
    "left": left,
}


async def main() -> bool:
    """Run calm play, then each flood beside it; get whether all stayed within the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--game", default="fourmis")
    parser.add_argument("--only", nargs="*", choices=FLOODS, default=list(FLOODS))
    chosen = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    with open_house(chosen.game) as house, ProcessPoolExecutor(1, spawn) as pool:
        async with house.client(CALM[0]) as client:
            while "printing" in (await client.get("/healthz")).json():
                await asyncio.sleep(0.5)
        await measure(house, 4, "until all is loaded", pool)
        print("flood      moves p50 / p99   pages p50 / p99   bot at most  errors  MB  told")
        well = True
        for name in ("calm", *chosen.only, "calm again"):
            times, told = await measure(house, min(chosen.seconds, 60), name, pool)
            within = at(times.moves, 0.5) <= GOAL[0] and at(times.moves, 0.99) <= GOAL[1]
            well &= within and not times.errors
            told += "" if within else "  (beyond the goal)"
            print(f"{name:10} {times.line()}  {house.megabytes:4d}  {told}", flush=True)
    return well


if __name__ == "__main__":
    sys.exit(not asyncio.run(main()))
