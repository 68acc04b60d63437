"""What goes with time, and what stays."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, select, text
from typer.testing import CliRunner

from tablee import parse_record
from tablee.cli import app
from tablee.core.errors import InvalidOption
from tablee.house.ages import AGES, Ages, change_ages, parse_ages, read_days
from tablee.house.ports.names import GUEST
from tablee.house.settings import FILE
from tablee.store import database, queries, tidying
from tablee.store.maintenance import opened
from tablee.store.schema import SCHEMA, months, seats
from tests.web.guests import Place, open_house, story

TIMES = (
    ("tables", "opened_at"),
    ("tables", "started_at"),
    ("tables", "ended_at"),
    ("moves", "played_at"),
)
OLD = Path(__file__).parent / "fixtures" / "schema-1.sqlite"
EVERYTHING = Ages(unfinished=-1, finished=-1)
"""Ages by which what happened this day is old."""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    shutil.copy(OLD, tmp_path / FILE)
    return tmp_path


def run(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


async def ended(place: Place, table: str) -> None:
    """Wait until the end of a match is stored."""
    while not (await place.live(table)).ended:
        await asyncio.sleep(0.01)


def tidy(folder: Path, ages: Ages, records: Path | None = None) -> tidying.Tidied:
    with opened(f"sqlite:///{folder / FILE}") as engine:
        return tidying.tidy(engine, ages, records)


def rows(folder: Path, *names: str) -> list[int]:
    engine = database.open_engine(f"sqlite:///{folder / FILE}")
    with engine.connect() as connection:
        found = [connection.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in names]
    engine.dispose()
    return found


def count(folder: Path) -> tuple[int, int]:
    tables, moves = rows(folder, "tables", "moves")
    return tables, moves


def age(folder: Path, days: int) -> None:
    """Lets all that has happened lie longer back."""
    engine = database.open_engine(f"sqlite:///{folder / FILE}")
    with engine.begin() as connection:
        database.let_moves_go(connection)
        past = days * queries.DAY
        for table, column in TIMES:
            connection.execute(text(f"UPDATE {table} SET {column} = {column} - {past}"))
        database.make_moves_stay(connection)
    engine.dispose()


def test_tidying_keeps_what_is_young_and_finished(house: Path) -> None:
    before = count(house)
    run("tidy", "--older", "9999d", "--data", house)
    assert count(house) == before
    age(house, 100)
    assert "1 tables never dealt, 4 never finished, 0 finished" in run(
        "tidy", "--older", "90d", "--data", house
    )
    assert count(house) == (1, 96)


@story
async def test_a_match_by_the_day_is_not_old_while_people_move(tmp_path: Path) -> None:
    """It may take months: what counts is the last move, not when the table was opened."""
    url = f"sqlite:///{tmp_path / FILE}"
    async with open_house(url) as place:
        seated = await place.playing(2, pace=3)
        quiet = await place.playing(2, pace=3)
    age(tmp_path, 100)
    async with open_house(url) as place:
        played = await place.live(seated.table)
        assert played.match.state is not None and played.match.state.seat is not None
        move = str(played.match.state.legal_moves()[0])
        await played.play(played.match.state.seat, move, played.ply)
    assert tidy(tmp_path, Ages(unfinished=90, finished=90)).unfinished == 1
    async with open_house(url) as place:
        assert (await place.live(seated.table)).ply == 1
        await place.guest().refused(404, "GET", quiet.path)


@story
async def test_everything_that_belongs_to_a_table_goes_with_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / FILE}"
    async with open_house(url) as place:
        seated = await place.playing(2)
        await seated.finish()
        me = seated.guests[0]
        record = (await me.answer("GET", f"{seated.path}/record")).text
        await me.led(f"/replay/{seated.table}/again", ply="20", level="novice")
        brought = (await me.led("/replay", record=record)).partition("?")[0].rpartition("/")[2]
        keep = partial(queries.keep_review, seat=0, text="{}")
        for name in (seated.table, brought):
            await place.write(partial(keep, name=name))
    assert rows(tmp_path, "again", "reviews", "records") == [1, 2, 1]
    done = tidy(tmp_path, Ages(unfinished=-1))
    assert (done.finished, done.unfinished, done.brought) == (0, 1, 0)
    assert rows(tmp_path, "tables", "again", "reviews", "records") == [1, 0, 2, 1]
    done = tidy(tmp_path, EVERYTHING)
    assert (done.finished, done.unfinished, done.brought) == (1, 0, 1)
    names = [one.name for one in SCHEMA.sorted_tables if one.name not in ("house", "months")]
    assert not any(rows(tmp_path, *names)), "nothing is left of them"


def test_tidying_knows_every_table_of_the_store() -> None:
    """Whoever adds one says here what becomes of it when a match is removed."""
    goes_along = {one.name for one in tidying.BESIDE}
    stays = {"house", "visitors", "codes", "channels", "tries", "months"}
    stays |= {"pads", "gatherings", "members"}  # they have an age of their own
    assert {*SCHEMA.tables} == {"tables", "reviews", "records", *goes_along, *stays}


def test_people_who_play_wait_for_one_small_transaction_at_most(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, begun = database.whole, list[object]()

    def counted(engine: Engine) -> AbstractContextManager[Connection]:
        begun.append(engine)
        return whole(engine)

    age(house, 100)
    monkeypatch.setattr(tidying, "BATCH", 1)
    with opened(f"sqlite:///{house / FILE}") as engine:
        monkeypatch.setattr(database, "whole", counted)
        done = tidying.tidy(engine, Ages(unfinished=90))
    assert (done.lobbies, done.unfinished, done.finished) == (1, 4, 0)
    assert len(begun) >= 5 + 2, "one for each table, and for what is told and summed up"


def test_finished_matches_go_as_records(house: Path, tmp_path: Path) -> None:
    done = tidy(house, EVERYTHING, tmp_path / "records")
    assert (done.finished, done.records) == (1, 1) and count(house) == (0, 0)
    (file,) = (tmp_path / "records").iterdir()
    assert parse_record(file.read_text()).verify().outcome() is not None
    engine = database.open_engine(f"sqlite:///{house / FILE}")
    with engine.connect() as connection:
        left = connection.scalar(text("SELECT count(*) FROM sqlite_master WHERE type='trigger'"))
    engine.dispose()
    assert left == 2, "moves stay again"


@pytest.mark.parametrize("older", ["", "90", "d", "-1d", "90 days", "1.5y", "0d"])
def test_an_age_is_days_weeks_or_years(older: str) -> None:
    with pytest.raises(InvalidOption, match=r"--names .*90d"):
        read_days(older, "names")


def test_ages_are_read_as_they_are_written() -> None:
    chosen = change_ages(Ages(unfinished=7), names="2w", finished="never")
    assert chosen == Ages(unfinished=7, names=14) and parse_ages(str(chosen)) == chosen
    assert parse_ages("") is None


def test_an_upgraded_house_removes_nothing_until_its_host_says_so(house: Path) -> None:
    """The old file has no ages, a new one has; both say so."""
    before = count(house)
    assert "nothing is ever removed" in run("ages", "--data", house)
    with pytest.raises(InvalidOption, match="no ages yet"):
        run("tidy", "--data", house)
    told = CliRunner().invoke(app, ["doctor", "--data", str(house)]).output
    assert "!!  ages: nobody has said" in told and count(house) == before
    said = run("ages", "--names", "30d", "--data", house).strip()
    assert said == "unfinished=never names=30d finished=never"
    assert run("ages", "--data", house).strip() == said
    assert "ok  ages: " in CliRunner().invoke(app, ["doctor", "--data", str(house)]).output


def test_a_new_house_has_ages(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / FILE}") as engine, engine.connect() as connection:
        assert tidying.read_ages(connection) == Ages(unfinished=90, names=90, finished=400)
        assert queries.kept(connection, AGES)


@story
async def test_names_go_first_and_the_match_stays(tmp_path: Path) -> None:
    """A match that goes on keeps its names, and bots keep theirs."""
    url = f"sqlite:///{tmp_path / FILE}"
    async with open_house(url) as place:
        over, going = await place.playing(2), await place.playing(2)
        await over.finish()
        await ended(place, over.table)
    age(tmp_path, 100)
    done = tidy(tmp_path, Ages(names=90))
    assert (done.names, done.finished, done.unfinished) == (2, 0, 0)
    assert tidy(tmp_path, Ages(names=90)).names == 0
    with opened(url) as engine, engine.connect() as connection:
        for table, names in ((over.table, {GUEST}), (going.table, {"Guest 0", "Guest 1"})):
            around = select(seats.c.name).where(seats.c.table_id == table)
            assert {name for (name,) in connection.execute(around)} == names
    async with open_house(url) as place:
        record = (await place.guest().answer("GET", f"/t/{over.table}/record")).text
        assert record.count(GUEST) == 2 and parse_record(record).verify().outcome() is not None


@story
async def test_nothing_is_removed_before_it_is_in_the_figures(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / FILE}"
    async with open_house(url) as place:
        over = await place.playing(2)
        await over.finish()
        await ended(place, over.table)
    assert tidy(tmp_path, EVERYTHING).finished == 1
    with opened(url) as engine, engine.connect() as connection:
        sums = {row.measure: row._mapping["count"] for row in connection.execute(select(months))}
    assert (sums["matches"], sums["people"], sums["bots"]) == (1, 2, 0) and sums["moves"] > 20
