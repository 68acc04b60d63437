"""The first press: a table that was laid becomes a real one, with every promise of the house."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablee import parse_record
from tablee.games import GAMES
from tablee.house.seating import seating
from tablee.house.tables.table import Table
from tablee.table.posed.laid import OWN_SEAT, laid_tables
from tablee.web.people import my_games
from tests.web.browsing import Browser, notice
from tests.web.guests import Place, open_house, story

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
CHOICE = re.compile(r'name="move" value="([^"]+)"')


async def asked(browser: Browser, game: str) -> tuple[dict[str, str], list[str]]:
    """What the form of the first page holds, and the moves that glow."""
    page = await browser.get(f"/?table={game}")
    form = page.partition('id="begin"')[2].partition("</form>")[0]
    return dict(HIDDEN.findall(form)), CHOICE.findall(form)


async def press(place: Place, browser: Browser, game: str, **more: object) -> Table:
    """Press the first card that glows."""
    fields, moves = await asked(browser, game)
    path = await browser.go(f"/play/{game}", **{**fields, "move": moves[0], **more})
    return await place.live(path.removeprefix("/t/"))


async def play_out(table: Table) -> None:
    while (seat := table.dealt().seat) is not None:
        await table.play(seat, str(table.dealt().legal_moves()[table.ply % 2 - 1]), table.ply)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_press_is_the_first_move_of_a_real_match(database: str, game: str) -> None:
    @story
    async def pressed() -> None:
        async with open_house(database) as place:
            browser = Browser(place)
            _, moves = await asked(browser, game)
            table = await press(place, browser, game, level="novice")
            assert str(table.match.moves[0]) == moves[0] and table.match.movers[0] == OWN_SEAT
            assert [seat.bot for seat in table.seats[1:]] == ["novice", "novice"]
            assert str(table.setup.deal(table.match.key).view(OWN_SEAT)) == table.setup.position
            page = await browser.get(f"/t/{table.id}")
            assert "La table était mise" in page

    pressed()


@story
async def test_hidden_cards_are_dealt_anew_for_everyone(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        tables = [await press(place, Browser(place), "fourmis", luck="same") for _ in range(6)]
        assert len({table.setup.position for table in tables}) == 1
        assert (
            len({str(table.setup.deal(table.match.key)).rpartition(" key=")[0] for table in tables})
            == 6
        )
        assert len({table.match.key for table in tables}) == 6


@story
async def test_the_promise_was_shown_before_the_luck_was_drawn(database: str) -> None:
    async with open_house(database) as place:
        browser = Browser(place)
        fields, _ = await asked(browser, "kraut")
        promised = place.house.offers.read(fields["offer"])
        table = await press(place, browser, "kraut", offer=fields["offer"], luck="seven")
        match, setup = table.match, table.setup
        assert table.id == promised and match.origin is not None
        assert match.origin.luck == ("seven", "", "")
        assert match.key == match.origin.key(table.game, 3, setup.options)
        assert match.key != match.origin.key(table.game, 3, setup.own_options)


@pytest.mark.parametrize("game", GAMES)
def test_its_record_is_verified_and_replayed(sqlite_url: str, game: str) -> None:
    @story
    async def verified() -> None:
        async with open_house(sqlite_url) as place:
            browser = Browser(place)
            table = await press(place, browser, game, luck="seven")
            promise = table.match.commitment
            await play_out(table)
            text = await browser.get(f"/t/{table.id}/record")
            record = parse_record(text)
            assert record.options["position"] == table.setup.position
            assert record.verify(promise).outcome() == table.dealt().outcome()
            assert 'role="status"' in (await browser.send("/verify", record=text)).text
            false = text.replace("luck 0: seven", "luck 0: eight")
            assert 'role="alert"' in await browser.refused(400, "/verify", record=false)
            replay = await browser.get(f"/replay/{table.id}?n=0")
            assert "La table était mise" in replay
            again = await browser.go(f"/replay/{table.id}/again", ply=2, seat=0, level="novice")
            twin = await place.live(again.removeprefix("/t/"))
            assert twin.match.moves[:2] == table.match.moves[:2]
            assert twin.setup.deal(twin.match.key) == table.setup.deal(table.match.key)

    verified()


@story
async def test_a_restart_changes_nothing(database: str) -> None:
    async with open_house(database) as place:
        table = await press(place, Browser(place), "escogriffe", luck="seven")
        name, start, first = table.id, table.setup.deal(table.match.key), table.match.moves[0]
    async with open_house(database) as place:
        again = await place.live(name)
        assert again.setup.deal(again.match.key) == start and again.match.moves[0] == first


@story
async def test_a_rematch_is_dealt(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        table = await press(place, browser, "kraut")
        await play_out(table)
        path = await browser.go(f"/t/{table.id}/rematch")
        assert not (await place.live(path.removeprefix("/t/"))).setup.position


@story
async def test_what_is_false_makes_no_table(sqlite_url: str) -> None:
    """A move that is not allowed there is refused before anything is made."""
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        fields, _ = await asked(browser, "fourmis")
        for move in ("Nonsense", "1-1", "2j 3v"):
            await browser.refused(400, "/play/fourmis", **{**fields, "move": move})
        forbidden = next(
            str(move)
            for move in GAMES["fourmis"].moves
            if str(move) not in laid_tables(GAMES["fourmis"])[0].choices
        )
        page = (await browser.send("/play/fourmis", **{**fields, "move": forbidden})).text
        assert notice(page) or "règle" in page
        assert not place.house.tables.all_streams()


@story
async def test_a_table_that_is_laid_no_more_is_dealt(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        path = await Browser(place).go("/play/fourmis", laid="00000000", move="7r", players=3)
        table = await place.live(path.removeprefix("/t/"))
        assert not table.setup.position and table.ply == 0 and table.setup.players == 3


@story
async def test_only_the_house_lays_a_table(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        position = laid_tables(GAMES["fourmis"])[0].position
        wish: dict[str, Any] = {"game": "fourmis", "players": 3, "options": {"position": position}}
        await place.guest().refused(400, "POST", "/api/tables", wish)
        ada = place.guest()
        opened = await ada.ask("POST", "/api/tables", {"game": "fourmis", "players": 3})
        ada.token = opened["token"]
        path = f"/api/tables/{opened['table']}"
        await ada.refused(400, "PATCH", path, {"options": {"position": position}})


@story
async def test_it_is_among_my_games_and_says_that_it_does_not_count(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        table = await press(place, browser, "fourmis")
        assert "Table mise" in await browser.get(f"/t/{table.id}/menu")
        await play_out(table)
        assert "table mise" in await browser.get("/me/games")
        visitor = table.setup.opener
        (found,) = await my_games.over_of(place.house, [table], visitor)
        assert not found.counts and not found.again


def test_no_bot_has_the_name_of_the_person() -> None:
    assert seating.bot_names("ada", 2) == ("Björn", "Chloé")
    assert seating.bot_names("Léa", 2) == ("Ada", "Björn")
