"""What a host does: back up, tidy, and see a doctor."""

from __future__ import annotations

import io
import shutil
import stat
from functools import partial
from pathlib import Path

import pytest
import segno
from sqlalchemy import text
from typer.testing import CliRunner

from tablee import parse_record
from tablee.cli import app
from tablee.core.errors import InvalidOption
from tablee.house.settings import FILE, read_address
from tablee.store import database, maintenance, queries
from tablee.store.schema import SCHEMA
from tablee.web.server import serve
from tests.web.guests import open_house, story

TIMES = (
    ("tables", "opened_at"),
    ("tables", "started_at"),
    ("tables", "ended_at"),
    ("moves", "played_at"),
)
OLD = Path(__file__).parent / "fixtures" / "schema-1.sqlite"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    shutil.copy(OLD, tmp_path / FILE)
    return tmp_path


def run(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert done.exit_code in (0, 1), done.output
    return done.output


def rows(folder: Path, *names: str) -> list[int]:
    engine = database.open_engine(f"sqlite:///{folder / FILE}")
    with engine.connect() as connection:
        found = [connection.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in names]
    engine.dispose()
    return found


def count(folder: Path) -> tuple[int, int]:
    tables, moves = rows(folder, "tables", "moves")
    return tables, moves


@story
async def test_a_backup_is_made_while_people_play_and_opens(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / FILE}") as place:
        seated = await place.playing(2)
        await seated.move()
        run("backup", tmp_path / "copy.sqlite", "--data", tmp_path)
        await seated.move()
    copy = tmp_path / "copy.sqlite"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    async with open_house(f"sqlite:///{copy}") as place:
        assert (await place.live(seated.table)).ply == 1
    with pytest.raises(InvalidOption, match="there already"):
        maintenance.back_up(f"sqlite:///{tmp_path / FILE}", copy)
    with pytest.raises(InvalidOption, match="no such file"):
        maintenance.back_up(f"sqlite:///{tmp_path / 'nothing'}", tmp_path / "x")
    with pytest.raises(InvalidOption, match="pg_dump"):
        maintenance.back_up("postgresql+psycopg://u@h/n", tmp_path / "x")


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
    assert maintenance.tidy(url, maintenance.read_age("90d"), True, None).unfinished == 1
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
    done = maintenance.tidy(url, -1, False, None)
    assert (done.finished, done.unfinished, done.brought) == (0, 1, 0)
    assert rows(tmp_path, "tables", "again", "reviews", "records") == [1, 0, 2, 1]
    done = maintenance.tidy(url, -1, True, None)
    assert (done.finished, done.unfinished, done.brought) == (1, 0, 1)
    names = [one.name for one in SCHEMA.sorted_tables if one.name != "house"]
    assert not any(rows(tmp_path, *names)), "nothing is left of them"


def test_tidying_knows_every_table_of_the_store() -> None:
    """Whoever adds one says here what becomes of it when a match is removed."""
    goes_along = {one.name for one in maintenance.BESIDE}
    stays = {"house", "visitors", "codes", "channels", "tries"}
    assert {*SCHEMA.tables} == {"tables", "reviews", "records", *goes_along, *stays}


def test_finished_matches_go_as_records(house: Path, tmp_path: Path) -> None:
    done = maintenance.tidy(f"sqlite:///{house / FILE}", -1, True, tmp_path / "records")
    assert (done.finished, done.records) == (1, 1) and count(house) == (0, 0)
    (file,) = (tmp_path / "records").iterdir()
    assert parse_record(file.read_text()).verify().outcome() is not None
    engine = database.open_engine(f"sqlite:///{house / FILE}")
    with engine.connect() as connection:
        left = connection.scalar(text("SELECT count(*) FROM sqlite_master WHERE type='trigger'"))
    engine.dispose()
    assert left == 2, "moves stay again"


@pytest.mark.parametrize("older", ["", "90", "d", "-1d", "90 days", "1.5y"])
def test_an_age_is_days_weeks_or_years(older: str) -> None:
    with pytest.raises(InvalidOption, match="90d"):
        maintenance.read_age(older)


def test_the_doctor_says_in_ten_lines_whether_all_is_well(house: Path) -> None:
    (house / FILE).chmod(0o600)
    told = run("doctor", "--data", house)
    assert len(told.splitlines()) == 10
    assert "ok  readable by: its owner alone" in told
    (house / FILE).chmod(0o644)
    assert "!!  readable by: 0o644" in run("doctor", "--data", house)
    assert "ok  content: ok" in told and f"schema: 1, this Tablée knows {database.VERSION}" in told
    (house / FILE).write_bytes(b"SQLite format 3\0" + bytes(200))
    assert "!!  content" in run("doctor", "--data", house)
    assert "no such file" in run("doctor", "--data", house / "elsewhere")


@pytest.mark.parametrize(("user", "warned"), [(0, True), (1000, False)])
def test_the_start_says_where_tables_are_kept_and_warns_root(
    user: int, warned: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    serve.announce("http://127.0.0.1:8000", "127.0.0.1", "/var/lib/tablee/tablee.sqlite")
    told = capsys.readouterr().out
    assert "Tables are kept in /var/lib/tablee/tablee.sqlite" in told
    assert ("It runs as root, and need not" in told) == warned


def test_the_public_address_is_one_that_links_can_begin_with() -> None:
    for address in ("https://play.example.org", "http://192.0.2.7:8000/", "http://[2001:db8::1]"):
        assert read_address(address) == address.rstrip("/")
    for wrong in ("play.example.org", "https://x.org/play", "https://x.org?", "https://bücher.de"):
        with pytest.raises(InvalidOption, match="--address"):
            read_address(wrong)
    assert not read_address("")


def test_the_start_shows_the_address_that_the_host_has_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given, drawn = "https://play.example.org", io.StringIO()
    segno.make(f"{given}/", error="l").terminal(out=drawn, compact=True, border=2)
    serve.announce("http://192.0.2.7:8000", "0.0.0.0", "/var/lib/tablee/tablee.sqlite", given)
    told = capsys.readouterr().out
    assert "open at http://192.0.2.7:8000/" in told and f"Links lead to {given}/" in told
    assert drawn.getvalue() in told
