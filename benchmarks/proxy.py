"""One house and two behind one address, on PostgreSQL: what each carries.

    python -m benchmarks.proxy [--tables 200] [--seconds 8] [--pace 0] [--by connections tables]

The load is that of `benchmarks/server.py`; the proxy is HAProxy as Debian packages it. By
connections it sends each to the house with the fewest: so the people of one table meet at both,
which is the worst case for what these must tell each other. By tables it sends all requests of a
table to one house. Loopback only.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import orjson
import uvloop
from benchmarks.kills import Database
from benchmarks.server import Run, free_port, measure, wait_for
from tests.web.postgres import new_database

BALANCE = {
    "connections": "balance leastconn",
    "tables": "balance hash var(txn.table)\n    hash-type consistent",
}
CONFIGURATION = """
global
    maxconn 8000
defaults
    mode http
    timeout connect 5s
    timeout client 1h
    timeout server 1h
    timeout http-request 10s
    timeout http-keep-alive 1h
frontend address
    bind 127.0.0.1:{port}
    http-request set-var(txn.table) path,field(4,/) if {{ path_beg /api/tables/ }}
    http-request set-var(txn.table) path,field(3,/) if {{ path_beg /t/ }}
    default_backend houses
backend houses
    {balance}
    option httpchk GET /healthz
{houses}
"""


@contextlib.contextmanager
def proxy(folder: Path, ports: list[int], by: str) -> Iterator[int]:
    """Run HAProxy in front of some houses; get its port."""
    found = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    assert found, "install haproxy"
    houses = "\n".join(f"    server house{n} 127.0.0.1:{p} check" for n, p in enumerate(ports))
    port, file = free_port(), folder / "haproxy.cfg"
    file.write_text(
        CONFIGURATION.format(port=port, houses=houses, balance=BALANCE[by]), encoding="utf-8"
    )
    with (folder / "proxy.log").open("wb") as log:
        running = subprocess.Popen([found, "-f", str(file), "-db"], stdout=log, stderr=log)
    try:
        time.sleep(1)
        assert running.poll() is None, (folder / "proxy.log").read_text()
        yield port
    finally:
        running.terminate()
        running.wait(20)


@contextlib.contextmanager
def houses(count: int, database: str, log: Path) -> Iterator[tuple[list[int], list[int]]]:
    """Run houses on one database; get their ports and processes."""
    ports, running = [free_port() for _ in range(count)], []
    with log.open("wb") as lines:
        for port in ports:
            command = [sys.executable, "-m", "benchmarks.server", "--serve", database, str(port)]
            running.append(subprocess.Popen(command, stderr=lines))
    try:
        for port in ports:
            wait_for(port)
        yield ports, [one.pid for one in running]
    finally:
        for one in running:
            one.terminate()
            one.wait(20)


def main() -> None:
    """Measures one house, then two."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--pace", type=float, default=0.0, help="seconds a move; 0: at once")
    parser.add_argument("--html", action="store_true", help="follow the streams of the pages")
    parser.add_argument("--game", default="fourmis")
    parser.add_argument("--by", nargs="*", choices=BALANCE, default=list(BALANCE))
    chosen = parser.parse_args()
    store, errors = Database(), 0
    try:
        for count, by in ((1, "connections"), *((2, by) for by in chosen.by)):
            url = new_database(store.folder, f"houses{count}_{by}")
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                with (
                    houses(count, url, folder / "log") as (ports, pids),
                    proxy(folder, ports, by) as port,
                ):
                    wait_for(port)
                    run = Run(chosen.pace, chosen.html, chosen.game)
                    load = measure(port, pids, run, chosen.tables, chosen.seconds)
                    figures = {"houses": count, "by": by, **uvloop.run(load)}
                    errors += run.errors
            print(orjson.dumps(figures, option=orjson.OPT_INDENT_2).decode(), flush=True)
    finally:
        store.stop()
        shutil.rmtree(store.folder, ignore_errors=True)
    sys.exit(errors > 0)


if __name__ == "__main__":
    main()
