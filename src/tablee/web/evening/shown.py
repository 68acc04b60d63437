"""What pages show of an evening: its tables with their signs, the standings, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from markupsafe import Markup

from tablee.core.rules.phrases import Speaker
from tablee.house.evening.model import SWISS, Evening, Spot
from tablee.house.evening.seating import again, meetings
from tablee.house.evening.standings import Row, part, standings
from tablee.house.render import templating
from tablee.look.gallery import gallery

SIGNS = (
    ("ladybird", "fourmis", "f-ladybird", (100, 101)),
    ("aphid", "fourmis", "f-aphid", (92, 98)),
    ("tomato", "kraut", "k-tomato-1", (100, 100)),
    ("queen", "fourmis", "f-queen", (108, 140)),
    ("carrot", "kraut", "k-carrot-1", (100, 104)),
    ("mole", "kraut", "k-mole-1", (100, 100)),
    ("ninja", "fourmis", "f-ninja", (108, 102)),
    ("snail", "kraut", "k-snail-1", (100, 98)),
)
"""The creatures by which tables are known: name, game, drawing and its size."""
MOST_BARS = 60
"""The longest bar of points: classes of numbers go no further."""


@cache
def sign_picture(number: int) -> Markup:
    """Draw the sign of a table."""
    _, game, drawn, size = SIGNS[number % len(SIGNS)]
    if game not in gallery():
        return Markup("")
    return templating.part(f"{game}.svg", drawn, size, style="creature")


def sign_name(number: int, ui: Speaker) -> str:
    """Return what a table is called."""
    name, turn = ui(f"sign_{SIGNS[number % len(SIGNS)][0]}"), number // len(SIGNS)
    return f"{name} {turn + 1}" if turn else name


def number_of(value: Fraction | None) -> str:
    """Write points: whole ones, or with a half."""
    if value is None:
        return ""
    whole = f"{int(value)}" if value >= 0 else f"−{-int(value)}"
    return whole if value.denominator == 1 else f"{whole}½".removeprefix("0")


@dataclass(frozen=True)
class Chair:
    """Somebody at a table of an evening."""

    number: int
    name: str
    bot: bool
    gone: bool
    place: int
    """The place in this match; 0 as long as it is played."""
    brought: str
    """What it has brought."""


@dataclass(frozen=True)
class Laid:
    """A table of a tour as pages show it."""

    number: int
    spot: Spot
    sign: str
    picture: Markup
    chairs: Sequence[Chair]

    @property
    def state(self) -> str:
        """One word for how far it has come."""
        if self.spot.over:
            return "over"
        return "on" if self.spot.table or self.spot.box else "planned"

    @property
    def podium(self) -> list[Chair]:
        """The chairs by their places."""
        return sorted(self.chairs, key=lambda one: one.place)


def laid_tables(evening: Evening, number: int, ui: Speaker) -> list[Laid]:
    """Return the tables of a tour."""
    if not 0 <= number < len(evening.rounds):
        return []
    return [
        Laid(n, spot, sign_name(n, ui), sign_picture(n), _chairs(evening, number, spot))
        for n, spot in enumerate(evening.rounds[number].spots)
    ]


def _chairs(evening: Evening, number: int, spot: Spot) -> list[Chair]:
    found = []
    for at, person in enumerate(spot.seats):
        bot = person < 0
        place = spot.places[at] if spot.places else 0
        brought = None if bot else part(evening, evening.rounds[number], person)
        name = "" if bot else evening.name(person)
        gone = person in evening.gone
        found.append(Chair(person, name, bot, gone, place, _signed(brought)))
    return found


def _signed(value: Fraction | None) -> str:
    return "" if value is None else f"+{number_of(value)}" if value >= 0 else number_of(value)


def planned_tables(evening: Evening, ui: Speaker) -> list[Laid]:
    """Return the tables of the next tour as they are planned."""
    if not evening.coming:
        return []
    found = []
    for n, table in enumerate(evening.coming[0]):
        chairs = [Chair(p, evening.name(p), False, False, 0, "") for p in table]
        found.append(Laid(n, Spot(table), sign_name(n, ui), sign_picture(n), chairs))
    return found


@dataclass(frozen=True)
class Standing:
    """A line of the standings."""

    number: int
    name: str
    place: int
    shown: bool
    """Whether the place is written: not again for those who share it."""
    total: str
    bars: Sequence[int]
    """How long the bar of each tour is."""
    parts: Sequence[str]
    gone: bool


def standing_lines(evening: Evening) -> list[Standing]:
    """Return the standings, the first place first."""
    rows = standings(evening)
    most = max((float(row.total) for row in rows), default=0.0)
    scale = 1.0 if most <= 2 * MOST_BARS / 3 else 2 * MOST_BARS / 3 / most
    return [_line(evening, row, rows[n - 1] if n else None, scale) for n, row in enumerate(rows)]


def _line(evening: Evening, row: Row, before: Row | None, scale: float) -> Standing:
    bars = [min(MOST_BARS, max(0, round(float(one or 0) * scale))) for one in row.parts]
    return Standing(
        row.person,
        evening.name(row.person),
        row.place,
        before is None or before.place != row.place,
        number_of(row.total),
        bars,
        [number_of(one) for one in row.parts],
        row.person in evening.gone,
    )


def repeats_in(evening: Evening) -> int:
    """Return how many meet again by the plan."""
    return again(evening.met + meetings(evening.coming))


def promise_of(evening: Evening, ui: Speaker) -> str:
    """Return what the plan promises."""
    if evening.wish.way == SWISS:
        return ui("evening_by_standing")
    if not evening.coming:
        return ""
    repeats = repeats_in(evening)
    return ui("evening_again", n=repeats) if repeats else ui("evening_never_twice")


def slowest(tables: Sequence[Laid]) -> list[str]:
    """Return the signs of the tables that still play."""
    return [one.sign for one in tables if not one.spot.over]


def counts_how(evening: Evening, ui: Speaker) -> str:
    """Return in a sentence how an evening is counted."""
    return ui(f"evening_way_{evening.wish.way}_is")
