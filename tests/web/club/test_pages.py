"""A group without accounts: by its code, its people, its tables."""

from __future__ import annotations

import pytest

from tablee.house import clock
from tablee.house.club.clubs import DAY, SEASON
from tests.web.evening.guests import gathered, new_guest, sent
from tests.web.guests import Guest, Place, open_house, story


async def opened(place: Place, *names: str) -> tuple[Guest, str, dict[str, Guest]]:
    """A group with its opener and its people."""
    host = new_guest(place)
    path = await sent(host, "/club", title="6e B", colour="3")
    guests = {name: new_guest(place) for name in names}
    for name, guest in guests.items():
        await sent(guest, f"{path}/join", name=name)
    return host, path, guests


async def code_of(place: Place, path: str) -> str:
    found = await place.house.store.gatherings.read(path.removeprefix("/club/"))
    assert found is not None
    return found.code


@story
async def test_a_group_is_found_by_its_code_and_shows_itself_to_its_people_alone(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        _, path, guests = await opened(place, "Ada", "Ben")
        stranger = new_guest(place)
        answer = await stranger.answer("GET", f"/join?code={await code_of(place, path)}")
        assert answer.headers["location"] == path
        page = await stranger.page(path)
        assert "6e B" in page and "Ada" not in page and await code_of(place, path) not in page
        assert "Ada" in await guests["Ben"].page(path)
        assert (await stranger.answer("GET", f"{path}/stream")).status_code == 403


@story
async def test_its_opener_removes_a_name_and_changes_a_code_that_has_leaked(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        host, path, guests = await opened(place, "Ada", "Ben")
        old = await code_of(place, path)
        for what in ("remove", "code", "end", "stop"):
            assert (await guests["Ada"].send(f"{path}/{what}", person=2)).status_code == 403
        await host.led(f"{path}/remove", person=2)
        await host.led(f"{path}/code")
        assert "Ben" not in await host.page(path) and "Ada" in await host.page(path)
        gone = await new_guest(place).page(f"/join?code={old}", 404)
        assert "code" in gone
        assert await code_of(place, path) != old


@story
async def test_a_name_is_taken_once(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        _, path, _ = await opened(place, "Ada")
        answer = await new_guest(place).send(f"{path}/join", name="Ada")
        assert answer.status_code == 409 and "Somebody" in answer.text


@story
async def test_its_page_shows_its_tables_and_evenings_and_no_others(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        host, path, guests = await opened(place, "Ada", "Ben")
        table = await guests["Ada"].led(f"{path}/table", game="kraut")
        other = await place.seated(2)
        assert table in await guests["Ben"].page(path)
        assert other.table not in await guests["Ben"].page(path)
        name = path.removeprefix("/club/")
        evening = await gathered(place, "Lou", club=name)
        assert evening.path not in await host.page(path), "a stranger's evening is not the group's"
        mine = await sent(guests["Ada"], "/evening", game="fourmis", rounds=1, club=name)
        assert mine in await guests["Ben"].page(path)


@story
async def test_a_teacher_sees_all_tables_plays_at_several_and_stops_them_all(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        host, path, guests = await opened(place, "Ada", "Ben")
        await sent(host, f"{path}/join", name="Teacher")
        tables = [await guest.led(f"{path}/table", game="kraut") for guest in guests.values()]
        for table, guest in zip(tables, guests.values(), strict=True):
            await host.send(f"{table}/sit", name="Teacher")
            await guest.send(f"{table}/start", fill="novice", sure="yes")
        page = await host.page(f"{path}/screen")
        assert all(table in page for table in tables)
        assert (await guests["Ada"].answer("GET", f"{path}/screen")).status_code == 403
        await host.led(f"{path}/stop")
        answer = await guests["Ada"].answer("GET", tables[0], accept="text/html")
        assert answer.headers["location"] == path
        assert "Nobody is playing" in await host.page(f"{path}/screen")


@story
async def test_it_forgets_itself_a_season_after_its_last_use(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(sqlite_url) as place:
        _, path, guests = await opened(place, "Ada")
        start = clock.now()
        at = [start]
        for module in ("tablee.house.club.clubs", "tablee.store.code_queries"):
            monkeypatch.setattr(f"{module}.now", lambda: at[0])
        at[0] = start + SEASON - DAY
        await guests["Ada"].page(path)
        at[0] = start + 2 * SEASON - 2 * DAY
        await guests["Ada"].page(path)
        at[0] += SEASON + 1
        assert "No group answers" in await guests["Ada"].page(path, 404)
