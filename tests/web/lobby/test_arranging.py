"""A table that has not begun is arranged anew: seats, options, who may join."""

from __future__ import annotations

import asyncio
import re
import time
from functools import partial
from html import unescape
from typing import Any

import psycopg
import pytest

from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.ports.seats import Seat
from tablee.house.seating.seating import lay_seats
from tablee.store import queries
from tests.web.browsing import Browser, notice
from tests.web.guests import Guest, Place, open_house, story
from tests.web.lobby.test_pages import names, table_at


async def opened(place: Place, **wish: object) -> tuple[Guest, str]:
    """Opens a table by the API; gets whoever did, and its path."""
    guest = place.guest()
    facts = await guest.ask("POST", "/api/tables", {"game": "fourmis", "players": 4, **wish})
    guest.token = facts["token"]
    return guest, f"/api/tables/{facts['table']}"


def around(text: str) -> list[Seat]:
    """Lays seats: a capital is a person, a small letter a bot, a dot nobody."""
    return [
        Seat() if who == "." else Seat(who, who) if who.isupper() else Seat(None, who, "novice")
        for who in text
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("AB", "AB.."),
        ("A.b.", "A.b"),
        ("A.bC", "ACb"),
        ("ABcD", "ABD"),
        ("A..b", "Ab."),
        ("A.bC", "AC"),
        ("AbcD", "ADc"),
        ("Abcd", "Ab"),
        ("..bC", "Cb"),
    ],
)
def test_who_sits_keeps_a_seat_and_people_come_before_bots(before: str, after: str) -> None:
    assert lay_seats(around(before), len(after)) == around(after)


@story
async def test_whoever_opened_a_table_changes_it_before_the_deal(database: str) -> None:
    async with open_house(database) as place:
        guest, path = await opened(place)
        await guest.sit(path.rpartition("/")[2], "Ada", 1)
        wish = {"options": {"beat": "previous"}, "join": "open"}
        facts = await guest.ask("PATCH", path, wish)
        assert facts["options"] == {"beat": "previous", "teams": "no"}
        assert (facts["players"], facts["join"]) == (4, "open")
        facts = await guest.ask("PATCH", path, {"players": 2})
        assert [seat["name"] for seat in facts["seats"]] == ["", "Ada"]
        assert facts["options"]["beat"] == "previous", "what is left out stays"
        assert (await guest.ask("GET", "/api/tables"))[0]["players"] == 2
        dealt = await guest.ask("POST", f"{path}/start", {"fill": "novice"})
        assert len(dealt["seats"]) == 2
    async with open_house(database) as place:
        table = await place.live(path.rpartition("/")[2])
        setup = table.setup
        assert (setup.players, setup.options["beat"]) == (2, "previous")
        assert setup.who_may_join == "open"
        assert table.dealt().players == 2


@story
async def test_fewer_seats_than_people_are_refused(database: str) -> None:
    async with open_house(database) as place:
        guest, path = await opened(place)
        for name in ("Ada", "Ben", "Cem"):
            await place.guest().sit(path.rpartition("/")[2], name)
        wrong = await guest.refused(409, "PATCH", path, {"players": 2})
        assert wrong["error"] == "too_few_seats" and "3 people" in wrong["sentence"]
        assert (await guest.ask("GET", path))["players"] == 4


@pytest.mark.parametrize(
    "wish",
    [
        {"players": 9},
        {"players": 0},
        {"players": 3, "options": {"teams": True}},
        {"options": {"luck": "good"}},
        {"join": "nobody"},
    ],
)
def test_what_the_game_does_not_have_changes_nothing(
    sqlite_url: str, wish: dict[str, object]
) -> None:
    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            guest, path = await opened(place)
            before = await guest.ask("GET", path)
            await guest.refused(400, "PATCH", path, wish)
            assert await guest.ask("GET", path) == before

    asked()


@story
async def test_only_whoever_opened_it_arranges_a_table_and_only_before_the_deal(
    database: str,
) -> None:
    async with open_house(database) as place:
        guest, path = await opened(place)
        friend = place.guest()
        await friend.sit(path.rpartition("/")[2], "Ben")
        wrong = await friend.refused(403, "PATCH", path, {"players": 2})
        assert wrong["error"] == "not_opener"
        await place.guest().refused(403, "PATCH", path, {"players": 2})
        await guest.ask("POST", f"{path}/start", {"fill": "novice"})
        wrong = await guest.refused(409, "PATCH", path, {"players": 2})
        assert wrong["error"] == "not_now"


@story
async def test_everyone_who_follows_the_table_is_told(database: str) -> None:
    async with open_house(database) as place:
        guest, path = await opened(place)
        stream = await place.follow(place.guest(), path.rpartition("/")[2])
        assert (await stream.next("table"))["players"] == 4
        await guest.ask("PATCH", path, {"players": 3, "join": "open"})
        told = await stream.next("table")
        assert (told["players"], len(told["seats"]), told["join"]) == (3, 3, "open")


