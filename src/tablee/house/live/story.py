"""What happens at a table, in one language: its last sentences, events and score sheet.

A story is public: all who look at the table may read all of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from tablee.core import as_json
from tablee.core.posed import POSITION
from tablee.core.rules.rulebook import Told
from tablee.core.state.position import Frame, Move, State
from tablee.house.live import views
from tablee.house.live.score_sheet import ScoreSheet
from tablee.house.render import templating
from tablee.table import render
from tablee.table.look import rules_address
from tablee.table.rendered import Written

KEPT = 40
"""Sentences that are kept; the whole log is told by replaying the moves."""
MOST_TOLD = 6
"""Sentences that are spoken at once to a page that has missed some."""
Flown = tuple[str, str, str]
"""What flies, from where, and to where."""
Zones = tuple[dict[str, Written], set[str], dict[str, Any]]
"""What was written of a frame, the names of what is not only kept from before, and other facts."""
Around = tuple[tuple[str, bool, bool, bool], ...]
"""Of everyone around a table: the name, whether a bot, away, here."""
LOOK = 1_600
"""Milliseconds that a moment between two decisions is shown."""
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
READ = 4_000
"""Milliseconds that the score of a round is shown, unless it is closed."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the log."""

    rules: str
    """The address of the rule book that its clause is in."""
    lang: str
    ply: int
    told: Told

    def write(self, seat: int | None) -> str:
        """Return the line as a seat reads it, with a link to its clause."""
        clause = cite(self.rules, self.told.clause, self.lang) if self.told.clause else ""
        return f'<li data-ply="{self.ply}">{escape(self.told.to(seat))}{clause}</li>'


@dataclass(frozen=True, slots=True)
class Event:
    """A moment, and what all pages in a language are told of it; each seat adds its regions."""

    ply: int
    state: State = field(compare=False)
    told: Sequence[Line]
    scored: bool = False
    """Whether the points of a round are shown."""
    pause: int = 0
    _said: dict[int | None, tuple[str, list[str]]] = field(default_factory=dict, compare=False)

    def encode(
        self, seat: int | None, regions: Mapping[str, str], flights: Sequence[Flown] = ()
    ) -> bytes:
        """Return the event of a stream, with what has changed for a seat and what flies there."""
        log, told = self._say(seat)
        facts: dict[str, Any] = {
            "ply": self.ply,
            "turn": self.state.seat,
            "regions": {**regions, "log": log} if log else regions,
            "told": told,
            "pause": self.pause,
            "flights": flights,
        }
        return views.event("frame", as_json.dumps(facts), self.ply)

    def _say(self, seat: int | None) -> tuple[str, list[str]]:
        """Return the lines of the log and what is spoken.

        The same for all whom it does not concern.
        """
        who = seat if any(seat in line.told.yours for line in self.told) else None
        if who not in self._said:
            log = "".join([line.write(who) for line in self.told])
            self._said[who] = log, [line.told.to(who) for line in self.told[-MOST_TOLD:]]
        return self._said[who]


def tell_start(
    start: State, options: Mapping[str, Any], lang: str, names: Sequence[str]
) -> list[Told]:
    """Return in words how a match began: with a deal, or at a table that was laid."""
    if options.get(POSITION):
        return [Told(templating.speak(lang)("laid_start"), "")]
    return start.tell_deal(lang, names)


class Story:
    """Follows the moves of a table and tells them."""

    def __init__(
        self,
        start: State,
        lang: str,
        names: Sequence[str],
        bots: Sequence[bool] = (),
        options: Mapping[str, Any] = NO_OPTIONS,
    ) -> None:
        self.lang = lang
        self.names = list(names)
        self.bots = list(bots) or [False] * len(names)
        self.state = start
        self._rules = rules_address(start.game, start.record)
        self.ply = 0
        self.latest: list[Event] = []
        """What there is to see after the last move, one after the other."""
        self.sheet: ScoreSheet | None = None
        self._zones: dict[tuple[int, int, Around], Zones] = {}
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.lines.extend(self._lines(tell_start(start, options, lang, names)))

    def follow(self, moves: Sequence[Move]) -> None:
        """Play on to the last of the moves."""
        while self.ply < len(moves):
            frames = self.state.frames(moves[self.ply], self.lang, self.names)
            self.ply += 1
            self.state = frames[-1].state
            self.latest = [self._event(frame) for frame in frames]

    @property
    def scored_frame(self) -> int | None:
        """The frame that shows the points of a round, if the match goes on after it."""
        places = [n for n, event in enumerate(self.latest[:-1]) if event.scored]
        return places[-1] if places else None

    def _event(self, frame: Frame) -> Event:
        lines = self._lines(frame.told)
        self.lines.extend(lines)
        if frame.sheet:
            before = self.sheet.rounds if self.sheet else ()
            self.sheet = ScoreSheet.of(frame, self.lang, self.names, self.bots, before)
        pause = 0 if frame.state is self.state else READ if frame.sheet else LOOK
        return Event(self.ply, frame.state, lines, bool(frame.sheet), pause)

    def _lines(self, told: Sequence[Told]) -> list[Line]:
        return [Line(self._rules, self.lang, self.ply, line) for line in told]

    def zones(self, frame: int, around: Around) -> Zones:
        """Return what has been written of a frame of the last move, for all seats to share.

        What may be kept from before is there too; the set names what is of this frame.
        """
        found = self._zones.get((self.ply, frame, around))
        if found is None:
            before = next(reversed(self._zones.items()), None)
            kept = before[1][0].items() if before and before[0][2] == around else ()
            found = {name: zone for name, zone in kept if zone.of is not None}, set(), {}
            for key in [key for key in self._zones if key[0] != self.ply]:
                self._zones.pop(key)[2].clear()  # zones and what they are made from hold each other
            self._zones[self.ply, frame, around] = found
        return found

    def since(self, ply: int) -> Event:
        """Return everything after a ply at once, as far as it is kept."""
        return Event(self.ply, self.state, [line for line in self.lines if line.ply > ply])


def cite(rules: str, clause: str, lang: str) -> Markup:
    """Link to a clause of the rule book at an address."""
    return Markup(f" {render.cite(templating.speak(lang), rules, clause)}")
