"""The deal of the day: one for each game and date, the same for everyone at a house.

Its key comes from the house's secret, the game and the date. So the house can promise it long
before, and tells it when the day is over; the secret of one day tells nothing of another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from tablee.core.origin import Origin
from tablee.house.clock import now
from tablee.house.errors import FirstTry

if TYPE_CHECKING:
    from tablee.house.tables.fairness import Offers
    from tablee.house.tables.table import Table
    from tablee.look.boxes import DayPlan

LEVEL = "regular"
"""The bots of the day: a level that decides at first sight, by no clock and no search."""
KEPT_DAYS = 366
"""How far back there is something to practise."""


def today() -> date:
    """Return the date at this house, by the clock and time zone of its machine."""
    return datetime.fromtimestamp(now() / 1000).astimezone().date()


def begins(day: date) -> int:
    """Return the first moment of a day, in milliseconds."""
    return round(datetime.combine(day, time()).astimezone().timestamp() * 1000)


def ends(day: date) -> int:
    """Return the moment at which a day is over, in milliseconds."""
    return begins(day + timedelta(1))


def is_over(day: date) -> bool:
    """Return whether a day is over."""
    return now() >= ends(day)


@dataclass(frozen=True)
class DayTry:
    """What a table has to do with the deal of a day; most have nothing."""

    date: str | None
    """The date whose deal is played there, if any."""
    first: bool
    """Whether it is the visitor's first try."""

    @property
    def sealed(self) -> bool:
        """Whether its day is not over: others may still play these cards."""
        return self.date is not None and not is_over(date.fromisoformat(self.date))

    def in_time(self, ended: int) -> bool:
        """Return whether a match that ended at a moment was a first try that ended on its day."""
        return self.date is not None and self.first and ended < ends(date.fromisoformat(self.date))


def counts(table: Table) -> bool:
    """Return whether it is a first try at the deal of a day that is not over, and goes on."""
    return table.day.first and table.day.sealed and table.phase == "playing"


def refuse_help(table: Table) -> None:
    """Raise FirstTry as long as the try counts."""
    if counts(table):
        raise FirstTry("this try counts: one plays it alone, without hints or other help.")


def zone() -> str:
    """Return the name of the house's time zone."""
    return datetime.fromtimestamp(now() / 1000).astimezone().tzname() or "UTC"


def name_of(game: str, day: str) -> str:
    """Return what a record has in the place of a table's name."""
    return f"day-{game}-{day}"


def origin_of(offers: Offers, game: str, day: str, plan: DayPlan) -> Origin:
    """Return where the key of a day's deal comes from; nobody adds luck to it."""
    name = name_of(game, day)
    return Origin(name, offers.secret_for(name), ("",) * plan.players)


def bot_seed(key: bytes, moves: Iterable[object]) -> int:
    """Return the luck of the bot that is to move: the same for everyone who has played the same."""
    told = " ".join(map(str, moves)).encode()
    return int.from_bytes(hashlib.sha256(b"tablee day " + key + told).digest()[:4])
