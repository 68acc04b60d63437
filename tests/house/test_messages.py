"""What workers tell each other: one line of text, both ways."""

from __future__ import annotations

from typing import get_args

import pytest

from tablee.house.messages import (
    AnythingChanged,
    ChatSaid,
    HouseChanged,
    Message,
    PresenceAsked,
    PresenceTold,
    TableChanged,
    TableMessage,
    decode,
    encode,
)

MESSAGES: list[Message] = [
    TableChanged("a-Table_1"),
    HouseChanged(),
    AnythingChanged(),
    PresenceTold("a-Table_1", frozenset({"ada", "ben/2", "+3.1"})),
    PresenceTold("a-Table_1", frozenset()),
    PresenceAsked("a-Table_1"),
    ChatSaid("a-Table_1", 3, "bravo"),
]


@pytest.mark.parametrize("message", MESSAGES, ids=encode)
def test_what_is_written_is_read(message: Message) -> None:
    line = encode(message)
    assert decode(line) == message and "\n" not in line


def test_every_kind_is_tried() -> None:
    kinds = {HouseChanged, AnythingChanged, *get_args(TableMessage)}
    assert {type(message) for message in MESSAGES} == kinds


@pytest.mark.parametrize("line", ["", "later version of this", "table", "chat a b"])
def test_a_kind_of_another_version_says_nothing(line: str) -> None:
    assert decode(line) is None
