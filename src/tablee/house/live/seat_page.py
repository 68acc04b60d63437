"""The page of a table as those at one seat, or its spectators, see it in one language.

All who look from the same seat in the same language share one page, and the bytes of its changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from tablee.core.state.position import State
from tablee.house.live.asides import Asides
from tablee.house.live.last_turn import SinceLastTurn
from tablee.house.live.story import Event, Story
from tablee.house.render.render_table import show
from tablee.house.tables.presence import Presence
from tablee.house.tables.table import Table
from tablee.table.flights import flights
from tablee.table.people import Person
from tablee.table.rendered import Rendered, Showing

LATER = {"onward": '<div id="onward"></div>'}
"""What is said only with the last frame of a move."""
Version = tuple[int, int]
"""What a page shows: how many moves, and how many changes beside them."""


class SeatPage:
    """What was last shown from a seat, and the events that lead there from what came before."""

    def __init__(
        self,
        table: Table,
        seat: int | None,
        story: Story,
        presence: Presence,
        screen: tuple[int, ...] = (),
    ) -> None:
        self.version: Version | None = None
        self._table = table
        self._seat = seat
        self._story = story
        self._asides = Asides(table, seat, story, presence, screen)
        self._since = SinceLastTurn(table, seat, story)
        self._before: Version | None = None
        """The version from which `_delta` leads to the present one."""
        self._delta = b""
        self._shown: Rendered | None = None
        self._waits_at: int | None = None
        """The frame of the last move at which a break holds the page; None if all are shown."""

    @property
    def present(self) -> Version:
        """The version that there is to show now."""
        return self._table.ply, self._asides.revision

    @property
    def parts(self) -> Mapping[str, str]:
        """Everything that was last shown, by name."""
        return self._shown.parts if self._shown is not None else {}

    @property
    def people(self) -> list[Person]:
        """Everyone around the table, as this seat sees them."""
        return self._asides.people

    @property
    def asides(self) -> dict[str, str]:
        """What lies beside the table and changes with people, not with moves."""
        return self._asides.parts()

    def write(self, held: str = "", asked: str = "", hint: str = "") -> Rendered:
        """Return the table for a page that works without a script, with all that lies beside it."""
        slots = {**self.asides, **self._frame(self._story.since(self._story.ply))}
        showing = Showing(self.people, self._story.lang, held, asked, hint, slots=slots)
        shown = show(self._state(self._last).view(self._seat), showing)
        shown.parts |= slots
        return shown

    @property
    def _last(self) -> int:
        """The last frame that may be shown: in a break that of the points."""
        story, pause = self._story, self._table.round_break
        if pause.closed and pause.ply == story.ply and story.scored_frame is not None:
            return story.scored_frame
        return len(story.latest) - 1

    def _state(self, frame: int) -> State:
        return self._story.latest[frame].state if self._story.latest else self._table.dealt()

    def delta(self, version: Version | None, ply: int) -> bytes:
        """Return what leads to the present from the version and the ply that a page has."""
        self.refresh()
        if version == self.version:
            return b""
        if version is not None and version == self._before:
            return self._delta
        return self._story.since(ply).encode(self._seat, self.parts)

    def refresh(self) -> None:
        """Write what has changed at the table since it was last looked at."""
        story, had, now = self._story, self.version, self.present
        if had == now:
            return
        story.follow(self._table.match.moves)
        last, waits_at = self._last, self._waits_at
        if had is not None and had[0] == now[0] - 1 and waits_at is None:
            steps = [(n, story.latest[n]) for n in range(last + 1)]
        elif had is not None and had[0] == now[0] and waits_at is not None and waits_at < last:
            steps = [(n, story.latest[n]) for n in range(waits_at + 1, last + 1)]
        else:
            steps = [(last, story.since(now[0] if had is None else had[0]))]
        self._delta = b"".join([self._advance(*step) for step in steps])
        self._before, self.version = had, now
        self._waits_at = last if last < len(story.latest) - 1 else None

    def _advance(self, number: int, event: Event) -> bytes:
        """Show one frame of a move; zones that other seats have written are shared."""
        before, beside = self._shown, self.asides
        if number < self._last:
            beside = {**beside, **LATER}
        shared, fresh, public = self._story.zones(number, self._asides.around)
        showing = Showing(
            self.people,
            self._story.lang,
            inline=False,
            slots=beside,
            shared=shared,
            fresh=fresh,
            own=self._asides.own_zones,
            public=public,
        )
        shown = self._shown = show(self._state(number).view(self._seat), showing)
        moved = flights(before, shown) if before is not None else []
        self._since.remember(event.ply, moved, shown)
        rings = self._since.rings(shown)
        shown.parts |= beside | self._frame(event)
        if rings:
            shown.parts["moves"] = shown.moves(rings)
        flown = [(one.id, one.source, one.target) for one in moved]
        return event.encode(self._seat, shown.changed_since(before), flown)

    def _frame(self, event: Event) -> dict[str, str]:
        line = next(reversed(event.told or self._story.lines), None)
        last = line.told.to(self._seat) if line else ""
        return {
            "answers": answers(event.ply),
            "last": f'<span id="last">{escape(last)}</span>',
            "since": self._since.write(),
        }


def answers(ply: int) -> str:
    """Return the field of the form that says which ply its move answers."""
    return f'<input type="hidden" id="answers" name="ply" value="{ply}">'
