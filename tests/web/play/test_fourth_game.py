"""A game of three files at a live table: its pages, its bots and its moves, to the end."""

from __future__ import annotations

import asyncio

import pytest

from tablee import GAMES
from tests.games.fourth import FOURTH
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


@story
async def test_a_whole_match_is_played_on_the_pages(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, FOURTH.name, FOURTH)
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        page = await browser.get(f"/?table={FOURTH.name}")
        assert f'action="/play/{FOURTH.name}"' in page and 'class="plain"' in page
        assert f'href="/?table={FOURTH.name}"' in await browser.get("/")
        assert "queen of clubs" in await Browser(place, "en").get(f"/rules/{FOURTH.name}")
        path = await browser.go(f"/play/{FOURTH.name}", players=4, level="novice")
        table = await place.house.tables.table(path.removeprefix("/t/"))
        while table.dealt().seat is not None:
            if table.dealt().seat == 0:
                assert 'id="table"' in await browser.get(path)
                await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)
            await asyncio.sleep(0.01)
        assert 'id="result"' in await browser.get(path)
        assert table.dealt().outcome() is not None
