"""Sets of cards as bit masks."""

from __future__ import annotations

from tablee.core.bits import count, int64, members


def test_the_members_of_a_set_are_told_from_the_lowest() -> None:
    assert members(0) == []
    assert members(0b101001) == [0, 3, 5]
    assert members(int64(1) << 45) == [45]
    assert len(members(0b110111)) == count(0b110111)
