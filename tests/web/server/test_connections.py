"""Connections: heads that never end, requests that never arrive, too many from one address."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from tablee.house.errors import TooBig
from tablee.house.settings import Limits
from tablee.web.http.middleware import read_body
from tablee.web.serve import configure
from tablee.web.server.connections import raise_descriptors
from tests.web.guests import story

HEAD = b"GET / HTTP/1.1\r\nhost: house\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body."""
    try:
        body = await read_body(dict(scope["headers"]), receive, 10**6)
        answer = PlainTextResponse(str(len(body)))
    except TooBig as error:
        answer = PlainTextResponse("", error.status)
    await answer(scope, receive, send)


@asynccontextmanager
async def listening(limits: Limits) -> AsyncIterator[int]:
    config = configure(echo, limits)
    config.load()
    state, loop = ServerState(), asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: config.http_protocol_class(config=config, server_state=state, app_state={}),  # type: ignore[call-arg]
        "127.0.0.1",
        0,
    )
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        for protocol in list(state.connections):
            protocol.transport.abort()
        server.close()
        await asyncio.sleep(0)


async def said(reader: asyncio.StreamReader) -> bytes:
    """The status line, or nothing if the connection was cut off."""
    try:
        return await asyncio.wait_for(reader.readline(), 5)
    except ConnectionError:
        return b""


@story
async def test_a_header_that_never_ends_is_refused_and_stops_nobody() -> None:
    async with listening(Limits()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"x: ")
        begun = time.process_time()
        for _ in range(80):
            writer.write(b"a" * 1_000_000)
            try:
                await writer.drain()
            except ConnectionError:
                break
        assert await said(reader) in (b"HTTP/1.1 431 Request Header Fields Too Large\r\n", b"")
        writer.close()
        assert time.process_time() - begun < 2


@story
async def test_a_long_head_in_one_piece_is_refused_and_a_usual_one_is_not() -> None:
    async with listening(Limits()) as port:
        for size, status in ((20_000, b"200"), (100_000, b"431")):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HEAD + b"cookie: " + b"a" * size + b"\r\n\r\n")
            assert (await said(reader)).split()[1:2] == [status]
            writer.close()


@story
async def test_trailers_that_never_end_are_refused() -> None:
    async with listening(Limits()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: ")
        for _ in range(40):
            writer.write(b"a" * 10_000)
            await asyncio.sleep(0)
        assert (await said(reader)).split()[1:2] in ([b"431"], [])
        writer.close()


@story
async def test_a_large_body_is_no_head() -> None:
    async with listening(Limits()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = b"b" * 200_000
        writer.write(b"POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 200000\r\n\r\n" + body)
        assert (await said(reader)).split()[1] == b"200"
        writer.close()


@story
async def test_a_request_that_does_not_arrive_is_given_up() -> None:
    async with listening(Limits(arrival=0.2)) as port:
        for begun in (b"", HEAD, b"POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\nhalf"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(begun)
            assert b"408" in await said(reader)
            await asyncio.wait_for(reader.read(), 5)
            writer.close()


@story
async def test_a_connection_that_rests_between_requests_is_kept() -> None:
    async with listening(Limits(arrival=0.2)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(HEAD + b"\r\n")
            assert b"200" in await said(reader)
            await reader.readuntil(b"\r\n\r\n0")
            await asyncio.sleep(0.4)
        writer.close()


@story
async def test_connections_of_one_address_are_limited() -> None:
    async with listening(Limits(connections=2)) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        reader, refused = await asyncio.open_connection("127.0.0.1", port)
        assert b"429" in await said(reader)
        refused.close()
        held[0][1].close()
        answer = b"429"
        while b"429" in answer:  # until it has been noticed that one has gone
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HEAD + b"\r\n")
            answer = await said(reader)
            writer.close()
        assert b"200" in answer
        held[1][1].close()


def test_descriptors_are_raised_to_the_hard_limit() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, before[1]), before[1]))
    try:
        assert raise_descriptors() == before[1]
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
