"""What workers tell each other on PostgreSQL: which table has changed."""

from __future__ import annotations

import asyncio
import threading

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import Engine

from tablee.house.messages import Message, decode
from tablee.house.ports.store import Heard
from tablee.store.database import ALIVE, CHANNEL


class Notices:
    """A thread that listens for changes that other workers have made."""

    def __init__(
        self,
        engine: Engine,
        me: str,
        heard: Heard,
    ) -> None:
        self._url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._url = make_conninfo(self._url, **ALIVE)
        self._me = me
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._over = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="tablee-notices", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        """Listen, and begin again when the connection is lost; then anything may have changed."""
        while not self._over.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._tell("", None)
                    self._listening.set()
                    self._pass_on(connection)
            except psycopg.OperationalError:
                self._over.wait(0.5)

    def _pass_on(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        while not self._over.is_set():
            for notice in connection.notifies(timeout=0.5):
                worker, _, line = notice.payload.partition(" ")
                message = decode(line)
                if worker != self._me and message is not None:
                    self._tell(worker, message)

    def _tell(self, worker: str, message: Message | None) -> None:
        if not self._loop.is_closed() and not self._over.is_set():
            self._loop.call_soon_threadsafe(self._heard, worker, message)

    async def begin(self, patience: float = 5.0) -> None:
        """Wait until others are heard; without a connection, until patience ends."""
        await asyncio.to_thread(self._listening.wait, patience)

    def close(self) -> None:
        """Stop listening."""
        self._over.set()
        self._thread.join(timeout=5)
