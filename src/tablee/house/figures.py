"""The year in figures as it is told: sums by month and game, small numbers left out."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from tablee.core.errors import InvalidOption

MEASURES = (
    *("matches", "people", "alone", "bots", "by_the_day", "deals_of_the_day"),
    *("moves", "minutes", "lessons"),
)
"""What is summed by month and game: `people` counts seats, `alone` matches of one person."""
FEW = 5
"""The least number of a sum that is told: a smaller one would point at people."""
Sums: TypeAlias = Mapping[tuple[str, str], Mapping[str, int]]
"""Each measure, by month and game."""


def read_year(text: str) -> int:
    """Read a year of four digits; raise InvalidOption."""
    if re.fullmatch(r"[12]\d{3}", text) is None:
        raise InvalidOption(f"year {text!r}: write four digits, such as 2026.")
    return int(text)


def told(count: int) -> str:
    """Return a number as it may be told: a small one would point at people."""
    return f"<{FEW}" if 0 < count < FEW else str(count)


def lines(sums: Sums) -> Iterator[list[str]]:
    """Return a row for each month and game, the months in order, and one for the whole year."""
    for (month, game), measures in sums.items():
        yield [month, game, *_cells(measures)]
    whole = Counter[str]()
    for measures in sums.values():
        whole.update(measures)
    yield ["", "", *_cells(whole)]


def _cells(measures: Mapping[str, int]) -> Iterable[str]:
    return (told(measures.get(measure, 0)) for measure in MEASURES)


def as_csv(sums: Sums) -> str:
    """Return the sums as a table for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["month", "game", *MEASURES])
    writer.writerows(lines(sums))
    return out.getvalue()
