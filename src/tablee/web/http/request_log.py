"""The log of requests: one line each, and no more of an address or a table than the host wants."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Mapping
from ipaddress import ip_address, ip_network

from tablee.core import as_json
from tablee.web.http.requests import Scope, client_of

log = logging.getLogger("tablee.request")
MOMENT = 0.1
_NAMED = re.compile(r"/(t|tables|replay|review|pad/live)/([\w-]{6})[\w-]+")
"""A table, a match or a shared sheet by its name, by which a visitor may sit or write there."""


def shorten_ids(path: str) -> str:
    """Return a path with the first six letters of a table's name."""
    return _NAMED.sub(r"/\1/\2…", path)


def shorten(address: str) -> str:
    """Return the network of an address: /24 of IPv4, /48 of IPv6."""
    try:
        version = ip_address(address).version
    except ValueError:
        return address
    return str(ip_network(f"{address}/{24 if version == 4 else 48}", strict=False))


ADDRESSES: Mapping[str, Callable[[str], str]] = {
    "none": lambda address: "-",
    "short": shorten,
    "full": lambda address: address,
}
"""What the log says of an address, by what the host wants."""


class Lines:
    """The log: one line a request, never a query or a body, which may name cards."""

    def __init__(self, addresses: str = "short") -> None:
        self._address = ADDRESSES[addresses]
        self._waiting: list[bytes] = []

    def add(self, scope: Scope, status: int, seconds: float) -> None:
        """Note a request; what comes within a moment is written at once."""
        if not log.isEnabledFor(logging.INFO):
            return
        facts = {
            "at": round(time.time(), 3),
            "from": self._address(client_of(scope)),
            "method": scope["method"],
            "path": shorten_ids(scope["path"]),
            "status": status,
            "ms": round(seconds * 1000, 2),
        }
        if not self._waiting:
            asyncio.get_running_loop().call_later(MOMENT, self._write)
        self._waiting.append(as_json.dumps(facts))

    def _write(self) -> None:
        lines, self._waiting = self._waiting, []
        log.info(b"\n".join(lines).decode())
