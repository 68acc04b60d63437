"""A table that has been written: whole, in the parts that a stream sends, and spot by spot."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Protocol

from tablee.core import as_json
from tablee.table.kit import Picture, Spot, Table
from tablee.table.lights import Focus, Lights
from tablee.table.people import Person


class Pictures(Protocol):
    """Where drawings come from: each as a whole `<svg>` element."""

    kept: dict[Any, Written]
    """Parts of the game that were written before."""

    def game(self, picture: Picture, /) -> str:
        """Return one of the game's drawings, or a part of one."""

    def house(self, picture: Picture, /) -> str:
        """Return a drawing that belongs to no game."""

    def icon(self, name: str, /) -> str:
        """Return an icon of the house."""

    def face(self, person: Person, /) -> str:
        """Return what is drawn of a head, without a picture around it."""

    def hands(self, person: Person, /) -> str:
        """Return what is drawn of a person's hands, without a picture around them."""

    @property
    def host(self) -> str:
        """The face of the game's host, as a whole `<svg>` element."""


@dataclass(slots=True)
class Written:
    """A zone as HTML, with the spots in it and what each of them lies in."""

    html: str
    spots: tuple[tuple[Spot, str], ...]
    of: object = None
    """What it was made from, if that tells all."""

    _by_id: dict[str, tuple[Spot, str]] | None = None

    @property
    def by_id(self) -> dict[str, tuple[Spot, str]]:
        """Its spots by their ids, sorted once for all seats that share it."""
        if self._by_id is None:
            self._by_id = {one[0].id: one for one in self.spots}
        return self._by_id


def by_id(zones: Iterable[Written]) -> dict[str, tuple[Spot, str]]:
    """Return the spots of some zones by their ids, each with the id of what it lies in."""
    found: dict[str, tuple[Spot, str]] = {}
    for zone in zones:
        found |= zone.by_id
    return found


@dataclass(slots=True)
class Showing:
    """Everything that a table's page depends on besides the view."""

    people: Sequence[Person]
    lang: str
    held: str = ""
    """The thing that is held, on a page without script."""
    asked: str = ""
    """The thing or place whose refusal is asked for, on a page without script."""
    hint: str = ""
    """The move of a hint."""
    inline: bool = True
    """Whether lights are written into the spots, for a page that works without a script."""
    focus: Focus | None = None
    """What a lesson asks for, on its tables."""
    slots: Mapping[str, str] = field(default_factory=dict)
    """What the page adds, as HTML, by the name of its slot."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Classes for what some moves take, by the text of the move: one made, one that was better."""
    past: bool = False
    """Whether it is a moment of the past: nothing can be pressed, nothing glows."""
    open: bool = False
    """Whether the hands of all lie open."""
    shared: dict[str, Written] = field(default_factory=dict)
    """Shared zones that were written for another seat, or kept from before."""
    fresh: set[str] = field(default_factory=set)
    """Those of them that were written or looked at in this very moment."""
    own: dict[str, Written] = field(default_factory=dict)
    """Zones of this viewer that are kept from before."""
    public: dict[str, Any] = field(default_factory=dict)
    """What other seats have worked out of this moment: see `tablee.table.look.public`."""


@dataclass
class Rendered:
    """A table as HTML: whole, and in the parts that a stream sends when they have changed."""

    table: Table
    write: Callable[[], str]
    """Writes all that lies on the table; a stream sends only its zones."""
    style: str
    """The classes of the table's own element."""
    parts: dict[str, str]
    """What a stream sends, by name; the page adds what lies beside the table."""
    zones: Mapping[str, Written]
    """The zones by name; what lies in none has none."""
    lights: Lights
    yes: str = ""
    """What agrees to an offer."""
    no: str = ""
    """What does not."""
    _light: str = ""

    @property
    def html(self) -> str:
        """All that lies on the table."""
        return self.write()

    @property
    def spots(self) -> Mapping[str, tuple[Spot, str]]:
        """Every thing and place by its id, with the id of what it lies in."""
        return by_id(self.zones.values())

    def changed_since(self, before: Rendered | None) -> dict[str, str]:
        """Return the parts that are not as they were."""
        was = {} if before is None else before.parts
        return {name: html for name, html in self.parts.items() if was.get(name) != html}

    def spot(self, name: str) -> Spot | None:
        """Return a thing or place by its id, if it is there."""
        for zone in self.zones.values():
            if zone.spots and name in zone.by_id:
                return zone.by_id[name][0]
        return None

    def moves(self, rings: Mapping[str, int] | None = None) -> str:
        """Return what can be done now, for the script, and what moved since the viewer's last turn.

        It holds what is held too, for a form without a script.
        """
        if not self._light:
            about = self.style, self.table.lamp, self.yes, self.no
            write = _dark if self.lights is DARK else partial(_lit, self.lights)
            self._light = write(*about)
        light = self._light
        if rings:
            light = f"{light[:-1]},{_json({'rings': rings})[1:]}"
        return (
            f'<input type="hidden" id="moves" name="held" value="{self.lights.held}"'
            f' data-light="{light}">'
        )

    def __html__(self) -> str:
        return self.html


def _json(facts: Mapping[str, Any]) -> str:
    return html.escape(as_json.dumps(facts).decode())


def _lit(lights: Lights, style: str, lamp: str, yes: str, no: str) -> str:
    return _json({**lights.facts(), "style": style, "lamp": lamp, "yes": yes, "no": no})


DARK = Lights()
"""The lights of a viewer who can do nothing now."""


@lru_cache(1_000)  # those of three seats of four, after every move
def _dark(style: str, lamp: str, yes: str, no: str) -> str:
    return _lit(DARK, style, lamp, yes, no)
