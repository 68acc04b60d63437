"""How fast a table plays: live or by the day, how long people may think, how long bots take."""

from __future__ import annotations

import time
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from babel.dates import format_datetime
from markupsafe import Markup

from tablee.core.errors import InvalidOption
from tablee.core.state.position import View
from tablee.house.clock import now

if TYPE_CHECKING:
    from tablee.house.tables.table import Table

LIVE = 0
PACES = (LIVE, 1, 3, 7)
"""Days that each move may take; none at a live table."""
DAY = 24 * 3600
LONG = {"fr": "EEEE d MMMM, HH:mm", "en": "EEEE d MMMM, HH:mm", "de": "EEEE, d. MMMM, HH:mm"}
BUSY = 4
"""Sentences of a move after which there is much to take in."""
NEAR = 0.7
"""From which part of the goal on a player is near it."""
SHORT = {"fr": "EEE d MMM, HH:mm", "en": "EEE d MMM, HH:mm", "de": "EEE d. MMM, HH:mm"}


def check_pace(days: int) -> int:
    """Return the days that a move may take; raises InvalidOption for others than those on offer."""
    if days not in PACES:
        raise InvalidOption(f"pace {days}: choose {', '.join(map(str, PACES))} days a move.")
    return days


def waited_at(table: Table) -> float:
    """Return the seconds that a person on turn has taken.

    Less than none if nobody is waited for.
    """
    if table.waited_for is None:
        return float("-inf")
    if table.setup.by_the_day:
        return (now() - table.match.clock.began_at) / 1000
    return time.monotonic() - table.match.clock.began


def patience_at(table: Table, live: float) -> float:
    """Return the seconds after which others may call a bot for the player on turn."""
    return float(table.setup.pace * DAY) if table.setup.by_the_day else live


def tempo(watched: View, told: int) -> float:
    """Return how many times its usual time a bot takes: longer where more has changed or is near.

    It is given what a spectator sees and how many sentences told the last move, so it says nothing
    of any hand, nor that a move is forced.
    """
    record = watched.record
    goal = int(record["goal"]) if "goal" in record.dtype.names else 0
    is_near = bool(goal) and max(watched.scores) >= NEAR * goal
    mood = zlib.crc32(bytes(watched)) % 100 / 100  # the same table, the same pause
    return 0.8 + 0.5 * mood + 0.5 * min(told, BUSY) / BUSY + 0.5 * is_near


def iso_of(moment: int) -> str:
    """Return a moment in milliseconds, as programs read it."""
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="minutes")


def say_moment(moment: int, lang: str, patterns: Mapping[str, str] = LONG) -> str:
    """Return a moment in milliseconds, by the clock of this machine."""
    local = datetime.fromtimestamp(moment / 1000).astimezone()
    return format_datetime(local, patterns[lang], locale=lang, tzinfo=local.tzinfo)


def time_of(moment: int, lang: str, how: str = "long") -> Markup:
    """Return a moment for a page, long or short.

    The script tells it by the clock of the reader.
    """
    told = say_moment(moment, lang, SHORT if how == "short" else LONG)
    return Markup('<time class="{}" datetime="{}">{}</time>').format(how, iso_of(moment), told)
