"""The log in rows: nothing that was told is lost, and a trick is a row."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablee.web  # noqa: F401  (it brings the phrases of the pages)
from tablee import GAMES, parse_record
from tablee.house.live.log_rows import Round, rounds_of
from tablee.house.replay.finished_match import FinishedMatch
from tablee.table.people import Person
from tests.archive import HERE, golden_cases, golden_path


def match_of(file: Path) -> FinishedMatch:
    record = parse_record(file.read_text(encoding="utf-8"))
    people = [Person(seat, f"Name {seat}") for seat in range(record.players)]
    return FinishedMatch("past", record, people, "fr")


def log_of(past: FinishedMatch, since: int = 0) -> list[Round]:
    return rounds_of(past.game, past.moments[0].told, past.steps(), since)


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_worth_a_word_is_told_in_its_order(name: str) -> None:
    past = match_of(golden_path(golden_cases(GAMES[name])[0]))
    told = [one for moment in past.moments for one in moment.told if not one.minor]
    found = []
    for round_ in log_of(past):
        found += round_.dealt
        for row in round_.rows:
            found += [*(deed.told for deed in row.deeds), *row.notes]
    assert sorted(map(str, found)) == sorted(map(str, told))
    assert [round_.number for round_ in log_of(past)] == list(range(1, len(past.rounds) + 1))


def test_a_trick_is_a_row() -> None:
    past = match_of(HERE / "fourmis/golden/fourmis-4-highest-no.record")
    for round_ in log_of(past):
        assert len(round_.rows) == 12
        for row in round_.rows:
            assert [deed.picture != "" for deed in row.deeds] == [True] * 4
            assert sorted(deed.seat for deed in row.deeds) == [0, 1, 2, 3]
            assert row.notes


@pytest.mark.parametrize("name", ["kraut", "escogriffe"])
def test_a_turn_of_everybody_is_a_row(name: str) -> None:
    past = match_of(golden_path(golden_cases(GAMES[name])[0]))
    for round_ in log_of(past):
        for row in round_.rows:
            seats = [deed.seat for deed in row.deeds]
            turns = [seat for n, seat in enumerate(seats) if n == 0 or seats[n - 1] != seat]
            assert len(turns) == len(set(turns)) <= past.record.players


def test_what_has_happened_since_a_ply_is_told_alone() -> None:
    past = match_of(HERE / "fourmis/golden/fourmis-4-highest-no.record")
    plies = [d.ply for one in log_of(past, 50) for row in one.rows for d in row.deeds]
    assert plies == list(range(51, len(past.record.moves) + 1))
