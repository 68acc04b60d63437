"""`python -m tests.house.alone` has a house play a match of each game with no pages around it.

In one thread, with a store in memory: a person follows the table, bots sit at the other seats.
"""

from __future__ import annotations

import asyncio
import sys
import threading

from tablee.games import GAMES
from tablee.house.memory.store import MemoryStore
from tablee.house.open_house.house import House
from tablee.house.seating import seating
from tablee.house.settings import NO_LIMITS, Settings
from tablee.house.thinking.same_thread import AlwaysReady, SameThread

WITHOUT = ("tablee.web", "tablee.store", "starlette", "fastapi", "sqlalchemy")


async def play(house: House, name: str) -> None:
    """Plays a match: the person is told of every move, as pages and as JSON."""
    visitor = house.identities.read(house.identities.new())
    table = await house.tables.open(house.tables.facts(visitor, name, 3, {}, "link"))
    await seating.sit(house, table, visitor, 0, "Ada")
    await seating.start(house, table, visitor, "novice")
    streams = house.tables.streams(table)
    await streams.story("en")
    told = {streams.listen(visitor, 0, lang): b"" for lang in ("en", None)}
    while table.phase != "over":
        if table.round_break.closed:
            streams.mark_ready(visitor)
        elif table.turn == 0:
            await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)
        await asyncio.sleep(0)
        told = {one: before + streams.news_for(one) for one, before in told.items()}
    pages, views = told.values()
    assert b'id=\\"onward\\"' in pages and b'"outcome":' in views
    assert len(table.record().moves) == table.ply
    stored = await house.store.tables.load(table.id)
    assert stored is not None and len(stored.moves) == table.ply


async def main() -> None:
    settings = Settings("", NO_LIMITS, bot_workers=0, bot_pace=0.0)
    house = House(settings, MemoryStore(), SameThread(), AlwaysReady())
    await house.begin()
    for name in GAMES:
        await play(house, name)
    await house.close()
    assert threading.enumerate() == [threading.main_thread()]
    assert not [name for name in sys.modules if name.startswith(WITHOUT)]


if __name__ == "__main__":
    asyncio.run(main())
