"""The key of a deal comes from the house's secret and everyone's luck: nobody chose it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee import find_game, parse_record
from tablee.core.errors import InvalidRecord
from tablee.core.origin import Origin
from tablee.core.record import Record

FOURMIS = find_game("fourmis")
OPTIONS = {"beat": "highest", "teams": "no"}
ORIGIN = Origin("table", bytes(range(32)), ("ada 7", "", "~c0ffee"))
RECORD = Record(
    FOURMIS,
    3,
    ORIGIN.key(FOURMIS, 3, OPTIONS),
    OPTIONS,
    commitment=ORIGIN.promise,
    origin=ORIGIN,
)
TEXT = str(RECORD)


def test_a_record_tells_where_its_key_comes_from() -> None:
    assert "table: table\nsecret: 0001" in TEXT and "luck 1: -\nluck 2: ~c0ffee\nkey:" in TEXT
    assert parse_record(TEXT) == RECORD
    assert parse_record(TEXT).verify() == RECORD.replay()
    assert RECORD.fingerprint == ORIGIN.promise


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("table: table", "table: tabla"),
        ("secret: 0001", "secret: 0002"),
        ("luck 0: ada 7", "luck 0: ada 8"),
        ("luck 1: -", "luck 1: ada 7"),
        ("luck 2: ~c0ffee", "luck 2: c0ffee"),
        ("beat: highest", "beat: previous"),
        (f"key: {RECORD.key.hex()}", f"key: {'0' * 32}"),
        (f"commitment: {ORIGIN.promise}", f"commitment: {'0' * 64}"),
    ],
)
def test_whatever_is_changed_is_found_out(before: str, after: str) -> None:
    assert before in TEXT
    with pytest.raises(InvalidRecord, match=r"promised|does not come from"):
        parse_record(TEXT.replace(before, after)).verify()


def test_game_rules_and_players_are_bound_too() -> None:
    keys = {
        ORIGIN.key(FOURMIS, 3, OPTIONS),
        ORIGIN.key(FOURMIS, 4, OPTIONS),
        ORIGIN.key(find_game("kraut"), 3, {}),
        ORIGIN.key(find_game("escogriffe"), 3, {}),
        replace(ORIGIN, luck=ORIGIN.luck[::-1]).key(FOURMIS, 3, OPTIONS),
    }
    assert len(keys) == 5


def test_the_promise_hides_everyones_luck_and_binds_table_and_secret() -> None:
    assert replace(ORIGIN, luck=()).promise == ORIGIN.promise
    assert replace(ORIGIN, table="other").promise != ORIGIN.promise
    assert replace(ORIGIN, secret=bytes(32)).promise != ORIGIN.promise


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("luck 1: -\n", "", "has lines table, secret and luck"),
        ("table: table\n", "", "has lines table, secret and luck"),
        ("secret: 00", "secret: zz", "are not hexadecimal digits"),
    ],
)
def test_half_an_origin_is_refused(before: str, after: str, fault: str) -> None:
    with pytest.raises(InvalidRecord, match=fault):
        parse_record(TEXT.replace(before, after))
