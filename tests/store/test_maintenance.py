"""What a host does: back up, and see a doctor."""

from __future__ import annotations

import io
import shutil
import stat
from pathlib import Path

import pytest
import segno
from typer.testing import CliRunner

from tablee.cli import app
from tablee.core.errors import InvalidOption
from tablee.house.settings import FILE, read_address
from tablee.store import database, maintenance
from tablee.web import serve
from tests.web.guests import open_house, story

OLD = Path(__file__).parent / "fixtures" / "schema-1.sqlite"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    shutil.copy(OLD, tmp_path / FILE)
    return tmp_path


def run(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert done.exit_code in (0, 1), done.output
    return done.output


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


def test_the_doctor_says_in_eleven_lines_whether_all_is_well(house: Path) -> None:
    (house / FILE).chmod(0o600)
    told = run("doctor", "--data", house)
    assert len(told.splitlines()) == 11 and "ages" not in told, "the file is of an older version"
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
