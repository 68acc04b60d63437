"""How long things are kept, as the host has chosen."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tablee.core.errors import InvalidOption

AGES = "ages"
"""The fact of the house that says how long things are kept."""
_AGE = re.compile(r"(\d{1,4})([dwy])")
_DAYS = {"d": 1, "w": 7, "y": 365}
NEVER = "never"


@dataclass(frozen=True)
class Ages:
    """After how long things go, in days; None keeps them."""

    unfinished: int | None = None
    """Tables that were never finished, since their last move."""
    names: int | None = None
    """People's names in finished matches."""
    finished: int | None = None
    """Finished matches, and records that were brought."""

    def __str__(self) -> str:
        """Return the ages as they are stored and shown."""
        return " ".join(f"{name}={_said(days)}" for name, days in vars(self).items())


def _said(days: int | None) -> str:
    return NEVER if days is None else f"{days}d"


def read_days(text: str, name: str) -> int | None:
    """Read a time such as 90d, 12w, 1y or never, in days."""
    if text.strip() == NEVER:
        return None
    found = _AGE.fullmatch(text.strip())
    if found is None or not int(found[1]):
        raise InvalidOption(
            f"--{name} {text!r}: write days, weeks or years, such as 90d, 12w, 1y; or never."
        )
    return int(found[1]) * _DAYS[found[2]]


def change_ages(ages: Ages, **texts: str | None) -> Ages:
    """Return ages of which some are given anew."""
    given = {name: read_days(text, name) for name, text in texts.items() if text is not None}
    return replace(ages, **given)


def parse_ages(text: str) -> Ages | None:
    """Read ages as they are stored; None where nobody has chosen any."""
    pairs = [one.partition("=") for one in text.split()]
    return Ages(**{name: read_days(days, name) for name, _, days in pairs}) if pairs else None


NEW = Ages(unfinished=90, names=90, finished=400)
"""The ages of a new house."""
