"""A table and its moves as the store has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.house.ports.seats import Seat


class Conflict(Exception):
    """Another request has already written what may be written once."""


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move as it is stored."""

    table: str
    ply: int
    seat: int
    move: str
    by_bot: bool = False


@dataclass(frozen=True)
class StoredTable:
    """A table as the store has it, with its moves from some ply on."""

    row: Mapping[str, Any]
    seats: tuple[Seat, ...]
    moves: Sequence[tuple[int, str]]
    past_seat_holders: frozenset[str] = frozenset()
    """The visitors who have held a hand of this match."""
    removed: frozenset[str] = frozenset()
    """The visitors who were removed before the deal."""
    last_at: int | None = None
    """When the last of these moves was played, or without any the cards were dealt."""
