"""The declared record: its layout, its plain reading, and what a view hides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tablee import GAMES, Game
from tablee.core.fields import ALL, OTHERS, Layout, Per, cards, choice, number, plain, scratch

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=str)

SMALL = Layout(
    number("points", "i2", 0, 99, Per(3)),
    cards("hands", Per(3), secret=OTHERS),
    cards("stock", secret=ALL),
    choice("roles", "i1", ("king", "queen"), Per(3), secret=OTHERS, blank=-1, until=("phase", 1)),
    number("phase", "u1", 0, 1),
    scratch("room", "u1", 5),
)


def flat(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from flat(part)
    else:
        yield value


@each_game
def test_a_plain_reading_has_the_numbers_of_the_record(game: Game) -> None:
    record = game.deal(seed=5).record
    read = game.fields.read_all(record)
    assert {"players", "seat", "viewer"} < set(read)
    for name, value in read.items():
        numbers = list(flat(value))
        assert all(type(n) is int for n in numbers)
        assert numbers == np.asarray(record[name]).ravel().tolist()


@each_game
def test_a_plain_reading_shows_neither_the_key_nor_scratch_paper(game: Game) -> None:
    read = game.fields.read_all(game.deal(seed=5).record)
    scratch_paper = {field.name for field in game.fields if field.kind == "scratch"}
    assert not set(read) & ({"key", "draws"} | scratch_paper)


def test_a_reading_has_no_fields_that_were_not_declared() -> None:
    record = small()[0]
    for reading in (plain(record), record):
        with pytest.raises(AttributeError, match="no field 'trumps'"):
            _ = reading.trumps


def test_what_belongs_to_seats_is_read_in_rows() -> None:
    hands = plain(GAMES["escogriffe"].deal(3, seed=5).record).hands
    assert len(hands) == 8
    assert {len(hand) for hand in hands} == {32}
    assert sum(hands[0]) == sum(hands[1]) > 0 == sum(hands[3])


@each_game
def test_no_byte_of_a_record_is_left_to_chance(game: Game) -> None:
    dtype = game.rules.STATE
    assert dtype.itemsize == sum(dtype.fields[name][0].itemsize for name in dtype.names)


def small() -> Any:
    records = np.zeros(1, SMALL.dtype)
    records["players"] = 2
    records["points"], records["hands"], records["stock"] = 7, 5, 9
    records["roles"] = 1
    return records


def test_secrets_are_blanked_for_everyone_who_must_not_know() -> None:
    records = small()
    SMALL.blank_secrets(records[0], 1)
    seen = plain(records[0])
    assert seen.points == (7, 7, 7)
    assert seen.hands == (0, 5, 5)  # there are two seats
    assert seen.roles == (-1, 1, 1)
    assert seen.stock == 0


def test_a_secret_may_end() -> None:
    records = small()
    records["phase"] = 1
    SMALL.blank_secrets(records[0], -1)
    seen = plain(records[0])
    assert seen.hands == (0, 0, 5)
    assert seen.roles == (1, 1, 1)
