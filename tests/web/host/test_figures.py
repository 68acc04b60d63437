"""The host's page of the year."""

from __future__ import annotations

from base64 import b64encode

from tests.web.guests import open_house, story

PASSWORD = "correct horse battery"


@story
async def test_the_host_reads_the_year_and_nobody_else(sqlite_url: str) -> None:
    async with open_house(sqlite_url, staff_password=PASSWORD) as place:
        await place.guest().refused(401, "GET", "/staff/figures")
        key = b64encode(f"x:{PASSWORD}".encode()).decode()
        host = place.guest(authorization=f"Basic {key}", accept_language="en")
        assert "Nothing was played" in await host.page("/staff/figures?year=1999")
        await (await place.playing(2)).finish()
        await place.house.facts.count_lesson("fourmis")
        page = await host.page("/staff/figures")
        assert "Fourmis" in page and "&lt;5" in page and "Guest" not in page
        answer = await host.answer("GET", "/staff/figures?as=csv")
        assert answer.headers["content-type"].startswith("text/csv")
        assert ",fourmis,<5,<5,0" in answer.text and answer.text.rstrip().endswith("<5")
        await host.refused(400, "GET", "/staff/figures?year=20")
