"""Places, points and who leads: as in sport, who shares a place is followed by the place after all.

By places a table gives 4, 2, 1 and no point; whoever shares a place has its points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tablee.house.errors import Unreadable
from tablee.house.evening.model import DUPLICATE, KNOCKOUT, POINTS, SWISS, Evening, Round, Spot

WORTH = (4, 2, 1)
"""What the first places of a table are worth; the others nothing."""
MOST_POINTS = 9_999


@dataclass(frozen=True)
class Row:
    """Somebody's place in the standings."""

    person: int
    place: int
    total: Fraction
    parts: tuple[Fraction | None, ...]
    """What each tour has brought; None where one has not played."""
    tie: Fraction = Fraction(0)
    """What decides between equal totals, where the way has such a thing."""


def places_of(scores: Sequence[int], winners: Sequence[int] = ()) -> tuple[int, ...]:
    """Return everyone's place by points; those who have won are before all others."""
    keys = [(seat in winners, score) for seat, score in enumerate(scores)]
    return tuple([1 + sum(other > key for other in keys) for key in keys])


def check_places(places: Sequence[int]) -> tuple[int, ...]:
    """Return places that can be; raise BadResult: after two firsts comes a third."""
    if tuple(places) != tuple([1 + sum(other < one for other in places) for one in places]):
        raise BadResult("places: after two who share the first place comes the third.")
    return tuple(places)


def check_points(points: Sequence[int]) -> tuple[int, ...]:
    """Return points that can be; raise BadResult."""
    if any(abs(one) > MOST_POINTS for one in points):
        raise BadResult("points: nobody has so many.")
    return tuple(points)


class BadResult(Unreadable):
    """A typed result that cannot be."""

    word = "bad_result"


def worth(place: int) -> int:
    """Return what a place at a table is worth."""
    return WORTH[place - 1] if place <= len(WORTH) else 0


def compared(one: Round, spot: Spot, seat: int) -> Fraction:
    """Return how many of the other tables one has beaten at the same seat, with the same cards.

    A tie counts half; a table without points is not compared.
    """
    others = [
        other.points[seat]
        for other in one.spots
        if other is not spot and other.points is not None and seat < len(other.points)
    ]
    if spot.points is None:
        return Fraction(0)
    mine = spot.points[seat]
    return sum((Fraction((mine > one) * 2 + (mine == one), 2) for one in others), Fraction(0))


def part(evening: Evening, one: Round, person: int) -> Fraction | None:
    """Return what a tour has brought somebody; None as long as it is not known."""
    at = one.spot_of(person)
    if at is None or one.spots[at].places is None:
        return None
    spot = one.spots[at]
    seat, places = spot.seats.index(person), spot.places
    assert places is not None
    if evening.wish.way == POINTS:
        return Fraction(spot.points[seat]) if spot.points else Fraction(0)
    if evening.wish.way == DUPLICATE:
        return compared(one, spot, seat) if one.over else None
    return Fraction(worth(places[seat]))


def standings(evening: Evening) -> list[Row]:
    """Return everybody who has played or is there, those who lead first."""
    played = {n for one in evening.rounds for spot in one.spots for n in spot.people}
    people = sorted(played & evening.people.keys() | set(evening.here))
    parts = {n: tuple([part(evening, one, n) for one in evening.rounds]) for n in people}
    totals = {n: sum((p or Fraction(0) for p in parts[n]), Fraction(0)) for n in people}
    ties = _ties(evening, totals)
    keys = {
        n: (ties[n], totals[n]) if evening.wish.way == KNOCKOUT else (totals[n], ties[n])
        for n in people
    }
    rows = [
        Row(n, 1 + sum(other > keys[n] for other in keys.values()), totals[n], parts[n], ties[n])
        for n in people
    ]
    return sorted(rows, key=lambda row: (row.place, evening.name(row.person).casefold()))


def _ties(evening: Evening, totals: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return what decides between equals: whom one has met, and in a cup how far one has come."""
    if evening.wish.way == SWISS:
        return {
            n: sum((totals.get(m, Fraction(0)) for m in _companions(evening, n)), Fraction(0))
            for n in totals
        }
    if evening.wish.way == KNOCKOUT:
        return {n: Fraction(_far(evening, n)) for n in totals}
    return dict.fromkeys(totals, Fraction(0))


def _companions(evening: Evening, person: int) -> list[int]:
    return [
        other
        for one in evening.rounds
        for spot in one.spots
        if person in spot.seats and spot.over
        for other in spot.people
        if other != person
    ]


def _far(evening: Evening, person: int) -> int:
    """Return how far somebody has come in a cup; the final counts by its places."""
    seats = [
        spot for one in evening.rounds for spot in one.spots if spot.cup and person in spot.seats
    ]
    if not seats:
        return 0
    last = seats[-1]
    won = last.places is not None and last is seats[-1] and len(seats) == evening.wish.rounds
    return 100 * len(seats) - (last.places[last.seats.index(person)] if won and last.places else 0)


def survivors(evening: Evening) -> list[int]:
    """Return who is still in the cup, the best first: of each of its tables the better half."""
    if not evening.rounds:
        return evening.here
    found = [
        (spot.places[spot.seats.index(n)], -total_of(evening, n), n)
        for spot in evening.rounds[-1].spots
        if spot.cup and spot.places is not None
        for n in spot.people
        if n not in evening.gone and goes_on(spot, n)
    ]
    return [n for *_, n in sorted(found)]


def total_of(evening: Evening, person: int) -> Fraction:
    """Return what somebody has so far."""
    parts = [part(evening, one, person) for one in evening.rounds]
    return sum((one or Fraction(0) for one in parts), Fraction(0))


def goes_on(spot: Spot, person: int) -> bool:
    """Return whether somebody is in the better half of the people at a table."""
    assert spot.places is not None
    mine = spot.places[spot.seats.index(person)]
    better = sum(spot.places[spot.seats.index(n)] < mine for n in spot.people)
    return better < -(-len(spot.people) // 2)
