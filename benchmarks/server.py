"""How many moves a second the table takes: real HTTP, event streams, a durable SQLite file.

    python benchmarks/server.py [--tables 200] [--seconds 8] [--pace 0] [--html] [--game fourmis]

One server process; this process plays all seats, each with its own stream and connection, as fast
as it is told (or, with --pace 1, one move a second at each table). With --html the streams are
those of the pages, and the moves are read from their buttons. Loopback only. Both processes
share the machine: beside moves a second stands the server's CPU time for a move. A move that is
refused is an error, and ends the run with 1 at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import orjson
import uvloop

SEATS = 4
TICK = 100  # clock ticks a second in /proc
LIGHT = re.compile('data-light="([^"]*)"')


class Line(asyncio.Protocol):
    """A kept connection on which requests are answered one after the other."""

    def __init__(self) -> None:
        self._buffer = b""
        self._waiters: deque[asyncio.Future[bytes]] = deque()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport: Any = transport

    def data_received(self, data: bytes) -> None:
        """Read whole answers."""
        self._buffer += data
        while self._waiters:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n", 1)[0])
            if len(rest) < length:
                return
            body, self._buffer = rest[:length], rest[length:]
            waiter = self._waiters.popleft()
            if head.startswith((b"HTTP/1.1 2", b"HTTP/1.1 303")):
                waiter.set_result(body)
            else:
                waiter.set_exception(RuntimeError(repr(body)))

    def post(self, path: str, body: bytes, token: str) -> asyncio.Future[bytes]:
        """Send a request; get its answer later."""
        waiter: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        bearer = f"authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"POST {path} HTTP/1.1\r\nhost: bench\r\n{bearer}"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        return waiter


class Follower(asyncio.Protocol):
    """An event stream of one seat."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the stream."""
        player = self._player
        request = (
            f"GET {player.table.follows} HTTP/1.1\r\nhost: bench\r\n"
            f"authorization: Bearer {player.token}\r\naccept-language: fr\r\n\r\n"
        )
        transport.write(request.encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Hands on each whole event."""
        *events, self._buffer = (self._buffer + data).split(b"\n\n")
        for event in events:
            name, _, facts = event.rpartition(b"\ndata: ")
            if name.endswith(b"event: view"):
                self._player.told(orjson.loads(facts))
            elif name.endswith(b"event: frame"):
                self._player.shown(orjson.loads(facts))


class Player:
    """One seat: plays a random legal move whenever it is its turn."""

    def __init__(self, table: Bench, seat: int, token: str, line: Line) -> None:
        self.table = table
        self.token = token
        self._seat = seat
        self._line = line
        self._played = -1
        self._facts: dict[str, Any] = {}
        self._legal: list[str] = []

    @property
    def is_told(self) -> bool:
        """Checks whether the stream has begun."""
        return bool(self._facts)

    def shown(self, frame: dict[str, Any]) -> None:
        """Sees the regions of a page, and finds what can be done; is ready after a round."""
        regions = frame["regions"]
        light = LIGHT.search(regions.get("moves", ""))
        if light:
            self._legal = [go[2] for go in orjson.loads(unescape(light[1]))["go"]]
        if "/ready" in regions.get("onward", ""):
            self._line.post(self.table.plays.replace("/moves", "/ready"), b"", self.token)
        if not frame["pause"]:
            turn = frame["turn"] if self._legal else None  # in a break nobody is to move
            self.told({"ply": frame["ply"], "turn": turn, "legal": self._legal})

    def told(self, facts: dict[str, Any]) -> None:
        """Hears of a move, and answers if it is this seat's turn."""
        self.table.heard(facts["ply"])
        self._facts = facts
        if self.table.run.going:
            self.answer()

    def answer(self) -> None:
        """Plays, if it is this seat's turn."""
        facts = self._facts
        if facts["turn"] == self._seat and facts["ply"] > self._played:
            self._played = facts["ply"]
            loop = asyncio.get_running_loop()
            wait = self.table.run.pace and max(0.0, self.table.last + self.table.run.pace - now())
            loop.call_later(wait, self._play, facts) if wait else self._play(facts)

    def _play(self, facts: dict[str, Any]) -> None:
        table = self.table
        move, ply = table.run.luck.choice(facts["legal"]), facts["ply"]
        table.last = now()
        table.waiting, table.ply = SEATS, ply + 1
        answer = self._line.post(
            table.plays, b'{"move":"%s","ply":%d}' % (move.encode(), ply), self.token
        )
        answer.add_done_callback(table.run.stored)


class Bench:
    """One table."""

    def __init__(self, run: Run, name: str) -> None:
        self.run = run
        self.path = f"/api/tables/{name}"
        self.plays = f"/t/{name}/moves" if run.html else f"{self.path}/moves"
        self.follows = f"/t/{name}/stream" if run.html else f"{self.path}/stream"
        self.ply = -1
        self.waiting = 0
        self.last = 0.0

    def heard(self, ply: int) -> None:
        """Count who has been told of the move; the last one ends its time."""
        if ply == self.ply:
            self.waiting -= 1
            if self.waiting == 0:
                self.run.times.append(now() - self.last)


class Run:
    """A whole load run."""

    def __init__(self, pace: float, html: bool, game: str) -> None:
        self.pace = pace
        self.html = html
        self.game = game
        self.luck = random.Random(1)
        self.times: list[float] = []
        self.moves = 0
        self.errors = 0
        self.going = False

    def stored(self, answer: asyncio.Future[bytes]) -> None:
        """Count an acknowledged move, or one that was refused."""
        if (error := answer.exception()) is None:
            self.moves += 1
        else:
            self.errors += 1
            print(error, file=sys.stderr, flush=True)


def now() -> float:
    """Return the time."""
    return time.perf_counter()


def click(game: str, port: int) -> float:
    """Presses "play now" and gets the table's page; says how many milliseconds that took."""
    begun = now()
    browser = build_opener(HTTPCookieProcessor())
    with browser.open(f"http://127.0.0.1:{port}/play/{game}", data=b"players=4") as page:
        assert b'id="ribbon"' in page.read()
    return 1000 * (now() - begun)


async def seat_all(run: Run, port: int, tables: int) -> list[Player]:
    """Open the tables and seat everyone, ten tables at a time."""
    players: list[Player] = []
    for _ in range(0, tables, 10):
        for seated in await asyncio.gather(*(seat_one(run, port) for _ in range(10))):
            players += seated
    return players


async def seat_one(run: Run, port: int) -> list[Player]:
    """Open a table, seats everyone and deal."""
    loop, players = asyncio.get_running_loop(), []
    line: Line = (await loop.create_connection(Line, "127.0.0.1", port))[1]
    wish = orjson.dumps({"game": run.game, "players": SEATS})
    opened = orjson.loads(await line.post("/api/tables", wish, ""))
    bench = Bench(run, opened["table"])
    for seat in range(SEATS):
        own: Line = (await loop.create_connection(Line, "127.0.0.1", port))[1]
        name = orjson.dumps({"name": f"Seat {seat}", "seat": seat})
        token = orjson.loads(await own.post(f"{bench.path}/seats", name, ""))["token"]
        players.append(Player(bench, seat, token, own))
    await line.post(f"{bench.path}/start", b"{}", opened["token"])
    line.transport.close()
    return players


async def measure(
    port: int, pids: Sequence[int], run: Run, tables: int, seconds: float
) -> dict[str, Any]:
    """Plays for some seconds; gets the figures, of all these servers together."""
    play_now = sorted([await asyncio.to_thread(click, run.game, port) for _ in range(9)])[4]
    memory = sum(map(memory_of, pids))
    players = await seat_all(run, port, tables)
    loop = asyncio.get_running_loop()
    for player in players:
        await loop.create_connection(lambda player=player: Follower(player), "127.0.0.1", port)  # type: ignore[misc]
    while not all(player.is_told for player in players):
        await asyncio.sleep(0.1)
    for pid in pids:
        await settle(pid)
    per_table = (sum(map(memory_of, pids)) - memory) / tables
    run.going = True
    for table in {player.table for player in players}:
        table.last = now() - run.luck.random() * run.pace  # not all at the same moment
    for player in players:
        player.answer()
    await asyncio.sleep(2.0)
    run.times.clear()
    moves, begun = run.moves, now()
    server, client = sum(map(cpu_of, pids)), time.process_time()
    held = [sum(map(memory_of, pids))]
    while now() - begun < seconds:
        await asyncio.sleep(min(30.0, seconds - (now() - begun)))
        held.append(sum(map(memory_of, pids)))
    took = now() - begun
    done = run.moves - moves
    used = sum(map(cpu_of, pids)) - server, time.process_time() - client
    run.going = False
    await asyncio.sleep(0.5)
    times = sorted(run.times)
    return {
        "game": run.game,
        "streams": "html" if run.html else "json",
        "tables": tables,
        "seconds": round(took, 2),
        "moves": done,
        "moves_per_second": round(done / took),
        "errors": run.errors,
        "server_cpu_us_per_move": round(used[0] / done * 1e6),
        "client_cpu_us_per_move": round(used[1] / done * 1e6),
        "server_cpu_share": round(used[0] / took, 2),
        "client_cpu_share": round(used[1] / took, 2),
        **{
            f"p{p}_ms": round(times[min(len(times) - 1, len(times) * p // 100)] * 1000, 2)
            for p in (50, 95, 99)
        },
        "memory_per_table_kb": round(per_table / 1024, 1),
        "memory_mb": [round(n / 1e6) for n in held],
        "play_now_ms": round(play_now, 1),
    }


async def settle(pid: int) -> None:
    """Wait until the server and its bot workers have loaded what they need."""
    before = -1.0
    while (used := sum(map(cpu_of, [pid, *children_of(pid)]))) > before + 0.05:
        before = used
        await asyncio.sleep(1.0)


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started, and theirs."""
    found = [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return found + [below for child in found for below in children_of(child)]


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory_of(pid: int) -> int:
    """Return the resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def serve(url: str, port: int) -> None:
    """Is the server: everything as `tablee serve` has it, but without limits on visitors."""
    from tablee.house.settings import NO_LIMITS, Settings
    from tablee.web.serve import listen, work

    work(Settings(url, NO_LIMITS), [listen("127.0.0.1", port)])


def free_port() -> int:
    """Find a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    """Run the server in a process of its own, and the load in this one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--pace", type=float, default=0.0, help="seconds a move; 0: at once")
    parser.add_argument("--html", action="store_true", help="follow the streams of the pages")
    parser.add_argument("--game", default="fourmis")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        return serve(chosen.serve[0], int(chosen.serve[1]))
    with tempfile.TemporaryDirectory() as folder:
        url, port = f"sqlite:///{folder}/bench.sqlite", free_port()
        with (Path(folder) / "log").open("wb") as log:
            command = [sys.executable, __file__, "--serve", url, str(port)]
            server = subprocess.Popen(command, stderr=log)
        try:
            wait_for(port)
            run = Run(chosen.pace, chosen.html, chosen.game)
            load = measure(port, [server.pid], run, chosen.tables, chosen.seconds)
            print(orjson.dumps(uvloop.run(load), option=orjson.OPT_INDENT_2).decode(), flush=True)
            if run.errors:
                sys.exit(1)
        finally:
            server.terminate()
            server.wait(20)
    return None


def wait_for(port: int) -> None:
    """Wait until the server answers and all its games can be played."""
    for _ in range(600):
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
                if orjson.loads(answer.read())["status"] == "open":
                    return
        except OSError:
            pass  # it does not listen yet
        time.sleep(0.5)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
