"""How often each address may ask, how much at once, and whose request comes next."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import Counter, OrderedDict, deque
from typing import Any

from tablee.house.errors import TooMuch
from tablee.web.http.requests import Receive, Scope, Send, client_of

MOST_KNOWN = 10_000
SITE = 16
"""How many times as much as one network all networks of an IPv6 site may have together."""


def homes_of(address: str) -> list[tuple[str, int]]:
    """Return what an address is counted by, and in which measure.

    A line has 2^64 addresses of IPv6, and a site 2^16 lines: they count by /64 and by /48.
    """
    if ":" not in address:
        return [(address, 1)]
    try:
        read = ipaddress.IPv6Address(address)
    except ValueError:
        return [(address, 1)]
    if read.ipv4_mapped:
        return [(str(read.ipv4_mapped), 1)]
    number = int(read)
    return [(f"{number >> 64:x}/64", 1), (f"{number >> 80:x}/48", SITE)]


class Bucket:
    """Lets each address through so many times a second, with bursts."""

    def __init__(self, rate: float, burst_seconds: float) -> None:
        self._rate = rate
        self._most = max(1.0, rate * burst_seconds)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> None:
        """Take a token, or refuse and say when there will be one."""
        homes = homes_of(address)
        for home, measure in homes:
            if (left := self._count(home, measure)) < 1:
                wait = max(1, math.ceil((1 - left) / (self._rate * measure)))
                raise TooMuch(f"too many requests: wait {wait} s.", wait)
        self._add(homes, -1)

    def give_back(self, address: str) -> None:
        """Give a token back."""
        self._add(homes_of(address), 1)

    def _count(self, home: str, measure: int) -> float:
        """Return how many tokens are left."""
        now, most = time.monotonic(), self._most * measure
        left, then = self._left.get(home, (most, now))
        return min(most, left + (now - then) * self._rate * measure)

    def _add(self, homes: list[tuple[str, int]], tokens: int) -> None:
        for home, measure in homes:
            left = min(self._most * measure, self._count(home, measure) + tokens)
            self._left[home] = (left, time.monotonic())
            self._left.move_to_end(home)
            if len(self._left) > MOST_KNOWN:
                self._left.popitem(last=False)


class Places:
    """Counts what each address holds open at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> None:
        """Take a place, or refuse."""
        homes = homes_of(address)
        if any(self._held[home] >= self._most * measure for home, measure in homes):
            raise TooMuch(f"{self._most} are open from your address: close one.")
        self._held.update(home for home, _ in homes)

    def give_back(self, address: str) -> None:
        """Free a place."""
        for home, _ in homes_of(address):
            self._held[home] -= 1
            if not self._held[home]:
                del self._held[home]


class Lanes:
    """Lets the requests of an address in one after the other, so that others' come between them.

    One that takes longer than a moment, such as a hint, no longer keeps back the next.
    """

    def __init__(self, app: Any, moment: float = 0.05) -> None:
        self._app = app
        self._moment = moment
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request when its turn has come."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        (address, _), *_ = homes_of(client_of(scope))
        loop = asyncio.get_running_loop()
        await self._enter(address)
        passed = False

        def pass_on() -> None:
            nonlocal passed
            if not passed:
                passed = True
                self._let_in(address)

        timer = loop.call_later(self._moment, pass_on)
        try:
            await self._app(scope, receive, send)
        finally:
            timer.cancel()
            pass_on()

    async def _enter(self, address: str) -> None:
        line = self._waiting.get(address)
        if line is None:
            self._waiting[address] = deque()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._let_in(address)
            raise

    def _let_in(self, address: str) -> None:
        """Let the next request of an address in; forget the address once there is none."""
        line = self._waiting[address]
        while line:
            turn = line.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[address]
