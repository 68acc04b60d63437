"""The atelier shows every drawing of every game, to every eye."""

from __future__ import annotations

import struct
from html import unescape

import pytest

from tablee.games import GAMES
from tablee.house.render import files
from tablee.look.gallery import gallery, house, shared
from tablee.look.icons import ICONS, hash_of
from tablee.look.sheet import SIGHTS, STATES
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_hangs_by_day_by_night_and_for_every_eye(sqlite_url: str, game: str) -> None:
    @story
    async def seen() -> None:
        async with open_house(sqlite_url) as place:
            page = unescape(await Browser(place).get(f"/atelier/{game}"))
            for drawing in gallery()[game].drawings:
                use = f'href="{files.address(f"{game}.svg")}#{drawing.id}"'
                least = 2 * 3 + len(SIGHTS) if drawing.role == "card" else 2
                assert page.count(use) >= least, drawing.id
            assert all(f'<filter id="{sight}">' in page for sight in SIGHTS)
            assert all(f'class="thing s1 {state}"' in page for state in STATES)
            assert f"/atelier/{game}/table?players=" in page
            assert 'id="ribbon"' in await Browser(place).get(f"/atelier/{game}/table?players=3")

    seen()


@story
async def test_figures_of_every_length_hang_there_and_others_on_request(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        page = await browser.get("/atelier/escogriffe")
        assert all(f"<code>figure-{length}</code>" in page for length in range(5, 13))
        assert page != await browser.get("/atelier/escogriffe?seed=1")


@story
async def test_the_house_shows_its_own_things(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        page = unescape(await Browser(place, "de").get("/atelier"))
        assert all(drawing.title["de"] in page for drawing in house())
        assert all(f"#{name}" in page for name in shared("icons").parts)


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_in_pixels_is_made_from_its_drawing_as_it_is_now(name: str) -> None:
    drawing, size = ICONS[name]
    png = (drawing.parent / name).read_bytes()
    assert struct.unpack(">II", png[16:24]) == (size, size)
    assert png.partition(b"tEXtSource\0")[2][:64].decode() == hash_of(drawing), (
        "run tablee art --png and keep its icons"
    )


@story
async def test_the_manifest_names_files_that_are_there(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "de")
        answer = await browser.client.get("/look/manifest.json")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        facts = answer.json()
        assert facts["lang"] == "de"
        for icon in facts["icons"]:
            found = await browser.client.get(icon["src"])
            assert found.headers["content-type"] == icon["type"]
            assert "content-encoding" not in found.headers or icon["type"] != "image/png"
        assert any(icon["sizes"] == "192x192" for icon in facts["icons"])
