"""What a connection may send before anybody reads it: so many bytes, in so much time.

uvicorn has no limit on headers, and joins the pieces of one on the event loop, in time that grows
with the square of its length; nor does it limit how long a request may take to arrive.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from tablee.house.errors import TooMuch
from tablee.house.settings import Limits
from tablee.web.http.limits import Places
from tablee.web.http.request_log import shorten

log = logging.getLogger("tablee.connections")
PIECE = 16_384
"""Bytes handed to the parser at once."""
QUIET = 10.0
"""Seconds between two lines of the log about refused connections."""


class GuardedProtocol(HttpToolsProtocol):
    """HTTP with a limit on what is no body, on time for a request, on connections of an address."""

    limits = Limits()
    places = Places(limits.connections)
    told_at = -QUIET

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._beside = 0
        """Bytes of the present request that are no body: head, trailers, sizes of chunks."""
        self._arriving = True
        self._clock: asyncio.TimerHandle | None = None
        self._placed = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place of the address, or refuse."""
        super().connection_made(transport)
        try:
            self.places.take(self._address)
        except TooMuch:
            self._tell_refused()
            self._refuse(429, b"too many connections from your address: close one.")
            return
        self._placed = True
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._stop_clock()
        if self._placed:
            self._placed = False
            self.places.give_back(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hand pieces to the parser as long as they stay within the limits."""
        for first in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            piece = data[first : first + PIECE]
            self._arriving = True
            self._beside += len(piece)
            super().data_received(piece)
            if self._beside > self.limits.head and not self.transport.is_closing():
                most = b"%d" % self.limits.head
                self._refuse(431, b"the head of a request has at most " + most + b" bytes.")
                return
        if not self._arriving:
            self._stop_clock()
        elif self._clock is None:
            self._start_clock()

    def on_body(self, body: bytes) -> None:
        """Take in a part of the body."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Begin to count anew: the request has arrived."""
        self._beside = 0
        self._arriving = False
        super().on_message_complete()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else "nowhere"

    def _start_clock(self) -> None:
        self._clock = self.loop.call_later(self.limits.arrival, self._too_slow)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _too_slow(self) -> None:
        self._clock = None
        seconds = f"{self.limits.arrival:g}".encode()
        self._refuse(408, b"a request must arrive within " + seconds + b" seconds.")

    def _refuse(self, status: int, sentence: bytes) -> None:
        """Answer, unless an answer has begun, and close."""
        if self.cycle is None or not self.cycle.response_started:
            head = b"content-type: text/plain\r\ncontent-length: %d\r\n" % len(sentence)
            answer = STATUS_LINE[status] + head + b"connection: close\r\n\r\n" + sentence
            self.transport.write(answer)
        self.transport.close()

    def _tell_refused(self) -> None:
        if time.monotonic() - GuardedProtocol.told_at >= QUIET:
            GuardedProtocol.told_at = time.monotonic()
            log.warning(
                "%s has %d connections: refused", shorten(self._address), self.limits.connections
            )


def guarded(within: Limits) -> type[GuardedProtocol]:
    """Make the protocol of a house with these limits."""

    class Guarded(GuardedProtocol):
        limits = within
        places = Places(within.connections)

    return Guarded


def raise_descriptors() -> int:
    """Let the process have as many connections and files as the system allows; return them."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most
