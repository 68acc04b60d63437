"""The paths that are asked most: a move, and the streams of events, as JSON and as pages."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qs

import orjson

from tablee.core.errors import TableeError
from tablee.web.door import (
    Receive,
    Scope,
    Send,
    address_of,
    answer,
    chosen_language,
    language_of,
    refuse,
)
from tablee.web.errors import NotNow, Unreadable
from tablee.web.house import House
from tablee.web.limits import Places
from tablee.web.listener import Listener
from tablee.web.tables import Table

STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
HELLO = b"retry: 1000\n\n"
QUIET = b": \n\n"


class FastPaths:
    """Answers `POST …/moves` and `GET …/stream` itself, and hands on everything else."""

    def __init__(self, app: Any, house: House) -> None:
        self._app = app
        self._house = house
        self._places = Places(house.settings.limits.streams)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        parts = scope["path"].split("/") if scope["type"] == "http" else []
        if len(parts) == 5 and parts[1] == "api" and parts[2] == "tables":
            asked = (scope["method"], parts[4])
            if asked == ("POST", "moves"):
                return await self._move(scope, parts[3], send)
            if asked == ("GET", "stream"):
                return await self._stream(scope, parts[3], receive, send)
        if len(parts) == 4 and parts[1] == "t":
            asked = (scope["method"], parts[3])
            if asked == ("GET", "stream"):
                lang = chosen_language(scope)
                return await self._stream(scope, parts[2], receive, send, lang)
            if asked == ("POST", "moves") and _is_json(scope):
                return await self._move(scope, parts[2], send, chosen_language(scope))
        await self._app(scope, receive, send)
        return None

    async def _move(self, scope: Scope, name: str, send: Send, page: str | None = None) -> None:
        """Plays a move; what is refused is said in the language of a page, if it has one."""
        headers = scope["tablee.headers"]
        try:
            move, ply = read_move(scope["tablee.body"])
            table = self._house.live(name) or await self._house.table(name)
            seat = table.seat_for(self._house.visitors.find(headers))
            after = await table.play(seat, move, ply, page or language_of(headers))
        except TableeError as error:
            return await refuse(send, error, page)
        return await answer(send, 200, b'{"ply":%d}' % after)

    async def _stream(
        self, scope: Scope, name: str, receive: Receive, send: Send, lang: str | None = None
    ) -> None:
        """Tells what happens at a table: as JSON, or with a language as pages."""
        address = address_of(scope)
        try:
            if self._house.closing:
                raise NotNow("the house is closing: come back in a moment.")
            table = await self._house.table(name)
            visitor = self._house.visitors.find(scope["tablee.headers"])
            since = read_since(scope, table.ply)
            if lang is not None and table.state is not None:
                await table.story(lang)
            self._places.take(address)
        except TableeError as error:
            return await refuse(send, error)
        listener = table.listen(visitor, since, lang)
        try:
            return await _tell(table, listener, receive, send)
        finally:
            table.leave(listener)
            self._places.give_back(address)


async def _tell(table: Table, listener: Listener, receive: Receive, send: Send) -> None:
    """Tells a listener everything until one of the two leaves."""
    leaving = asyncio.get_running_loop().create_task(_until_left(listener, receive))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        await send({"type": "http.response.body", "body": HELLO, "more_body": True})
        while not listener.closed:
            news = table.news_for(listener) or QUIET
            await send({"type": "http.response.body", "body": news, "more_body": True})
            await listener.wait()
        await send({"type": "http.response.body", "body": b""})
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
    """Reads a move and the ply that it answers."""
    try:
        facts = orjson.loads(body)
        move, ply = facts["move"], facts["ply"]
    except (ValueError, KeyError, TypeError):
        raise Unreadable('write {"move": "…", "ply": N}, the ply that the move answers.') from None
    if not isinstance(move, str) or not isinstance(ply, int) or isinstance(ply, bool):
        raise Unreadable("move is a text, and ply a whole number.")
    return move, ply


def read_since(scope: Scope, default: int) -> int:
    """Gets the last ply that a client has seen, from its header or the query."""
    seen = scope["tablee.headers"].get(b"last-event-id", b"").decode("latin-1")
    seen = seen or parse_qs(scope["query_string"].decode("latin-1")).get("since", [""])[0]
    if not seen:
        return default
    if not seen.isascii() or not seen.isdigit() or len(seen) > 9:
        raise Unreadable(f"since {seen[:20]!r} is no ply: write a whole number.")
    return int(seen)
