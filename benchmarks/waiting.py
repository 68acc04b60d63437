"""What tables by the day cost while nobody looks: a house with many of them beside an empty one.

    python benchmarks/waiting.py [--tables 10000] [--moves 20] [--runs 3]

Stores the tables (dealt, open to all, some moves played, two people at each), then starts both
houses in turn, each in a process of its own, and asks of both: how long until it answers, how
much memory it holds, how much it works while nobody asks anything, and how long answers take.
Then many of the tables are looked at once, and their memory is asked for again.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
from sqlalchemy import Connection

from tablee import find_game
from tablee.core.chance import key_of
from tablee.house.clock import now
from tablee.house.people.identities import Identities
from tablee.house.ports.seats import Seat
from tablee.store import queries
from tablee.store.maintenance import opened
from tablee.store.sql_store import SqlPeople
from tablee.store.transactions import Transactions, insert_moves

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
QUIET = 5.0
"""Seconds in which nobody asks anything."""
PUT_AWAY = 20.0
"""Seconds after which tables that nobody looks at any more are out of memory."""
GAME = find_game("fourmis")


def lay(connection: Connection, first: int, last: int, moves: int) -> None:
    """Store tables by the day that wait for somebody's move."""
    facts = {"game": GAME.name, "version": GAME.version, "players": 2, "options": {}}
    for n in range(first, last):
        name, key = f"table{n}", key_of(n)
        around = [Seat(f"ada{n}", "Ada"), Seat(f"ben{n}", "Ben")]
        wish = {**facts, "who_may_join": "open", "pace": 7, "opener": f"ada{n}"}
        queries.open_table(connection, name, wish, around)
        queries.start(connection, name, lambda *_, key=key: (key, ()))
        state, rows, luck = GAME.deal(2, key=key), [], random.Random(n)
        for ply in range(moves):
            assert state.seat is not None
            move = luck.choice(state.legal_moves())
            rows.append((name, ply, state.seat, str(move), False, now()))
            state = state.play(move)
        insert_moves(connection, rows)


class House:
    """A server in a process of its own."""

    def __init__(self, url: str) -> None:
        words = [sys.executable, "-m", "tablee", "serve", "--host", "127.0.0.1"]
        words += ["--port", "0", "--database", url]
        self._began = time.perf_counter()
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline().decode())
        assert found is not None
        self.client = httpx.Client(base_url=found.group().rstrip("/"), timeout=30)
        while self.client.get("/healthz").json().get("printing"):
            time.sleep(0.2)
        self.start = time.perf_counter() - self._began

    @property
    def memory(self) -> float:
        """What the process holds, in megabytes."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE / 1e6

    @property
    def cpu(self) -> float:
        """The seconds that it has worked."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def calm_down(self) -> None:
        """Wait until it has loaded what it loads after the start."""
        begun = -1.0
        while self.cpu - begun > 0.05:
            begun = self.cpu
            time.sleep(2.0)

    def close(self) -> None:
        """End it."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)


@contextmanager
def serving(url: str) -> Iterator[House]:
    """Return a house for as long as it is measured."""
    house = House(url)
    try:
        yield house
    finally:
        house.close()


def median(ask: Callable[[int], object], times: int) -> float:
    """Return the median time of an answer, in milliseconds."""
    spent = []
    for n in range(times):
        begun = time.perf_counter()
        ask(n)
        spent.append(time.perf_counter() - begun)
    return 1000 * statistics.median(spent)


def measure(url: str, tables: int) -> Iterator[tuple[str, float]]:
    """Yield what one run tells of a house."""
    with opened(url):
        store = Transactions(url)
        visitors = Identities(store.secret(), SqlPeople(store))
        store.close()
    with serving(url) as house:
        yield "start, s", house.start
        house.calm_down()
        yield "memory, MB", house.memory
        begun = house.cpu
        time.sleep(QUIET)
        yield f"work in {QUIET:.0f} quiet s, ms", 1000 * (house.cpu - begun)
        some = random.Random(1).sample(range(tables), 200) if tables else [0] * 200
        heads = [{"authorization": f"Bearer {visitors.token(f'ada{n}')}"} for n in some]

        def get(n: int, path: str) -> None:
            house.client.get(path.format(some[n]), headers=heads[n]).raise_for_status()

        get(0, "/")
        yield "shelf of a stranger, ms", median(lambda _: house.client.get("/"), 40)
        yield "a list of open tables, ms", median(lambda _: house.client.get("/api/tables"), 40)
        if tables:
            yield "shelf of a player, ms", median(partial(get, path="/"), 40)
            yield (
                "a table's page, from the file, ms",
                median(lambda n: get(n + 40, "/t/table{}"), 160),
            )
            yield "memory with 200 of them looked at, MB", house.memory
            time.sleep(PUT_AWAY)
            live = re.search(r"^tablee_tables_live (\d+)", house.client.get("/metrics").text, re.M)
            assert live is not None
            yield "tables in memory a moment later", float(live[1])
            yield "memory then, MB", house.memory


def main() -> None:
    """Measures both, in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        empty, full = (f"sqlite:///{folder}/{name}.sqlite" for name in ("empty", "full"))
        with opened(full) as engine:
            for first in range(0, wish.tables, 500):
                with engine.begin() as connection:
                    lay(connection, first, min(first + 500, wish.tables), wish.moves)
        size = Path(f"{folder}/full.sqlite").stat().st_size / 1e6
        print(f"{wish.tables} tables of {wish.moves} moves: a file of {size:.1f} MB")
        found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for _ in range(wish.runs):
            for name, url, tables in (("empty", empty, 0), ("full", full, wish.tables)):
                for what, value in measure(url, tables):
                    found[what][name].append(value)
        print(f"{'':40} {'empty':>10} {'full':>10}")
        for what, by_name in found.items():
            shown = [by_name.get(name) for name in ("empty", "full")]
            cells = [f"{statistics.median(one):10.1f}" if one else f"{'–':>10}" for one in shown]
            print(f"{what:40} {' '.join(cells)}")


if __name__ == "__main__":
    main()
