"""What can happen to an evening: each function returns the evening after it, and changes nothing.

What cannot be is refused with an error whose sentence the pages know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from tablee.games import find_game
from tablee.house.errors import NameTaken, NotAllowed, NotNow, Unreadable
from tablee.house.evening.model import (
    DONE,
    DUPLICATE,
    KNOCKOUT,
    OPEN,
    OVER,
    PLAYING,
    POINTS,
    SWISS,
    WAYS,
    Evening,
    Round,
    Spot,
    Wish,
    with_spot,
)
from tablee.house.evening.seating import Tour, again, equal_sizes, meetings, plan, sizes, swiss
from tablee.house.evening.standings import (
    BadResult,
    check_places,
    check_points,
    places_of,
    standings,
    survivors,
)
from tablee.house.ports.gatherings import Member
from tablee.house.ports.names import read_name, same_name
from tablee.look.boxes import boxes

MOST_PEOPLE, MOST_ROUNDS = 250, 12
MOST_PLANNED = 60
"""People for whom all tours are planned at once; more are seated tour by tour."""
USUAL = 4
"""Seats at a table where nothing else is better."""
PAUSE = 20_000
"""Milliseconds between two tours: time to look at the points and to walk to the next table."""
SHORT = 25
"""Minutes for a tour below which a shorter match is played, as on the deal of the day."""


class NotHost(NotAllowed):
    """Something that only the host of an evening, or the opener of a club, may do."""

    word = "not_host"


class TooFewPeople(NotNow):
    """An evening at which there is nobody to play."""

    word = "too_few_people"


class EveningOver(NotNow):
    """Something for which it is too late."""

    word = "evening_over"


def read_wish(game: str, rounds: int, minutes: int, way: str, size: int, tables: int) -> Wish:
    """Return what a host has chosen; refuse what the game does not have."""
    chosen = find_game(game)
    if way not in WAYS or not 1 <= rounds <= MOST_ROUNDS or not 5 <= minutes <= 600:
        raise Unreadable("choose one of the ways, 1 to 12 tours and 5 to 600 minutes.")
    if (size and size not in chosen.players) or not 0 <= tables <= MOST_PEOPLE:
        raise Unreadable("this game is not played by so many.")
    if tables and way == DUPLICATE:
        raise Unreadable("real boxes cannot deal the same cards to all.")
    short = minutes / rounds < SHORT
    options = dict(boxes()[game].day.options) if short else {}
    return Wish(game, rounds, minutes, way, size, tables, options)


# People


def join(evening: Evening, visitor: str | None, name: str, most: int) -> Evening:
    """Add somebody, or let somebody come back: by the device, or by the name if it was lost."""
    if evening.phase in (DONE, OVER):
        raise EveningOver("the last tour is over: come to the next evening.")
    own = next((n for n, one in evening.people.items() if visitor and one.visitor == visitor), None)
    name = read_name(name, most)
    same = [n for n, one in evening.people.items() if same_name(one.name, name) and n != own]
    if same and own is None and same[0] in evening.lost:
        return _taken_over(evening, same[0], visitor)
    if same:
        raise NameTaken(f"somebody goes by {name!r} already: choose another name.")
    if own is None and len(evening.people) >= MOST_PEOPLE:
        raise Unreadable(f"an evening has room for {MOST_PEOPLE} people.")
    number = own or max(evening.people, default=0) + 1
    people = {**evening.people, number: Member(visitor, name)}
    after = replace(evening, people=people, gone=evening.gone - {number})
    return planned(after)


def _taken_over(evening: Evening, number: int, visitor: str | None) -> Evening:
    member = Member(visitor, evening.people[number].name)
    people = {**evening.people, number: member}
    lost, gone = evening.lost - {number}, evening.gone - {number}
    return planned(replace(evening, people=people, lost=lost, gone=gone))


def leave(evening: Evening, number: int) -> Evening:
    """Let somebody go; who has not played yet is forgotten at once."""
    if number not in evening.people:
        raise Unreadable("there is nobody of this number.")
    if any(one.spot_of(number) is not None for one in evening.rounds):
        return planned(replace(evening, gone=evening.gone | {number}))
    people = {n: one for n, one in evening.people.items() if n != number}
    return planned(replace(evening, people=people, gone=evening.gone - {number}))


def lose(evening: Evening, number: int) -> Evening:
    """Let somebody come back by name, from another device."""
    if number not in evening.people:
        raise Unreadable("there is nobody of this number.")
    return replace(evening, lost=evening.lost | {number})


# Who sits where


def planned(evening: Evening) -> Evening:
    """Plan the tours to come anew, where they do not hang on what is played."""
    if evening.wish.way in (SWISS, KNOCKOUT) or evening.phase in (DONE, OVER):
        return replace(evening, coming=())
    left = evening.wish.rounds - len(evening.rounds)
    people = evening.here
    if not left or not 0 < len(people) <= MOST_PLANNED:
        return replace(evening, coming=())
    luck = Random(f"{len(evening.rounds)} {people}")
    return replace(evening, coming=tuple(best_plan(evening, people, left, luck)))


def best_plan(evening: Evening, people: Sequence[int], left: int, luck: Random) -> list[Tour]:
    """Return the plan in which the fewest meet again, of all sizes of table that may be."""
    met, plans = evening.met, []
    for size in _sizes_of(evening.wish):
        seats = seats_for(evening.wish, len(people), size)
        found = plan(people, seats, left, met, luck)
        repeats, bots = again(met + meetings(found)), sum(seats) - len(people)
        plans.append(((repeats, bots, abs(size - USUAL)), found))
        if not repeats and not bots and size == USUAL:
            break
    return min(plans, key=lambda one: one[0])[1]


def _sizes_of(wish: Wish) -> list[int]:
    players = find_game(wish.game).players
    if wish.size:
        return [wish.size]
    usual = [n for n in players if 3 <= n <= 5] or list(players)
    return sorted(usual, key=lambda n: abs(n - USUAL))


def seats_for(wish: Wish, people: int, size: int) -> list[int]:
    """Return how many seats each table has."""
    if wish.way == DUPLICATE:
        return equal_sizes(people, size)
    return sizes(people, find_game(wish.game).players, size)


def next_tour(evening: Evening) -> tuple[Tour, Tour]:
    """Return who sits with whom at the next tour: the tables of the cup, and all others."""
    people, luck = evening.here, Random(f"{len(evening.rounds)} {evening.here}")
    size = evening.wish.size or min(_sizes_of(evening.wish), key=lambda n: abs(n - USUAL))
    if evening.wish.way == KNOCKOUT:
        return _cup(evening, size, luck)
    if evening.wish.way == SWISS and evening.rounds:
        order = [row.person for row in standings(evening) if row.person in people]
        seats = seats_for(evening.wish, len(people), size)
        return (), swiss(order, seats, evening.met, luck)
    if evening.coming and {n for table in evening.coming[0] for n in table} == set(people):
        return (), evening.coming[0]
    return (), best_plan(evening, people, 1, luck)[0]


def _cup(evening: Evening, size: int, luck: Random) -> tuple[Tour, Tour]:
    alive = survivors(evening)
    if len(evening.rounds) + 1 == evening.wish.rounds:
        alive = alive[:size]
    others = [n for n in evening.here if n not in alive]
    met = evening.met

    def tour(people: Sequence[int]) -> Tour:
        if not people:
            return ()
        seats = seats_for(evening.wish, len(people), size)
        return plan(people, seats, 1, met, luck)[0]

    return tour(alive), tour(others)


# Tours


@dataclass(frozen=True)
class Result:
    """How a table has ended: everyone's place, and their points where they are known."""

    places: tuple[int, ...]
    points: tuple[int, ...] | None = None