@story
async def test_another_worker_is_told_and_deals_what_was_arranged(postgres_url: str) -> None:
    async with open_house(postgres_url) as here, open_house(postgres_url) as there:
        guest, path = await opened(here)
        other = there.guest(guest.token)
        stream = await there.follow(other, path.rpartition("/")[2])
        assert (await stream.next("table"))["players"] == 4
        await guest.ask("PATCH", path, {"players": 2, "options": {"beat": "previous"}})
        assert (await stream.next("table"))["players"] == 2
        await other.ask("POST", f"{path}/start", {"fill": "novice"})
        table = await there.live(path.rpartition("/")[2])
        assert (table.dealt().players, table.setup.options["beat"]) == (2, "previous")


@story
async def test_a_worker_opens_when_it_hears_the_others(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would look at everything again a moment later, and tell its guests twice."""
    connect = psycopg.connect

    def slowly(*args: Any, **options: Any) -> Any:
        time.sleep(0.2)
        return connect(*args, **options)

    monkeypatch.setattr(psycopg, "connect", slowly)
    async with open_house(postgres_url) as place:
        guest, path = await opened(place)
        stream = await place.follow(guest, path.rpartition("/")[2])
        assert (await stream.next("table"))["players"] == 4
        await asyncio.sleep(0.5)
        await guest.ask("PATCH", path, {"players": 2})
        assert (await stream.next("table"))["players"] == 2


@story
async def test_a_seat_taken_meanwhile_is_not_swept_away(database: str) -> None:
    async with open_house(database) as place:
        guest, path = await opened(place)
        table = await place.live(path.rpartition("/")[2])
        before = table.seats
        await place.guest().sit(table.id, "Ben", 3)
        facts = place.house.tables.facts(table.setup.opener, "fourmis", 3, {}, "open")
        stale = partial(queries.arrange, table=table.id, facts=facts, before=before, after=before)
        assert not await place.write(stale)
        facts = await guest.ask("GET", path)
        assert (facts["players"], facts["join"]) == (4, "link")
        assert [seat["name"] for seat in facts["seats"]] == ["", "", "", "Ben"]


# By forms


@story
async def test_a_table_is_changed_by_a_form(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        lea, basile = Browser(place), Browser(place)
        path = await lea.open("fourmis", 4, name="Léa")
        await basile.go(f"{path}/sit", name="Basile", seat=3)
        assert f'href="{path}/arrange"' in await lea.get(path)
        page = await lea.get(f"{path}/arrange")
        assert 'name="players" value="4" checked' in page
        wish = {"players": 3, "join": "open", "option-beat": "previous", "option-teams": "no"}
        assert await lea.go(f"{path}/arrange", **wish) == path
        table = await table_at(place, path)
        assert names(table) == ["Léa", "Basile", ""] and table.setup.who_may_join == "open"
        assert table.setup.options == {"beat": "previous", "teams": "no"}
        page = await lea.get(f"{path}/arrange")
        assert 'name="option-beat" value="previous" checked' in page
        assert 'name="join" value="open" checked' in page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_changed_with_the_same_explanations(
    sqlite_url: str, game: str, lang: str
) -> None:
    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            browser = Browser(place, lang)
            path = await browser.open(game, GAMES[game].players[-1], name="Léa")
            new, other = await browser.get(f"/new/{game}"), await browser.get(f"{path}/arrange")
            asked = re.compile(r"<legend>.*?</fieldset>", re.DOTALL)
            plain = [
                [unescape(part).replace(" checked", "") for part in asked.findall(page)]
                for page in (new, other)
            ]
            assert plain[0] == plain[1] and len(plain[0]) == 3 + len(GAMES[game].options)

    asked()


@story
async def test_a_change_that_cannot_be_is_said_and_the_choice_stays(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        lea, basile, zoe = (Browser(place) for _ in range(3))
        path = await lea.open("fourmis", 4, name="Léa")
        await basile.go(f"{path}/sit", name="Basile")
        await zoe.go(f"{path}/sit", name="Zoé")
        page = await lea.refused(409, f"{path}/arrange", players=2, join="open")
        assert "garde une place par personne" in notice(page)
        assert 'name="players" value="2" checked' in page
        assert 'name="join" value="open" checked' in page
        page = await lea.refused(400, f"{path}/arrange", players=3, **{"option-teams": "yes"})
        assert "ne se joue qu’à 4" in notice(page)
        assert (await table_at(place, path)).setup.players == 4


@story
async def test_who_did_not_open_the_table_is_not_offered_to_change_it(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        lea, basile = Browser(place), Browser(place)
        path = await lea.open("kraut", 3, name="Léa")
        await basile.go(f"{path}/sit", name="Basile")
        page = await basile.get(path)
        assert f"{path}/arrange" not in page and "/new/kraut" in page
        assert "qui a ouvert la table" in unescape(await basile.get(f"{path}/arrange", 403))
        assert "qui a ouvert la table" in unescape(
            await basile.refused(403, f"{path}/arrange", players=2)
        )
        await lea.go(f"{path}/start", fill="novice")
        answer = await lea.client.get(f"{path}/arrange")
        assert (answer.status_code, answer.headers["location"]) == (303, path)
