"""People around a house that is open in this process: guests who ask, and streams they follow."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx
from sqlalchemy import Connection

from tablee.house.live.streams import Streams
from tablee.house.settings import NO_LIMITS, Limits, Settings
from tablee.house.tables.table import Table
from tablee.store.sql_store import SqlStore
from tablee.web.app import App, create_app
from tests.stories import story as story

T = TypeVar("T")


def settings(database: str, limits: Limits = NO_LIMITS, **more: Any) -> Settings:
    return Settings(database, limits, bot_workers=0, **{"bot_pace": 0.0, **more})


@asynccontextmanager
async def open_house(
    database: str, limits: Limits = NO_LIMITS, **more: Any
) -> AsyncIterator[Place]:
    app = create_app(settings(database, limits, **more))
    await app.house.begin()
    place = Place(app)
    try:
        yield place
    finally:
        await place.leave()
        await app.house.close()


class Place:
    """A house, and ways to come in."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.house = app.house
        assert isinstance(app.house.store, SqlStore)
        self.transactions = app.house.store.transactions
        self._streams: list[Stream] = []

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Reads from the house's database."""
        return await self.transactions.read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Changes something in the house's database."""
        return await self.transactions.write(work)

    def guest(self, token: str | None = None, **headers: str) -> Guest:
        return Guest(self, token, headers)

    async def live(self, table: str) -> Table:
        return await self.house.tables.table(table)

    async def streams(self, table: str) -> Streams:
        return self.house.tables.streams(await self.live(table))

    async def follow(self, guest: Guest, table: str, since: int | None = None) -> Stream:
        return await self._begun(
            Stream(self.app, f"/api/tables/{table}/stream", guest.token, since)
        )

    async def watch(
        self,
        guest: Guest,
        table: str,
        since: int | None = None,
        packed: bool = False,
        seat: str = "",
    ) -> Stream:
        """Follows the stream of a table's page, which looks from a seat as it says."""
        path = f"/t/{table}/stream?seat={seat}"
        return await self._begun(Stream(self.app, path, guest.token, since, guest.lang, packed))

    async def _begun(self, stream: Stream) -> Stream:
        """A stream once the house knows that somebody follows it."""
        self._streams.append(stream)
        await stream.begun.wait()
        return stream

    async def leave(self) -> None:
        for stream in self._streams:
            await stream.close()

    async def seated(self, players: int = 2, game: str = "fourmis", **wish: Any) -> Seated:
        """Opens a table at which a guest sits at every seat."""
        guests = [self.guest() for _ in range(players)]
        opened = await guests[0].ask(
            "POST", "/api/tables", {"game": game, "players": players, **wish}
        )
        guests[0].token = opened["token"]
        for n, guest in enumerate(guests):
            await guest.sit(opened["table"], f"Guest {n}")
        return Seated(self, opened["table"], guests)

    async def playing(self, players: int = 2, game: str = "fourmis", **wish: Any) -> Seated:
        """Opens such a table and deals."""
        seated = await self.seated(players, game, **wish)
        await seated.guests[0].ask("POST", f"{seated.path}/start", {})
        return seated