def begun(evening: Evening, at: int, key: str, names: Sequence[str]) -> Evening:
    """Return the evening with its next tour begun; its tables are opened by these names."""
    if evening.phase in (DONE, OVER) or evening.last:
        raise EveningOver("the last tour is over.")
    if evening.round is not None and not evening.round.over:
        raise NotNow("a table still plays.")
    if not evening.here:
        raise TooFewPeople("nobody is here yet.")
    cup, others = next_tour(evening)
    laid = [*((table, True) for table in cup), *((table, False) for table in others)]
    boxes_at = _boxes(evening, [table for table, _ in laid])
    spots = tuple(
        _spot(evening, table, in_cup, None if n in boxes_at else name)
        for n, ((table, in_cup), name) in enumerate(zip(laid, names, strict=False))
    )
    one = Round(spots, began=at, key=key if evening.wish.way == DUPLICATE else "")
    coming = evening.coming[1:]
    return replace(evening, phase=PLAYING, rounds=(*evening.rounds, one), coming=coming, next_at=0)


def _boxes(evening: Evening, tour: Sequence[Sequence[int]]) -> set[int]:
    """Return which tables play with real boxes: those with the fewest devices first."""
    devices = [sum(evening.people[n].visitor is not None for n in table) for table in tour]
    order = sorted(range(len(tour)), key=lambda n: devices[n])
    return {*order[: evening.wish.boxes], *(n for n in order if not devices[n])}


