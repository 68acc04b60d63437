"""Who sits with whom: nobody twice with the same companions, as long as that can be avoided.

A square of people gives the first plan: at each tour its rows are shifted by their own step, so two
of different rows meet once at most, and two of one row never. What has happened meanwhile (late
arrivals, early leavers, an odd number) is mended by exchanges of two people at a time.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

Table = tuple[int, ...]
"""The people of a table by their numbers."""
Tour = tuple[Table, ...]
Pair = tuple[int, int]
Met = Counter[Pair]
"""How often two people have sat at one table."""
PATIENCE = 60
"""Exchanges in a row that may leave as many meetings as before."""
TRIES = 4
"""Other beginnings that are tried where people meet again."""
FIELDS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101}
"""Powers of two, each with the polynomial by which one multiplies in a field of so many."""


def pairs(table: Iterable[int]) -> list[Pair]:
    """Return all pairs of a table."""
    return list(itertools.combinations(sorted(table), 2))


def meetings(tours: Iterable[Iterable[Table]]) -> Met:
    """Count how often two people have sat at one table."""
    return Counter(pair for tour in tours for table in tour for pair in pairs(table))


def again(met: Mapping[Pair, int]) -> int:
    """Return how many meetings are not the first of their pair; a third one weighs four times."""
    return sum((n - 1) ** 2 for n in met.values() if n > 1)


# How large


def sizes(people: int, allowed: Sequence[int], wish: int) -> list[int]:
    """Return how many seats each table has: as wished, or one more or less; then with bots."""
    near = [n for n in allowed if abs(n - wish) <= 1] or [min(allowed, key=lambda n: abs(n - wish))]
    found: tuple[int, int, list[int]] | None = None
    most = [range(-(-people // n) + 1) for n in near]
    for counts in itertools.product(*most[:-1]):
        seats = sum(n * count for n, count in zip(near, counts, strict=False))
        last = max(0, -(-(people - seats) // near[-1]))
        laid = [n for n, count in zip(near, (*counts, last), strict=True) for _ in range(count)]
        if sum(laid) - people >= max(laid):
            continue  # a table of bots alone
        odd = sum(abs(n - wish) for n in laid)
        if found is None or (sum(laid) - people, odd) < found[:2]:
            found = sum(laid) - people, odd, laid
    assert found is not None
    return sorted(found[2], reverse=True)


def equal_sizes(people: int, size: int) -> list[int]:
    """Return tables of the same size for all: what is compared seat by seat."""
    return [size] * max(1, -(-people // size))


def shares(people: int, seats: Sequence[int]) -> list[int]:
    """Return how many people sit at each table; bots are spread over the last ones."""
    free = sum(seats) - people
    found = list(seats)
    for n in itertools.islice(itertools.cycle(reversed(range(len(seats)))), free):
        found[n] -= 1
    return found


# Plans


def plan(
    people: Sequence[int], seats: Sequence[int], tours: int, met: Met, luck: Random
) -> list[Tour]:
    """Return tours in which as few as can be found meet again."""
    shared = sorted(shares(len(people), seats), reverse=True)
    order = list(people)
    if not met:
        laid = [_square(order, shared, tour) for tour in range(tours)]
    else:
        luck.shuffle(order)
        laid = [_dealt(order, shared) for _ in range(tours)]
    found = mend(laid, met, luck)
    for _ in range(TRIES):
        if not again(met + meetings(found)):
            break
        other = mend([_dealt(luck.sample(order, len(order)), shared) for _ in laid], met, luck)
        found = min(found, other, key=lambda one: again(met + meetings(one)))
    return found


def _dealt(order: Sequence[int], shared: Sequence[int]) -> list[list[int]]:
    rest = iter(order)
    return [list(itertools.islice(rest, n)) for n in shared]


def _square(order: Sequence[int], shared: Sequence[int], tour: int) -> list[list[int]]:
    """Return a tour of the square: whoever stands in a row moves on by the number of the row."""
    tables, widest = len(shared), max(shared)
    if tour == tables and len(order) == tables * tables == tables * widest:
        return [list(order[n * tables : (n + 1) * tables]) for n in range(tables)]
    found: list[list[int]] = [[] for _ in shared]
    for n, person in enumerate(order):
        row, column = divmod(n, tables)
        found[_moved(column, row, tour, tables)].append(person)
    found.sort(key=len, reverse=True)
    return found


def _moved(column: int, row: int, tour: int, tables: int) -> int:
    """Return the table to which a column of a row leads at a tour."""
    if tables in FIELDS and row < tables and tour < tables:
        return column ^ _times(row, tour, tables)
    return (column + row * tour) % tables


def _times(one: int, other: int, size: int) -> int:
    """Multiply in a field of 4, 8, 16 or 32."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one, other = one << 1, other >> 1
        if one & size:
            one ^= FIELDS[size]
    return product


