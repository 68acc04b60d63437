"""Who is notified of a turn, and by which channel, as it is stored."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

TURN, LATE, SOON, DONE, CONFIRM = "turn", "late", "soon", "done", "confirm"
"""What a notification is about: a turn, one that keeps others waiting, one whose days are nearly
over; nothing any more; or an address that is to be confirmed."""
REFUSED = "refused"
"""The mail server knows no such address: nothing is sent, and its owner is told."""
LINK_LASTS = 3 * 24 * 3600 * 1000
"""Milliseconds within which an address is confirmed."""


@dataclass(frozen=True, slots=True)
class TurnNotification:
    """A visitor's turn, by the ply at which it begins."""

    table: str
    seat: int
    visitor: str
    ply: int


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to notify a visitor: a push endpoint with its keys, or an e-mail address."""

    id: str
    visitor: str
    kind: str
    address: str
    keys: str
    lang: str
    confirmed: bool
    made_at: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """A notification that is to be sent now, and by which channel."""

    channel: Channel
    table: str
    seat: int
    ply: int
    stage: str
    tries: int


def name_of(kind: str, visitor: str, address: str) -> str:
    """Return the name of a channel; an endpoint is one browser's, by any visitor."""
    owner = visitor if kind == "mail" else ""
    return hashlib.sha256(f"{kind} {owner} {address}".encode()).hexdigest()
