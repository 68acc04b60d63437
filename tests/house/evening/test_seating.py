"""Nobody sits twice with the same companions, as long as that can be avoided."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.house.evening.seating import (
    Met,
    Tour,
    again,
    equal_sizes,
    meetings,
    pairs,
    plan,
    shares,
    sizes,
    swiss,
)


def fits(tour: Tour, people: Sequence[int], seats: Sequence[int]) -> bool:
    seated = sorted(person for table in tour for person in table)
    shared = sorted(shares(len(people), seats))
    return seated == sorted(people) and sorted(map(len, tour)) == shared


@given(st.integers(1, 60), st.sampled_from([(2, 3, 4), (2, 3, 4, 5), tuple(range(3, 9))]))
def test_gaps_are_filled_by_tables_of_three_and_five_before_bots(
    people: int, allowed: tuple[int, ...]
) -> None:
    seats = sizes(people, allowed, 4)
    assert set(seats) <= {3, 4, 5} & {*allowed}
    bots = sum(seats) - people
    assert 0 <= bots < max(seats), "no table of bots alone"
    possible = [
        len(few) * 3 + len(more) * 4
        for few in [(0,) * n for n in range(30)]
        for more in [(0,) * n for n in range(30)]
    ]
    if people in possible:
        assert bots == 0


@pytest.mark.parametrize(
    ("people", "allowed", "laid"),
    [
        (12, (2, 3, 4), [4, 4, 4]),
        (13, (2, 3, 4, 5), [5, 4, 4]),
        (13, (2, 3, 4), [4, 3, 3, 3]),
        (11, (2, 3, 4), [4, 4, 3]),
        (5, (2, 3, 4), [3, 3]),
        (5, (2, 3, 4, 5), [5]),
        (2, (2, 3, 4), [3]),
        (1, (2, 3, 4), [3]),
    ],
)
def test_tables_are_as_people_would_set_them(
    people: int, allowed: tuple[int, ...], laid: list[int]
) -> None:
    assert sizes(people, allowed, 4) == laid


def test_where_seats_are_compared_all_tables_are_of_one_size() -> None:
    assert equal_sizes(10, 4) == [4, 4, 4] and shares(10, [4, 4, 4]) == [4, 3, 3]


@given(st.integers(3, 40), st.integers(1, 5), st.integers(0, 3))
def test_everybody_has_one_place_at_every_tour(people: int, tours: int, seed: int) -> None:
    seats, everyone = sizes(people, (2, 3, 4, 5), 4), range(1, people + 1)
    for tour in plan(everyone, seats, tours, Met(), Random(seed)):
        assert fits(tour, everyone, seats)


@pytest.mark.parametrize(
    ("people", "size", "tours"),
    [
        (9, 3, 4),
        (12, 3, 4),
        (16, 4, 5),
        (20, 4, 5),
        (25, 5, 6),
        (15, 3, 5),
        (24, 3, 6),
        (28, 4, 6),
        (32, 4, 8),
        (100, 4, 6),
        (200, 4, 6),
        (23, 4, 4),
        (64, 4, 8),
    ],
)
def test_where_no_two_need_to_meet_again_nobody_does(people: int, size: int, tours: int) -> None:
    seats = sizes(people, (3, 4, 5), size)
    found = plan(range(people), seats, tours, Met(), Random(1))
    assert again(meetings(found)) == 0


def test_twelve_at_three_tables_of_four_meet_again_as_little_as_can_be() -> None:
    """A later table takes four from three: one pair at least a table has met before."""
    found = plan(range(12), [4, 4, 4], 3, Met(), Random(1))
    assert again(meetings(found)) == 9
    assert max(meetings(found).values()) <= 2


def tables_of(people: frozenset[int], left: list[int]) -> Iterator[list[frozenset[int]]]:
    """Every way to seat people at tables that hold so many."""
    if not left:
        yield []
        return
    first = min(people)
    for others in itertools.combinations(sorted(people - {first}), left[0] - 1):
        table = frozenset({first, *others})
        for rest in tables_of(people - table, left[1:]):
            yield [table, *rest]


@given(st.integers(6, 9), st.integers(1, 2), st.integers(0, 10**6))
def test_the_next_tour_is_as_good_as_the_best_of_all(people: int, before: int, seed: int) -> None:
    """Whatever was played before; judged by all ways there are."""
    luck = Random(seed)
    everyone = list(range(people))
    seats = sizes(people, (3, 4, 5), 3)
    past = []
    for _ in range(before):
        luck.shuffle(everyone)
        rest = iter(everyone)
        past.append([tuple(itertools.islice(rest, n)) for n in shares(people, seats)])
    met = meetings(past)
    found = plan(range(people), seats, 1, met, luck)
    best = min(
        again(met + Counter(pair for table in laid for pair in pairs(table)))
        for order in set(itertools.permutations(shares(people, seats)))
        for laid in tables_of(frozenset(range(people)), list(order))
    )
    assert again(met + meetings(found)) == best


@given(st.integers(12, 30), st.integers(0, 10**6))
def test_who_comes_late_or_leaves_early_makes_nobody_meet_again_at_the_second_tour(
    people: int, seed: int
) -> None:
    luck = Random(seed)
    first = plan(range(people), sizes(people, (3, 4, 5), 3), 1, Met(), luck)
    there = [*luck.sample(range(people), people - 2), people, people + 1]
    (second,) = plan(there, sizes(len(there), (3, 4, 5), 3), 1, meetings(first), luck)
    assert again(meetings([*first, second])) == 0


def test_swiss_seats_equals_together_but_nobody_with_the_same_again() -> None:
    order = list(range(16))
    met = meetings([[(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]])
    assert swiss(order, [4] * 4, met, Random(1))[0] == (0, 1, 2, 3)
    met = meetings([[(0, 1, 8, 12), (2, 5, 9, 13), (3, 6, 10, 14), (4, 7, 11, 15)]])
    tour = swiss(order, [4] * 4, met, Random(1))
    assert again(met + meetings([tour])) == 0
    with_first = next(table for table in tour if 0 in table)
    assert sum(person < 8 for person in with_first) >= 3, "still among those who lead"
