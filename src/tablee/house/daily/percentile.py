"""How a result stands among all of a day, and the bars in which that is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablee.core.rules.rulebook import signed

MOST_BARS = 13
ENOUGH = 5
"""Results from which on one's own is compared with them all; with fewer, its place is told."""
TALLEST = 60
"""The height of the highest bar; the stylesheet knows it by the classes n0 to n60."""
WIDTHS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500)


@dataclass(frozen=True)
class Bar:
    """How many reached a lead between two."""

    low: int
    high: int
    count: int
    height: int
    mine: bool

    @property
    def span(self) -> str:
        """The leads that it stands for."""
        low, high = signed(self.low), signed(self.high)
        return low if self.low == self.high else f"{low} … {high}"


@dataclass(frozen=True)
class Standing:
    """All results of a day, how often each, and one's own among them."""

    results: Mapping[int, int]
    own: int | None = None

    @property
    def total(self) -> int:
        """How many have played to the end."""
        return sum(self.results.values())

    @property
    def tells(self) -> bool:
        """Whether there are enough results to compare with."""
        return self.total >= ENOUGH

    @property
    def others(self) -> int:
        """How many beside oneself."""
        return self.total - (self.own is not None)

    @property
    def beaten(self) -> int:
        """How many did less well; those who did as well are not counted."""
        return sum(
            n for lead, n in self.results.items() if self.own is not None and lead < self.own
        )

    @property
    def place(self) -> int:
        """One's place; those who did as well share it."""
        own = 0 if self.own is None else self.own
        return 1 + sum(n for lead, n in self.results.items() if lead > own)

    @property
    def bars(self) -> list[Bar]:
        """The results from the lowest to the highest, together in bars of the same width."""
        if not self.results:
            return []
        low, high = min(self.results), max(self.results)
        width = next(w for w in WIDTHS if (high // w - low // w) < MOST_BARS or w == WIDTHS[-1])
        counts = dict.fromkeys(range(low // width, high // width + 1), 0)
        for lead, count in self.results.items():
            counts[lead // width] += count
        most, own = max(counts.values()), self.own
        return [
            Bar(
                n * width,
                n * width + width - 1,
                count,
                round(TALLEST * count / most),
                own is not None and own // width == n,
            )
            for n, count in counts.items()
        ]
