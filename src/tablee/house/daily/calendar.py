"""A month of days: what a visitor has played on each, and how well."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from babel.dates import format_date

from tablee.house.daily import day
from tablee.house.ports.tries import Try

BEST = 4
"""The best of the classes `q0` to `q4`; those who beat nobody have the first."""


@dataclass(frozen=True)
class DayResult:
    """A try in a calendar."""

    game: str
    lead: int | None
    grade: int | None
    """How well it went, from 0 to 4, beside the others of its day; None without others."""


@dataclass(frozen=True)
class Cell:
    """A day of a month."""

    date: date
    said: str
    played: Sequence[DayResult]
    open: bool
    """Whether there is something to play."""
    current: bool
    chosen: bool


@dataclass(frozen=True)
class Month:
    """A month in weeks that begin on Monday; days of other months are None."""

    title: str
    weekdays: Sequence[str]
    weeks: Sequence[Sequence[Cell | None]]
    before: str
    """The month before, as addresses write it; nothing if it is too long ago."""
    after: str


def month_of(first: date, tries: Sequence[Try], lang: str, chosen: date) -> Month:
    """Return the month that begins on a date."""
    weeks = calendar.Calendar().monthdatescalendar(first.year, first.month)
    now, oldest = day.today(), day.today() - timedelta(day.KEPT_DAYS)

    def cell(at: date) -> Cell | None:
        if at.month != first.month:
            return None
        played = [_played(one) for one in tries if one.day == str(at)]
        return Cell(at, _say(at, lang), played, oldest <= at <= now, at == now, at == chosen)

    before, after = first - timedelta(1), first + timedelta(31)
    return Month(
        format_date(first, "LLLL y", locale=lang),
        [format_date(at, "EEE", locale=lang) for at in weeks[0]],
        [[cell(at) for at in week] for week in weeks],
        f"{before:%Y-%m}" if before >= oldest else "",
        f"{after:%Y-%m}" if after.replace(day=1) <= now else "",
    )


def _say(at: date, lang: str) -> str:
    return format_date(at, "d. MMMM" if lang == "de" else "d MMMM", locale=lang)


def _played(one: Try) -> DayResult:
    share = one.share if one.lead is not None else None
    return DayResult(one.game, one.lead, None if share is None else round(share * BEST))


def streak(days: Sequence[str], now: date) -> int:
    """Return how many days in a row have a result, up to today or yesterday."""
    played = {date.fromisoformat(one) for one in days}
    at = now if now in played else now - timedelta(1)
    found = 0
    while at in played:
        found, at = found + 1, at - timedelta(1)
    return found
