"""The paths that are asked most: a move, and the streams of events, as JSON and as pages."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tablee.core import as_json
from tablee.core.errors import TableeError
from tablee.house.errors import NotNow, Unreadable
from tablee.house.live.listener import Listener
from tablee.house.live.streams import SCREEN, Streams
from tablee.web.http import visitors
from tablee.web.http.compression import GzipStream
from tablee.web.http.limits import Places
from tablee.web.http.refusals import json_answer
from tablee.web.http.requests import (
    Receive,
    Scope,
    Send,
    client_of,
    header_of,
    language_of,
    query_of,
    whole_number,
)

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"accept-encoding"),
]
PACKED = (b"content-encoding", b"gzip")
SSE_RETRY = b"retry: 1000\n\n"
SSE_COMMENT = b": \n\n"
HEARTBEAT = b"event: beat\ndata: {}\n\n"
"""Tells a page that the connection lives; a script cannot hear a comment."""


class FastPaths:
    """Answers moves, streams and "ready" itself, and hands on everything else."""

    def __init__(self, app: Any, house: House) -> None:
        self._app = app
        self._house = house
        self._places = Places(house.settings.limits.streams)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        parts = scope["path"].split("/") if scope["type"] == "http" else []
        if len(parts) == 5 and parts[1] == "api" and parts[2] == "tables":
            asked = (scope["method"], parts[4])
            if asked == ("POST", "moves"):
                return await self._move(scope, parts[3], receive, send)
            if asked == ("GET", "stream"):
                return await self._stream(scope, parts[3], receive, send)
        if len(parts) == 4 and parts[1] == "t":
            asked = (scope["method"], parts[3])
            if asked == ("GET", "stream"):
                return await self._stream(scope, parts[2], receive, send, language_of(scope))
            if asked == ("POST", "moves") and _is_json(scope):
                return await self._move(scope, parts[2], receive, send, page=True)
            if asked == ("POST", "ready") and await self._is_ready(scope, parts[2]):
                return await go(send, f"/t/{parts[2]}")
        await self._app(scope, receive, send)
        return None

    async def _move(
        self, scope: Scope, name: str, receive: Receive, send: Send, page: bool = False
    ) -> None:
        """Play a move; a page is told in its language what is refused."""
        lang = language_of(scope)
        try:
            move, ply = read_move(scope["tablee.body"])
            visitor = visitors.find(self._house.identities, scope)
            table = await self._house.tables.table_for(name, visitor)
            seat = table.seat_for(visitor)
            after = await table.play(seat, move, ply, lang)
        except TableeError as error:
            refused = json_answer(error, lang if page else None)
            return await refused(scope, receive, send)
        return await answer(send, b'{"ply":%d}' % after)

    async def _is_ready(self, scope: Scope, name: str) -> bool:
        """Note that a player has seen the points; False where a page must say why not."""
        visitor = visitors.find(self._house.identities, scope)
        try:
            table = await self._house.tables.table_for(name, visitor)
        except TableeError:
            return False
        if not table.seats.of(visitor):
            return False
        more = b"more=" in scope["tablee.body"]
        self._house.tables.streams(table).mark_ready(visitor, more)
        return True

    async def _stream(
        self, scope: Scope, name: str, receive: Receive, send: Send, lang: str | None = None
    ) -> None:
        """Send what happens at a table: as JSON, or with a language as pages."""
        address = client_of(scope)
        try:
            if self._house.closing:
                raise NotNow("the house is closing: come back in a moment.")
            shown = query_of(scope, "seat")
            visitor = visitors.find(self._house.identities, scope)
            visitor = None if shown == SCREEN else visitor
            table = await self._house.tables.table_for(name, visitor)
            since = read_since(scope, table.ply)
            streams = self._house.tables.streams(table)
            if lang is not None and table.match.state is not None:
                await streams.story(lang)
            self._places.take(address)
        except TableeError as error:
            return await json_answer(error)(scope, receive, send)
        listener = streams.listen(visitor, since, lang, shown)
        packed = lang is not None and "gzip" in header_of(scope, b"accept-encoding")
        try:
            return await send_events(
                streams, listener, receive, send, GzipStream() if packed else None
            )
        finally:
            streams.leave(listener)
            self._places.give_back(address)


async def send_events(
    streams: Streams, listener: Listener, receive: Receive, send: Send, packer: GzipStream | None
) -> None:
    """Send a listener everything until one of the two leaves."""
    leaving = asyncio.get_running_loop().create_task(_until_left(listener, receive))
    quiet = SSE_COMMENT if listener.lang is None else HEARTBEAT
    headers = STREAM_HEADERS if packer is None else [*STREAM_HEADERS, PACKED]
    try:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        news = SSE_RETRY + streams.news_for(listener)
        while not listener.closed:
            body = news or quiet
            body = body if packer is None else packer.write(body)
            await send({"type": "http.response.body", "body": body, "more_body": True})
            await listener.wait()
            news = streams.news_for(listener)
        await send({"type": "http.response.body", "body": packer.end() if packer else b""})
    finally:
        leaving.cancel()


async def _until_left(listener: Listener, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


def _is_json(scope: Scope) -> bool:
    kind: bytes = scope["tablee.headers"].get(b"content-type", b"")
    return kind.startswith(b"application/json")


def read_move(body: bytes) -> tuple[str, int]:
    """Read a move and the ply that it answers."""
    try:
        facts = as_json.loads(body)
        move, ply = facts["move"], facts["ply"]
    except (ValueError, KeyError, TypeError):
        raise Unreadable('write {"move": "…", "ply": N}, the ply that the move answers.') from None
    if not isinstance(move, str) or not isinstance(ply, int) or isinstance(ply, bool):
        raise Unreadable("move is a text, and ply a whole number.")
    return move, ply


def read_since(scope: Scope, default: int) -> int:
    """Return the last ply that a client has seen, from its header or the query."""
    seen = header_of(scope, b"last-event-id") or query_of(scope, "since")
    return whole_number(seen, "since") if seen else default


async def answer(send: Send, body: bytes) -> None:
    """Answer with JSON."""
    head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})


async def go(send: Send, path: str) -> None:
    """Lead to a page."""
    head = [(b"location", path.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 303, "headers": head})
    await send({"type": "http.response.body", "body": b""})
