"""What can be done on a table: which things may be moved, what glows, and why the rest may not.

Zones are written without any of it, so that all seats share them. A page that works without a
script has its lights written into every spot; a stream sends them as one small part, `moves`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tablee.table.kit import Gesture, Spot, Table

FEW = 3
"""So many things may always glow."""

Why = tuple[str, str]
"""A sentence, and the clause behind it or nothing."""


@dataclass
class Lights:
    """The light on a table for one viewer at one moment."""

    gestures: tuple[Gesture, ...] = ()
    held: str = ""
    lit: frozenset[str] = frozenset()
    """The thing and the place of a hint."""
    may: frozenset[str] = frozenset()
    """Things that may be moved."""
    glow: frozenset[str] = frozenset()
    """Those of them that glow: a real choice, and no more than a few."""
    here: dict[str, str] = field(default_factory=dict)
    """Places that are lit, each with the move that a press there means."""
    why: dict[str, Why] = field(default_factory=dict)
    """Why the other spots cannot be used now."""

    def facts(self) -> dict[str, Any]:
        """Return what the script needs to know, each reason once."""
        told: dict[Why, list[str]] = {}
        for spot, why in self.why.items():
            told.setdefault(why, []).append(spot)
        return {
            "go": [
                [g.thing, g.place, g.move, *([g.offer] if g.offer else [])] for g in self.gestures
            ],
            "glow": sorted(self.glow),
            "why": [[*why, spots] for why, spots in told.items()],
        }


@dataclass(frozen=True)
class Focus:
    """What a lesson makes of a table: one light, and kind answers."""

    glow: frozenset[str] = frozenset()
    """The one light: the things and the places of what is expected."""
    answer: Callable[[str], str] = lambda trial: ""
    """What is said to a trial that the rules refuse, where the lesson knows better words."""
    done: bool = False
    """Whether the step is done: then there is only something to look at."""

    def on(self, lights: Lights) -> Lights:
        """Return the lights of a table as the lesson wants them, without clauses."""
        why = {spot: (said, "") for spot, (said, _) in lights.why.items()}
        return replace(lights, glow=self.glow, why=why)


def light(
    table: Table,
    spots: Iterable[Spot],
    refuse: Callable[[Sequence[str]], Iterable[Why]],
    held: str = "",
    hint: str = "",
) -> Lights:
    """Light a table for the viewer who has to decide; `refuse` says why trials may not be."""
    gestures = tuple(table.gestures)
    may = frozenset([g.thing for g in gestures])
    known = list(spots)
    choices = [s for s in known if s.id in may or (s.trial and not s.place and not s.still)]
    used = may | {g.place for g in gestures}
    idle = [s for s in known if s.trial and s.id not in used]
    reasons = refuse([table.verb * s.place + s.trial for s in idle])
    return Lights(
        gestures,
        held if held in may else "",
        frozenset([spot for g in gestures if g.move == hint for spot in (g.thing, g.place)]),
        may,
        glowing(may, len(choices)),
        _here(gestures, held, may),
        {spot.id: why for spot, why in zip(idle, reasons, strict=True)},
    )


def glowing(may: frozenset[str], choices: int) -> frozenset[str]:
    """Return what glows: things that may be moved, if they are few beside those that may not."""
    some = len(may) < choices and len(may) <= max(FEW, choices // 2)
    return may if some else frozenset()


def _here(gestures: tuple[Gesture, ...], held: str, may: frozenset[str]) -> dict[str, str]:
    """Return the lit places: those for what is held, or the same ones where all things may go."""
    if held in may:
        return {g.place: g.move for g in gestures if g.thing == held and g.place != held}
    apart = [g for g in gestures if g.place != g.thing]
    things, places = {g.thing for g in apart}, {g.place for g in apart}
    if len(apart) < len(things) * len(places):
        return {}
    return {g.place: g.move if len(things) == 1 else "" for g in apart}


def press(table: Table, spot: str, held: str = "") -> tuple[str, str]:
    """Return what a press on a spot means: `play` a move, `hold` a thing, or `ask` why not.

    Where only one thing can happen one press does it, unless it is for good: then the thing is
    held first, and what it brings is offered.
    """
    for g in table.gestures:
        if held == g.thing and spot in (g.place, *([g.thing] if _alone(table, g) else [])):
            return "play", g.move
    goes = [g for g in table.gestures if g.thing == spot]
    if len(goes) == 1 and not goes[0].offer:
        return "play", goes[0].move
    if goes:
        return "hold", spot
    comes = [g for g in table.gestures if g.place == spot]
    if len(comes) == 1 and not comes[0].offer:
        return "play", comes[0].move
    return ("hold", comes[0].thing) if len(comes) == 1 else ("ask", spot)


def _alone(table: Table, gesture: Gesture) -> bool:
    return sum(g.thing == gesture.thing for g in table.gestures) == 1
