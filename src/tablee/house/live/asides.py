"""What lies beside the table on a page: who is around, what is offered, the break after a round."""

from __future__ import annotations

from collections.abc import Container

from tablee.house.daily.day import counts
from tablee.house.live.kind_words import kind_words
from tablee.house.live.story import Around, Story
from tablee.house.render import templating
from tablee.house.tables.presence import Presence
from tablee.house.tables.table import Table
from tablee.house.tables.takeback import may_take_back, still_asked
from tablee.table.pad import pad_of
from tablee.table.people import Person
from tablee.table.rendered import Written

REGIONS = ("offer", "around", "fair", "crowd", "onward", "curtain")
"""The regions beside the table that change with people, each with a template of its own."""


def people_of(table: Table, seat: int | None, here: Container[str | None]) -> list[Person]:
    """Return everyone around the table, as one seat sees them."""
    return [
        Person(
            n,
            name,
            bot=taken.bot is not None,
            level=taken.bot or "",
            away=taken.who == "away",
            here=taken.visitor is None or taken.device in here,
            mine=n == seat,
        )
        for n, (name, taken) in enumerate(zip(table.seats.names, table.seats, strict=True))
    ]


class Asides:
    """The regions beside the table, as a seat sees them; they are written when people change."""

    def __init__(
        self,
        table: Table,
        seat: int | None,
        story: Story,
        presence: Presence,
        screen: tuple[int, ...],
    ) -> None:
        self.people: list[Person] = []
        self.around: Around = ()
        """Who was around the table when this was written; zones are kept as long as it stays."""
        self.own_zones: dict[str, Written] = {}
        """Zones of this seat that are kept while people stay the same."""
        self._table = table
        self._seat = seat
        self._story = story
        self._presence = presence
        self._screen = screen
        """The seats that share the screen on which it is shown."""
        self._parts: dict[str, str] = {}
        self._written_at: tuple[int, int, int] | None = None
        """The changes around the table, the time limit and the turn that they were written at."""
        self._takes: bool | None = None
        """Whether it was told that the last move can be taken back."""
        self._undo: dict[bool, dict[str, str]] = {}
        """What is written where it can be taken back, and where it cannot."""

    @property
    def revision(self) -> int:
        """How much has changed beside the moves: both counts only grow."""
        return self._table.revision + self._presence.revision

    def parts(self) -> dict[str, str]:
        """Return the regions by name, and write those that have changed."""
        table = self._table
        turn = table.dealt().seat if self._screen else None
        now = self.revision, table.due or 0, -1 if turn is None else turn
        if self._written_at != now:
            self._written_at, self._takes = now, None
            self._note_people()
            self._story.names = table.seats.names
            self._story.bots = [person.bot for person in self.people]
            self._parts = self._write(*REGIONS)
        takes = table.match.takeback_request.seat is None and may_take_back(table, self._seat)
        if self._takes != takes:
            self._takes = takes
            if takes not in self._undo:
                self._undo[takes] = self._write("undo")
            self._parts = {**self._parts, **self._undo[takes]}
        return self._parts

    def _kind_words(self) -> list[str]:
        """Return what this seat is told when a match is over."""
        sheet = self._story.sheet
        if self._seat is None or sheet is None or sheet.outcome is None:
            return []
        return kind_words(sheet, self._seat)

    def _note_people(self) -> None:
        """Note who is around; what is kept of the table names them, and goes when they change."""
        self.people = people_of(self._table, self._seat, self._presence.here)
        around = tuple([(one.name, one.bot, one.away, one.here) for one in self.people])
        if around != self.around:
            self.around, self.own_zones = around, {}

    def _write(self, *names: str) -> dict[str, str]:
        table, seat, screen = self._table, self._seat, self._screen
        turn, pause = table.dealt().seat, table.round_break
        first = seat if seat is not None else screen[0] if screen else None
        places = {
            "table": table,
            "me": seat,
            "mine": table.seats[seat] if seat is not None else None,
            "people": self.people,
            "presence": self._presence,
            "counts": counts(table),
            "path": f"/t/{table.id}",
            "ui": templating.speak(self._story.lang),
            "due": table.due,
            "others": any(s.who == "person" for n, s in enumerate(table.seats) if n != seat),
            "slow": [n for n, s in enumerate(table.seats) if s.device in pause.waiting],
            "asks": table.match.takeback_request.seat,
            "answers": bool(still_asked(table) & {*screen, seat}),
            "takes": self._takes,
            "screen": screen,
            "host": templating.host_of(table.game.name),
            "kind": self._kind_words(),
            "word": pad_of(table.game).word,
            "reads": first is not None and table.seats[first].device in pause.waiting,
            "next": turn if seat is None and turn in screen and not pause.closed else None,
        }
        find = templating.environment().get_template
        return {name: find(f"_{name}.html").render(places).strip() for name in names}
