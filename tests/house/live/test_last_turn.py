"""The page of a seat: what has happened since its last turn."""

from __future__ import annotations

import pytest

from tablee.house.live.last_turn import last_turn


@pytest.mark.parametrize(
    ("movers", "turn", "ply"),
    [
        (b"", 0, 0),
        (b"\x00\x01\x02", 0, 1),  # the others have played, and it is my turn
        (b"\x00\x00\x01\x01\x00", 0, 2),  # I have drawn, and still have to plant
        (b"\x00\x01\x00\x00", 1, 4),  # my turn is over
        (b"\x01\x01", 0, 0),
    ],
)
def test_a_turn_of_several_moves_is_one_turn(movers: bytes, turn: int, ply: int) -> None:
    assert last_turn(movers, 0, turn) == ply
