"""People who come together by a code: an evening, or a club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

EVENING, CLUB = "evening", "club"


@dataclass(frozen=True)
class Member:
    """Somebody who belongs to a gathering; without a visitor, somebody without a device."""

    visitor: str | None
    name: str


@dataclass(frozen=True)
class Gathering:
    """An evening or a club as it is stored."""

    name: str
    kind: str
    opener: str
    text: str
    """What it is about, in the words of its kind."""
    forget_at: int
    """The moment at which it is forgotten, in milliseconds."""
    code: str = ""
    parent: str | None = None
    """The club of an evening."""
    due_at: int | None = None
    """When something is to be done about it, in milliseconds."""
    version: int = 1
    """How often it was written."""
    members: Mapping[int, Member] = field(default_factory=dict)

    def number_of(self, visitor: str | None) -> int | None:
        """Return by which number a visitor belongs to it."""
        own = (n for n, one in self.members.items() if visitor and one.visitor == visitor)
        return next(own, None)