def _spot(evening: Evening, table: Sequence[int], cup: bool, name: str | None) -> Spot:
    """Return a table with bots in its gaps; who begins changes from tour to tour."""
    turn = len(evening.rounds) % len(table)
    people = (*table[turn:], *table[:turn])
    if name is None:
        return Spot(people, box=True, cup=cup)
    bots = range(-1, len(table) - seats_at(evening.wish, len(table)) - 1, -1)
    return Spot((*people, *bots), name, cup=cup)


def seats_at(wish: Wish, people: int) -> int:
    """Return how many seats a table of so many people has."""
    players = find_game(wish.game).players
    usual = wish.size or min(_sizes_of(wish), key=lambda n: abs(n - USUAL))
    if wish.way == DUPLICATE:
        return usual
    least = min((n for n in players if n >= 3), default=min(players))
    return next(n for n in players if n >= max(people, least))


def ready(evening: Evening, number: int) -> Evening:
    """Note that the tables of a tour are open."""
    return _with_round(evening, number, replace(evening.rounds[number], ready=True))


def find_table(evening: Evening, table: str) -> tuple[int, int] | None:
    """Return at which tour, and as which of its tables, a table is played."""
    found = (
        (number, n)
        for number, one in enumerate(evening.rounds)
        for n, spot in enumerate(one.spots)
        if spot.table == table
    )
    return next(found, None)


def _with_round(evening: Evening, number: int, one: Round) -> Evening:
    rounds = (*evening.rounds[:number], one, *evening.rounds[number + 1 :])
    return replace(evening, rounds=rounds)


def noted(evening: Evening, number: int, spot: int, result: Result | None, at: int) -> Evening:
    """Note how a table has ended; with the last one the tour is over."""
    one = evening.rounds[number]
    table, was_over = one.spots[spot], one.over
    if result is None:
        after = with_spot(one, spot, replace(table, void=True))
    else:
        kept = _checked(table, result)
        after = with_spot(one, spot, replace(table, places=kept.places, points=kept.points))
    if after.over and not was_over:
        return _round_over(_with_round(evening, number, replace(after, ended=at)), at)
    return _with_round(evening, number, after)


def _checked(table: Spot, result: Result) -> Result:
    if len(result.places) != len(table.seats):
        raise BadResult("write a result for everybody at the table.")
    points = None if result.points is None else check_points(result.points)
    return Result(check_places(result.places), points)


def typed(evening: Evening, number: int, spot: int, numbers: Sequence[int], at: int) -> Evening:
    """Note what was typed for a real box: points where they count, else places."""
    if not 0 <= number < len(evening.rounds) or not 0 <= spot < len(evening.rounds[number].spots):
        raise Unreadable("there is no such table.")
    if not evening.rounds[number].spots[spot].box:
        raise NotNow("this table counts by itself.")
    if evening.phase == OVER:
        raise EveningOver("the prizes are given already.")
    counts = evening.wish.way == POINTS
    result = Result(places_of(numbers), tuple(numbers)) if counts else Result(tuple(numbers))
    return noted(evening, number, spot, result, at)


def stopped(evening: Evening, at: int) -> Evening:
    """End a tour: tables without a result count for nobody; the next one begins at once."""
    number, one = len(evening.rounds) - 1, evening.round
    if one is None or evening.phase != PLAYING:
        raise NotNow("no tour is being played.")
    for n, spot in enumerate(one.spots):
        if not spot.over:
            evening = noted(evening, number, n, None, at)
    return replace(evening, next_at=at) if evening.phase == PLAYING else evening


def _round_over(evening: Evening, at: int) -> Evening:
    if evening.last:
        return replace(evening, phase=DONE, next_at=0)
    return replace(evening, next_at=at + PAUSE)


def finished(evening: Evening) -> Evening:
    """End the evening: the prizes are given."""
    if evening.phase == OPEN or (evening.round is not None and not evening.round.over):
        raise NotNow("a table still plays, or none has begun.")
    return replace(evening, phase=OVER, next_at=0, coming=())


def kept(evening: Evening, keep: bool) -> Evening:
    """Keep the names of an evening, or let them go with it."""
    return replace(evening, keep=keep)
