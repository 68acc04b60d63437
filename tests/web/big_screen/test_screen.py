"""A table on a big screen: the way to it, and nothing that only one seat may see."""

from __future__ import annotations

import re

from tablee import GAMES
from tablee.house.ports import short_codes
from tests.web.browsing import Browser
from tests.web.guests import Seated, open_house, story


@story
async def test_before_the_deal_a_screen_shows_the_way_and_who_is_missing(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada = Browser(place)
        path = await ada.open("kraut", 3, name="Ada")
        assert f'href="{path}/screen"' in await ada.get(path)
        table = await place.live(path.removeprefix("/t/"))
        streams = place.house.tables.streams(table)
        streams.presence._seen.clear()
        streams.update_presence()
        page = await Browser(place).get(f"{path}/screen")
        assert short_codes.spell(table.setup.code) in page and "house/join" in page
        assert 'class="qr"' in page and "On attend encore" in page
        assert page.count("Place libre") == 2
        assert 'http-equiv="refresh"' in page  # without a script it looks again by itself


@story
async def test_a_screen_shows_no_hand_though_its_browser_sits_at_the_table(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        for game in GAMES:
            seated = await place.playing(GAMES[game].players[0], game)
            ada, path = seated.guests[0], f"/t/{seated.table}"
            page = await ada.page(f"{path}/screen")
            assert page == await place.guest().page(f"{path}/screen")
            assert 'data-seat="screen"' in page and "at0 watching" in page
            news = []
            for guest in (ada, place.guest()):
                stream = await place.watch(guest, seated.table, seat="screen")
                news.append((await stream.next("frame"))["regions"])
            assert news[0] == news[1] and 'id="hand"' not in str(news[0])
            await seated.move()
            assert "regions" in await stream.next("frame")


@story
async def test_a_screen_is_no_spectator_and_goes_on_with_the_next_match(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        ada = seated.guests[0]
        await place.watch(place.guest(), seated.table, seat="screen")
        menu = await ada.page(f"/t/{seated.table}/menu?lang=fr")
        assert "regarde." not in menu and f"/t/{seated.table}/screen" in menu
        await seated.finish()
        new = (await ada.ask("POST", f"{seated.path}/rematch"))["table"]
        answer = await ada.answer("GET", f"/t/{seated.table}/screen")
        assert answer.headers["location"] == f"/t/{new}/screen"


@story
async def test_everyone_keeps_his_colour_in_a_rematch(sqlite_url: str) -> None:
    """The first seat begins, so everyone moves on by one; the colour goes with the person."""
    async with open_house(sqlite_url) as place:
        ada = Browser(place)
        css = await ada.get(re.findall(r"/look/tablee\.css\?\w+", await ada.get("/"))[0])
        seated = await place.playing(3)
        for by in (1, 2, 0):
            await seated.finish()
            new = await seated.guests[0].ask("POST", f"{seated.path}/rematch")
            page = await seated.guests[0].page(f"/t/{new['table']}")
            mine = next(s["seat"] for s in new["seats"] if s["name"] == "Guest 0")
            kind = re.search(r"turned-\d-\d", page)
            assert (kind[0] if kind else "") == (f"turned-{by}-3" if by else "")
            hues = re.search(rf"\.turned-{by}-3\{{(.*?)\}}", css)
            assert not by or (hues and f"--c{mine}:var(--seat-0)" in hues[1])
            seated = Seated(place, new["table"], seated.guests)
            await seated.guests[0].ask("POST", f"{seated.path}/start", {})
