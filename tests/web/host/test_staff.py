"""The page of the host, and what the house counts."""

from __future__ import annotations

import base64

import pytest

from tablee.core.errors import InvalidOption
from tablee.house.settings import Settings
from tests.web.browsing import Browser
from tests.web.guests import Guest, Place, open_house, story

PASSWORD = "open sesame, please"


def host_of(place: Place, password: str = PASSWORD) -> Guest:
    word = base64.b64encode(f"host:{password}".encode()).decode()
    return place.guest(authorization=f"Basic {word}")


@story
async def test_the_page_of_the_host_asks_for_the_password(sqlite_url: str) -> None:
    async with open_house(sqlite_url, staff_password=PASSWORD) as place:
        for guest in (place.guest(), host_of(place, "open"), host_of(place, "")):
            answer = await guest.answer("GET", "/staff")
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"].startswith("Basic")
            assert (await guest.send("/staff/notice", words="x")).status_code == 401
        assert "La maison" in await host_of(place).page("/staff?lang=fr")
        for _ in range(12):
            answer = await host_of(place, "guess").answer("GET", "/staff")
        assert answer.status_code == 429


@story
async def test_whoever_has_guessed_too_often_learns_nothing_from_the_refusal(
    sqlite_url: str,
) -> None:
    """A right password was answered with 200 where a wrong one got 429."""
    async with open_house(sqlite_url, staff_password=PASSWORD) as place:
        for _ in range(12):
            await host_of(place, "guess").answer("GET", "/staff")
        for password in ("guess", PASSWORD):
            assert (await host_of(place, password).answer("GET", "/staff")).status_code == 429
        elsewhere = Browser(place, client=("203.0.113.9", 1))
        word = base64.b64encode(f"host:{PASSWORD}".encode()).decode()
        elsewhere.client.headers["authorization"] = f"Basic {word}"
        await elsewhere.get("/staff")


@story
async def test_the_host_may_look_as_often_as_he_likes(sqlite_url: str) -> None:
    async with open_house(sqlite_url, staff_password=PASSWORD) as place:
        for _ in range(30):
            await host_of(place).page("/staff")


def test_a_short_password_is_refused_at_the_start() -> None:
    for short in ("sesame", "x" * 11):
        with pytest.raises(InvalidOption, match="12") as refused:
            Settings("sqlite://", staff_password=short)
        assert short not in str(refused.value)
    assert Settings("sqlite://", staff_password="x" * 12).staff_password


@story
async def test_a_house_without_a_password_has_no_such_page(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        for guest in (place.guest(), host_of(place, "")):
            await guest.refused(404, "GET", "/staff")


@story
async def test_the_host_closes_a_table_and_makes_a_notice(database: str) -> None:
    async with open_house(database, staff_password=PASSWORD) as place:
        host, seated = host_of(place), await place.playing(2)
        stream = await place.follow(seated.guests[0], seated.table)
        assert seated.table in await host.page("/staff")
        await host.led("/staff/notice", words="We close at <noon>")
        assert "We close at &lt;noon&gt;" in await place.guest().page("/")
        await host.led("/staff/close", table=seated.table)
        await stream.ended()
        wrong = await seated.guests[0].refused(410, "GET", seated.path)
        assert wrong["error"] == "closed_by_host"
    async with open_house(database) as place:
        assert "We close at" in await place.guest().page("/")
        await place.guest().refused(410, "GET", seated.path)


@story
async def test_what_is_counted_is_told_in_the_form_of_prometheus(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        await seated.move()
        text = (await place.guest().answer("GET", "/metrics")).text
        told = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        assert told["tablee_tables_live"] == "1" and told["tablee_moves_stored_total"] == "1"
        assert int(told["process_resident_memory_bytes"]) > 10**6
        assert int(told['tablee_answers_total{status="200"}']) >= 2
        assert (
            told['tablee_request_seconds_bucket{le="+Inf"}'] == told["tablee_request_seconds_count"]
        )
        assert told['tablee_work_waiting{kind="bot"}'] == "0"
