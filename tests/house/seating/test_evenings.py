"""Evenings through restarts, several workers and hosts who have gone."""

from __future__ import annotations

import asyncio

import pytest

from tablee.house.evening import changes
from tablee.house.evening.model import DONE
from tests.web.evening.guests import NAMES, Gathered, gathered
from tests.web.guests import Guest, Place, open_house, story


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "PAUSE", 0)


def elsewhere(place: Place, evening: Gathered) -> Gathered:
    """The same evening as another house, or another worker, has it."""
    return Gathered(place, place.guest(evening.host.token, accept_language="en"), evening.path)


@story
async def test_a_house_that_opens_again_goes_on_with_the_evening(sqlite_url: str) -> None:
    """In the middle of a tour; with its last table done; and the host needs no new press."""
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        before = await gathered(place, *NAMES[:6], rounds=2)
        await before.press("start")
        first, _ = await before.tables()
        await before.play([first])
        tokens = {name: guest.token for name, guest in before.guests.items()}
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        evening = elsewhere(place, before)
        guest = Guest(place, tokens["Ada"], {"accept_language": "en"})
        assert "Ada" in await guest.page(evening.path)
        await evening.play()
        await evening.until(lambda one: len(one.rounds) == 2 and one.rounds[1].ready)
        await evening.play()
        await evening.until(lambda one: one.phase == DONE)


@story
async def test_a_result_that_was_not_noted_before_a_crash_is_noted_after_it(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        before = await gathered(place, *NAMES[:3], rounds=1)
        await before.press("start")
        (table,) = await before.tables()
        table._events = type(table._events)()  # nobody hears of the end any more
        await before.play([table])
        assert (await before.now()).phase == "playing"
    async with open_house(sqlite_url) as place:
        await elsewhere(place, before).until(lambda one: one.phase == DONE)


@story
async def test_a_tour_whose_tables_were_not_opened_before_a_crash_is_opened_after_it(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        before = await gathered(place, *NAMES[:6])
        names = [f"table{n:011}" for n in range(40)]
        await before.evenings.change(before.name, lambda one: changes.begun(one, 1, "", names))
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        evening = elsewhere(place, before)
        await evening.until(lambda one: one.rounds[0].ready)
        assert [table.phase for table in await evening.tables()] == ["playing"] * 2


@story
async def test_two_workers_share_an_evening(postgres_url: str) -> None:
    """Who joins by one is seen by the other; of two who begin a tour one does, and each hears."""
    async with open_house(postgres_url) as place, open_house(postgres_url) as other:
        mine = await gathered(place, *NAMES[:3], rounds=2)
        theirs = elsewhere(other, mine)
        with theirs.evenings.listen(mine.name) as heard:
            await mine.come("Lou")
            await asyncio.wait_for(heard.wait(), 20)
        assert len((await theirs.now()).people) == 4
        await asyncio.gather(*(one.evenings.begin(one.name, first=True) for one in (mine, theirs)))
        found = await theirs.until(lambda one: bool(one.rounds) and one.rounds[0].ready)
        assert len(found.rounds) == 1
        await theirs.play()
        await mine.until(lambda one: len(one.rounds) == 2 and one.rounds[1].ready)
        await mine.play()
        await theirs.until(lambda one: one.phase == DONE)


@story
async def test_nobody_is_turned_away_when_all_come_at_once(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place)
        await asyncio.gather(*(evening.come(name) for name in NAMES))
        assert sorted(one.name for one in (await evening.now()).people.values()) == sorted(NAMES)