class Guest:
    """Somebody who asks, with a token once he has one."""

    def __init__(self, place: Place, token: str | None, headers: dict[str, str]) -> None:
        self.place = place
        self.token = token
        self.lang = headers.get("accept_language", "")
        self._headers = headers
        transport = httpx.ASGITransport(place.app)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://house")

    async def answer(
        self, method: str, path: str, body: Any = None, accept: str = "*/*"
    ) -> httpx.Response:
        headers = {k.replace("_", "-"): v for k, v in self._headers.items()} | {"accept": accept}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        sent = {"content": body} if isinstance(body, bytes | str) else {"json": body}
        if method == "GET":
            sent = {}
        self._client.cookies.clear()
        return await self._client.request(method, path, headers=headers, **sent)

    async def page(self, path: str, status: int = 200) -> str:
        """Looks at a page."""
        answer = await self.answer("GET", path, accept="text/html")
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"].startswith("text/html")
        return answer.text

    async def send(self, path: str, **form: Any) -> httpx.Response:
        """Sends a form, as a browser without script does."""
        headers = {k.replace("_", "-"): v for k, v in self._headers.items()}
        headers |= {"origin": "http://house", "accept": "text/html"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        self._client.cookies.clear()
        return await self._client.post(path, headers=headers, data=form)

    async def led(self, path: str, **form: Any) -> str:
        """Sends a form and gets where it leads."""
        answer = await self.send(path, **form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.answer(method, path, body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    async def refused(self, status: int, method: str, path: str, body: Any = None) -> Any:
        answer = await self.answer(method, path, body)
        assert answer.status_code == status, answer.text
        assert answer.json()["sentence"]
        return answer.json()

    async def sit(self, table: str, name: str, seat: int | None = None) -> int:
        wish = {"name": name, "seat": seat}
        sat = await self.ask("POST", f"/api/tables/{table}/seats", wish)
        self.token = sat["token"]
        return int(sat["seat"])


class Seated:
    """A table with its guests."""

    def __init__(self, place: Place, table: str, guests: list[Guest]) -> None:
        self.place = place
        self.table = table
        self.path = f"/api/tables/{table}"
        self.guests = guests

    async def turn(self) -> tuple[Guest, str, int]:
        """Who is to move, a legal move, and the ply."""
        table = await self.place.live(self.table)
        seat = table.dealt().seat
        assert seat is not None
        view = await self.guests[seat].ask("GET", f"{self.path}/view")
        return self.guests[seat], view["legal"][0]["move"], view["ply"]

    async def move(self) -> None:
        """Plays the first legal move of whoever is to move."""
        guest, move, ply = await self.turn()
        await guest.ask("POST", f"{self.path}/moves", {"move": move, "ply": ply})

    async def finish(self) -> None:
        """Plays the match to its end, quickly."""
        table = await self.place.live(self.table)
        while (seat := table.dealt().seat) is not None:
            move = str(table.dealt().legal_moves()[table.ply % 2 - 1])
            await table.play(seat, move, table.ply)


class Stream:
    """An event stream that somebody follows."""

    def __init__(
        self,
        app: App,
        path: str,
        token: str | None,
        since: int | None,
        lang: str = "",
        packed: bool = False,
    ) -> None:
        headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
        if lang:
            headers.append((b"accept-language", lang.encode()))
        if since is not None:
            headers.append((b"last-event-id", str(since).encode()))
        if packed:
            headers.append((b"accept-encoding", b"gzip, deflate, br"))
        self.raw = b""
        self.status = 0
        self.sent = 0
        self._unpacker = zlib.decompressobj(31) if packed else None
        self._events: asyncio.Queue[tuple[str, Any] | None] = asyncio.Queue()
        self._left = asyncio.Event()
        self.begun = asyncio.Event()
        """Whether it was answered."""
        scope = {
            "type": "http",
            "method": "GET",
            "path": path.partition("?")[0],
            "query_string": path.partition("?")[2].encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
        }
        self._task = asyncio.ensure_future(app(scope, self._receive, self._send))
        self._task.add_done_callback(lambda _: self.begun.set())

    async def _receive(self) -> dict[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.begun.set()
            return
        self.sent += len(message["body"])
        read = self._unpacker.decompress(message["body"]) if self._unpacker else message["body"]
        self.raw += read
        for block in read.decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "event" in lines:
                self._events.put_nowait((lines["event"], json.loads(lines["data"])))
        if not message.get("more_body"):
            self._events.put_nowait(None)

    async def next(self, name: str) -> Any:
        """The next event of a name."""
        while (event := await self._events.get()) is not None:
            if event[0] == name:
                return event[1]
        raise EOFError("the stream has ended")

    async def ended(self) -> None:
        while await self._events.get() is not None:
            pass

    async def close(self) -> None:
        self._left.set()
        await self._task
