"""A kiosk: the shelf on a big screen, a match for show, and nobody remembered for long."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tablee.house.settings import NO_LIMITS
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


@story
async def test_there_is_a_kiosk_only_where_the_host_wants_one(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        await Browser(place).get("/kiosk", 404)
        assert "data-idle" not in await Browser(place).get("/")


@story
async def test_a_kiosk_opens_tables_at_which_whoever_sits_down_deals(sqlite_url: str) -> None:
    async with open_house(sqlite_url, kiosk=5) as place:
        kiosk, ada = Browser(place), Browser(place)
        assert 'data-idle="300"' in await kiosk.get("/kiosk")
        assert 'data-idle="300"' in await kiosk.get("/")
        assert "data-idle" not in await ada.get("/")
        screen = await kiosk.go("/kiosk/open", game="kraut", players=3)
        assert "Place libre" in await kiosk.get(screen)
        path = screen.removesuffix("/screen")
        await ada.go(f"{path}/sit", name="Ada")
        await ada.go(f"{path}/start", fill="novice")
        assert "at0 watching" in await kiosk.get(screen)


@story
async def test_bots_play_for_show_only_while_a_screen_looks(sqlite_url: str) -> None:
    async with open_house(sqlite_url, kiosk=5) as place:
        kiosk = Browser(place)
        shown = (await kiosk.client.get("/kiosk/show")).headers["location"]
        name = shown.split("/")[2]
        table = await place.live(name)
        await asyncio.sleep(0.1)
        assert table.ply == 0 and place.house.tables.streams(table).bot_task is None
        assert (await kiosk.client.get("/kiosk/show")).headers["location"] == shown
        stream = await place.watch(place.guest(), name, seat="screen")
        while (await stream.next("frame"))["ply"] < 1:
            pass
        await stream.close()


@story
async def test_a_kiosk_forgets_whoever_has_left_it(sqlite_url: str) -> None:
    async with open_house(sqlite_url, kiosk=5) as place:
        kiosk = Browser(place)
        await kiosk.get("/kiosk")
        lobby = await kiosk.open("kraut", 3, name="Zoé")
        playing = await kiosk.open("fourmis", 2, name="Zoé")
        await kiosk.go(f"{playing}/start", fill="novice")
        assert await kiosk.go("/kiosk/forget") == "/kiosk"
        assert not kiosk.client.cookies
        tables = [await place.live(path.removeprefix("/t/")) for path in (lobby, playing)]
        assert [table.seats[0].who for table in tables] == ["empty", "free"]
        assert "Zoé" not in await kiosk.get("/")


@story
async def test_a_kiosk_that_asks_too_often_is_told_so_on_a_page(sqlite_url: str) -> None:
    """The page of a request that is not let in knew no house: the kiosk's cookie broke it."""
    async with open_house(sqlite_url, replace(NO_LIMITS, asked=0.1), kiosk=5) as place:
        kiosk = Browser(place)
        await kiosk.get("/kiosk")
        assert 'data-idle="300"' in await kiosk.get("/kiosk", 429)