def mend(
    laid: Sequence[list[list[int]]],
    met: Met,
    luck: Random,
    far: Callable[[int, int], int] = lambda person, table: 0,
) -> list[Tour]:
    """Exchange people who meet again, until nobody does or no exchange helps any more.

    `far` is what it costs to seat somebody at a table, for those who belong to one.
    """
    search = _Search([[list(one) for one in tour] for tour in laid], met, luck, far)
    search.run()
    return [tuple(tuple(sorted(table)) for table in tour) for tour in search.best]


AGAIN = 1000
"""What a meeting that is not the first costs, beside sitting far from where one belongs."""


class _Search:
    """Exchanges two people of a tour at a time, the best exchange first."""

    def __init__(
        self,
        tours: list[list[list[int]]],
        met: Met,
        luck: Random,
        far: Callable[[int, int], int],
    ) -> None:
        self.tours = tours
        self.best = [[list(one) for one in tour] for tour in tours]
        self._met = met + meetings([tuple(map(tuple, tour)) for tour in tours])
        self._luck = luck
        self._far = far

    def run(self) -> None:
        """Search until nobody meets again, or it is in vain."""
        cost = least = AGAIN * again(self._met)
        vain = 0
        while cost and vain < PATIENCE:
            gain, change = self._exchange()
            if change is None:
                return
            self._take(*change)
            cost -= gain
            vain += 1
            if cost < least:
                least, vain = cost, 0
                self.best = [[list(one) for one in tour] for tour in self.tours]

    def _exchange(self) -> tuple[int, tuple[int, int, int, int, int] | None]:
        """Return the best exchange of somebody who meets a companion again."""
        troubled = [
            (t, n, k)
            for t, tour in enumerate(self.tours)
            for n, table in enumerate(tour)
            for k, person in enumerate(table)
            if any(self._met[pair(person, other)] > 1 for other in table if other != person)
        ]
        if not troubled:
            return 0, None
        t, n, k = self._luck.choice(troubled)
        found: list[tuple[int, tuple[int, int, int, int, int]]] = [
            (self._gain(t, n, k, m, j), (t, n, k, m, j))
            for m in range(len(self.tours[t]))
            if m != n
            for j in range(len(self.tours[t][m]))
        ]
        if not found:
            return 0, None
        most = max(gain for gain, _ in found)
        return self._luck.choice([one for one in found if one[0] == most])

    def _gain(self, t: int, n: int, k: int, m: int, j: int) -> int:
        one, other = self.tours[t][n], self.tours[t][m]
        mine, theirs = one[k], other[j]
        gain = self._far(mine, n) - self._far(mine, m) + self._far(theirs, m) - self._far(theirs, n)
        for companion in one:
            if companion != mine:
                gain += _more(self._met[pair(mine, companion)] - 1)
                gain -= _more(self._met[pair(theirs, companion)])
        for companion in other:
            if companion != theirs:
                gain += _more(self._met[pair(theirs, companion)] - 1)
                gain -= _more(self._met[pair(mine, companion)])
        return gain

    def _take(self, t: int, n: int, k: int, m: int, j: int) -> None:
        one, other = self.tours[t][n], self.tours[t][m]
        self._met.subtract(pairs(one) + pairs(other))
        one[k], other[j] = other[j], one[k]
        self._met.update(pairs(one) + pairs(other))


def _more(met: int) -> int:
    """Return what one more meeting costs a pair that has met so often."""
    return AGAIN * max(0, 2 * met - 1)


def pair(one: int, other: int) -> Pair:
    """Return a pair in the order in which pairs are counted."""
    return (one, other) if one < other else (other, one)


def swiss(order: Sequence[int], seats: Sequence[int], met: Met, luck: Random) -> Tour:
    """Seat those together who stand close, but nobody twice while that can be avoided."""
    shared = sorted(shares(len(order), seats), reverse=True)
    laid = _dealt(order, shared)
    home = {person: n for n, table in enumerate(laid) for person in table}
    return mend([laid], met, luck, lambda person, table: abs(home[person] - table) ** 2)[0]
