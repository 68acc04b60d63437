"""A backup comes back, after a power cut too, and nothing is lost on the way."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import stat
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from tablee.cli import app
from tablee.core.errors import InvalidOption
from tablee.house.settings import FILE
from tablee.store import restore
from tests.web.processes import Server

OPEN = {"game": "fourmis", "players": 2}


def run(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert done.exit_code == 0 or words[0] == "doctor", done.output  # root is not well either
    return done.output


def tables(file: Path) -> int:
    connection = sqlite3.connect(file)
    (count,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    connection.close()
    return int(count)


def open_tables(server: Server, count: int) -> None:
    with httpx.Client(base_url=server.url) as client:
        for _ in range(count):
            assert client.post("/api/tables", json=OPEN).status_code == 201


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a backup of two tables, and the file of a house that a power cut has ended."""
    folder = tmp_path_factory.mktemp("killed")
    file = folder / FILE
    with Server(f"sqlite:///{file}", folder / "log") as server:
        open_tables(server, 2)
        run("backup", folder / "copy.sqlite", "--data", folder)
        with pytest.raises(InvalidOption, match="a house holds"):
            restore.restore(folder / "copy.sqlite", file)
        open_tables(server, 3)
        server.end(signal.SIGKILL)
    assert (folder / f"{FILE}-wal").exists(), "a killed house leaves its log"
    return folder


def test_a_killed_house_comes_back_as_it_was_backed_up(killed: Path, tmp_path: Path) -> None:
    """A copy laid over the file did nothing: the log of the killed house was played over it."""
    shutil.copytree(killed, tmp_path, dirs_exist_ok=True)
    told = run("restore", tmp_path / "copy.sqlite", "--data", tmp_path)
    assert "Restored: 2 tables, 0 moves." in told
    file = tmp_path / FILE
    assert tables(file) == 2 and stat.S_IMODE(file.stat().st_mode) == 0o600
    (aside,) = (path for path in tmp_path.glob(f"{FILE}.before-*") if path.name[-4] not in "ws-")
    assert str(aside) in told and tables(aside) == 5, "nothing of the old file is lost"
    with Server(f"sqlite:///{file}", tmp_path / "log") as server:
        open_tables(server, 1)
        server.end(signal.SIGTERM)
    assert tables(file) == 3


def test_a_copy_comes_back_into_an_empty_folder(killed: Path, tmp_path: Path) -> None:
    told = run("restore", killed / "copy.sqlite", "--data", tmp_path / "drill")
    assert "2 tables" in told and "old file" not in told
    assert tables(tmp_path / "drill" / FILE) == 2


def test_what_is_no_sound_backup_changes_nothing(killed: Path, tmp_path: Path) -> None:
    file = tmp_path / FILE
    shutil.copy(killed / "copy.sqlite", file)
    before = file.read_bytes()
    damaged, other, newer = (tmp_path / name for name in ("damaged", "other", "newer"))
    damaged.write_bytes(before[:5000] + b"\0" * 3000 + before[8000:])
    other.write_text("a shopping list")
    shutil.copy(file, newer)
    connection = sqlite3.connect(newer)
    connection.execute("UPDATE house SET value = '99' WHERE name = 'schema'")
    connection.commit()
    connection.close()
    for copy, why in (
        (damaged, "damaged|no backup"),
        (other, "no backup of a house"),
        (newer, "newer Tablée"),
        (tmp_path / "nothing", "no such file"),
    ):
        with pytest.raises(InvalidOption, match=why):
            restore.restore(copy, file)
    assert file.read_bytes() == before and not list(tmp_path.glob("*before*"))


def test_a_doctor_looks_at_a_copy_and_finds_a_missing_file_unwell(
    killed: Path, tmp_path: Path
) -> None:
    assert "ok  tables: 2 tables" in run("doctor", "--file", killed / "copy.sqlite")
    assert "!!  file" in run("doctor", "--file", tmp_path / "nothing.sqlite")
    assert "!!  file" in run("doctor", "--data", tmp_path)


def test_the_newest_copies_stay(killed: Path, tmp_path: Path) -> None:
    for day in range(10, 20):
        (tmp_path / f"tablee-202611{day}-041500.sqlite").touch()
    (tmp_path / "mine.sqlite").touch()
    data = tmp_path / "data"
    os.mkdir(data)
    shutil.copy(killed / "copy.sqlite", data / FILE)
    assert "old copies removed" in run("backup", tmp_path, "--data", data, "--keep", 3)
    kept = sorted(path.name for path in tmp_path.glob("tablee-*"))
    assert len(kept) == 3 and "tablee-20261119-041500.sqlite" in kept
    assert (tmp_path / "mine.sqlite").exists()
