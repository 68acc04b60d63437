"""People at an evening: a host, phones, and tables that are played quickly."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable

from tablee.house.evening.model import Evening
from tablee.house.seating.evenings import Evenings
from tablee.house.tables.table import Table
from tablee.web.http.visitors import COOKIE
from tests.web.guests import Guest, Place

NAMES = [
    *("Ada", "Ben", "Chloé", "Dora", "Élie", "Fanny", "Gil", "Hana"),
    *("Ivo", "Jeanne", "Karim", "Lou", "Mia", "Noé", "Ole", "Pia"),
]
TOKEN = re.compile(rf"{COOKIE}=([^;]+)")


class Gathered:
    """An evening with its host and its guests."""

    def __init__(self, place: Place, host: Guest, path: str) -> None:
        self.place, self.host, self.path = place, host, path
        self.guests: dict[str, Guest] = {}

    @property
    def name(self) -> str:
        return self.path.removeprefix("/evening/")

    @property
    def evenings(self) -> Evenings:
        found: Evenings = self.place.app.pages.state.evenings
        return found

    async def now(self) -> Evening:
        return (await self.evenings.find(self.name))[1]

    async def come(self, *names: str) -> None:
        for name in names:
            guest = self.guests[name] = new_guest(self.place)
            await sent(guest, f"{self.path}/join", name=name)

    async def press(self, what: str, **form: object) -> str:
        return await self.host.led(f"{self.path}/{what}", **form)

    async def until(self, holds: Callable[[Evening], bool]) -> Evening:
        """The evening once something holds: what is done in the background is waited for."""
        with self.evenings.listen(self.name) as changed:
            while not holds(found := await self.now()):
                await asyncio.wait_for(changed.wait(), 20)
                changed.clear()
        return found

    async def tables(self) -> list[Table]:
        one = (await self.now()).round
        assert one is not None and one.ready
        return [await self.place.live(spot.table) for spot in one.spots if spot.table]

    async def play(self, tables: Iterable[Table] | None = None) -> None:
        """Plays the tables of a tour to their ends."""
        for table in await self.tables() if tables is None else tables:
            while (seat := table.dealt().seat) is not None:
                move = str(table.dealt().legal_moves()[table.ply % 2 - 1])
                await table.play(seat, move, table.ply)


def new_guest(place: Place) -> Guest:
    return place.guest(accept_language="en")


async def sent(guest: Guest, path: str, **form: object) -> str:
    """Sends a form, keeps the token that comes back, and returns where it leads."""
    answer = await guest.send(path, **form)
    assert answer.status_code == 303, answer.text
    if found := TOKEN.search(answer.headers.get("set-cookie", "")):
        guest.token = found[1]
    return str(answer.headers["location"])


async def gathered(place: Place, *names: str, **wish: object) -> Gathered:
    """Opens an evening to which people have come."""
    host = new_guest(place)
    usual = {"game": "fourmis", "rounds": 3, "minutes": 30}
    found = Gathered(place, host, await sent(host, "/evening", **usual | wish))
    await found.come(*names)
    return found
