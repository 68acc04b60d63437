"""What a host does: back up, tidy, and see a doctor."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from typer.testing import CliRunner

from tablee import parse_record
from tablee.cli import app
from tablee.core.errors import InvalidOption
from tablee.web import database, host
from tablee.web.schema import moves, tables
from tablee.web.settings import FILE
from tests.web.people import open_house, story

OLD = Path(__file__).parent / "fixtures" / "schema-1.sqlite"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    shutil.copy(OLD, tmp_path / FILE)
    return tmp_path


def run(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert done.exit_code in (0, 1), done.output
    return done.output


def count(folder: Path) -> tuple[int, int]:
    engine = database.open_engine(f"sqlite:///{folder / FILE}")
    with engine.connect() as connection:
        found = [connection.scalar(select(func.count()).select_from(t)) for t in (tables, moves)]
    engine.dispose()
    return found[0] or 0, found[1] or 0


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
        host.back_up(f"sqlite:///{tmp_path / FILE}", copy)
    with pytest.raises(InvalidOption, match="no such file"):
        host.back_up(f"sqlite:///{tmp_path / 'nothing'}", tmp_path / "x")
    with pytest.raises(InvalidOption, match="pg_dump"):
        host.back_up("postgresql+psycopg://u@h/n", tmp_path / "x")


def test_tidying_keeps_what_is_young_and_finished(house: Path) -> None:
    before = count(house)
    run("tidy", "--older", "9999d", "--data", house)
    assert count(house) == before
    engine = database.open_engine(f"sqlite:///{house / FILE}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE tables SET opened_at = opened_at - 100 * 86400000"))
    engine.dispose()
    assert "1 tables never dealt, 4 never finished, 0 finished" in run(
        "tidy", "--older", "90d", "--data", house
    )
    assert count(house) == (1, 96)


def test_finished_matches_go_as_records(house: Path, tmp_path: Path) -> None:
    done = host.tidy(f"sqlite:///{house / FILE}", -1, True, tmp_path / "records")
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
        host.read_age(older)


def test_the_doctor_says_in_ten_lines_whether_all_is_well(house: Path) -> None:
    told = run("doctor", "--data", house)
    assert len(told.splitlines()) == 10
    assert "!!  readable by: 0o644" in told or "ok  readable by: its owner alone" in told
    assert "ok  content: ok" in told and f"schema: 1, this Tablée knows {database.VERSION}" in told
    (house / FILE).write_bytes(b"SQLite format 3\0" + bytes(200))
    assert "!!  content" in run("doctor", "--data", house)
    assert "not there yet" in run("doctor", "--data", house / "elsewhere")
