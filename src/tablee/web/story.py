"""What happens at a table, in one language: its last sentences, its last moments, its last sheet.

A story is public: whoever looks at the table may read all of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup, escape

from tablee.core.game import Game
from tablee.core.position import Frame, Move, Outcome, ScoreLine, State
from tablee.core.rulebook import Told
from tablee.table import render
from tablee.table.people import Person
from tablee.table.render import Written
from tablee.web import templating

KEPT = 40
"""Sentences that are kept; the whole log is told by replaying the moves."""
LOOK = 900
"""Milliseconds that a moment between two decisions is shown."""
READ = 4_000
"""Milliseconds that the score of a round is shown, unless somebody closes it."""


@dataclass(frozen=True)
class Sheet:
    """How points came about: the lines of a round, and everyone's points after it."""

    game: Game
    lang: str
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    lines: tuple[ScoreLine, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None

    @cached_property
    def html(self) -> str:
        """Writes the sheet."""
        template = templating.environment().get_template("_sheet.html")
        ui = templating.speak(self.lang)
        return template.render(sheet=self, ui=ui, cite=self._cite, signed=signed)

    def _cite(self, clause: str) -> Markup:
        return cite(self.game, clause, self.lang)

    @property
    def winners(self) -> str:
        """Names who has won."""
        *most, last = [self.names[seat] for seat in (self.outcome.winners if self.outcome else ())]
        word = templating.speak(self.lang)("and_also")
        return f"{', '.join(most)} {word} {last}" if most else last

    def person(self, seat: int) -> Person:
        """Gets who sits at a seat."""
        return Person(seat, self.names[seat], self.bots[seat])

    def of(self, seat: int) -> list[ScoreLine]:
        """Gets the lines of a seat."""
        return [line for line in self.lines if line.seat == seat]

    def gained(self, seat: int) -> int:
        """Gets the points of a seat in this round."""
        return sum(line.points for line in self.of(seat))

    def what(self, line: ScoreLine) -> str:
        """Gets what a line counts, in words."""
        return str(self.game.rulebook.names["score"][line.what][self.lang])


@dataclass(frozen=True)
class Moment:
    """One thing to see after a move: the table, what is told with it, and how long to look."""

    state: State
    told: tuple[str, ...]
    log: str
    sheet: Sheet | None
    pause: int


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the log."""

    ply: int
    sentence: str
    html: str


class Story:
    """Follows the moves of a table and tells them."""

    def __init__(
        self, start: State, lang: str, names: Sequence[str], bots: Sequence[bool] = ()
    ) -> None:
        self.lang = lang
        self.names = list(names)
        self.bots = list(bots) or [False] * len(names)
        self.state = start
        self.ply = 0
        self.moments: tuple[Moment, ...] = ()
        self.sheet: Sheet | None = None
        self.scored = 0
        """The ply of the last sheet."""
        self._zones: dict[tuple[int, int, int], dict[str, Written]] = {}
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.lines.extend(self._lines(start.tell_deal(lang, names)))

    def follow(self, moves: Sequence[Move]) -> None:
        """Plays on to the last of the moves."""
        while self.ply < len(moves):
            frames = self.state.frames(moves[self.ply], self.lang, self.names)
            self.ply += 1
            self.state = frames[-1].state
            self.moments = tuple([self._moment(frame) for frame in frames])

    def _moment(self, frame: Frame) -> Moment:
        lines = self._lines(frame.told)
        self.lines.extend(lines)
        if frame.sheet:
            self.sheet, self.scored = self._sheet(frame), self.ply
        pause = 0 if frame.state is self.state else READ if frame.sheet else LOOK
        told = tuple([line.sentence for line in lines])
        log = "".join([line.html for line in lines])
        return Moment(frame.state, told, log, self.sheet if frame.sheet else None, pause)

    def _sheet(self, frame: Frame) -> Sheet:
        state, names, bots = frame.state, tuple(self.names), tuple(self.bots)
        score = (frame.sheet, state.scores, state.outcome())
        return Sheet(state.game, self.lang, names, bots, *score)

    def _lines(self, told: Sequence[Told]) -> list[Line]:
        return [write_line(self.state.game, self.ply, line, self.lang) for line in told]

    def zones(self, moment: int, around: int) -> dict[str, Written]:
        """What has been written of a moment of the last move, for all seats to share."""
        for old in [key for key in self._zones if key[0] != self.ply]:
            del self._zones[old]
        return self._zones.setdefault((self.ply, moment, around), {})

    def since(self, ply: int) -> list[Line]:
        """Gets what has been told after a ply, as far as it is kept."""
        return [line for line in self.lines if line.ply > ply]


def write_line(game: Game, ply: int, told: Told, lang: str) -> Line:
    """Writes a sentence of the log, with a link to its clause."""
    clause = cite(game, told.clause, lang) if told.clause else ""
    html = f'<li data-ply="{ply}">{escape(told.sentence)}{clause}</li>'
    return Line(ply, told.sentence, html)


def cite(game: Game, clause: str, lang: str) -> Markup:
    """Links to a clause of the rule book."""
    return Markup(f" {render.cite(templating.speak(lang), game.name, clause)}")


def signed(number: int, plus: bool = True) -> str:
    """Writes points with their sign."""
    sign = "−" if number < 0 else "+" if number and plus else ""
    return f"{sign}{abs(number)}"
