"""How one evening of many people goes on two cores: real HTTP, streams and a durable SQLite file.

    python benchmarks/evening.py [--people 200] [--rounds 2] [--game fourmis] [--way places]
        [--think 0.3]

One server process and this one. Everybody writes a name, follows the evening's stream, looks at
its page whenever it says so, is led to a table and plays there, each move after some thought,
until the host may give the prizes. A refusal is an error and ends the run with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

TABLE = re.compile(r'href="/t/([^"]+)" data-lead')
ALL = httpx.Limits(max_connections=None, max_keepalive_connections=None)


class Person:
    """Somebody with a phone."""

    def __init__(self, base: str, think: float) -> None:
        self.client = httpx.AsyncClient(
            base_url=base, timeout=120, limits=ALL, headers={"accept-language": "en"}
        )
        self.think = think
        self.answers: list[tuple[str, float]] = []
        """What was asked, and the seconds until it was answered."""

    async def ask(self, kind: str, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask, and note how long it took; raise for what is refused."""
        begun = time.perf_counter()
        answer = await self.client.request(method, path, **more)
        self.answers.append((kind, time.perf_counter() - begun))
        if answer.status_code >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return answer

    async def send(self, kind: str, path: str, **form: object) -> str:
        """Send a form; return where it leads."""
        answer = await self.ask(kind, "POST", path, data=form)
        return str(answer.headers.get("location", ""))

    async def come(self, path: str, name: str, over: asyncio.Event) -> None:
        """Come to the evening and play until it is over."""
        await self.send("join", f"{path}/join", name=name)
        been: set[str] = set()
        while not over.is_set():
            page = (await self.ask("page", "GET", path)).text
            found = TABLE.search(page)
            if found and found[1] not in been:
                been.add(found[1])
                await self.play(found[1])
                continue
            await self.wait(path, over)

    async def wait(self, path: str, over: asyncio.Event) -> None:
        """Follow the stream until the evening has changed once more."""
        async with self.client.stream("GET", f"{path}/stream") as stream:
            heard = 0
            async for line in stream.aiter_lines():
                heard += line == "event: table"
                if heard > 1 or over.is_set():
                    return

    async def play(self, table: str) -> None:
        """Play at a table until its match is over."""
        luck = random.Random(table)
        async with self.client.stream("GET", f"/api/tables/{table}/stream") as stream:
            name = ""
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                told = line.removeprefix("data: ") if name == "view" else ""
                if told != line and told and not await self._move(table, told, luck):
                    return

    async def _move(self, table: str, data: str, luck: random.Random) -> bool:
        """Play a move where it is one's turn; False once the match is over."""
        view = json.loads(data)
        if view.get("phase") == "over" or view.get("turn") is None:
            return False
        if view.get("legal"):
            await asyncio.sleep(self.think * luck.random() * 2)
            body = {"move": luck.choice(view["legal"]), "ply": view["ply"]}
            await self.ask("move", "POST", f"/api/tables/{table}/moves", json=body)
        return True


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def run(base: str, args: argparse.Namespace) -> list[Person]:
    """Have an evening from its opening to the prizes; return everybody."""
    host = Person(base, args.think)
    wish = {"game": args.game, "rounds": args.rounds, "minutes": 10 * args.rounds, "way": args.way}
    path = await host.send("open", "/evening", **wish, size=4)
    people, over = [Person(base, args.think) for _ in range(args.people)], asyncio.Event()
    tasks = [
        asyncio.create_task(one.come(path, f"Guest {n}", over)) for n, one in enumerate(people)
    ]
    while "Guest" not in (page := (await host.ask("host", "GET", f"{path}/host")).text) or (
        f"<b>{args.people} here.</b>" not in page
    ):
        await asyncio.sleep(0.3)
        _raise_what_failed(tasks)
    print(f"{args.people} people are there; to the tables!", flush=True)
    begun = time.perf_counter()
    await host.send("start", f"{path}/start")
    print(f"seated, dealt and open in {time.perf_counter() - begun:.1f} s", flush=True)
    while f'action="{path}/finish"' not in (await host.ask("host", "GET", f"{path}/host")).text:
        await asyncio.sleep(1)
        _raise_what_failed(tasks)
    over.set()
    await host.send("finish", f"{path}/finish")
    print(f"{args.rounds} rounds in {time.perf_counter() - begun:.0f} s", flush=True)
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    return [host, *people]


def _raise_what_failed(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done() and not task.cancelled() and task.exception() is not None:
            raise task.exception() or RuntimeError


def tell(people: list[Person]) -> None:
    """Print how long answers took, by what was asked."""
    kinds = sorted({kind for one in people for kind, _ in one.answers})
    print("| asked | answers | half within | 95 % within | slowest |\n|---|---|---|---|---|")
    for kind in kinds:
        took = sorted(s for one in people for k, s in one.answers if k == kind)
        half, most = took[len(took) // 2], took[min(len(took) - 1, len(took) * 95 // 100)]
        print(f"| {kind} | {len(took):,} | {half:.3f} s | {most:.3f} s | {took[-1]:.3f} s |")


def main() -> int:
    """Open a house, have an evening in it, and tell how it went."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--game", default="fourmis")
    parser.add_argument("--way", default="places")
    parser.add_argument("--think", type=float, default=0.3)
    args = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tablee", "serve", "--port", str(port), "--data", folder]
        limits = [f"{name}=100000" for name in ("opened", "asked", "streams", "connections")]
        command += [part for limit in limits for part in ("--limit", limit)]
        with Path(folder, "log").open("wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log)
            try:
                _wait_for(port)
                tell(asyncio.run(run(f"http://127.0.0.1:{port}", args)))
            finally:
                server.terminate()
                server.wait()
    return 0


def _wait_for(port: int) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/api/ready", timeout=2).status_code < 500:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise RuntimeError("the server did not open within two minutes")


if __name__ == "__main__":
    sys.exit(main())
