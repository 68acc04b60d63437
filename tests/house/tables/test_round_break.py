"""The break after a round: whoever looks at the points is waited for, but not for ever."""

from __future__ import annotations

from tablee.house.tables.round_break import LONG, RoundBreak


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def broken_off(*people: str) -> tuple[RoundBreak, Clock]:
    clock = Clock()
    found = RoundBreak(15.0, clock)
    found.begin(12, people)
    return found, clock


def test_it_ends_when_everyone_is_ready() -> None:
    found, _ = broken_off("ada", "bob")
    found.ready("ada")
    assert found.closed
    found.ready("bob")
    assert not found.closed


def test_it_ends_by_itself() -> None:
    found, clock = broken_off("ada")
    clock.now += 14.9
    assert found.closed
    clock.now += 0.2
    found.end()
    assert not found.closed and found.waiting == frozenset()


def test_whoever_asks_gets_more_time_once() -> None:
    found, clock = broken_off("ada", "bob")
    found.more("nobody")
    assert found.left == 15.0
    found.more("ada")
    assert found.left == LONG
    clock.now += 50
    found.more("ada")
    assert found.left == LONG - 50


def test_nobody_waits_for_those_who_have_left() -> None:
    found, _ = broken_off("ada", "bob")
    found.keep(["ada", "cy"])
    assert found.waiting == {"ada"}


def test_nobody_waits_where_nobody_looks() -> None:
    found, _ = broken_off()
    assert not found.closed


def test_a_move_has_one_break() -> None:
    found, _ = broken_off("ada")
    found.ready("ada")
    found.begin(12, ["ada"])
    assert not found.closed
