"""The page of a table as those at one seat, or its spectators, see it in one language.

All who look from the same seat in the same language share one page, and the bytes of its changes.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from html import escape

from tablee.core.game import Game
from tablee.core.state.position import State
from tablee.house.clock import now
from tablee.house.daily.day import counts
from tablee.house.live.story import Event, Story
from tablee.house.render import templating
from tablee.house.render.render_table import drawings_of, show
from tablee.house.tables.pace import time_of
from tablee.house.tables.presence import Presence
from tablee.house.tables.table import Table
from tablee.house.tables.takeback import may_take_back, still_asked
from tablee.table import render
from tablee.table.flights import Flight, flights
from tablee.table.kit import Picture, Spot
from tablee.table.people import Person
from tablee.table.rendered import Rendered, Showing, Written

ASIDES = ("offer", "around", "fair", "crowd")
"""The regions beside the table that change with people, each with a template of its own."""
IN_A_BREAK = ("onward", "curtain")
"""Those that change with the break after a round too."""
MOST_SINCE = 3
"""Lines that tell what has happened since one's last turn."""
Version = tuple[int, int, int, int]
"""What a page shows: how many moves, and changes of the table, of presence, of the break."""


def people_of(table: Table, seat: int | None, here: Container[str | None]) -> list[Person]:
    """Return everyone around the table, as one seat sees them."""
    return [
        Person(
            n,
            name,
            bot=taken.bot is not None,
            away=taken.who == "away",
            here=taken.visitor is None or taken.device in here,
            mine=n == seat,
        )
        for n, (name, taken) in enumerate(zip(table.seats.names, table.seats, strict=True))
    ]


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
        self.since: Version | None = None
        self.version: Version | None = None
        self.people: list[Person] = []
        self._table = table
        self._presence = presence
        self._seat = seat
        self._screen = screen
        """The seats that share the screen on which it is shown."""
        self._story = story
        self._around: tuple[int, ...] = ()
        self._asides: dict[str, str] = {}
        self._own: dict[str, Written] = {}
        """Zones of this seat that are kept while people stay the same."""
        self._pause = -1
        self._takes: bool | None = None
        """Whether it was told that the last move can be taken back."""
        self._undo: dict[bool, dict[str, str]] = {}
        """What is written where it can be taken back, and where it cannot."""
        self._delta = b""
        self._shown: Rendered | None = None
        self._behind = False
        """Whether frames of the last move wait until the break is over."""
        self._upto = -1
        """The frame of the last move that is shown."""
        self._moved: dict[str, int] = {}
        """What was moved since the last turn of this seat, and by whom."""
        self._minis: dict[int, str] = {}
        """A small picture of what each ply moved."""

    @property
    def parts(self) -> Mapping[str, str]:
        """Everything that was last shown, by name."""
        return self._shown.parts if self._shown is not None else {}

    @property
    def present(self) -> Version:
        """The version that there is to show now."""
        table = self._table
        around = self._presence.revision, table.intermission.revision
        return len(table.moves), table.revision, *around

    @property
    def _beside_version(self) -> tuple[tuple[int, ...], int]:
        """What changes with what lies beside the table, and what with the break after a round."""
        table = self._table
        _, revision, presence, pause = self.present
        turn = table.dealt().seat if self._screen else None
        return (revision, presence, table.due or 0, -1 if turn is None else turn), pause

    @property
    def asides(self) -> dict[str, str]:
        """What lies beside the table and changes with people, not with moves."""
        table, (around, pause) = self._table, self._beside_version
        if self._around != around:
            self._around, self._pause, self._own = around, -1, {}
            self._takes = None
            self.people = people_of(table, self._seat, self._presence.here)
            self._story.names = table.seats.names
            self._story.bots = [person.bot for person in self.people]
            self._asides = self._write(*ASIDES)
        if self._pause != pause:
            self._pause = pause
            self._asides = {**self._asides, **self._write(*IN_A_BREAK)}
        takes = table.wish.seat is None and may_take_back(table, self._seat)
        if self._takes != takes:
            self._takes = takes
            if takes not in self._undo:
                self._undo[takes] = self._write("undo")
            self._asides = {**self._asides, **self._undo[takes]}
        return self._asides

    def _write(self, *names: str) -> dict[str, str]:
        table, seat, screen = self._table, self._seat, self._screen
        turn, pause = table.dealt().seat, table.intermission
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
            "asks": table.wish.seat,
            "answers": bool(still_asked(table) & {*screen, seat}),
            "takes": self._takes,
            "screen": screen,
            "host": templating.host_of(table.game.name),
            "reads": first is not None and table.seats[first].device in pause.waiting,
            "next": turn if seat is None and turn in screen and not pause.closed else None,
        }
        find = templating.environment().get_template
        return {name: find(f"_{name}.html").render(places).strip() for name in names}

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
        story, pause = self._story, self._table.intermission
        if pause.closed and pause.ply == story.ply and story.scored_frame is not None:
            return story.scored_frame
        return len(story.latest) - 1

    def _state(self, frame: int) -> State:
        return self._story.latest[frame].state if self._story.latest else self._table.dealt()

    def delta(self, version: Version | None, ply: int) -> bytes:
        """Return what leads to the present from the version and the ply that somebody has."""
        self.refresh()
        if version == self.version:
            return b""
        if version is not None and version == self.since:
            return self._delta
        return self._story.since(ply).encode(self._seat, self.parts)

    def refresh(self) -> None:
        """Write what has changed at the table since it was last looked at."""
        table, story, had, now = self._table, self._story, self.version, self.present
        if had == now:
            return
        story.follow(table.moves)
        last = self._last
        if had is not None and had[0] == now[0] - 1 and not self._behind:
            steps = [(n, story.latest[n]) for n in range(last + 1)]
        elif had is not None and had[0] == now[0] and self._upto < last:
            steps = [(n, story.latest[n]) for n in range(self._upto + 1, last + 1)]
        else:
            steps = [(last, story.since(now[0] if had is None else had[0]))]
        self._delta = b"".join([self._advance(*step) for step in steps])
        self.since, self.version, self._upto = had, now, last
        self._behind = last < len(story.latest) - 1

    def _advance(self, number: int, event: Event) -> bytes:
        """Show one frame of a move; zones that other seats have written are shared."""
        before, beside = self._shown, self.asides
        shared, fresh, public = self._story.zones(number, self._around)
        showing = Showing(
            self.people,
            self._story.lang,
            inline=False,
            slots=beside,
            shared=shared,
            fresh=fresh,
            own=self._own,
            public=public,
        )
        shown = self._shown = show(self._state(number).view(self._seat), showing)
        moved = flights(before, shown) if before is not None else []
        self._remember(event.ply, moved, shown)
        rings = {name: seat for name, seat in self._moved.items() if shown.spot(name)}
        shown.parts |= beside | self._frame(event)
        if rings:
            shown.parts["moves"] = shown.moves(rings)
        flown = [(one.id, one.source, one.target) for one in moved]
        return event.encode(self._seat, shown.changed_since(before), flown)

    def _remember(self, ply: int, moved: Sequence[Flight], shown: Rendered) -> None:
        """Keep what others have moved since the last turn of this seat."""
        mover = self._table.movers[ply - 1] if 0 < ply <= len(self._table.movers) else None
        if self._seat is None and moved:  # whoever only looks has no turn
            self._moved.clear()
            self._minis = {n: mini for n, mini in self._minis.items() if n > ply - 2 * MOST_SINCE}
        if mover is None or mover == self._seat:
            self._moved.clear()
            self._minis.clear()
            return
        for one in moved:
            if spot := shown.spot(one.id):
                self._moved[one.id] = mover
                if ply not in self._minis:
                    self._minis[ply] = mini(spot, self._table.game)

    def _frame(self, event: Event) -> dict[str, str]:
        line = next(reversed(event.told or self._story.lines), None)
        last = line.told.to(self._seat) if line else ""
        return {
            "answers": answers(event.ply),
            "last": f'<span id="last">{escape(last)}</span>',
            "since": self._since(),
        }

    def _since(self) -> str:
        """Return what others have done since the last turn of this seat, in three lines at most."""
        movers, seat = self._table.movers, self._seat
        own = last_turn(movers, seat, self._table.dealt().seat) if seat is not None else 0
        told: dict[int, str] = {}
        for line in reversed(self._story.lines):
            if line.ply <= own or (len(told) == MOST_SINCE and line.ply not in told):
                break
            if movers[line.ply - 1] != seat:
                told[line.ply] = line.told.to(seat)
        items = [
            f"<li>{render.face(movers[ply - 1])}<span>{escape(told[ply])}</span>"
            f"{self._minis.get(ply, '')}</li>"
            for ply in reversed(told)
        ]
        title = templating.speak(self._story.lang)(
            "since_title" if seat is not None else "since_watching"
        )
        listed = f"<h2>{escape(title)}</h2><ol>{''.join(items)}</ol>" if items else ""
        inside = self._until() + listed
        kind = ' class="since"' if inside else ""
        return f'<section id="since"{kind}>{inside}</section>'

    def _until(self) -> str:
        """By the day, until when whoever is on turn may think."""
        table, ui = self._table, templating.speak(self._story.lang)
        if table.due is None:
            return ""
        mine, late = table.waited_for == self._seat, "_past" if table.due < now() else ""
        who = "" if mine else table.seats.names[table.waited_for or 0]
        told = ui(f"until_{'you' if mine else 'who'}{late}", who=who)
        moment = time_of(table.due, self._story.lang)
        sign = templating.icon("hourglass")
        return f'<p class="until">{sign}<span>{escape(told)} {moment}</span></p>'


def last_turn(movers: bytes | bytearray, seat: int, turn: int | None) -> int:
    """Return the ply with which a seat's last turn ended; a turn that goes on has not ended."""
    played = len(movers)
    while turn == seat and played and movers[played - 1] == seat:
        played -= 1
    return movers[:played].rfind(seat) + 1


def mini(spot: Spot, game: Game) -> str:
    """Return a small picture of a thing, or nothing if it has none."""
    waiting = list(spot.inside)
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, Picture) and part.of in ("game", "card"):
            small = Picture(part.name, "", "mini", part.size, part.of)
            return drawings_of(game).game(small)
        waiting = [*getattr(part, "inside", ()), *waiting]
    return ""


def answers(ply: int) -> str:
    """Return the field of the form that says which ply its move answers."""
    return f'<input type="hidden" id="answers" name="ply" value="{ply}">'
