"""The laws of tables, at every table of every game of the house."""

from tablee.laws.test_tables import *  # noqa: F403
from tablee.table.lights import glowing


def test_all_that_may_be_played_lies_quietly() -> None:
    cards = frozenset("abcdef")
    assert glowing(cards, 6) == frozenset()
    assert glowing(cards, 12) == cards
    assert glowing(cards, 11) == frozenset()
    assert glowing(frozenset("abc"), 4) == frozenset("abc")
