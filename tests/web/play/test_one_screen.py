"""Several people at one screen: a curtain between two turns, and no hand on the page behind it."""

from __future__ import annotations

import re

import pytest

from tablee import GAMES, Game
from tablee.house.live.streams import Streams
from tablee.house.tables.table import Table
from tests.web.browsing import Browser
from tests.web.guests import Guest, Place, Seated, open_house, story
from tests.web.test_secrecy import everything, forget, stop_clocks, walk

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


async def around_one_screen(place: Place, game: str, locals_: int, players: int) -> Seated:
    """Opens a table: so many people at one screen, and bots at the other seats; deals."""
    ada = place.guest()
    opened = await ada.ask("POST", "/api/tables", {"game": game, "players": players})
    ada.token = opened["token"]
    await ada.sit(opened["table"], "Ada")
    seated = Seated(place, opened["table"], [ada])
    for n in range(1, locals_):
        await ada.ask("POST", f"{seated.path}/beside", {"name": f"Beside {n}"})
    await ada.ask("POST", f"{seated.path}/start", {"fill": "novice"})
    return seated


async def uncover(seated: Seated, seat: int) -> None:
    await seated.guests[0].ask("POST", f"{seated.path}/seats/{seat}/uncover")


@story
async def test_everybody_is_told_who_shares_a_screen(database: str) -> None:
    async with open_house(database) as place:
        ada, ben = place.guest(), place.guest(accept_language="fr")
        opened = await ada.ask("POST", "/api/tables", {"game": "fourmis", "players": 4})
        ada.token = opened["token"]
        seated = Seated(place, opened["table"], [ada, ben])
        for guest, name in ((ada, "Ada"), (ben, "Ben")):
            await guest.sit(seated.table, name)
        assert (await ada.ask("POST", f"{seated.path}/beside", {"name": "Cy"}))["seat"] == 2
        facts = await ben.ask("GET", seated.path)
        assert [seat["screen"] for seat in facts["seats"]] == [None, None, 0, None]
        assert "même écran" in await ben.page(f"/t/{seated.table}")
        await place.guest().refused(403, "POST", f"{seated.path}/beside", {"name": "Eve"})
        await ada.refused(409, "POST", f"{seated.path}/beside", {"name": "Cy"})
        await ada.ask("DELETE", f"{seated.path}/seats/0")  # nobody stays at his screen
        facts = await ben.ask("GET", seated.path)
        assert [seat["who"] for seat in facts["seats"]] == ["empty", "person", "empty", "empty"]


@story
async def test_a_hand_is_uncovered_for_one_turn(database: str) -> None:
    async with open_house(database) as place:
        seated = await around_one_screen(place, "kraut", 2, 2)
        table, (ada,) = await place.live(seated.table), seated.guests
        first = table.dealt().seat or 0
        assert (await ada.ask("GET", f"{seated.path}/view"))["seat"] is None
        body = {"move": str(table.dealt().legal_moves()[0]), "ply": 0}
        wrong = await ada.refused(403, "POST", f"{seated.path}/moves", body)
        assert wrong["error"] == "covered"
        await ada.refused(409, "POST", f"{seated.path}/seats/{1 - first}/uncover")
        await uncover(seated, first)
        while table.dealt().seat == first:  # a turn may have several moves
            view = await ada.ask("GET", f"{seated.path}/view")
            assert view["seat"] == first
            body = {"move": view["legal"][0]["move"], "ply": view["ply"]}
            await ada.ask("POST", f"{seated.path}/moves", body)
        assert (await ada.ask("GET", f"{seated.path}/view"))["seat"] is None
        stranger = place.guest(place.house.identities.new())
        await stranger.refused(403, "POST", f"{seated.path}/seats/{1 - first}/uncover")


@every_game
def test_nothing_of_a_hand_is_told_while_the_curtain_is_drawn(game: Game, sqlite_url: str) -> None:
    """Covered, a screen gets byte for byte what it would with all hidden cards dealt anew."""

    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            stop_clocks(place)
            players = max(3, game.players[0])
            seated = await around_one_screen(place, game.name, players, players)
            await _compare(place, game, seated, players)

    asked()


