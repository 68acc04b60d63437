"""The chance to win over a match as a picture, with signs of what moved it most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from markupsafe import Markup

from tablee.house.render import templating
from tablee.house.replay.review_text import LUCK, KeyMoment, ReviewTold

FLOOR, CEILING = 86, 10
"""Where no chance and the most that is shown lie, in hundredths of the height."""
QUARTER = 25
OWNERS = ("others", "luck", "own")
"""Whose steps are drawn, the last ones on top."""
WIDE = 2
"""Hundredths of the width that a sign takes to either side."""
NAMED = 16
"""Hundredths of the width that the name of a round takes on a phone."""
CLOVER = Markup(
    '<circle class="disc" r="10"/><circle cx="-2.7" cy="-2.7" r="3"/>'
    '<circle cx="2.7" cy="-2.7" r="3"/><circle cx="-2.7" cy="2.7" r="3"/>'
    '<circle cx="2.7" cy="2.7" r="3"/>'
)
"""The sign of luck; that of judgement is a square."""


def draw_curve(told: ReviewTold, keys: Sequence[KeyMoment]) -> Markup:
    """Return the curve of a review; each step in the colour of its owner."""
    label = templating.speak(told.past.lang)("chance_curve", start=told.start, end=told.end)
    return _Curve(told).draw(keys, label)


class _Curve:
    def __init__(self, told: ReviewTold) -> None:
        self._told, self._past, self._changes = told, told.past, told.review.curve
        self._last = max(1, len(told.past.moments) - 1)
        highest = max(told.percent(change.value) for change in self._changes)
        self._top = max(2 * QUARTER, -(-highest // QUARTER) * QUARTER)

    def draw(self, keys: Sequence[KeyMoment], label: str) -> Markup:
        """Return the signs lie over the cursor, or its line would strike them out."""
        return Markup(
            '<svg class="curve" role="img" aria-label="{}">{}{}'
            '<line id="cursor" class="cursor" y1="0" y2="{}%"/>{}</svg>'
        ).format(label, self._grid(), self._line(), FLOOR, Markup("").join(self._signs(keys)))

    def _x(self, ply: int) -> float:
        return 100 * self._past.find(ply) / self._last

    def _y(self, value: float) -> float:
        shown = min(float(self._top), max(0.0, self._told.scale * value))
        return FLOOR - (FLOOR - CEILING) * shown / self._top

    def _grid(self) -> Markup:
        lines = [
            Markup('<line class="level" x2="100%" y1="{0:.1f}%" y2="{0:.1f}%"/>').format(
                self._y(points / self._told.scale)
            )
            for points in range(0, self._top + 1, QUARTER if self._top < 100 else 2 * QUARTER)
        ]
        return Markup("").join([*lines, *self._rounds()])

    def _rounds(self) -> Iterator[Markup]:
        """Yield where each round begins, and its name, or its number where names have no room."""
        starts = [100 * first / self._last for _, first in self._past.rounds]
        ui = templating.speak(self._past.lang)
        named = min(end - at for at, end in pairwise([*starts, 100.0])) > NAMED
        for number, at in enumerate(starts if len(starts) > 1 else [], 1):
            name = ui("replay_round", n=number) if named else number
            yield Markup(
                '<line class="turn" x1="{0:.2f}%" x2="{0:.2f}%" y2="{1}%"/>'
                '<text class="round" x="{0:.2f}%" y="98%" dx="3">{2}</text>'
            ).format(at, FLOOR, name)

    def _line(self) -> Markup:
        """Return the curve as level pieces and upright ones, those in three colours."""
        stand = self._y(self._told.review.fair)
        level, area, steps = f"M0 {stand:.1f}", f"M0 {FLOOR}V{stand:.1f}", dict.fromkeys(OWNERS, "")
        for change in self._changes:
            x, y = 10 * self._x(change.ply), self._y(change.value)
            owner = "luck" if change.part in LUCK else change.part
            steps[owner] += f"M{x:.1f} {stand:.1f}V{y:.1f}"
            level += f"H{x:.1f}M{x:.1f} {y:.1f}"
            area += f"H{x:.1f}V{y:.1f}"
            stand = y
        paths = Markup('<path class="area" d="{}H1000V{}Z"/>').format(area, FLOOR)
        paths += Markup('<path class="level-line" d="{}H1000"/>').format(level)
        for owner in OWNERS:
            paths += Markup('<path class="{}" d="{}"/>').format(owner, steps[owner] or "M0 0")
        return Markup('<svg viewBox="0 0 1000 100" preserveAspectRatio="none">{}</svg>').format(
            paths
        )

    def _signs(self, keys: Sequence[KeyMoment]) -> Iterator[Markup]:
        """Yield the signs on the curve: squares for key moments, clovers for what luck did most."""
        taken = [self._x(key.choice.ply) for key in keys]
        for key, x in zip(keys, taken, strict=True):
            yield self._sign(x, "own", _square(key.number))
        lucky = [
            c for c in self._changes if c.part in LUCK and abs(c.change) * self._told.scale >= 4
        ]
        for change in sorted(lucky, key=lambda one: -abs(one.change)):
            x = self._x(change.ply)
            if len(taken) < len(keys) + 5 and all(abs(x - other) > 8 for other in taken):
                taken.append(x)
                yield self._sign(x, "luck", CLOVER)

    def _sign(self, x: float, owner: str, sign: Markup) -> Markup:
        """Return a sign clear of the curve: above it, or below where it is high."""
        over = [
            self._y(change.value)
            for before, change in pairwise(self._changes)
            if self._x(change.ply) >= x - WIDE and self._x(before.ply) <= x + WIDE
        ]
        spans = over or [self._y(self._changes[-1].value)]
        above = min(spans) > 3 * CEILING
        y, away = (min(spans), -14) if above else (min(max(spans), FLOOR - 25.0), 14)
        return Markup(
            '<svg class="sign-on {}" x="{:.2f}%" y="{:.2f}%">'
            '<g transform="translate(0 {})">{}</g></svg>'
        ).format(owner, min(98.5, max(1.5, x)), y, away, sign)


def _square(number: int) -> Markup:
    return Markup(
        '<rect x="-11" y="-11" width="22" height="22" rx="5"/><text y="5">{}</text>'
    ).format(number)
