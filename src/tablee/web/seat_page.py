"""The page of a table as those at one seat, or its spectators, see it in one language.

All who look from the same seat in the same language share one page, and the bytes of its changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import escape

from tablee.core.position import State
from tablee.table.people import Person
from tablee.table.render import Rendered, Showing, flights
from tablee.web import templating
from tablee.web.showing import show
from tablee.web.story import Event, Story
from tablee.web.tables import Table, Version

ASIDES = ("offer", "around", "fair")
"""The regions beside the table, each with a template of its own."""
Parts = Mapping[str, str]


def people_of(table: Table, seat: int | None) -> list[Person]:
    """Everyone around the table, as one seat sees them."""
    return [
        Person(
            n,
            name,
            bot=taken.bot is not None,
            away=taken.who == "away",
            here=taken.visitor is None or taken.visitor in table.presence.here,
            mine=n == seat,
        )
        for n, (name, taken) in enumerate(zip(table.names, table.seats, strict=True))
    ]


class SeatPage:
    """What was last shown from a seat, and the events that lead there from what came before."""

    def __init__(self, table: Table, seat: int | None, story: Story) -> None:
        self.since: Version | None = None
        self.version: Version | None = None
        self.parts: Parts = {}
        self.people: list[Person] = []
        self._table = table
        self._seat = seat
        self._story = story
        self._around: tuple[int, ...] = ()
        self._asides: Parts = {}
        self._delta = b""
        self._shown: Rendered | None = None

    @property
    def asides(self) -> Parts:
        """What lies beside the table and changes with people, not with moves."""
        table, around = self._table, self._table.version[1:]
        if self._around != around:
            self._around = around
            self.people = people_of(table, self._seat)
            self._story.names = table.names
            self._story.bots = [person.bot for person in self.people]
            self._asides = asides(table, self._seat, self._story.lang, self.people)
        return self._asides

    def write(
        self, held: str = "", asked: str = "", hint: str = ""
    ) -> tuple[Rendered, dict[str, str]]:
        """The table for a page that works without a script, and all parts of that page."""
        beside = self.asides
        showing = Showing(self.people, self._story.lang, held, asked, hint)
        shown = show(self._table.dealt().view(self._seat), showing)
        now = self._frame(self._story.since(self._story.ply))
        return shown, {**shown.parts, **beside, **now}

    def delta(self, version: Version | None, ply: int) -> bytes:
        """What leads to the present from the version and the ply that somebody has."""
        self.refresh()
        if version == self.version:
            return b""
        if version is not None and version == self.since:
            return self._delta
        return self._story.since(ply).encode(self.parts)

    def refresh(self) -> None:
        """Writes what has changed at the table since it was last looked at."""
        table, story, had, now = self._table, self._story, self.version, self._table.version
        if had == now:
            return
        story.follow(table.moves)
        if had is not None and had[0] == now[0] - 1:
            steps = [(n, state, event) for n, (state, event) in enumerate(story.latest)]
        else:
            missed = story.since(now[0] if had is None else had[0])
            steps = [(len(story.latest) - 1, table.dealt(), missed)]
        self._delta = b"".join([self._advance(*step) for step in steps])
        self.since, self.version = had, now

    def _advance(self, number: int, state: State, event: Event) -> bytes:
        """Shows one frame of a move; zones that other seats have written are shared."""
        before, parts, beside = self._shown, self.parts, self.asides
        zones = self._story.zones(number, self._around)
        showing = Showing(self.people, self._story.lang, inline=False, shared=zones)
        self._shown = show(state.view(self._seat), showing)
        self.parts = {**self._shown.parts, **beside, **self._frame(event)}
        moved = flights(before, self._shown) if before is not None else []
        flown = [(one.id, one.source, one.target) for one in moved]
        return event.encode(_changed(parts, self.parts), flown)

    def _frame(self, event: Event) -> dict[str, str]:
        lines = self._story.lines
        last = event.told[-1] if event.told else lines[-1].sentence if lines else ""
        return {
            "answers": answers(event.ply),
            "last": f'<span id="last">{escape(last)}</span>',
        }


def _changed(before: Parts, after: Parts) -> dict[str, str]:
    return {name: html for name, html in after.items() if before.get(name) != html}


def answers(ply: int) -> str:
    """The field of the form that says which ply its move answers."""
    return f'<input type="hidden" id="answers" name="ply" value="{ply}">'


def asides(table: Table, seat: int | None, lang: str, people: Sequence[Person]) -> dict[str, str]:
    """What changes beside the table with people: an offer, and what the menu says of them."""
    places = {
        "table": table,
        "me": seat,
        "mine": table.seats[seat] if seat is not None else None,
        "people": people,
        "path": f"/t/{table.id}",
        "ui": templating.speak(lang),
    }
    found = {name: templating.environment().get_template(f"_{name}.html") for name in ASIDES}
    return {name: template.render(places).strip() for name, template in found.items()}
