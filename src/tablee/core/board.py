"""What a screen or a reader needs of a view: things, places, and every move as a gesture.

A move is a gesture from a thing to a place: a card to the trick, the stock to one's hand. A gesture
whose place is the thing itself is a plain press: "wait". Which moves are allowed is never decided
here: the rules say it, and a board only says where each move begins and ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from tablee.core.position import View


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table that may be looked at, pressed or moved.

    Its id is the same from view to view as long as it is the same thing for all that the viewer
    knows, and never tells what he does not know: a card in another's hand has none of its own.
    """

    id: str
    name: str
    """What it is, as a reader says it: "Green ninja, force 9"."""
    drawing: str = ""
    """The id of its drawing in the game's art."""
    trial: str = ""
    """The move that somebody means who tries it, to be refused with a clause if it may not be."""


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere a thing can go. A thing may be a place too: then both have the same id."""

    id: str
    name: str
    trial: str = ""


@dataclass(frozen=True, slots=True)
class Gesture:
    """A legal move, as one makes it at a table."""

    move: str
    thing: str
    place: str


@dataclass(frozen=True)
class Board:
    """All things and places of a view, what to do now, and the facts for the game's page."""

    lead: str
    """The first words of what to do now: "Your turn!"."""
    prompt: str
    """The rest of it: "Your ninja must follow."."""
    status: str
    """Where the match stands, in a few words: "Round 3, first trick"."""
    things: Mapping[str, Thing]
    places: Mapping[str, Place]
    gestures: tuple[Gesture, ...] = ()
    facts: Any = field(default=None, hash=False)
    """Whatever else the game's own page shows."""

    @cached_property
    def goes(self) -> dict[str, list[Gesture]]:
        """Gets the gestures of each thing that has any."""
        found: dict[str, list[Gesture]] = {}
        for gesture in self.gestures:
            found.setdefault(gesture.thing, []).append(gesture)
        return found

    @cached_property
    def comes(self) -> dict[str, list[Gesture]]:
        """Gets the gestures that end at each place."""
        found: dict[str, list[Gesture]] = {}
        for gesture in self.gestures:
            found.setdefault(gesture.place, []).append(gesture)
        return found


class Boards(Protocol):
    """What a game's `board.py` offers."""

    def board(self, view: View, lang: str, names: Sequence[str], /) -> Board:
        """Lays a view out."""
