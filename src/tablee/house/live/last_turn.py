"""What has happened since the last turn of a seat: its lines, and rings around what was moved."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tablee.core.game import Game
from tablee.house.clock import now
from tablee.house.live.story import Story
from tablee.house.render import templating
from tablee.house.render.render_table import drawings_of
from tablee.house.tables.pace import time_of
from tablee.house.tables.table import Table
from tablee.table import render
from tablee.table.flights import Flight
from tablee.table.kit import Picture, Spot
from tablee.table.rendered import Rendered

MOST = 3
"""Lines that tell what has happened since one's last turn."""


class SinceLastTurn:
    """What others have done since the last turn of a seat."""

    def __init__(self, table: Table, seat: int | None, story: Story) -> None:
        self._table = table
        self._seat = seat
        self._story = story
        self._moved: dict[str, int] = {}
        """What was moved, and by whom."""
        self._minis: dict[int, str] = {}
        """A small picture of what each ply moved."""

    def remember(self, ply: int, moved: Sequence[Flight], shown: Rendered) -> None:
        """Keep what a ply has moved, unless this seat has moved it."""
        movers = self._table.match.movers
        mover = movers[ply - 1] if 0 < ply <= len(movers) else None
        if self._seat is None and moved:  # who only looks has no turn
            self._moved.clear()
            self._minis = {n: mini for n, mini in self._minis.items() if n > ply - 2 * MOST}
        if mover is None or mover == self._seat:
            self._moved.clear()
            self._minis.clear()
            return
        for one in moved:
            if spot := shown.spot(one.id):
                self._moved[one.id] = mover
                if ply not in self._minis:
                    self._minis[ply] = mini(spot, self._table.game)

    def rings(self, shown: Rendered) -> dict[str, int]:
        """Return what was moved, and is on the table still, with the seat that moved it."""
        return {name: seat for name, seat in self._moved.items() if shown.spot(name)}

    def write(self) -> str:
        """Return the region that tells what others have done, in three lines at most."""
        movers, seat = self._table.match.movers, self._seat
        own = last_turn(movers, seat, self._table.dealt().seat) if seat is not None else 0
        told: dict[int, str] = {}
        for line in reversed(self._story.lines):
            if line.ply <= own or (len(told) == MOST and line.ply not in told):
                break
            if movers[line.ply - 1] != seat:
                told[line.ply] = line.told.to(seat)
        items = [
            f"<li>{render.face(movers[ply - 1])}<span>{escape(told[ply])}</span>"
            f"{self._minis.get(ply, '')}</li>"
            for ply in reversed(told)
        ]
        inside = self._until() + (self._listed(items) if items else "")
        kind = ' class="since"' if inside else ""
        return f'<section id="since"{kind}>{inside}</section>'

    def _listed(self, items: Sequence[str]) -> str:
        told = "since_title" if self._seat is not None else "since_watching"
        title = templating.speak(self._story.lang)(told)
        return f"<h2>{escape(title)}</h2><ol>{''.join(items)}</ol>"

    def _until(self) -> str:
        """By the day, return until when the player on turn may think."""
        table = self._table
        if table.due is None:
            return ""
        ui = templating.speak(self._story.lang)
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