async def _compare(place: Place, game: Game, seated: Seated, players: int) -> None:
    table, ada = await place.live(seated.table), seated.guests[0]
    states = list(walk(game, players, 5))
    for n, state in enumerate(states[:: max(1, len(states) // 3)]):
        for seat in (None, state.seat):
            table.match.state = state
            if seat is not None:
                await uncover(seated, seat)
            first = await _all(place, seated, ada, table, seat)
            table.match.state = state.view(seat).redeal(n)
            assert await _all(place, seated, ada, table, seat) == first
        await ada.led(f"/t/{seated.table}/seats/0/cover")


async def _all(
    place: Place, seated: Seated, ada: Guest, table: Table, seat: int | None
) -> list[bytes]:
    forget(place, table)
    assert table.seat_of(place.house.identities.read(ada.token or "")) == seat
    return await everything(place, seated, ada, table)


def shown(streams: Streams, screen: tuple[int, ...]) -> dict[str, str]:
    """What a covered screen shows of the table itself."""
    page = streams.seat_page(None, "fr", screen)
    page.refresh()
    beside = {"curtain", "around", "onward", "offer", "since", "moves"}
    return {name: html for name, html in page.parts.items() if name not in beside}


@story
async def test_a_page_is_told_to_go_before_anything_else_when_a_turn_ends(sqlite_url: str) -> None:
    """Over a whole match, what a covered page gets is what a spectator gets, and the curtain."""
    async with open_house(sqlite_url) as place:
        seated = await around_one_screen(place, "kraut", 2, 3)
        table, ada = await place.live(seated.table), seated.guests[0]
        visitor = place.house.identities.read(ada.token or "")
        streams = place.house.tables.streams(table)
        await streams.story("fr")
        listener, curtains = streams.listen(visitor, 0, "fr"), 0
        streams.news_for(listener)
        while (seat := table.dealt().seat) is not None:
            if seat in table.seats.screen_of(visitor) and table.seat_of(visitor) is None:
                page = await place.guest(ada.token, accept_language="fr").page(f"/t/{seated.table}")
                assert "Donne l’appareil à" in page
                assert shown(streams, table.seats.screen_of(visitor)) == shown(streams, ())
                await uncover(seated, seat)
                assert streams.news_for(listener) == b"event: seat\ndata: {}\n\n"
                listener, curtains = (
                    streams.listen(visitor, table.ply, "fr", str(seat)),
                    curtains + 1,
                )
                assert b"event: frame" in streams.news_for(listener)
            if table.seats[seat].bot is None:
                await table.play(seat, str(table.dealt().legal_moves()[0]), table.ply)
            elif streams.bot_task:
                await streams.bot_task
            told, covered = streams.news_for(listener), table.seat_of(visitor) is None
            if table.phase == "playing" and (listener.seat is not None or listener.superseded):
                assert covered == (told == b"event: seat\ndata: {}\n\n")
            if listener.superseded:
                assert streams.news_for(listener) == b""
                listener = streams.listen(visitor, table.ply, "fr", "None")
                streams.news_for(listener)
        assert curtains > 10


@story
async def test_a_page_that_shows_another_seat_is_told_so_at_once(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await around_one_screen(place, "kraut", 2, 2)
        table, ada = await place.live(seated.table), seated.guests[0]
        streams = place.house.tables.streams(table)
        await streams.story("fr")
        visitor = place.house.identities.read(ada.token or "")
        assert streams.news_for(streams.listen(visitor, 0, "fr", "1")).startswith(b"event: seat")
        assert b"event: frame" in streams.news_for(streams.listen(visitor, 0, "fr", "None"))


@story
async def test_people_are_added_in_the_lobby_and_play_without_a_script(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada = Browser(place)
        path = await ada.open("kraut", 2, name="Ada")
        await ada.go(f"{path}/beside", beside="Ben")
        page = await ada.get(path)
        assert "Ben" in page and "même écran" in page
        await ada.go(f"{path}/start")
        page = await ada.get(path)
        found = re.search(r'action="([^"]+/uncover)"', page)
        assert found and 'class="curtain"' in page
        await ada.go(found[1])
        page = await ada.get(path)
        assert 'class="curtain"' not in page and 'name="press"' in page
