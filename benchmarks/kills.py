"""Kills the house, a worker or the database in the middle of play, and looks for what is lost.

    python -m benchmarks.kills [--kills 200] [--what house worker backend database] [--tables 20]
        [--seconds 480]

People play at all tables as fast as they are answered. At random moments something is killed
with SIGKILL and comes back: `house` is one process on SQLite, `worker` one of two that are forked,
on PostgreSQL, `backend` a process of PostgreSQL that serves one connection, `database` PostgreSQL
itself (by SIGQUIT, its crash stop). Whoever got no answer sends the same move again. At the end
the store must hold every move that was acknowledged, each ply once, and every match that is not
over must go on. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from sqlalchemy import create_engine, text
from tests.web.postgres import address, find_binaries, wait_for

WORKERS = 2
KINDS = ("house", "worker", "backend", "database")
GAMES = ("fourmis", "kraut", "escogriffe")
Play = dict[tuple[str, int], str]
"""What was acknowledged: the move of each table and ply."""


def children(parent: int) -> list[tuple[int, bytes]]:
    """Return the processes that a process has begun, with their command lines."""
    found = list[tuple[int, bytes]]()
    with contextlib.suppress(FileNotFoundError):  # one that has just ended
        for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            found.append((int(pid), Path(f"/proc/{pid}/cmdline").read_bytes()))
    return found


class House:
    """`tablee serve` in a process of its own, always at the same port."""

    def __init__(self, folder: Path, database: str, workers: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        limits = [w for n in ("asked", "opened", "tables") for w in ("--limit", f"{n}=1000000")]
        words = ["--host", "127.0.0.1", "--port", str(self.port), "--database", database]
        self._command = [sys.executable, "-m", "tablee", "serve", *words, *limits]
        self._command += ["--workers", str(workers)]
        self._log = folder / "log"
        self.start()

    def start(self) -> None:
        """Open the house."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log)

    def kill(self) -> None:
        """Kills the whole house, and opens it again."""
        self.process.kill()
        self.process.wait()
        self.start()

    def workers(self) -> list[int]:
        """Return the processes of its workers."""
        loaded = [pid for pid, line in children(self.process.pid) if b"forkserver" in line]
        return [pid for one in loaded for pid, _ in children(one)]

    async def ready(self) -> float:
        """Wait until it answers, store and all; get how long that took."""
        begun = time.perf_counter()
        async with httpx.AsyncClient(base_url=self.url, timeout=5) as client:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get("/healthz")).status_code == 200:
                        return time.perf_counter() - begun
                await asyncio.sleep(0.02)


class Database:
    """A PostgreSQL server that can crash, and that syncs what it commits."""

    def __init__(self) -> None:
        binaries = find_binaries()
        assert binaries, "install postgresql"
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-kills-"))
        self._who = {"user": "postgres"} if os.geteuid() == 0 else {}
        if self._who:
            shutil.chown(self.folder, "postgres")
        self._data, self._binaries = self.folder / "data", binaries
        init = [binaries / "initdb", "-D", self._data, "-A", "trust", "-U", "tablee", "-E", "UTF8"]
        quiet = subprocess.DEVNULL
        subprocess.run(init, check=True, stdout=quiet, stderr=quiet, cwd="/", **self._who)  # type: ignore[call-overload]
        self.start()

    def start(self) -> None:
        """Start it, after a crash too."""
        words = ["-c", "listen_addresses=", "-c", "max_connections=100"]
        quiet = subprocess.DEVNULL
        self._server = subprocess.Popen(  # type: ignore[call-overload]
            [self._binaries / "postgres", "-D", self._data, "-k", self.folder, *words],
            stdout=quiet,
            stderr=quiet,
            cwd="/",
            **self._who,
        )
        wait_for(self.folder)

    def backends(self) -> list[int]:
        """Return its processes that serve a connection each."""
        return [pid for pid, line in children(self._server.pid) if b"[local]" in line]

    def crash(self) -> None:
        """Stop at once, as after a power cut, and start again."""
        self.stop()
        self.start()

    def stop(self) -> None:
        """Stop at once."""
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait(timeout=30)


