"""Before a deal and after a match: who is missing, who watches, and the way to the next match."""

from __future__ import annotations

from tests.web.browsing import Browser
from tests.web.people import open_house, story


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
        table.presence._seen.clear()
        place.house.streams(table).look_around()
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
        spectator = place.guest(place.house.visitors.new())
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
