"""What workers tell each other: each message has a kind, and one line of text both ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table has changed in the store."""

    table: str


@dataclass(frozen=True, slots=True)
class HouseChanged:
    """What all tables share has changed: revoked tokens, the host's announcement, channels."""


@dataclass(frozen=True, slots=True)
class AnythingChanged:
    """Many tables may have changed, and what they share: a person was forgotten."""


@dataclass(frozen=True, slots=True)
class PresenceTold:
    """Who is at a table by the worker that says so, with its crowd of spectators."""

    table: str
    people: frozenset[str]


@dataclass(frozen=True, slots=True)
class PresenceAsked:
    """Other workers are to say again who is at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """A preset chat message was said at a table."""

    table: str
    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class GatheringChanged:
    """An evening or a club has changed in the store."""

    gathering: str


TableMessage: TypeAlias = TableChanged | PresenceTold | PresenceAsked | ChatSaid
Message: TypeAlias = HouseChanged | AnythingChanged | GatheringChanged | TableMessage


def encode(message: Message) -> str:
    """Return a message as one line: its kind, the table, and what there is to say."""
    match message:
        case TableChanged(table):
            return f"table {table}"
        case HouseChanged():
            return "house"
        case AnythingChanged():
            return "anything"
        case GatheringChanged(name):
            return f"gathering {name}"
        case PresenceTold(table, people):
            return f"here {table} {','.join(sorted(people))}"
        case PresenceAsked(table):
            return f"ask {table}"
        case ChatSaid(table, seat, word):
            return f"chat {table} {seat} {word}"


def decode(line: str) -> Message | None:
    """Return the message of a line; None for a kind that this version does not know."""
    match line.split(" "):
        case ["table", table]:
            return TableChanged(table)
        case ["house"]:
            return HouseChanged()
        case ["anything"]:
            return AnythingChanged()
        case ["gathering", name]:
            return GatheringChanged(name)
        case ["here", table, people]:
            return PresenceTold(table, frozenset(people.split(",")) - {""})
        case ["ask", table]:
            return PresenceAsked(table)
        case ["chat", table, seat, word]:
            return ChatSaid(table, int(seat), word)
    return None
