"""Opens the house to the network: one process, or several on PostgreSQL."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import segno
import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from tablee.core.errors import InvalidOption
from tablee.house.settings import Limits, Settings
from tablee.store.database import open_engine
from tablee.web.app import App, create_app
from tablee.web.server import forking, watching
from tablee.web.server.bot_workers import when_gone
from tablee.web.server.connections import guarded, raise_descriptors

PATIENCE = 5
"""Seconds that requests have to end when the house closes."""


EARLY_DEATHS = 3
"""Workers that may die before the house has opened."""


class Server(uvicorn.Server):
    """A server that says when it answers, and ends its event streams when it is told to stop."""

    def __init__(
        self, config: uvicorn.Config, app: App, ready: Callable[[], None] | None = None
    ) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Make everything ready, and say so."""
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye before waiting for requests to end."""
        self._app.house.close_streams()
        await super().shutdown(sockets)


def configure(app: Any, limits: Limits) -> uvicorn.Config:
    """Return how the application is served."""
    return uvicorn.Config(
        app,
        http=guarded(limits),
        ws="none",
        access_log=False,
        log_level="warning",
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=PATIENCE,
        timeout_keep_alive=75,
        lifespan="on",
        backlog=4096,
    )


def work(
    settings: Settings, sockets: list[socket.socket], ready: Callable[[], None] | None = None
) -> None:
    """Serve in this process until it is told to stop."""
    logging.basicConfig(stream=sys.stderr, format="%(message)s", level=logging.WARNING)
    logging.getLogger("tablee").setLevel(logging.INFO)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # in good order, bot workers and all
    watcher = multiprocessing.parent_process()
    if watcher is not None:  # killed, it could not tell its workers to stop
        when_gone(watcher.sentinel, then=partial(os.kill, os.getpid(), signal.SIGTERM))
    app = create_app(settings)
    raise_descriptors()
    Server(configure(app, settings.limits), app, ready).run(sockets)


def serve(settings: Settings, host: str, port: int, workers: int, watched: bool = False) -> None:
    """Serve on an address, with one process or several, or anew after each edit of a game."""
    if workers > 1 and settings.database.startswith("sqlite"):
        raise InvalidOption(
            "several workers need a database that can tell them of each other's moves:"
            " give --database postgresql://USER@HOST/NAME, or --workers 1."
        )
    if watched and workers > 1:
        raise InvalidOption("--watch is for those who make a game: with it there is one worker.")
    check_database(settings.database)
    listening = listen(host, port)
    address = address_of(host, listening.getsockname()[1])
    ready = partial(announce, address, host, place_of(settings.database), settings.address)
    settings = replace(settings, near=address)
    if watched:
        watch(settings, listening, ready)
    elif workers == 1:
        work(settings, [listening], ready)
    else:
        watch_over(settings, listening, workers, ready)


def watch(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve in a process that begins anew after each edit; the address stays open."""
    context = watching.context()

    def start() -> BaseProcess:
        process = context.Process(target=work, args=(settings, [listening]))
        process.start()
        return process

    ready()
    watching.watch(start)


def check_database(url: str) -> None:
    """Open the database once; raise InvalidOption in one sentence if that cannot be done."""
    os.umask(0o077)  # what is written here is for its owner alone
    try:
        open_engine(url).dispose()
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")
        raise InvalidOption(f"{place_of(url)} cannot be opened: {reason}.") from None


def place_of(url: str) -> str:
    """Return where the tables are kept, without a password."""
    read = make_url(url)
    if read.drivername.startswith("sqlite"):
        return str(Path(read.database or "").resolve())
    return read.set(drivername="postgresql").render_as_string(hide_password=True)


def watch_over(
    settings: Settings, listening: socket.socket, workers: int, ready: Callable[[], None]
) -> None:
    """Run worker processes, and replaces one that dies, until told to stop.

    Raises InvalidOption when several die before any has opened.
    """
    context = forking.context()
    stop, first, told = threading.Event(), context.Event(), False
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    running: list[BaseProcess] = []
    lost = 0
    while not stop.wait(0.2):
        lost += sum(not process.is_alive() for process in running)
        running = [process for process in running if process.is_alive()]
        if lost >= EARLY_DEATHS and not told:
            for process in running:
                process.terminate()
            raise InvalidOption("the workers end before they open: see the lines above.")
        while len(running) < workers:
            process = context.Process(target=work, args=(settings, [listening], first.set))
            running.append(process)
            process.start()
        if first.is_set() and not told:
            told = True
            ready()
    for process in running:
        process.terminate()
    for process in running:
        process.join()


def listen(host: str, port: int) -> socket.socket:
    """Take an address, or say that it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen(4096)
    except (OSError, OverflowError) as error:
        raise InvalidOption(f"{host} port {port} cannot be had: {error}.") from None
    return taken


def address_of(host: str, port: int) -> str:
    """Return the address at which the house is found; in the network if it is open to it."""
    shown = own_address() if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def announce(address: str, host: str, place: str, given: str = "") -> None:
    """Print the address, where tables are kept, and a QR code of the one that links begin with."""
    url = f"{given or address}/"
    sys.stdout.write(f"Tablée is open at {address}/\n")
    if given:
        sys.stdout.write(f"Links lead to {url}\n")
    sys.stdout.write(f"Tables are kept in {place}\n")
    if os.geteuid() == 0:
        sys.stdout.write("It runs as root, and need not: an ordinary user will do.\n")
    if host not in ("127.0.0.1", "localhost", "::1"):
        segno.make(url, error="l").terminal(out=sys.stdout, compact=True, border=2)
    sys.stdout.flush()


def own_address() -> str:
    """Find this machine's address in the network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
