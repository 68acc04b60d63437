"""The year in figures: every match once, nobody named."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from sqlalchemy import insert
from typer.testing import CliRunner

from tablee.cli import app
from tablee.core.errors import InvalidOption
from tablee.house.figures import MEASURES, as_csv, read_year
from tablee.house.settings import FILE
from tablee.store import figures
from tablee.store.maintenance import opened
from tablee.store.schema import moves, seats, tables

NOVEMBER = 1_794_916_800_000
"""The middle of a day in November 2026."""
MINUTE = 60_000


def put(url: str, name: str, people: int, at: int = NOVEMBER, **more: object) -> None:
    """Store a finished match of two with a move a minute, four in all, and a pause of an hour."""
    facts = {"game": "kraut", "version": 1, "players": 2, "options": "{}", "who_may_join": "link"}
    row = {**facts, "opener": "x", "opened_at": at, "ended_at": at, **more}
    played = [at + n * MINUTE for n in range(3)] + [at + 62 * MINUTE]
    with opened(url) as engine, engine.begin() as connection:
        connection.execute(insert(tables), {**row, "id": name})
        for n in range(2):
            who = {"visitor": f"{name}{n}"} if n < people else {"bot": "casual"}
            connection.execute(insert(seats), {"table_id": name, "seat": n, "name": "Ada", **who})
        rows = [
            {"table_id": name, "ply": n, "seat": 0, "move": "m", "by_bot": False, "played_at": t}
            for n, t in enumerate(played)
        ]
        connection.execute(insert(moves), rows)


def year(url: str, which: int = 2026) -> dict[tuple[str, str], dict[str, int]]:
    with opened(url) as engine, engine.begin() as connection:
        return {key: dict(one) for key, one in figures.of_year(connection, which).items()}


def test_every_match_is_counted_once(database: str) -> None:
    put(database, "a", 2)
    put(database, "b", 1, day="2026-11-18")
    put(database, "c", 0, pace=3)
    put(database, "open", 2, ended_at=None)
    put(database, "closed", 2, closed="old")
    put(database, "later", 2, NOVEMBER + 40 * 24 * 3_600_000)
    expected = {
        "matches": 3,
        "people": 3,
        "alone": 1,
        "bots": 1,
        "by_the_day": 1,
        "deals_of_the_day": 1,
        "moves": 12,
        "minutes": 2 * 7,
    }
    assert year(database)["2026-11", "kraut"] == expected
    assert year(database)["2026-11", "kraut"] == expected, "asked again"
    assert year(database)["2026-12", "kraut"]["matches"] == 1 and not year(database, 2025)


def test_small_numbers_are_not_told(sqlite_url: str) -> None:
    for n in range(5):
        put(sqlite_url, f"t{n}", 1)
    rows = list(csv.DictReader(io.StringIO(as_csv(year(sqlite_url)))))
    assert [row["month"] for row in rows] == ["2026-11", ""] and {*rows[0]} >= {*MEASURES}
    assert (rows[0]["matches"], rows[0]["alone"], rows[0]["bots"]) == ("5", "5", "0")
    put(sqlite_url, "u", 0)
    (row, _) = csv.DictReader(io.StringIO(as_csv(year(sqlite_url))))
    assert row["bots"] == "<5"


def test_a_host_asks_for_a_year(tmp_path: Path) -> None:
    put(f"sqlite:///{tmp_path / FILE}", "a", 2)
    ask = ["figures", "--year", "2026", "--data", str(tmp_path)]
    assert "2026-11,kraut,<5,<5,0" in CliRunner().invoke(app, ask).output
    for name, told in (("y.csv", "month,game"), ("y.html", "Kraut &amp; Rüben")):
        CliRunner().invoke(app, [*ask, "--out", str(tmp_path / name)], catch_exceptions=False)
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert told in text and "Ada" not in text
    with pytest.raises(InvalidOption, match=r"\.csv or \.html"):
        CliRunner().invoke(app, [*ask, "--out", "y.pdf"], catch_exceptions=False)
    for wrong in ("26", "20266", "next"):
        with pytest.raises(InvalidOption, match="four digits"):
            read_year(wrong)
