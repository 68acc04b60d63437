"""What every request passes: limits, the origin of posts, headers, one line of log."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.core.errors import TableeError
from tablee.house.errors import FromElsewhere, RecordTooBig, TooBig, Unreadable
from tablee.house.settings import Limits
from tablee.web.http.limits import Bucket
from tablee.web.http.request_log import Lines
from tablee.web.http.requests import Receive, Scope, Send, client_of, read_number

Refused = Callable[[Scope, Send, TableeError], Awaitable[None]]
"""Answers a request that is not let in."""
Saw = Callable[[str, int, float], None]
"""Counts a request: its path, its status, its seconds."""

SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        b" font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self';"
        b" form-action 'self';"
        b" base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
STRICT = (b"strict-transport-security", b"max-age=31536000")
"""Has browsers ask by HTTPS alone for a year, where cookies travel so."""
RECORDS = ("/replay", "/verify", "/api/verify")
"""Where the record of a match may be brought, which is longer than anything else."""
PRIVATE = (b"cache-control", b"no-store")


class RequestMiddleware:
    """Lets requests in, and adds to every answer what all have in common."""

    def __init__(
        self,
        app: Any,
        limits: Limits,
        refused: Refused,
        saw: Saw | None = None,
        secure: bool = False,
        addresses: str = "short",
    ) -> None:
        self._app = app
        self._refused = refused
        self._saw = saw
        self._body = limits.body
        self._most = dict.fromkeys(RECORDS, limits.record)
        self._headers = [*HEADERS, PRIVATE, *([STRICT] if secure else [])]
        self._bucket = Bucket(limits.asked, burst_seconds=10)
        self._lines = Lines(addresses)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seen = _Seen(scope, send, self._headers)
        headers = scope["tablee.headers"] = dict(scope["headers"])
        begun = time.perf_counter()
        try:
            self._bucket.take(client_of(scope))
            if scope["method"] not in SAFE:
                check_origin(headers)
                scope["tablee.body"] = await self._read(scope["path"], headers, receive)
                receive = _Replayed(scope["tablee.body"], receive)
            await self._app(_as_get(scope), receive, seen.send)
        except TableeError as error:
            await self._refused(scope, seen.send, error)
        finally:
            seconds = time.perf_counter() - begun
            self._lines.add(scope, seen.status, seconds)
            if self._saw is not None:
                self._saw(scope["path"], seen.status, seconds)

    async def _read(self, path: str, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """Read a request; raise RecordTooBig for a record that is too long."""
        try:
            return await read_body(headers, receive, self._most.get(path, self._body))
        except TooBig as error:
            raise (RecordTooBig(str(error)) if path in self._most else error) from None


def _as_get(scope: Scope) -> Scope:
    """Return a request for a page where its head is asked for; the server leaves the body out."""
    if scope["method"] != "HEAD" or scope["path"].endswith("/stream"):
        return scope
    return {**scope, "method": "GET"}


class _Seen:
    """Adds the headers of the house and the cookie of a newcomer, and remembers the status."""

    __slots__ = ("_headers", "_scope", "_send", "status")

    def __init__(self, scope: Scope, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self._scope = scope
        self._send = send
        self._headers = headers
        self.status = 0

    def send(self, message: dict[str, Any]) -> Awaitable[None]:
        """Pass a message on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = message.get("headers", [])
            named = {name for name, _ in own}
            usual = [header for header in self._headers if header[0] not in named]
            message["headers"] = [*own, *usual]
            if "tablee.cookie" in self._scope:
                message["headers"].append((b"set-cookie", self._scope["tablee.cookie"].encode()))
        passed: Awaitable[None] = self._send(message)
        return passed


class _Replayed:
    """Hands an application the body that has been read already."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._message: dict[str, Any] | None = {
            "type": "http.request",
            "body": body,
            "more_body": False,
        }
        self._receive = receive

    async def __call__(self) -> dict[str, Any]:
        """Return the body, then what comes later."""
        message, self._message = self._message, None
        if message is not None:
            return message
        later: dict[str, Any] = await self._receive()
        return later


def check_origin(headers: dict[bytes, bytes]) -> None:
    """Refuse a post that another site's page has sent."""
    origin = headers.get(b"origin")
    if origin is not None and origin.partition(b"://")[2] != headers.get(b"host"):
        raise FromElsewhere("this request comes from another site's page.")
    if headers.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
        raise FromElsewhere("this request comes from another site's page.")


async def read_body(headers: dict[bytes, bytes], receive: Receive, most: int) -> bytes:
    """Read a request, up to a limit."""
    length = read_number(headers.get(b"content-length", b"0").decode("latin-1"))
    if length is None or length > most:
        raise TooBig(f"a request has at most {most} bytes.")
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Unreadable("the request broke off before its end.")
        body += message.get("body", b"")
        if len(body) > most:
            raise TooBig(f"a request has at most {most} bytes.")
        if not message.get("more_body"):
            return body