@contextlib.contextmanager
def open_house(what: str) -> Iterator[tuple[House, Database | None, str]]:
    """Open a house on the store that a kind of kill needs."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        store = None if what == "house" else Database()
        url = address(store.folder, "postgres") if store else f"sqlite:///{folder}/tablee.sqlite"
        if store:
            stack.callback(shutil.rmtree, store.folder, ignore_errors=True)
            stack.callback(store.stop)
        house = House(folder, url, 1 if what == "house" else WORKERS)
        stack.callback(house.process.wait)
        stack.callback(lambda: house.process.kill())
        yield house, store, url.replace("postgresql://", "postgresql+psycopg://")


class Table:
    """Two people at a table, who note what was acknowledged."""

    def __init__(self, house: House, game: str, acknowledged: Play) -> None:
        self.client = httpx.AsyncClient(base_url=house.url, timeout=20)
        self.game, self.acknowledged = game, acknowledged
        self.id, self.tokens = "", list[str]()
        self.moves = self.errors = 0

    async def ask(
        self, method: str, path: str, token: str = "", body: object = None
    ) -> httpx.Response:
        """Asks until somebody answers; what was not stored is sent again."""
        while True:
            self.client.cookies.clear()
            head = {"authorization": f"Bearer {token}"} if token else {}
            try:
                answer = await self.client.request(method, path, json=body, headers=head)
            except httpx.HTTPError:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code != 503:
                return answer
            await asyncio.sleep(0.1)

    async def sit_down(self) -> None:
        """Open a table for as few as the game is for.

        Whoever sat down but got no answer has no token: then all go to another table.
        """
        self.id, players = "", 3 if self.game == "escogriffe" else 2
        wish = {"game": self.game, "players": players}
        opened = (await self.ask("POST", "/api/tables", "", wish)).json()
        path, self.tokens = f"/api/tables/{opened['table']}", []
        for n in range(players):
            sat = await self.ask("POST", f"{path}/seats", "", {"name": f"P{n}"})
            if sat.status_code == 409:
                return
            self.tokens.append(sat.json()["token"])
        await self.ask("POST", f"{path}/start", opened["token"], {})
        self.id = opened["table"]

    async def go_on(self, end: asyncio.Event) -> None:
        """Plays, match after match, until it is told to stop."""
        luck = random.Random(self.game)
        while not end.is_set():
            if not self.id or not await self.move(luck):
                await self.sit_down()

    async def move(self, luck: random.Random) -> bool:
        """Plays one move; gets whether the match goes on."""
        path = f"/api/tables/{self.id}"
        view = (await self.ask("GET", f"{path}/view", self.tokens[0])).json()
        if view["turn"] is None:
            return False
        token = self.tokens[view["turn"]]
        view = (await self.ask("GET", f"{path}/view", token)).json()
        if not view["legal"]:
            return True  # the other worker knows more: look again
        body = {"move": luck.choice(view["legal"])["move"], "ply": view["ply"]}
        answer = await self.ask("POST", f"{path}/moves", token, body)
        if answer.status_code < 300:
            self.acknowledged[self.id, view["ply"]] = body["move"]
            self.moves += 1
        else:
            self.errors += answer.status_code >= 500
        return True


def judge(url: str, acknowledged: Play) -> tuple[int, int]:
    """Count the acknowledged moves that the store lacks, and the gaps between plies."""
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT table_id, ply, move FROM moves")).all()
    engine.dispose()
    stored = {(table, ply): move for table, ply, move in rows}
    lost = sum(stored.get(where) != move for where, move in acknowledged.items())
    last: dict[str, int] = {}
    for table, ply in stored:
        last[table] = max(last.get(table, 0), ply + 1)
    return lost, sum(last.values()) - len(stored)


async def until_played(people: list[Table], patience: float = 20) -> None:
    """Wait until people play again: a kill while nobody moves proves little."""
    before, end = sum(one.moves for one in people), time.monotonic() + patience
    while sum(one.moves for one in people) < before + len(people) and time.monotonic() < end:
        await asyncio.sleep(0.02)


async def count_still(people: list[Table], patience: float = 30) -> int:
    """Count the tables at which nobody can move any more."""
    before, end = {one: one.moves for one in people}, time.monotonic() + patience
    while (still := sum(one.moves == before[one] for one in people)) and time.monotonic() < end:
        await asyncio.sleep(0.1)
    return still


async def strike(what: str, house: House, store: Database | None) -> None:
    """Kill something, once it is there."""
    if what == "house":
        await asyncio.to_thread(house.kill)
    elif what == "worker":
        while len(found := house.workers()) < WORKERS:
            await asyncio.sleep(0.1)
        os.kill(random.choice(found), signal.SIGKILL)
    elif what == "backend":
        assert store is not None
        while not (found := store.backends()):
            await asyncio.sleep(0.1)
        os.kill(random.choice(found), signal.SIGKILL)
    else:
        assert store is not None
        await asyncio.to_thread(store.crash)


async def run(what: str, kills: int, tables: int, seconds: float) -> bool:
    """Kills so often, or for so long, while people play; prints what came of it."""
    acknowledged: Play = {}
    with open_house(what) as (house, store, url):
        await house.ready()
        end, waits = asyncio.Event(), list[float]()
        people = [Table(house, GAMES[n % len(GAMES)], acknowledged) for n in range(tables)]
        playing = [asyncio.create_task(one.go_on(end)) for one in people]
        over = time.monotonic() + seconds
        while len(waits) < kills and time.monotonic() < over:
            await until_played(people)
            await asyncio.sleep(random.uniform(0.1, 1.0))
            await strike(what, house, store)
            waits.append(await house.ready())
        still = await count_still(people)
        end.set()
        done = await asyncio.gather(*playing, return_exceptions=True)
        lost, gaps = judge(url, acknowledged)
    waits.sort()
    failed = [str(one) for one in done if isinstance(one, BaseException)]
    errors = sum(one.errors for one in people)
    told = f"{what:9} {len(waits)} kills, {len(acknowledged):,} moves acknowledged: {lost} lost,"
    told += f" {gaps} gaps, {still} tables stand still, {errors} answers of 500;"
    told += f" ready after {waits[len(waits) // 2]:.2f} s (p50), {waits[-1]:.2f} s (most)"
    print(told, *failed, flush=True)
    return not (lost or gaps or still or errors or failed)


def main() -> None:
    """Run each kind of kill; fails if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="in all, shared out")
    parser.add_argument("--what", nargs="*", default=KINDS, choices=KINDS)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=3600, help="for each kind at most")
    chosen = parser.parse_args()
    share = -(-chosen.kills // len(chosen.what))
    well = [asyncio.run(run(what, share, chosen.tables, chosen.seconds)) for what in chosen.what]
    sys.exit(not all(well))


if __name__ == "__main__":
    main()
