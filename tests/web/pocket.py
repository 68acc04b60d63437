"""`python -m tests.web.pocket` asks a house in one thread for all that a pocket can keep.

Its store is in memory, and nothing is there that only a server needs, nor a compiler.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

ABSENT = {
    *("fastapi", "pydantic", "sqlalchemy", "psycopg", "orjson", "cryptography", "filelock"),
    *("uvicorn", "uvloop", "numba", "llvmlite", "numpy"),
}


class Absent(MetaPathFinder):
    """Finds nothing of what a pocket does not have."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


sys.meta_path.insert(0, Absent())

import httpx  # noqa: E402

from tablee.games import GAMES  # noqa: E402
from tablee.house.daily import day  # noqa: E402
from tablee.house.memory.store import MemoryStore  # noqa: E402
from tablee.house.open_house.house import House  # noqa: E402
from tablee.house.settings import NO_LIMITS, Settings  # noqa: E402
from tablee.house.tables.table import Table  # noqa: E402
from tablee.house.thinking.same_thread import AlwaysReady, SameThread  # noqa: E402
from tablee.web.application.pages import App, create_pages  # noqa: E402

PEOPLE = {"name0": "Ada", "name1": "Ben", "name2": "Cem"}


class Pocket:
    """A browser in the pocket's own process."""

    def __init__(self, house: House) -> None:
        transport = httpx.ASGITransport(App(create_pages(house)))
        head = {"accept": "text/html", "origin": "http://pocket", "accept-language": "en"}
        self._client = httpx.AsyncClient(
            transport=transport, base_url="http://pocket", headers=head
        )
        self._house = house

    async def see(self, path: str, said: str = "<h1") -> None:
        """Looks at a page that must say something."""
        answer = await self._client.get(path)
        assert answer.status_code == 200 and said in answer.text, f"{path}: {answer.text[:400]}"

    async def go(self, path: str, **form: str) -> str:
        """Sends a form, and gets where it leads."""
        answer = await self._client.post(path, data=form)
        assert answer.status_code == 303, f"{path}: {answer.text[:400]}"
        return answer.headers["location"]

    async def sit_down(self, path: str, **form: str) -> Table:
        """Begins a game against bots."""
        return await self._house.tables.table((await self.go(path, **form)).removeprefix("/t/"))

    async def play(self, table: Table) -> None:
        """Plays a match to its end; bots play where it is their turn."""
        while table.phase != "over":
            if table.round_break.closed:
                await self.go(f"/t/{table.id}/ready")
            elif table.waited_for is not None:
                move = {"move": str(table.dealt().legal_moves()[0]), "ply": table.ply}
                answer = await self._client.post(f"/t/{table.id}/moves", json=move)
                assert answer.status_code == 200, answer.text
            await asyncio.sleep(0)


async def visit(pocket: Pocket) -> None:
    """Asks for every page that a pocket keeps."""
    for path in ("/", "/me", "/me/games", "/day", "/pad", "/rules/fourmis", "/verify", "/replay"):
        await pocket.see(path)
    await pocket.see("/?seats=3&age=8&minutes=30")
    for name in GAMES:
        for path in (f"/rules/{name}", f"/learn/{name}", f"/learn/{name}/1", f"/pad/{name}"):
            await pocket.see(path)
        await pocket.see(await pocket.go(f"/pad/{name}/begin", **PEOPLE), "Cem")
        today = await pocket.sit_down(f"/day/{name}/{day.today()}")
        await pocket.see(f"/t/{today.id}", 'id="table"')
        table = await pocket.sit_down(f"/play/{name}", players="3", level="novice")
        await pocket.play(table)
        for path in (f"/t/{table.id}/points", f"/t/{table.id}/log", f"/t/{table.id}"):
            await pocket.see(path, "</")
        await pocket.see(f"/replay/{table.id}", 'id="table"')
        await pocket.see("/me/games", f"/replay/{table.id}")
    asked = await pocket.sit_down("/play/fourmis", players="2", level="novice")
    while asked.waited_for is None:
        await asyncio.sleep(0)
    await pocket.see(f"/t/{asked.id}/hint", 'id="table"')
    await pocket.see(f"/replay/{table.id}/review")  # last: Python alone would be long at it


async def main() -> None:
    settings = Settings("", NO_LIMITS, bot_workers=0, bot_pace=0.0)
    house = House(settings, MemoryStore(), SameThread(), AlwaysReady())
    await house.begin()
    await visit(Pocket(house))
    await house.close()
    assert threading.enumerate() == [threading.main_thread()]
    assert not ABSENT & sys.modules.keys()


if __name__ == "__main__":
    asyncio.run(main())
