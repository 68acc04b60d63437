"""How often somebody may ask: a bucket of tokens for each address."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict

from tablee.web.errors import TooMuch

MOST_KNOWN = 10_000


class Bucket:
    """Lets each address through so many times a second, with bursts."""

    def __init__(self, rate: float, burst_seconds: float) -> None:
        self._rate = rate
        self._most = max(1.0, rate * burst_seconds)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> None:
        """Takes a token, or refuses and says when there will be one."""
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
        """Takes a place, or refuses."""
        if self._held[address] >= self._most:
            raise TooMuch(f"{self._most} are open from your address: close one.")
        self._held[address] += 1

    def give_back(self, address: str) -> None:
        """Frees a place."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]
