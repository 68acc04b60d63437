"""The figures of a report: values with their 95 % intervals, for every table compared."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tablee.lab.intervals import Interval, of_count, of_mean, of_shares
from tablee.lab.matches import MOMENTS, Match

SELDOM = 0.995
"""A clause that forbids something at more decisions than this says nothing about a decision."""
MOST_ROWS = 16


@dataclass(frozen=True)
class Figure:
    """A value with its interval; both in the unit of its plot."""

    value: float
    interval: Interval


@dataclass(frozen=True)
class Row:
    """One line of a plot: what it is, and its figure at each table; None where there is none."""

    name: str
    figures: tuple[Figure | None, ...]


Played = Sequence[Sequence[Match]]
"""The matches of each table."""


def mean(values: Sequence[float]) -> Figure | None:
    """Return the mean of some values."""
    return Figure(statistics.fmean(values), of_mean(values)) if values else None


def share(times: float, n: int) -> Figure | None:
    """Return how often something happened."""
    return Figure(times / n, of_count(times, n)) if n else None


def part(values: Sequence[float]) -> Figure | None:
    """Return the mean of some shares of decisions."""
    return Figure(statistics.fmean(values), of_shares(values)) if values else None


def each(played: Played, name: str, measure: Callable[[Sequence[Match]], Figure | None]) -> Row:
    """Return one row: the same measure at every table."""
    return Row(name, tuple(measure(matches) for matches in played))


def seat_shares(played: Played, seat: int, name: str) -> Row:
    """Return a seat's share of the wins."""
    return each(played, name, lambda ms: share(sum(m.shares[seat] for m in ms), len(ms)))


def seat_points(played: Played, seat: int, name: str) -> Row:
    """Return a seat's points."""
    return each(played, name, lambda matches: mean([match.scores[seat] for match in matches]))


def best_points(match: Match) -> float:
    """Return what the winner has."""
    return statistics.fmean(score for score, won in _by_seat(match, match.scores) if won)


def _by_seat(match: Match, values: Sequence[float]) -> Iterator[tuple[float, bool]]:
    """Yield each seat's value, and whether it won."""
    yield from ((value, share > 0) for value, share in zip(values, match.shares, strict=True))


def brought(played: Played, what: str, won: bool, name: str) -> Row:
    """Return what something brings to the winners, or to the others."""

    def measure(matches: Sequence[Match]) -> Figure | None:
        found = []
        for match in matches:
            points = [float(match.brought[seat, what]) for seat in range(len(match.shares))]
            mine = [value for value, winner in _by_seat(match, points) if winner == won]
            found += [statistics.fmean(mine)] if mine else []
        return mean(found)

    return each(played, name, measure)


def sources(played: Played) -> list[str]:
    """Return all that brought points at some table, the most first."""
    total: Counter[str] = Counter()
    for matches in played:
        for match in matches:
            for (_, what), points in match.brought.items():
                total[what] += abs(points)
    return [what for what, points in total.most_common(MOST_ROWS) if points]


def happened(played: Played, clause: str) -> Row:
    """Return in how many matches a clause did something."""
    return each(
        played, clause, lambda ms: share(sum(clause in match.happened for match in ms), len(ms))
    )


def forbade(played: Played, clause: str) -> Row:
    """Return how often a clause forbade something; by matches, as decisions are not independent."""
    return each(
        played, clause, lambda ms: part([m.forbade[clause] / m.asked for m in ms if m.asked])
    )


def clauses(played: Played, of: Callable[[Match], Counter[str]]) -> list[str]:
    """Return all clauses that a counter of matches names, in their order of numbers."""
    found = {clause for matches in played for match in matches for clause in of(match)}
    return sorted(found, key=lambda clause: (clause.rstrip("0123456789"), _number(clause)))


def _number(clause: str) -> int:
    return int("".join(filter(str.isdigit, clause)) or 0)


def held(played: Played) -> list[Row]:
    """Return how often those who held something at the start won, the best first; or extremes."""
    found: list[dict[str, list[float]]] = []
    for matches in played:
        wins: dict[str, list[float]] = defaultdict(list)
        for match in matches:
            for seat, what in match.held:
                wins[what].append(match.shares[seat])
        found.append(wins)
    names = {name for wins in found for name, values in wins.items() if len(values) > 1}
    rows = [
        Row(name, tuple(share(sum(wins[name]), len(wins[name])) for wins in found))
        for name in sorted(names)
    ]
    rows.sort(key=lambda row: -max(f.value for f in row.figures if f is not None))
    half = MOST_ROWS // 2
    return rows if len(rows) <= MOST_ROWS + 8 else rows[:half] + rows[-half:]


def chances(played: Played, moment: int, name: str) -> Row:
    """Return the winner's chance at one of the moments."""
    return each(played, name, lambda matches: mean([match.chances[moment] for match in matches]))


def comebacks(played: Played, players: int, name: str) -> Row:
    """Return how many winners seemed to have less than half a fair share at half-time."""
    half = MOMENTS.index(0.5)
    return each(
        played,
        name,
        lambda ms: share(sum(m.chances[half] < 0.5 / players for m in ms), len(ms)),
    )


def choices(played: Played, low: int, high: int, name: str) -> Row:
    """Return at how many decisions there were so many moves; by matches."""
    return each(
        played,
        name,
        lambda ms: part(
            [sum(n for k, n in m.choices.items() if low <= k <= high) / m.decisions for m in ms]
        ),
    )


def paired(played: Played, name: str, measure: Callable[[Match], float]) -> Row:
    """Return by how much each table differs from the first, deal by deal."""
    first = [measure(match) for match in played[0]]
    return Row(
        name,
        (
            None,
            *(
                mean([measure(match) - usual for match, usual in zip(matches, first, strict=True)])
                for matches in played[1:]
            ),
        ),
    )
