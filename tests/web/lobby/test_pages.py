"""A table before the deal, by forms alone."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.render import templating
from tablee.house.render.pictures import qr
from tablee.house.settings import Limits
from tablee.house.tables.table import Table
from tablee.house.thinking.levels import LEVELS
from tests.web.browsing import Browser, notice
from tests.web.guests import Place, open_house, story

EVIL = "<script>x</script>"
ALONE = "que sur cet appareil"
"""What a page says where its link leads nobody else here."""


async def table_at(place: Place, path: str) -> Table:
    return await place.live(path.removeprefix("/t/"))


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


@story
async def test_a_new_table_is_as_it_was_wished(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        wish = {"option-teams": "yes", "option-beat": "previous", "join": "open"}
        path = await browser.open("fourmis", 4, name="Léa", **wish)
        table = await table_at(place, path)
        assert table.setup.players == 4
        assert table.setup.options == {"beat": "previous", "teams": "yes"}
        assert table.setup.who_may_join == "open" and names(table) == ["Léa", "", "", ""]
        page = unescape(await browser.get(path))
        assert "Deux équipes" in page and "/rules/fourmis#F15" in page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_wishes_of_every_game_are_explained(sqlite_url: str, game: str, lang: str) -> None:
    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            page = unescape(await Browser(place, lang).get(f"/new/{game}"))
            for option in GAMES[game].options:
                assert GAMES[game].rulebook.clause(option.clause).text[lang] in page
                for value in option.values:
                    assert f'name="option-{option.name}" value="{value}"' in page
            for players in GAMES[game].players:
                assert f'name="players" value="{players}"' in page

    asked()


@story
async def test_a_wish_that_the_game_does_not_have_is_refused_and_nothing_is_lost(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        wish = {"game": "fourmis", "players": 3, "name": "Léa", "option-teams": "yes"}
        page = await browser.refused(400, "/tables", **wish)
        assert "ne se joue qu’à 4" in notice(page)
        assert 'name="option-teams" value="yes" checked' in page
        assert 'name="players" value="3" checked' in page and 'value="Léa"' in page
        for wrong in ({"players": 9}, {"players": "x"}, {"join": "all"}, {"name": "x" * 99}):
            page = await browser.refused(400, "/tables", **{**wish, "option-teams": "no", **wrong})
            assert notice(page)


@story
async def test_friends_sit_down_rename_and_leave(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        lea, basile, zoe = (Browser(place) for _ in range(3))
        path = await lea.open("kraut", 3, name="Léa")
        table = await table_at(place, path)
        page = await basile.get(path)
        assert 'name="seat" value="2"' in page and f'action="{path}/sit"' in page
        await basile.go(f"{path}/sit", name="Basile", seat=2)
        await zoe.go(f"{path}/sit", name="Zoë")
        assert names(table) == ["Léa", "Zoë", "Basile"]
        await zoe.go(f"{path}/name", name="Zoé")
        await basile.go(f"{path}/leave")
        assert names(table) == ["Léa", "Zoé", ""]
        assert 'value="Basile"' in await basile.get(path), "the name is remembered"


@story
async def test_a_taken_seat_is_refused_in_words_and_the_name_stays(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        lea, basile = Browser(place), Browser(place, "de")
        path = await lea.open("kraut", 3, name="Léa")
        page = await basile.refused(409, f"{path}/sit", name="Basile", seat=0)
        assert "besetzt" in notice(page) and 'value="Basile"' in page
        page = await basile.refused(400, f"{path}/sit", name="x" * 30, seat=1)
        assert "24" in notice(page) and "x" * 30 in page
        page = await basile.refused(400, f"{path}/sit", name="B", seat="nought")
        assert notice(page)
        assert names(await table_at(place, path)) == ["Léa", "", ""]


@story
async def test_somebody_without_a_name_is_a_guest(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        path = await Browser(place, "en").open("kraut", 2)
        await Browser(place, "de").go(f"{path}/sit", name="")
        assert names(await table_at(place, path)) == ["Guest", "Gast"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_of_every_level_sits_down_and_goes(sqlite_url: str, level: str) -> None:
    @story
    async def put() -> None:
        async with open_house(sqlite_url) as place:
            browser = Browser(place)
            path = await browser.open("kraut", 3, name="Léa")
            table = await table_at(place, path)
            await browser.go(f"{path}/bot", seat=2, level=level)
            assert table.seats[2].bot == level
            page = unescape(await browser.get(path))
            assert templating.speak("fr")(f"level_{level}_is") in page
            await browser.go(f"{path}/leave", seat=2)
            assert table.seats[2].who == "empty"

    put()


@story
async def test_only_those_who_sit_there_change_the_table(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        lea, stranger = Browser(place), Browser(place)
        path = await lea.open("kraut", 3, name="Léa")
        for deed, fields in (
            ("bot", {"seat": 1, "level": "novice"}),
            ("leave", {"seat": 0}),
            ("leave", {}),
            ("start", {"fill": "novice"}),
            ("name", {"name": "Zut"}),
        ):
            page = await stranger.refused(403, f"{path}/{deed}", **fields)
            assert "prends d’abord une place" in notice(page)
        page = await stranger.get(path)
        assert f"{path}/start" not in page and f"{path}/bot" not in page
        assert names(await table_at(place, path)) == ["Léa", "", ""]


@story
async def test_starting_fills_the_empty_seats_with_bots(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await browser.open("kraut", 4, name="Léa")
        page = await browser.refused(409, f"{path}/start")
        assert "3 places vides" in notice(page)
        assert 'name="fill" value="casual"' in page, "what may be done is offered"
        page = await browser.refused(400, f"{path}/start", fill="genius")
        assert notice(page)
        await browser.go(f"{path}/start", fill="novice")
        table = await table_at(place, path)
        assert table.phase == "playing"
        assert [seat.bot for seat in table.seats] == [None, "novice", "novice", "novice"]


@story
async def test_the_link_to_share_is_on_the_page_as_text_and_as_a_code(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        path = await Browser(place).open("kraut", 4, name="Léa")
        page = await Browser(place).get(path)
        assert f'data-copy="http://house{path}"' in page
        assert re.search(r'<svg [^>]*class="qr"><path', page)
        assert f'data-follow="/api{path.replace("/t/", "/tables/")}/stream"' in page


@story
async def test_behind_https_the_link_is_safe_as_well(sqlite_url: str) -> None:
    async with open_house(sqlite_url, secure=True) as place:
        browser = Browser(place)
        answer = await browser.send("/tables", game="kraut", players=2, name="Léa")
        assert all("Secure" in cookie for cookie in answer.headers.get_list("set-cookie"))
        page = await browser.get(answer.headers["location"])
        assert f'data-copy="https://house{answer.headers["location"]}"' in page


@story
async def test_on_its_own_machine_the_house_gives_an_address_for_others(sqlite_url: str) -> None:
    async with open_house(sqlite_url, near="http://192.0.2.7:8000") as place:
        browser = Browser(place, host="localhost")
        path = await browser.open("kraut", 2, name="Léa")
        page = await browser.get(path)
        assert f'data-copy="http://192.0.2.7:8000{path}"' in page and ALONE not in page
        assert f'data-copy="http://house{path}"' in await Browser(place).get(path)


@pytest.mark.parametrize(
    "known", [{}, {"near": "http://127.0.0.1:8000"}, {"address": "http://localhost:8000"}]
)
def test_a_link_that_leads_to_its_own_machine_is_warned_of(
    sqlite_url: str, known: dict[str, Any]
) -> None:
    """With `--host 127.0.0.1` the house knew an address, and so said nothing."""

    @story
    async def looked() -> None:
        async with open_house(sqlite_url, **known) as place:
            browser = Browser(place, host="localhost:8000")
            path = await browser.open("kraut", 2, name="Léa")
            for shown in (path, f"{path}/screen"):
                assert ALONE in await browser.get(shown)

    looked()


@story
async def test_a_container_opened_at_this_machine_gives_no_address_of_its_own(
    sqlite_url: str,
) -> None:
    """Who asks for localhost from another machine means that one; nobody reaches a container."""
    async with open_house(sqlite_url, near="http://10.88.0.5:8000") as place:
        browser = Browser(place, client=("10.88.0.1", 1), host="localhost:8000")
        path = await browser.open("kraut", 2, name="Léa")
        page = await browser.get(path)
        assert "10.88.0.5" not in page and ALONE in page


@story
async def test_the_address_that_the_host_has_given_is_in_every_link(sqlite_url: str) -> None:
    """A foreign `Host` showed in links and in the QR code."""
    given = "https://play.example.org"
    async with open_house(sqlite_url, address=given, near="http://192.0.2.7:8000") as place:
        path = await Browser(place).open("kraut", 2, name="Léa")
        for host in ("evil.example", "localhost", "192.0.2.7:8000", "play.example.org"):
            page = await Browser(place, host=host).get(path)
            assert f'data-copy="{given}{path}"' in page and qr(given + path) in page
            assert "evil.example" not in page and ALONE not in page
            assert "play.example.org/join" in page
            assert qr(given + path) in await Browser(place, host=host).get(f"{path}/screen")


@story
async def test_a_name_is_escaped_at_the_table(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        lea, other = Browser(place), Browser(place)
        path = await lea.open("kraut", 3, name=EVIL)
        for browser in (lea, other):
            page = await browser.get(path)
            assert EVIL not in page and "&lt;script&gt;" in page


@story
async def test_who_opens_too_many_tables_is_told_so(sqlite_url: str) -> None:
    async with open_house(sqlite_url, Limits(tables=1, opened=1e6, asked=1e6)) as place:
        browser = Browser(place, "en")
        await browser.open("kraut", 2, name="Léa")
        page = await browser.refused(429, "/tables", game="kraut", players=2, name="Léa")
        assert "My tables" in notice(page)
        page = await browser.refused(429, "/play/kraut", players=2)
        assert "That is a lot of tables" in page


@story
async def test_a_refused_page_may_be_loaded_again(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await browser.open("kraut", 2, name="Léa")
        for deed in ("sit", "name", "bot", "leave", "start"):
            answer = await browser.client.get(f"{path}/{deed}")
            assert (answer.status_code, answer.headers["location"]) == (303, path)
        for deed, where in (("/tables", "/"), ("/me/carry", "/me"), ("/me/forget", "/me")):
            answer = await browser.client.get(deed)
            assert (answer.status_code, answer.headers["location"]) == (303, where)
        assert names(await table_at(place, path)) == ["Léa", ""]


@story
async def test_partners_are_seen_before_the_deal(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada, ben = Browser(place), Browser(place)
        path = await ada.open(players=4, name="Ada", **{"option-teams": "yes"})
        await ben.go(f"{path}/sit", seat=2, name="Ben")
        page = await ada.get(path)
        assert page.count('class="team t1"') == page.count('class="team t2"') == 2
        assert "Équipe 1, avec Ben" in page and "Équipe 1, avec toi" in page
        alone = await ada.get(await ada.open(players=4))
        assert 'class="team' not in alone


@story
async def test_a_choice_for_other_companies_says_for_which_it_is(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        page = await Browser(place).get("/new/fourmis")
        assert page.count('data-only="4"') == 1
