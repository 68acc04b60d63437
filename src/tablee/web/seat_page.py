"""The page of a table as those at one seat, or its spectators, see it in one language.

All who look from the same seat in the same language share one page, and the bytes of its changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import orjson
from markupsafe import escape

from tablee.table.people import Person
from tablee.table.render import Rendered, Showing, flights
from tablee.web import templating, views
from tablee.web.showing import show
from tablee.web.story import Moment, Story

if TYPE_CHECKING:
    from tablee.web.tables import Table

MOST_TOLD = 6
"""Sentences that are spoken at once to somebody who has missed some."""
ASIDES = ("offer", "around", "fair")
"""The regions beside the table, each with a template of its own."""
Parts = Mapping[str, str]


def people_of(table: Table, seat: int | None) -> list[Person]:
    """Gets who sits around, as one seat sees it."""
    return [
        Person(
            n,
            name,
            bot=taken.bot is not None,
            away=taken.who == "away",
            here=taken.visitor is None or taken.visitor in table.here,
            mine=n == seat,
        )
        for n, (name, taken) in enumerate(zip(table.names, table.seats, strict=True))
    ]


class SeatPage:
    """What was last shown from a seat, and the news that lead there from what was shown before."""

    def __init__(self, table: Table, seat: int | None, story: Story) -> None:
        self.since = self.version = -1
        self.parts: Parts = {}
        self.people: list[Person] = []
        self._table = table
        self._seat = seat
        self._story = story
        self._ply = -1
        self._around = -1
        self._asides: dict[str, str] = {}
        self._delta = b""
        self.shown: Rendered | None = None
        self._flights: list[list[str]] = []

    def delta(self, version: int, ply: int) -> bytes:
        """Writes what leads to the present from the version and the ply that somebody has."""
        self.refresh()
        if version == self.version:
            return b""
        return self._delta if version == self.since else self._everything(ply)

    def refresh(self) -> None:
        """Looks at the table, if it has changed."""
        table, story = self._table, self._story
        if self.version == table.version:
            return
        self._refresh_people()
        story.follow(table.moves)
        before, written = self.parts, []
        for number, moment in enumerate(story.moments[:-1] if story.ply == self._ply + 1 else ()):
            after = self._show(number, moment)
            written.append(self._write(_changed(before, after), moment))
            before = after
        last = story.moments[-1] if story.ply > self._ply >= 0 else None
        self.parts = self._show(len(story.moments) - 1, last)
        changed = _changed(before, self.parts)
        if last is None or story.ply == self._ply + 1:
            written.append(self._write(changed, last))
        else:
            written.append(self._catch_up(changed, self._ply))
        self._delta = b"".join(written)
        self.since, self.version, self._ply = self.version, table.version, story.ply

    def _refresh_people(self) -> None:
        """Writes what changes with people, not with moves."""
        table = self._table
        if self._around != table.around:
            self._around = table.around
            self.people = people_of(table, self._seat)
            self._story.names = table.names
            self._story.bots = [person.bot for person in self.people]
            self._asides = asides(table, self._seat, self._story.lang, self.people)

    def _show(self, number: int, moment: Moment | None) -> Parts:
        """Writes a moment of the last move; zones that others have written are shared."""
        state = moment.state if moment is not None else self._table.dealt()
        zones = self._story.zones(number, self._around)
        showing = Showing(self.people, self._story.lang, inline=False, shared=zones)
        before, self.shown = self.shown, show(state.view(self._seat), showing)
        moved = flights(before, self.shown) if before is not None else []
        self._flights = [[one.id, one.source, one.target] for one in moved]
        return {**self.shown.parts, **self._asides, **self._moving(moment)}

    def _moving(self, moment: Moment | None) -> dict[str, str]:
        told = moment.told if moment is not None else ()
        last = told[-1] if told else self._last()
        return {
            "answers": answers(self._story.ply),
            "last": f'<span id="last">{escape(last)}</span>',
        }

    def _last(self) -> str:
        lines = self._story.lines
        return lines[-1].sentence if lines else ""

    def _write(self, regions: dict[str, str], moment: Moment | None) -> bytes:
        if moment is None:
            return self._event(regions, (), None, 0, self._story.state.seat)
        if moment.log:
            regions["log"] = moment.log
        sheet = moment.sheet.html if moment.sheet else None
        return self._event(regions, moment.told, sheet, moment.pause, moment.state.seat)

    def _everything(self, ply: int) -> bytes:
        """Writes all regions, for somebody who comes or has missed something."""
        return self._catch_up(dict(self.parts), ply)

    def _catch_up(self, regions: dict[str, str], ply: int) -> bytes:
        lines = self._story.since(ply)
        if lines:
            regions["log"] = "".join([line.html for line in lines])
        told = [line.sentence for line in lines][-MOST_TOLD:]
        sheet = self._story.sheet if self._story.scored > ply >= 0 else None
        html = sheet.html if sheet else None
        return self._event(regions, told, html, 0, self._story.state.seat)

    def _event(
        self,
        regions: dict[str, str],
        told: Sequence[str],
        sheet: str | None,
        pause: int,
        turn: int | None,
    ) -> bytes:
        facts: dict[str, Any] = {
            "ply": self._story.ply,
            "turn": turn,
            "regions": regions,
            "told": told,
            "sheet": sheet,
            "pause": pause,
            "flights": self._flights,
        }
        return views.event("frame", orjson.dumps(facts), self._story.ply)


def _changed(before: Parts, after: Parts) -> dict[str, str]:
    return {name: html for name, html in after.items() if before.get(name) != html}


def answers(ply: int) -> str:
    """Writes the ply that the form's move answers."""
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
