"""Places, points and who leads, by each way to count."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.house.evening.changes import Result, begun, join, noted, typed
from tablee.house.evening.model import WAYS, Evening, Round, Spot, Wish, read
from tablee.house.evening.standings import (
    BadResult,
    Row,
    check_places,
    places_of,
    standings,
    survivors,
)
from tablee.house.ports.gatherings import EVENING, Gathering, Member


def evening(way: str, *rounds: Round, people: int = 4) -> Evening:
    members = {n: Member(f"v{n}", f"P{n}") for n in range(1, people + 1)}
    return Evening(Wish("fourmis", max(1, len(rounds)), way=way), people=members, rounds=rounds)


def spot(seats: str, places: str = "", points: str = "", **more: bool) -> Spot:
    numbers = [tuple(map(int, text.split())) for text in (seats, places, points)]
    return Spot(numbers[0], "t", numbers[1] or None, numbers[2] or None, **more)


def totals(rows: list[Row]) -> dict[int, tuple[int, float]]:
    return {row.person: (row.place, float(row.total)) for row in rows}


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=8))
def test_who_shares_a_place_is_followed_as_in_sport(scores: list[int]) -> None:
    places = places_of(scores)
    assert check_places(places) == places
    for score, place in zip(scores, places, strict=True):
        assert place == 1 + sum(other > score for other in scores)


def test_who_has_won_is_first_whatever_the_points() -> None:
    assert places_of((5, 9, 9), winners=(2,)) == (3, 2, 1)


@pytest.mark.parametrize("places", [(1, 1, 2), (2, 2, 2), (1, 3, 3), (0, 1, 2), (1, 2, 4), (4, 1)])
def test_places_that_cannot_be_are_refused(places: tuple[int, ...]) -> None:
    with pytest.raises(BadResult):
        check_places(places)


def test_by_places_a_table_gives_four_two_one_and_nothing_and_ties_share() -> None:
    played = Round((spot("1 2 3 4", "1 2 3 4"),)), Round((spot("1 2 3 4", "1 1 3 3"),))
    found = totals(standings(evening("places", *played)))
    assert found == {1: (1, 8), 2: (2, 6), 3: (3, 2), 4: (4, 1)}


def test_at_three_the_last_has_a_point_and_bots_have_places_but_no_line() -> None:
    found = totals(standings(evening("places", Round((spot("1 2 -1", "3 2 1"),)), people=2)))
    assert found == {1: (2, 1), 2: (1, 2)}


def test_by_points_the_points_are_added() -> None:
    played = Round((spot("1 2", "1 2", "15 3"),)), Round((spot("1 2", "2 1", "-2 15"),))
    found = totals(standings(evening("points", *played, people=2)))
    assert found == {1: (2, 13), 2: (1, 18)}


def test_with_the_same_cards_each_seat_is_compared_with_the_same_seat_elsewhere() -> None:
    """Whoever has bad cards has company: the best of the three who had them has two points."""
    tables = (spot("1 2", "1 2", "9 4"), spot("3 4", "1 2", "8 4"), spot("5 -1", "1 2", "8 6"))
    found = evening("duplicate", Round(tables, key="ab"), people=5)
    assert totals(standings(found)) == {
        1: (1, 2),
        2: (2, 0.5),
        3: (2, 0.5),
        4: (2, 0.5),
        5: (2, 0.5),
    }


def test_with_the_same_cards_nothing_is_told_before_the_last_table_is_done() -> None:
    tables = (spot("1 2", "1 2", "9 4"), spot("3 4"))
    found = standings(evening("duplicate", Round(tables, key="ab")))
    assert all(row.parts == (None,) for row in found)


def test_swiss_ties_go_by_the_points_of_those_one_has_met() -> None:
    tables = (spot("1 2", "1 2"), spot("3 4", "1 2"))
    second = (spot("1 4", "1 2"), spot("3 2", "1 2"))
    third = (spot("1 3", "2 1"), spot("2 4", "1 2"))
    found = {
        row.person: row for row in standings(evening("swiss", *map(Round, (tables, second, third))))
    }
    assert found[3].place == 1 and found[3].total == 12
    assert found[1].total == 10 and found[1].tie == 8 + 6 + 12


def test_of_a_cup_table_the_better_half_goes_on_and_comes_first() -> None:
    first = Round((spot("1 2 3 4", "1 2 3 4", cup=True), spot("5 6 7", "1 2 3", cup=True)))
    found = evening("knockout", first, people=7)
    assert set(survivors(found)) == {1, 2, 5, 6}
    final = Round((spot("1 2 5 6", "4 3 2 1", cup=True), spot("3 4 7", "1 2 3")))
    after = replace(found, wish=replace(found.wish, rounds=2), rounds=(first, final))
    order = [row.person for row in standings(after)]
    assert order[:4] == [6, 5, 2, 1], "the final counts, whatever the points"


@pytest.mark.parametrize("way", WAYS)
@given(people=st.integers(1, 14), rounds=st.integers(1, 4), luck=st.randoms(use_true_random=False))
def test_an_evening_of_any_way_comes_to_its_end(way: str, people: int, rounds: int, luck) -> None:  # type: ignore[no-untyped-def]
    """Each tour seats everybody once, whoever comes and goes; the text of it reads back."""
    found = Evening(Wish("fourmis", rounds, 60, way))
    for n in range(people):
        found = join(found, f"v{n}", f"P{n}", 24)
    names = [f"table{n}" for n in range(60)]
    for number in range(rounds):
        found = begun(found, 1, "ab", names)
        one = found.rounds[-1]
        assert sorted(p for at in one.spots for p in at.people) == sorted(found.here)
        for n, at in enumerate(one.spots):
            points = [luck.randint(0, 9) for _ in at.seats]
            result = Result(places_of(points), tuple(points))
            found = (
                noted(found, number, n, result, 2)
                if at.table
                else typed(found, number, n, result.places, 2)
            )
        if luck.random() < 0.5 and found.phase == "playing":
            found = join(found, f"late{number}", f"Late {number}", 24)
    assert found.phase == "done"
    assert sorted(row.person for row in standings(found)) == sorted(found.people)
    stored = Gathering("e", EVENING, "h", found.text(), 9, members=dict(found.people))
    assert read(stored) == found
