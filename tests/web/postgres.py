"""A PostgreSQL server of our own, from the machine's binaries, for the time of the tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

USER = "tablee"


def find_binaries() -> Path | None:
    """Finds the folder with `postgres` and `initdb`."""
    found = shutil.which("initdb")
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return Path(found).parent if found else next(iter(places), None)


@contextmanager
def running(binaries: Path) -> Iterator[Path]:
    """Runs a server that listens only on a socket in a new folder; gets the folder."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
    who = {"user": "postgres"} if os.geteuid() == 0 else {}
    if who:
        shutil.chown(folder, "postgres")
    data, quiet = folder / "data", subprocess.DEVNULL
    init = [binaries / "initdb", "-D", data, "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8"]
    subprocess.run(init, check=True, stdout=quiet, stderr=quiet, cwd="/", **who)  # type: ignore[call-overload]
    options = ["-c", "listen_addresses=", "-c", "max_connections=60", "-c", "fsync=off"]
    server = subprocess.Popen(  # type: ignore[call-overload]
        [binaries / "postgres", "-D", data, "-k", folder, *options],
        stdout=quiet,
        stderr=quiet,
        cwd="/",
        **who,
    )
    try:
        wait_for(folder)
        yield folder
    finally:
        server.send_signal(signal.SIGINT)  # at once, whoever is still connected
        server.wait(timeout=20)
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(folder: Path, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            psycopg.connect(address(folder, "postgres")).close()
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return


def address(folder: Path, name: str) -> str:
    return f"postgresql://{USER}@/{name}?host={folder}"


def new_database(folder: Path, name: str) -> str:
    """Makes an empty database; gets its address."""
    with psycopg.connect(address(folder, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address(folder, name)
