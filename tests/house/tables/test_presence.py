"""Before a deal and after a match: who is missing, who watches, and the way to the next match."""

from __future__ import annotations

from tablee.house.tables.presence import Presence
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


@story
async def test_the_lobby_says_who_is_missing(sqlite_url: str) -> None:
    """It said that all was ready while three of four were not there."""
    async with open_house(sqlite_url) as place:
        ada, ben = Browser(place), Browser(place)
        path = await ada.open("kraut", 2, name="Ada")
        await ben.go(f"{path}/sit", name="Ben")
        table = await place.live(path.rpartition("/")[2])
        await ben.get(path)
        assert "Tout est prêt" in await ada.get(path)
        streams = place.house.tables.streams(table)
        streams.presence._seen.clear()
        streams.update_presence()
        page = await ada.get(path)
        assert "1 sur 2 est là. On attend encore : Ben." in page.replace("\u202f", " ")
        assert "Tout est prêt" not in page


@story
async def test_a_lobby_hears_who_comes_and_goes(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.seated(2)
        stream = await place.follow(seated.guests[0], seated.table)
        assert (await stream.next("here"))["here"] == [0]
        other = await place.follow(seated.guests[1], seated.table)
        assert (await stream.next("here"))["here"] == [0, 1]
        await other.close()


@story
async def test_a_match_open_to_all_is_watched_and_its_players_see_by_how_many(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2, join="open")
        closed = await place.playing(2)
        for one in (seated, closed):
            await place.watch(one.guests[0], one.table)
        cy = Browser(place)
        shelf = await cy.get("/")
        assert f'href="/t/{seated.table}"' in shelf and "viens regarder" in shelf
        assert f'href="/t/{closed.table}"' not in shelf
        spectator = place.guest(place.house.identities.new())
        stream = await place.watch(spectator, seated.table)
        await stream.next("frame")
        ada = place.guest(seated.guests[0].token, accept_language="fr")
        assert "Une personne regarde." in await ada.page(f"/t/{seated.table}/menu")
        await stream.close()
        assert "regarde." not in await ada.page(f"/t/{seated.table}/menu")


@story
async def test_a_rematch_leads_those_over_who_have_played(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        await seated.finish()
        ada, ben = seated.guests
        assert "data-lead" not in await ben.page(f"/t/{seated.table}")
        new = await ada.ask("POST", f"{seated.path}/rematch")
        assert f'href="/t/{new["table"]}" data-lead="10"' in await ben.page(f"/t/{seated.table}")
        assert "data-lead" not in await place.guest().page(f"/t/{seated.table}")


@story
async def test_whoever_does_not_play_again_frees_the_seat(sqlite_url: str) -> None:
    """The others waited for somebody who had declined."""
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        await seated.finish()
        ada, ben = seated.guests
        new = (await ada.ask("POST", f"{seated.path}/rematch"))["table"]
        assert f'action="/t/{new}/leave"' in await ben.page(f"/t/{seated.table}")
        table = await place.live(new)
        assert [seat.who for seat in table.seats] == ["person", "person"]
        assert await ben.led(f"/t/{new}/leave") == f"/t/{new}"
        assert [seat.who for seat in table.seats].count("empty") == 1


@story
async def test_players_see_how_many_watch_at_all_workers(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        seated = await here.playing(2, join="open")
        ada = await here.watch(seated.guests[0], seated.table)
        await there.watch(there.guest(there.house.identities.new()), seated.table)
        await here.watch(here.guest(), seated.table)
        while ">2</b>" not in (await ada.next("frame"))["regions"].get("crowd", ""):
            pass
        presence = (await here.streams(seated.table)).presence
        assert (presence.watching, presence.screens) == (2, 0)


def test_a_crowd_is_told_by_tens() -> None:
    presence = Presence("opener")
    told = []
    for watching in (0, 1, 9, 10, 19, 20, 21, 999):
        presence.spectator_counts = (watching, 0)
        told.append((presence.update(-1, 1), presence.watching))
    changes = [(True, 1), (True, 9), (True, 10), (False, 10), (True, 20), (False, 20), (True, 990)]
    assert told == [(False, 0), *changes]


@story
async def test_a_phone_beside_a_big_screen_is_a_hand_unless_its_owner_wants_the_table(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        ada = Browser(place)
        path = await ada.open("fourmis", 2, name="Ada")
        await ada.go(f"{path}/start", fill="novice")
        assert " only-hand" not in await ada.get(path)
        screen = await place.watch(place.guest(), path.removeprefix("/t/"), seat="screen")
        await screen.next("frame")
        assert " only-hand" in await ada.get(path)
        assert " only-hand" not in await Browser(place).get(path)  # a spectator has none
        assert await ada.go("/me", hand="no", back=path) == path
        assert " only-hand" not in await ada.get(path)
        await screen.close()
        await ada.go("/me", hand="yes", back=path)
        assert " only-hand" in await ada.get(path)
