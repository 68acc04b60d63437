"""The chairs around a table before the deal, as one visitor sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablee.house.ports.seats import Seat
from tablee.house.tables.table import Table
from tablee.table.people import Person

CROWDED = 5
"""From so many seats on, free chairs that the game can do without are stacked."""


@dataclass(frozen=True)
class Chair:
    """A chair, with who sits there and with whom."""

    person: Person
    seat: Seat
    host: Person | None
    """At whose screen this person plays, if it is another's."""
    team: int
    """The number of the team; 0 where everyone plays alone."""
    partner: Person | None
    """The other half of the team, once a person sits there."""
    more: int = 0
    """How many free chairs are stacked on this one."""

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return self.seat.who == "empty"

    @property
    def late(self) -> bool:
        """Whether a person has this seat who is not here."""
        return not self.free and not self.person.here

    @property
    def initial(self) -> str:
        """The first letter of the name."""
        return self.seat.name[:1].upper()


def all_chairs(table: Table, people: Sequence[Person]) -> list[Chair]:
    """Return the chairs of a table in the order of its seats."""
    setup, seats = table.setup, table.seats
    pairs = setup.players // table.game.partners(setup.options)
    found = []
    for n, (person, seat) in enumerate(zip(people, seats, strict=True)):
        host = seats.host_of(n)
        friend = (n + pairs) % setup.players
        teams = pairs < setup.players
        partner = people[friend] if teams and seats[friend].who != "empty" else None
        near = None if host is None else people[host]
        found.append(Chair(person, seat, near, n % pairs + 1 if teams else 0, partner))
    return found


def around(table: Table, chairs: Sequence[Chair], mine: int | None) -> list[Chair]:
    """Return the chairs that a visitor sees, clockwise; of many free ones some are stacked."""
    first = 0 if mine is None else mine + 1
    turned = [*chairs[first:], *chairs[:first]]
    shown = [chair for chair in turned if chair.person.seat != mine]
    free = [chair for chair in shown if chair.free]
    taken = len(chairs) - len(free)
    wanted = max(1, table.game.players[0] - taken)
    if len(chairs) < CROWDED or len(free) < wanted + 2:
        return shown
    stacked = {chair.person.seat for chair in free[wanted:]}
    stack = replace(free[wanted], more=len(stacked))
    return [*(chair for chair in shown if chair.person.seat not in stacked), stack]
