"""Files of earlier versions, newer ones, and what a kill leaves behind."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from tablee.core.errors import InvalidOption
from tablee.house.settings import FILE, database_url
from tablee.store import database
from tablee.store.schema import SCHEMA, hands, tables
from tablee.web.serve import check_database
from tests.web.guests import Place, open_house, story

OLD = Path(__file__).parent / "fixtures" / "schema-1.sqlite"


DRAWN = {
    "fr": "Les règles de ce jeu ont changé",
    "en": "The rules have changed since this game started",
    "de": "Die Regeln dieses Spiels haben sich",
}


FIXTURES = {
    int(file.stem.rpartition("-")[2]): file
    for file in sorted((Path(__file__).parent / "fixtures").glob("schema-*.sqlite"))
}
"""Houses that earlier versions have kept, by the version of their tables."""


def test_every_version_that_a_house_may_have_has_a_file() -> None:
    """6 and 7 came together with 8, so no house has ever kept them."""
    assert FIXTURES.keys() == {*range(1, database.VERSION)} - {6, 7}


@pytest.fixture
def old_url(tmp_path: Path) -> str:
    """A house of version 1 with a finished match, running ones of every game, and a lobby."""
    shutil.copy(OLD, tmp_path / FILE)
    return f"sqlite:///{tmp_path / FILE}"


def columns(file: Path) -> dict[str, set[str]]:
    with sqlite3.connect(file) as connection:
        found = {
            name: {row[1] for row in connection.execute(f"PRAGMA table_info({name})")}
            for name in SCHEMA.tables
        }
    connection.close()
    return found


def test_a_file_of_version_1_is_brought_up_to_date_and_kept_as_it_was(
    old_url: str, tmp_path: Path
) -> None:
    database.open_engine(old_url).dispose()
    wanted = {name: {c.name for c in table.columns} for name, table in SCHEMA.tables.items()}
    assert columns(tmp_path / FILE) == wanted
    copy = tmp_path / f"{FILE}.schema-1"
    assert columns(copy)["moves"] and not columns(copy)["hands"]
    engine = database.open_engine(old_url)
    with engine.connect() as connection:
        assert database.version_of(connection) == database.VERSION
        held = {table for (table,) in connection.execute(select(hands.c.table_id).distinct())}
        dealt = {
            t for (t,) in connection.execute(select(tables.c.id).where(tables.c.key.is_not(None)))
        }
    engine.dispose()
    assert held == dealt and len(dealt) == 5


@pytest.mark.parametrize("version", FIXTURES)
def test_a_house_of_an_earlier_version_opens_with_all_that_was_in_it(
    version: int, tmp_path: Path
) -> None:
    """Every list, every match that goes on, and what is over; the same as in a new file."""
    shutil.copy(FIXTURES[version], tmp_path / FILE)
    with sqlite3.connect(tmp_path / FILE) as old:
        begun = old.execute("SELECT id, ended_at FROM tables WHERE key IS NOT NULL").fetchall()
        visitors = [v for (v,) in old.execute("SELECT visitor FROM seats WHERE visitor > ''")]
    old.close()

    @story
    async def look_around() -> None:
        async with open_house(f"sqlite:///{tmp_path / FILE}") as place:
            for name, ended in begun:
                table = await place.live(name)
                assert (table.phase == "over") == (ended is not None)
                if table.phase == "playing":
                    seat = table.dealt().seat
                    assert seat is not None
                    await table.play(seat, str(table.dealt().legal_moves()[0]), table.ply)
            for visitor in sorted(set(visitors)):
                guest = place.guest(place.house.identities.token(visitor))
                for path in ("/", "/me/games", "/me", "/day", "/me/calls", "/pad"):
                    await guest.page(path)
                assert (await guest.ask("GET", "/api/me"))["tables"]

    look_around()
    fresh = tmp_path / "fresh.sqlite"
    database.open_engine(f"sqlite:///{fresh}").dispose()
    assert shape(tmp_path / FILE) == shape(fresh)


def shape(file: Path) -> dict[str, object]:
    """The columns and indexes of a file, in whatever order they were made."""
    with sqlite3.connect(file) as connection:
        kinds = "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
        found: dict[str, object] = {
            f"{kind} {name}": "" for kind, name in connection.execute(kinds)
        }
    connection.close()
    return {**found, **columns(file)}


def test_a_step_that_fails_leaves_the_file_as_it_was(
    old_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = columns(tmp_path / FILE)
    monkeypatch.setitem(database.STEPS, 2, (*database.STEPS[2], "SELECT nonsense FROM nowhere"))
    with pytest.raises(SQLAlchemyError):
        database.open_engine(old_url)
    assert columns(tmp_path / FILE) == before
    monkeypatch.undo()
    database.open_engine(old_url).dispose()


def test_a_newer_file_is_refused_in_one_sentence(sqlite_url: str) -> None:
    engine = database.open_engine(sqlite_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE house SET value = '99' WHERE name = 'schema'"))
    engine.dispose()
    with pytest.raises(InvalidOption, match=r"newer Tablée .schema 99"):
        check_database(sqlite_url)


def test_triggers_that_a_kill_prevented_are_made_at_the_next_start(sqlite_url: str) -> None:
    engine = database.open_engine(sqlite_url)
    with engine.begin() as connection:
        database.let_moves_go(connection)
    engine.dispose()
    engine = database.open_engine(sqlite_url)
    with engine.connect() as connection:
        count = connection.scalar(text("SELECT count(*) FROM sqlite_master WHERE type='trigger'"))
    engine.dispose()
    assert count == 2


def test_only_its_owner_reads_the_file(tmp_path: Path) -> None:
    url = database_url(tmp_path / "data", None)
    engine = database.open_engine(url)
    with engine.begin() as connection:
        database.make_moves_stay(connection)
    modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "data").iterdir()}
    engine.dispose()
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.parametrize("kind", ["a file", "a folder inside a file", "no database", "a folder"])
def test_what_cannot_be_opened_is_said_in_one_sentence(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").write_text("this is no database " * 100)
    (tmp_path / "folder" / FILE).mkdir(parents=True)
    data = {
        "a file": tmp_path / "file",
        "a folder inside a file": tmp_path / "file" / "data",
        "no database": tmp_path / "text",
        "a folder": tmp_path / "folder",
    }[kind]
    if kind == "no database":
        data.mkdir()
        shutil.copy(tmp_path / "file", data / FILE)
    before = os.umask(0o022)
    try:
        with pytest.raises(InvalidOption) as refused:
            check_database(database_url(data, None))
    finally:
        os.umask(before)
    assert "\n" not in str(refused.value) and str(refused.value).endswith(".")


def test_a_database_that_does_not_answer_is_said_in_one_sentence() -> None:
    before = os.umask(0o022)
    with pytest.raises(InvalidOption, match=r"postgresql://u:\*\*\*@/n.* cannot be opened"):
        check_database("postgresql+psycopg://u:secret@/n?host=/nowhere")
    os.umask(before)


async def names_in(place: Place) -> list[str]:
    return await place.read(lambda c: [str(t) for (t,) in c.execute(select(tables.c.id))])


@story
async def test_matches_of_rules_1_go_on_by_them(old_url: str) -> None:
    """E11 and E19 of Le Grand Escogriffe are new; what was played before is by rules 1."""
    went_on = set()
    async with open_house(old_url) as place:
        for name in await names_in(place):
            table = await place.live(name)
            seat = table.match.state.seat if table.match.state else None
            if seat is not None:
                before = table.ply
                await table.play(seat, str(table.dealt().legal_moves()[0]), before)
                assert (await place.guest().ask("GET", f"/api/tables/{name}"))["phase"] == "playing"
                went_on.add((table.game.name, table.setup.rules_version))
    assert went_on == {("fourmis", 1), ("kraut", 1), ("escogriffe", 1)}


async def play_until_rules_differ(place: Place) -> str:
    """Everyone draws until the stock of Le Grand Escogriffe is made anew: rules 1 ended here."""
    for name in await names_in(place):
        table = await place.live(name)
        if table.game.name == "escogriffe":
            break
    while not table.closed:
        seat = table.dealt().seat
        legal = [str(move) for move in table.dealt().legal_moves()]
        assert seat is not None and not table.match.outdated
        after = await table.play(seat, "draw" if "draw" in legal else legal[-1], table.ply)
        assert after == table.ply, "the last move too is acknowledged"
        await asyncio.sleep(0)
        while table.match.outdated and not table.closed:
            await asyncio.sleep(0.01)
    assert table.dealt().record.reshuffles and table.ply > 40
    return name


@story
async def test_a_match_of_rules_1_ends_as_drawn_where_todays_say_something_else(
    old_url: str,
) -> None:
    async with open_house(old_url) as place:
        name = await play_until_rules_differ(place)
        plies = len((await place.house.tables.backend.read(name, 0)).moves)
        guest = place.guest()
        wrong = await guest.refused(410, "GET", f"/api/tables/{name}?lang=fr")
        assert wrong["error"] == "old_rules" and "sans vainqueur" in wrong["sentence"]
        assert (await place.house.tables.backend.read(name, 0)).row["ended_at"]
        for lang, words in DRAWN.items():
            page = await guest.page(f"/t/{name}?lang={lang}", status=410)
            assert words in page and f'lang="{lang}"' in page
        replay = await guest.page(f"/replay/{name}?ply=9999&as=watch")
        assert f"ply={plies - 1}&" in replay, "all but the move from which on rules differ"
    async with open_house(old_url) as place:
        await place.guest().refused(410, "GET", f"/api/tables/{name}")
        assert len((await place.house.tables.backend.read(name, 0)).moves) == plies


@story
async def test_a_match_of_rules_that_nobody_knows_any_more_ends_as_drawn(old_url: str) -> None:
    async with open_house(old_url) as place:
        change = text("UPDATE tables SET version = 0 WHERE game = 'escogriffe'")
        await place.write(lambda c: c.execute(change))
        (name,) = await place.read(
            lambda c: [t for (t,) in c.execute(select(tables.c.id).where(tables.c.version == 0))]
        )
        wrong = await place.guest().refused(410, "GET", f"/api/tables/{name}")
        assert wrong["error"] == "old_rules"


@story
async def test_one_broken_table_breaks_no_list(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = [await place.seated(2, join="open") for _ in range(4)]
        guest = seated[0].guests[0]
        for one in seated[1:]:
            await one.guests[1].ask("DELETE", f"{one.path}/seats/1")
            await guest.ask("POST", f"{one.path}/seats", {"name": "Ada again"})
        await seated[2].guests[0].ask("POST", f"{seated[2].path}/start", {})
        breaks = (
            f"UPDATE tables SET game = 'chess' WHERE id = '{seated[1].table}'",
            f"UPDATE tables SET version = 99 WHERE id = '{seated[2].table}'",
        )
        for change in breaks:
            await place.write(lambda c, change=change: c.execute(text(change)))  # type: ignore[misc]
    async with open_house(sqlite_url) as place:
        again = place.guest(guest.token)
        listed = await again.ask("GET", "/api/tables")
        assert {one["table"] for one in listed} == {seated[0].table, seated[3].table}
        mine = (await again.ask("GET", "/api/me"))["tables"]
        assert {one["table"] for one in mine} == {seated[0].table, seated[3].table}
        wrong = await again.refused(410, "GET", seated[2].path)
        assert wrong["error"] == "old_rules"
        assert "ended without a winner" in await again.page("/me/games?lang=en")


@story
async def test_a_match_without_end_ends_as_drawn(sqlite_url: str) -> None:
    from dataclasses import replace

    from tablee.house.settings import NO_LIMITS

    async with open_house(sqlite_url, replace(NO_LIMITS, plies=3)) as place:
        seated = await place.playing(2)
        for _ in range(3):
            await seated.move()
        while place.house.tables.live(seated.table) is not None:
            await asyncio.sleep(0.01)
        answer = await seated.guests[0].answer("GET", seated.path)
        assert answer.status_code == 410
        assert answer.json()["error"] == "too_long"
