"""What one address cannot do to the others by asking much at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tablee.house.errors import TooMuch
from tablee.house.settings import NO_LIMITS, Limits
from tablee.web.gallery.design_gallery import MOST_PLIES, pose
from tablee.web.http.limits import SITE, Bucket, Lanes, Places
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


def asked_from(address: str, path: str = "/") -> dict[str, Any]:
    return {"type": "http", "client": (address, 1), "path": path}


async def nobody() -> None:
    """Neither sends nor receives."""


@story
async def test_whoever_asks_once_comes_in_before_the_hundred_of_another() -> None:
    order: list[str] = []

    async def page(scope: Any, *_: Any) -> None:
        order.append(scope["client"][0])
        await asyncio.sleep(0)

    lanes = Lanes(page)
    flood = [asyncio.ensure_future(lanes(asked_from("eve"), nobody, nobody)) for _ in range(100)]
    await asyncio.sleep(0)
    await lanes(asked_from("ben"), nobody, nobody)
    assert order.index("ben") <= 2
    await asyncio.gather(*flood)
    assert order.count("eve") == 100 and not lanes._waiting


@story
async def test_a_request_that_takes_long_keeps_nobody_back_for_long() -> None:
    done = asyncio.Event()

    async def page(scope: Any, *_: Any) -> None:
        if scope["path"] == "/hint":
            await done.wait()

    lanes = Lanes(page, moment=0.01)
    hint = asyncio.ensure_future(lanes(asked_from("eve", "/hint"), nobody, nobody))
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await lanes(asked_from("eve"), nobody, nobody)
        await lanes(asked_from("eve"), nobody, nobody)
    assert not hint.done()
    done.set()
    await hint
    assert not lanes._waiting


@story
async def test_who_fails_or_goes_away_lets_the_next_in() -> None:
    async def page(scope: Any, *_: Any) -> None:
        await asyncio.sleep(0.01)
        if scope["path"] == "/broken":
            raise RuntimeError("broken")

    lanes = Lanes(page, moment=60)
    broken = asyncio.ensure_future(lanes(asked_from("eve", "/broken"), nobody, nobody))
    gone = asyncio.ensure_future(lanes(asked_from("eve"), nobody, nobody))
    last = asyncio.ensure_future(lanes(asked_from("eve"), nobody, nobody))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(RuntimeError, match="broken"):
        await broken
    await last
    assert not lanes._waiting


def few(times: int) -> Bucket:
    """Lets each address through so often, and then not for long."""
    return Bucket(0.001, burst_seconds=1000 * times)


@story
async def test_posing_a_table_is_limited_and_no_bot_thinks_for_it(sqlite_url: str) -> None:
    """One address could make masters play whole matches in the house's own process."""
    async with open_house(sqlite_url) as place:
        guest, table = place.guest(), "/atelier/fourmis/table?players=3&seed=1"
        for wrong in ("&by=master&plies=2", "&by=expert"):
            await guest.refused(400, "GET", table + wrong)
        await place.house.readiness.ready("fourmis")
        assert str(pose("escogriffe", 8, 6, 9999)) == str(pose("escogriffe", 8, 6, MOST_PLIES))
        place.app.pages.state.buckets.costly = few(1)
        assert (await guest.answer("GET", f"{table}&plies=9999&by=regular")).status_code == 200
        await guest.refused(429, "GET", f"{table}&plies=3")


@story
async def test_matches_that_are_not_in_memory_are_replayed_within_limits(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        await place.house.readiness.ready("fourmis")
        seated = await place.playing(2)
        await seated.finish()
        guest, path = place.guest(), f"/replay/{seated.table}?as=watch"
        place.app.pages.state.buckets.costly = few(1)
        for ply in range(3):
            again = await guest.answer("GET", f"{path}&lang=en&ply={ply}")
            assert again.status_code == 200, "what is in memory costs nothing"
        await guest.refused(429, "GET", f"{path}&lang=de")


@story
async def test_a_kiosk_opens_tables_for_many_but_not_for_one_address(sqlite_url: str) -> None:
    async with open_house(sqlite_url, replace(NO_LIMITS, tables=2), kiosk=5.0) as place:
        place.app.pages.state.buckets.newcomers = few(4)
        guest, wish = place.guest(), {"game": "fourmis", "players": "2"}
        for _ in range(4):
            assert (await guest.led("/kiosk/open", **wish)).endswith("/screen")
        assert (await guest.send("/kiosk/open", **wish)).status_code == 429


def taken(bucket: Bucket, address: str) -> bool:
    try:
        bucket.take(address)
    except TooMuch:
        return False
    return True


def test_the_addresses_of_one_home_are_counted_as_one() -> None:
    """A home line has 2^64 of them, each of which could ask as much as it liked."""
    bucket = few(3)
    line = [taken(bucket, f"2001:db8:1:2::{n:x}") for n in range(1, 7)]
    assert line == [True] * 3 + [False] * 3
    assert taken(bucket, "2001:db8:1:3::1")
    places = Places(2)
    for n in range(2):
        places.take(f"2001:db8:1:2::{n:x}")
    with pytest.raises(TooMuch):
        places.take("2001:db8:1:2:ffff::")
    places.give_back("2001:db8:1:2::77")
    places.take("2001:db8:1:2:ffff::")


def test_a_site_with_many_networks_has_an_end_too() -> None:
    bucket = few(3)
    line = [taken(bucket, f"2001:db8:1:{n:x}::1") for n in range(200)]
    assert line == [True] * (3 * SITE) + [False] * (200 - 3 * SITE)
    assert taken(bucket, "2001:db8:2::1")
    places = Places(1)
    for n in range(SITE):
        places.take(f"2001:db8:1:{n:x}::1")
    with pytest.raises(TooMuch):
        places.take("2001:db8:1:ff::1")
    for n in range(SITE):
        places.give_back(f"2001:db8:1:{n:x}::1")
    assert not places._held


def test_who_is_refused_by_the_network_takes_nothing_from_the_site() -> None:
    bucket = few(1)
    assert taken(bucket, "2001:db8:1::1")
    assert not any(taken(bucket, "2001:db8:1::1") for _ in range(5 * SITE))
    assert taken(bucket, "2001:db8:1:1::1")


def test_an_old_address_in_new_clothes_is_counted_as_itself() -> None:
    bucket = few(1)
    assert taken(bucket, "192.0.2.7") and not taken(bucket, "::ffff:192.0.2.7")
    assert taken(bucket, "::ffff:192.0.2.8") and not taken(bucket, "192.0.2.8")


@pytest.mark.parametrize("text", ["nowhere", "a:b", "::1%", "fe80::1%eth0", ":", "x" * 500 + ":"])
def test_what_a_proxy_says_is_counted_whatever_it_is(text: str) -> None:
    bucket = few(1)
    assert taken(bucket, text) and not taken(bucket, text)


def test_a_token_given_back_can_be_taken_again_but_only_so_many_are_kept() -> None:
    bucket = few(1)
    assert taken(bucket, "2001:db8::1") and not taken(bucket, "2001:db8::1")
    for _ in range(5):
        bucket.give_back("2001:db8::2")
    assert taken(bucket, "2001:db8::1") and not taken(bucket, "2001:db8::1")


@story
async def test_codes_cannot_be_tried_out_from_ever_new_addresses_of_a_line(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url, Limits()) as place:
        found = []
        for n in range(41):
            browser = Browser(place, client=(f"2001:db8:1:2::{n:x}", 1))
            found.append((await browser.client.get("/join?code=FKRT34")).status_code)
        assert found == [404] * 40 + [429]
