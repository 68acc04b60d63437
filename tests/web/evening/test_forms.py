"""An evening by its forms, as browsers without a script send them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tablee.house.evening import changes
from tablee.house.evening.model import DONE, OVER
from tablee.house.evening.standings import standings
from tests.web.evening.guests import NAMES, gathered, new_guest, sent
from tests.web.guests import Guest, Place, open_house, story


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "PAUSE", 0)


@story
async def test_an_evening_of_twelve_needs_three_presses_of_its_host(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, *NAMES[:12], size=4)
        await evening.press("start")
        for tour in (1, 2, 3):
            found = await evening.until(
                lambda one, n=tour: len(one.rounds) == n and one.rounds[-1].ready  # type: ignore[misc]
            )
            assert found.round is not None and len(found.round.spots) == 3
            for name, guest in evening.guests.items():
                page = await guest.page(evening.path)
                table = re.search(r'href="/t/([^"]+)" data-lead', page)
                assert table, page
                assert name in await guest.page(f"/t/{table[1]}"), "led to the own seat"
            await evening.play()
        await evening.until(lambda one: one.phase == DONE)
        await evening.press("finish")
        found = await evening.now()
        assert found.phase == OVER
        totals = Counter(sum(row.total for row in standings(found)) for _ in range(1))
        assert next(iter(totals)) >= 3 * 3 * 7, "4, 2 and 1 at each table of each tour, or more"
        sheet = await evening.host.page(f"{evening.path}/sheet")
        assert all(name in sheet for name in NAMES[:12])
        wall = await new_guest(place).page(f"{evening.path}/wall")
        assert "data-lead" not in wall and "/t/" not in wall


@story
async def test_who_comes_to_the_code_finds_the_evening(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, "Ada")
        gathering, _ = await evening.evenings.find(evening.name)
        answer = await new_guest(place).answer("GET", f"/join?code={gathering.code}")
        assert answer.headers["location"] == evening.path
        answer = await new_guest(place).answer("GET", f"/join?code=http://house{evening.path}")
        assert answer.headers["location"] == evening.path


@story
async def test_of_two_with_the_same_name_the_second_is_told(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, "Ada")
        answer = await new_guest(place).send(f"{evening.path}/join", name="ada")
        assert answer.status_code == 409
        assert "Somebody" in answer.text and 'value="ada"' in answer.text
        answer = await evening.host.send(f"{evening.path}/add", name="Ada")
        assert answer.status_code == 409 and "Somebody" in answer.text
        assert len((await evening.now()).people) == 1


@story
async def test_an_evening_of_yesterday_says_so(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, "Ada")
        await evening.press("end")
        for path in ("", "/wall", "/sheet", "/host", "/picture.svg"):
            told = await new_guest(place).page(evening.path + path, 404)
            assert "No evening answers here" in told


@story
async def test_only_the_host_presses(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, "Ada", "Ben", "Chloé")
        for what in ("start", "stop", "finish", "add", "remove", "lost", "keep", "end"):
            answer = await evening.guests["Ada"].send(f"{evening.path}/{what}", name="X", person=2)
            assert answer.status_code == 403, what
        assert not (await evening.now()).rounds
        answer = await evening.host.send(f"{evening.path}/finish")
        assert answer.status_code == 409 and "notice" in answer.text


@story
async def test_nobody_calls_an_empty_room(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place)
        answer = await evening.host.send(f"{evening.path}/start")
        assert answer.status_code == 409 and "Nobody is here yet" in answer.text


@story
async def test_a_bot_plays_for_who_leaves_and_gives_the_seat_back(sqlite_url: str) -> None:
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        evening = await gathered(place, "Ada", "Ben", "Chloé")
        await evening.press("start")
        (table,) = await evening.tables()
        seat = table.seats.names.index("Ben")
        ben = evening.guests["Ben"]
        await sent(ben, f"{evening.path}/leave")
        assert table.seats[seat].who == "away"
        assert "back" in await ben.page(evening.path)
        await sent(ben, f"{evening.path}/join", name="Ben")
        await ben.led(f"/t/{table.id}/seats/{seat}/back")
        assert table.seats[seat].who == "person"


@story
async def test_a_late_arrival_plays_from_the_next_tour_on(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, "Ada", "Ben", "Chloé", rounds=2)
        await evening.press("start")
        await evening.come("Lou")
        assert "Round 1 of 2" in await evening.guests["Lou"].page(evening.path)
        await evening.play()
        found = await evening.until(lambda one: len(one.rounds) == 2 and one.rounds[-1].ready)
        assert found.round is not None
        assert sorted(found.round.spots[0].people) == [1, 2, 3, 4]


@story
async def test_who_has_lost_a_phone_goes_on_with_another(sqlite_url: str) -> None:
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        evening = await gathered(place, "Ada", "Ben", "Chloé")
        await evening.press("start")
        (table,) = await evening.tables()
        seat = table.seats.names.index("Ben")
        other = new_guest(place)
        assert (await other.send(f"{evening.path}/join", name="Ben")).status_code == 409
        await evening.press("lost", person=2)
        await sent(other, f"{evening.path}/join", name="Ben")
        assert table.seat_of(place.house.identities.read(other.token or "")) == seat
        assert f"/t/{table.id}" in await other.page(evening.path)
        assert len((await evening.now()).people) == 3


@story
async def test_who_has_no_phone_plays_on_a_neighbours(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, "Ada", "Ben")
        await evening.press("add", name="Oma")
        await evening.press("start")
        (table,) = await evening.tables()
        seat = table.seats.names.index("Oma")
        ada = place.house.identities.read(evening.guests["Ada"].token or "")
        assert table.seats[seat].device in (ada, table.seats[table.seats.names.index("Ben")].device)


@story
async def test_a_real_box_counts_by_what_is_typed(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, "Ada", "Ben", "Chloé", rounds=1, boxes=1)
        await evening.press("start")
        one = (await evening.now()).round
        assert one is not None and one.spots[0].box and one.spots[0].table is None
        ada, path = evening.guests["Ada"], f"{evening.path}/result"
        assert "real box" in await ada.page(evening.path)
        at = {"tour": 0, "table": 0}
        for typed in ({"p0": 1, "p1": 1, "p2": 2}, {"p0": 1, "p1": 3, "p2": 3}, {"p0": 1}):
            answer = await ada.send(path, **at, **typed)
            assert answer.status_code == 400, typed
        assert "This result cannot be" in (await ada.send(path, **at, p0=2, p1=2, p2=2)).text
        stranger = await new_guest(place).send(path, **at, p0=1, p1=1, p2=3)
        assert stranger.status_code == 403
        await sent(ada, path, **at, p0=1, p1=1, p2=3)
        found = await evening.now()
        assert found.phase == DONE
        assert [int(row.total) for row in standings(found)] == [4, 4, 1]
        assert [row.place for row in standings(found)] == [1, 1, 3]


@story
async def test_a_host_ends_a_tour_and_tables_count_as_they_stand(sqlite_url: str) -> None:
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        evening = await gathered(place, *NAMES[:6], rounds=2)
        await evening.press("start")
        first, second = await evening.tables()
        await evening.play([first])
        await evening.press("stop")
        found = await evening.until(lambda one: len(one.rounds) == 2 and one.rounds[-1].ready)
        assert found.rounds[0].over and not any(spot.void for spot in found.rounds[0].spots)
        assert second.closed
        ben = evening.guests["Ada"]
        answer = await ben.answer("GET", f"/t/{second.id}", accept="text/html")
        assert answer.status_code == 303 and answer.headers["location"] == evening.path


@story
async def test_the_same_cards_stay_secret_until_the_last_table_is_done(sqlite_url: str) -> None:
    async with open_house(sqlite_url, bot_pace=60.0) as place:
        evening = await gathered(place, *NAMES[:6], rounds=2, way="duplicate", size=3)
        await evening.press("start")
        first, second = await evening.tables()
        assert first.match.key == second.match.key
        assert str(first.setup.deal(first.match.key)) == str(second.setup.deal(second.match.key))
        await evening.play([first])
        key = (first.match.key or b"").hex()
        by_name = evening.guests
        inside = [
            guest for guest in by_name.values() if first.seat_of(_who(place, guest)) is not None
        ]
        outside = [guest for guest in by_name.values() if guest not in inside]
        for guest in (*inside, *outside, evening.host, new_guest(place)):
            for path in ("", "/record", "/log"):
                answer = await guest.answer("GET", f"/t/{first.id}{path}", accept="text/html")
                assert key not in answer.text
                assert (guest in inside and path != "/record") or answer.status_code == 403
            for path in ("", "/host", "/wall", "/sheet", "/picture.svg"):
                assert key not in (await guest.answer("GET", evening.path + path)).text
            assert (await guest.answer("GET", f"/replay/{first.id}")).status_code == 403
        await evening.play([second])
        await evening.until(lambda one: one.rounds[0].over and len(one.rounds) == 2)
        assert not (await place.live(first.id)).sealed
        assert (await outside[0].answer("GET", f"/t/{first.id}/record")).status_code == 200


def _who(place: Place, guest: Guest) -> str:
    return place.house.identities.read(guest.token or "")


@story
async def test_names_go_unless_the_host_keeps_them(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        evening = await gathered(place, "Ada")
        short = (await evening.evenings.find(evening.name))[0].forget_at
        await evening.press("keep", keep="yes")
        assert (await evening.evenings.find(evening.name))[0].forget_at > short + 300 * 86_400_000
        assert "keep this evening" in await evening.host.page(f"{evening.path}/sheet")
