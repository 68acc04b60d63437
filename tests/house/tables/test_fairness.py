"""The deal is nobody's choice: what is promised, what everyone adds, and how it is checked."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tablee import parse_record
from tablee.house.settings import FILE
from tablee.house.tables.fairness import Offers
from tablee.store import database
from tests.web.guests import open_house, story

OLD = Path(__file__).parents[2] / "store" / "fixtures" / "schema-1.sqlite"


@story
async def test_the_promise_is_shown_before_anybody_adds_luck(database: str) -> None:
    async with open_house(database) as place:
        ada, ben = place.guest(), place.guest()
        opened = await ada.ask("POST", "/api/tables", {"game": "fourmis", "players": 3})
        ada.token, path = opened["token"], f"/api/tables/{opened['table']}"
        promise = opened["commitment"]
        assert len(promise) == 64 and opened["luck"] is None and opened["secret"] is None
        await ada.ask("POST", f"{path}/seats", {"name": "Ada", "luck": "seven"})
        await ben.ask("POST", f"{path}/seats", {"name": "Ben"})
        await ada.ask("POST", f"{path}/luck", {"luck": "eight  is\tmore"})
        facts = await ada.ask("POST", f"{path}/start", {"fill": "novice"})
        luck = facts["luck"]
        assert facts["commitment"] == promise and facts["secret"] is None
        assert luck[0] == "eight is more" and luck[1].startswith("~") and luck[2] == ""
        await ada.refused(409, "POST", f"{path}/luck", {"luck": "too late"})
        table = await place.live(opened["table"])
        assert table.match.origin is not None and table.match.key is not None
        assert table.match.key == table.match.origin.key(table.game, 3, table.setup.options)
        assert table.match.origin.promise == promise


@story
async def test_two_deals_of_the_same_luck_differ_by_the_secret(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        keys = set()
        for _ in range(3):
            ada = place.guest()
            opened = await ada.ask("POST", "/api/tables", {"game": "fourmis", "players": 2})
            ada.token, path = opened["token"], f"/api/tables/{opened['table']}"
            await ada.ask("POST", f"{path}/seats", {"name": "Ada", "luck": "same"})
            await ada.ask("POST", f"{path}/start", {"fill": "novice"})
            keys.add((await place.live(opened["table"])).match.key)
        assert len(keys) == 3


@story
async def test_a_rematch_has_a_promise_and_luck_of_its_own(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        await seated.finish()
        ada = seated.guests[0]
        old = await ada.ask("GET", seated.path)
        new = await ada.ask("POST", f"{seated.path}/rematch")
        assert new["commitment"] not in (None, old["commitment"])
        assert [seat.luck for seat in (await place.live(new["table"])).seats] == ["", ""]
        record = parse_record((await ada.answer("GET", f"{seated.path}/record")).text)
        assert record.origin is not None and record.verify(old["commitment"]).outcome()


@pytest.mark.parametrize("luck", ["x" * 65, "~mine", "-", "a\x00b"])
@story
async def test_luck_is_a_short_line(sqlite_url: str, luck: str) -> None:
    async with open_house(sqlite_url) as place:
        ada = place.guest()
        opened = await ada.ask("POST", "/api/tables", {"game": "fourmis", "players": 2})
        wish = {"name": "Ada", "luck": luck}
        await ada.refused(400, "POST", f"/api/tables/{opened['table']}/seats", wish)


@story
async def test_whoever_plays_at_once_was_promised_the_secret_on_the_shelf(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada, offers = place.guest(), place.house.offers
        offer = offers.make()
        form = {"players": "2", "luck": "mine", "offer": offer.text}
        table = await place.live((await ada.led("/play/fourmis", **form)).rpartition("/")[2])
        assert table.id == offers.read(offer.text) and table.match.commitment == offer.promise
        assert table.match.origin is not None and table.match.origin.luck == ("mine", "")
        again = (await ada.led("/play/fourmis", **form)).rpartition("/")[2]
        assert again != table.id  # an offer is good once


def test_an_offer_that_the_house_did_not_make_is_none() -> None:
    offers = Offers("secret")
    assert offers.read("AAAAAAAAAAAAAAAA") is None
    assert offers.read(Offers("other").make().text) is None


@pytest.mark.parametrize(
    ("lang", "good", "bad"),
    [
        ("fr", "personne ne les a choisies", "ne tient pas debout"),
        ("en", "nobody chose them", "does not hold"),
        ("de", "Niemand hat sie ausgesucht", "stimmt etwas nicht"),
    ],
)
@story
async def test_a_page_checks_a_record_in_words(
    sqlite_url: str, lang: str, good: str, bad: str
) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        await seated.finish()
        ada = seated.guests[0]
        asked = await ada.page(f"/verify?table={seated.table}&lang={lang}")
        record = (await ada.answer("GET", f"{seated.path}/record")).text
        assert "luck 0: ~" in asked
        older = replace(parse_record(record), origin=None, commitment=None)
        false = record.replace("luck 0: ~", "luck 0: ")

        async def told(text: str) -> str:
            return (await ada.send(f"/verify?lang={lang}", record=text)).text

        assert good in await told(record)
        assert good not in await told(str(older)) and bad not in await told(str(older))
        assert bad in await told(false) and "does not come from" in await told(false)


def test_a_file_half_way_between_versions_is_brought_up_to_date(tmp_path: Path) -> None:
    """One that has hands and a column of a later step already, but no number of its version."""
    file = tmp_path / FILE
    shutil.copy(OLD, file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("ALTER TABLE tables ADD COLUMN closed VARCHAR(16)")
        connection.execute("CREATE TABLE hands (table_id VARCHAR(32), visitor VARCHAR(32))")
        connection.execute(
            "INSERT INTO hands SELECT table_id, visitor FROM seats WHERE visitor IS NOT NULL"
        )
        before = connection.execute("SELECT count(*) FROM hands").fetchone()
        connection.commit()
    database.open_engine(f"sqlite:///{file}").dispose()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM hands").fetchone() == before
