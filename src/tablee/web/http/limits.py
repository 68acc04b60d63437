"""How often each address may ask, how much at once, and whose request comes next."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict, deque
from typing import Any

from tablee.house.errors import TooMuch
from tablee.web.http.requests import Receive, Scope, Send, client_of

MOST_KNOWN = 10_000


class Bucket:
    """Lets each address through so many times a second, with bursts."""

    def __init__(self, rate: float, burst_seconds: float) -> None:
        self._rate = rate
        self._most = max(1.0, rate * burst_seconds)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> None:
        """Take a token, or refuse and say when there will be one."""
        now = time.monotonic()
        left, then = self._left.get(address, (self._most, now))
        left = min(self._most, left + (now - then) * self._rate)
        if left < 1:
            wait = max(1, math.ceil((1 - left) / self._rate))
            raise TooMuch(f"too many requests: wait {wait} s.", wait)
        self._left[address] = (left - 1, now)
        self._left.move_to_end(address)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)


class Places:
    """Counts what each address holds open at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> None:
        """Take a place, or refuse."""
        if self._held[address] >= self._most:
            raise TooMuch(f"{self._most} are open from your address: close one.")
        self._held[address] += 1

    def give_back(self, address: str) -> None:
        """Free a place."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]


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
        address, loop = client_of(scope), asyncio.get_running_loop()
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
