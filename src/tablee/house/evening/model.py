"""An evening as it stands: what is played, who is there, every table of every tour.

It is kept as one text, beside the names of its people: whoever changes it writes all of it anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tablee.core import as_json
from tablee.house.evening.seating import Met, Tour, meetings
from tablee.house.ports.gatherings import Gathering, Member

PLACES, POINTS, SWISS, DUPLICATE, KNOCKOUT = "places", "points", "swiss", "duplicate", "knockout"
WAYS = (PLACES, POINTS, SWISS, DUPLICATE, KNOCKOUT)
"""How an evening is counted, and who meets whom."""
OPEN, PLAYING, DONE, OVER = "open", "playing", "done", "over"
"""Before the first tour, between the first and the last deal, all played, and after the prizes."""


@dataclass(frozen=True)
class Wish:
    """What the host has chosen."""

    game: str
    rounds: int = 3
    minutes: int = 60
    """How long the evening is to last."""
    way: str = PLACES
    size: int = 0
    """Seats at a table; 0 for what makes the fewest meet again."""
    boxes: int = 0
    """Tables that play with a real box."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the game, so that a match lasts about as long as a tour."""


@dataclass(frozen=True)
class Spot:
    """A table of a tour: who sits there, and how it ended."""

    seats: tuple[int, ...]
    """Everyone's number in the order of the seats; bots have numbers below 0."""
    table: str | None = None
    """The name of the table; None for a real box."""
    places: tuple[int, ...] | None = None
    """Everyone's place, once it is over; those who share one are followed as in sport."""
    points: tuple[int, ...] | None = None
    """Everyone's points in the match; none where only places were noted."""
    void: bool = False
    """Whether it counts for nobody."""
    box: bool = False
    """Whether it plays with a real box, and its result is typed."""
    cup: bool = False
    """Whether those who sit here play for the first place."""

    @property
    def people(self) -> tuple[int, ...]:
        """Those who are no bots."""
        return tuple([n for n in self.seats if n > 0])

    @property
    def over(self) -> bool:
        """Whether its result is known."""
        return self.places is not None or self.void


@dataclass(frozen=True)
class Round:
    """A tour: all tables that play at the same time."""

    spots: tuple[Spot, ...]
    began: int = 0
    ended: int = 0
    key: str = ""
    """The key of the deal, where all tables play the same; secret until the tour is over."""
    ready: bool = False
    """Whether its tables are open."""

    @property
    def over(self) -> bool:
        """Whether all its tables have ended."""
        return all(spot.over for spot in self.spots)

    def spot_of(self, person: int) -> int | None:
        """Return the number of the table at which a person sits."""
        return next((n for n, spot in enumerate(self.spots) if person in spot.seats), None)


@dataclass(frozen=True)
class Evening:
    """An evening as it stands; it never changes: `changes.py` makes the next one."""

    wish: Wish
    phase: str = OPEN
    rounds: tuple[Round, ...] = ()
    coming: tuple[Tour, ...] = ()
    """Who is to sit with whom at the tours to come, as long as nobody comes or goes."""
    gone: frozenset[int] = frozenset()
    """Those who have left."""
    lost: frozenset[int] = frozenset()
    """Those who may come back by their name, from another device."""
    next_at: int = 0
    """When the next tour begins, once all tables have ended; in milliseconds."""
    keep: bool = False
    """Whether the host keeps the names."""
    people: Mapping[int, Member] = field(default_factory=dict)

    @property
    def here(self) -> list[int]:
        """The numbers of those who are there."""
        return [n for n in self.people if n not in self.gone]

    @property
    def round(self) -> Round | None:
        """The tour that is played or was played last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def met(self) -> Met:
        """How often two people have sat at one table."""
        return meetings([spot.people for spot in one.spots] for one in self.rounds)

    @property
    def last(self) -> bool:
        """Whether no tour is to follow."""
        return len(self.rounds) >= self.wish.rounds

    def name(self, number: int) -> str:
        """Return the name of a person, or of nobody."""
        member = self.people.get(number)
        return member.name if member else ""

    def text(self) -> str:
        """Return all of it but its people, to be stored."""
        facts = {
            "wish": {**vars(self.wish), "options": dict(self.wish.options)},
            "phase": self.phase,
            "rounds": [_told(one) for one in self.rounds],
            "coming": self.coming,
            "gone": sorted(self.gone),
            "lost": sorted(self.lost),
            "next_at": self.next_at,
            "keep": self.keep,
        }
        return as_json.dumps(facts).decode()


def _told(one: Round) -> dict[str, Any]:
    return {**vars(one), "spots": [vars(spot) for spot in one.spots]}


def read(gathering: Gathering) -> Evening:
    """Read an evening as it is stored."""
    facts = as_json.loads(gathering.text)
    return Evening(
        wish=Wish(**facts["wish"]),
        phase=facts["phase"],
        rounds=tuple([_round(one) for one in facts["rounds"]]),
        coming=tuple([tuple([tuple(t) for t in tour]) for tour in facts["coming"]]),
        gone=frozenset(facts["gone"]),
        lost=frozenset(facts["lost"]),
        next_at=facts["next_at"],
        keep=facts["keep"],
        people=gathering.members,
    )


def _round(facts: Mapping[str, Any]) -> Round:
    return Round(**{**facts, "spots": tuple([_spot(one) for one in facts["spots"]])})


def _spot(facts: Mapping[str, Any]) -> Spot:
    numbers = ("seats", "places", "points")
    return Spot(**{**facts, **{n: _tuple(facts[n]) for n in numbers}})


def _tuple(numbers: Sequence[int] | None) -> Any:
    return None if numbers is None else tuple(numbers)


def with_spot(one: Round, number: int, spot: Spot) -> Round:
    """Return a tour with one table changed."""
    return replace(one, spots=(*one.spots[:number], spot, *one.spots[number + 1 :]))
