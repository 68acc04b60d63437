"""What happens at tables, told to all who have asked to hear of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from tablee.house.tables.table import Table


@dataclass(frozen=True, slots=True)
class TableUpdated:
    """A table looks different: by a move, at its seats or by its end, here or at another worker."""

    table: Table


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was played at this worker, and is stored."""

    table: Table


@dataclass(frozen=True, slots=True)
class TableAttended:
    """A person came to a table, or the break after its last round is over."""

    table: Table


@dataclass(frozen=True, slots=True)
class GatheringUpdated:
    """An evening or a club has changed, here or at another worker; without a name, any may have."""

    name: str


Event: TypeAlias = TableUpdated | MovePlayed | TableAttended | GatheringUpdated
E = TypeVar("E", TableUpdated, MovePlayed, TableAttended, GatheringUpdated)


class Events:
    """Calls those who have subscribed, at once and in their order.

    Each table has events of its own, which also tell those of the house: whatever follows a table
    lives as long as it does, and ends with it.
    """

    def __init__(self, house: Events | None = None) -> None:
        self._house = house
        self._handlers: defaultdict[type[Event], list[Callable[[Any], None]]] = defaultdict(list)

    def subscribe(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Have a handler called for each event of a kind."""
        self._handlers[kind].append(handler)

    def publish(self, event: Event) -> None:
        """Tell everyone who has subscribed to events of this kind."""
        for handler in self._handlers[type(event)]:
            handler(event)
        if self._house is not None:
            self._house.publish(event)
