"""The kit that every table is described with: a tree of a few kinds of parts.

A game's `table.py` lays a view out as such a tree, in one pass; `render.py` writes it as HTML. A
part never holds HTML, a style or a gesture: it says what lies where and how it is called.

All that can be pressed is a `Spot`: a thing (something that may be moved) or a place (somewhere a
thing can go), or both. A `Zone` is a piece of the table that is sent anew when it has changed. A
zone that says nothing about who looks at it is `shared`: it is written once for all seats. So a
shared zone never says "you", and never asks who looks; `person` and `plate` write both the name
and the word for "you", and the stylesheet shows the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeAlias

from tablee.core.rules.rulebook import signed as with_sign

Inside: TypeAlias = "Part | Picture | str | None"
"""What may lie inside a part; a text is written as it is said, and nothing is left out."""


class Part:
    """Something of a table."""

    __slots__ = ()


@dataclass(slots=True)
class Box(Part):
    """Anything that holds other parts."""

    style: str
    inside: Sequence[Inside]
    tag: str = "div"
    id: str = ""
    label: str = ""
    """What a reader says for it."""
    picture: bool = False
    """Whether the label replaces all that is inside."""
    unseen: bool = False
    """Whether it is for the eyes only; then no zone or slot lies in it."""


class Picture(NamedTuple):
    """One of the game's drawings, a part of one (with its size), or a drawing of the house."""

    name: str
    title: str = ""
    """What a reader says for it; without one it is for the eyes only."""
    style: str = ""
    size: tuple[float, float] | None = None
    of: str = "game"
    """What it is found by: a name of the `game`, of the `house`, or of what the `table` carries
    itself; or the text of a `card`."""


@dataclass(slots=True)
class Symbols(Part):
    """Drawings that a table carries itself, as a sprite: those of a deck of one's own."""

    sprite: str


@dataclass(slots=True)
class Face(Part):
    """A person's face, with the letter and the colour of the seat."""

    seat: int
    style: str = ""


@dataclass(slots=True)
class Name(Part):
    """A person's name, or "you" where that seat looks."""

    seat: int
    tag: str = "strong"


@dataclass(slots=True)
class Plate(Part):
    """Who sits at a seat: face, name, whether a bot, absent or thinking, and a note."""

    seat: int
    note: str = ""
    style: str = ""
    inside: Sequence[Inside] = ()
    """What lies beside the name: cards, points."""


@dataclass(slots=True)
class Guest(Part):
    """Who sits at a seat: a head behind the far edge, two hands on it, a name card before it."""

    seat: int
    note: str = ""
    style: str = ""
    points: str = ""
    inside: Sequence[Inside] = ()
    """What lies beside the name card: cards, a sign."""


@dataclass(slots=True)
class Spot(Part):
    """A thing, a place, or what is one now and the other then: it can be pressed, or moves.

    Its id is the same from view to view as long as it is the same thing for all that the viewer
    knows, and tells nothing else: a card in another's hand has none of its own.
    """

    id: str
    name: str
    """What it is, as a reader says it: "Green ninja, force 9"; what is still may have none."""
    inside: Sequence[Inside] = ()
    style: str = ""
    trial: str = ""
    """The move that trying it means, to be refused with a clause if it is not allowed."""
    place: bool = False
    """Whether things go there; otherwise it is a thing."""
    still: bool = False
    """Whether it can never be pressed, only looked at."""
    came: str = ""
    """The ids of where it came from, the first that is seen, if it was nowhere before."""
    goes: str = ""
    """The ids of where it will go, the first that is seen, when it is gone."""


@dataclass(slots=True)
class Choice(Part):
    """A move that is made by one press, on a table that was laid before anybody sat down."""

    move: str
    name: str
    """What it is, as a reader says it."""
    inside: Sequence[Inside] = ()
    style: str = ""


@dataclass(slots=True)
class Zone(Part):
    """A piece of the table that is sent anew when it has changed: one element, whose id it names.

    What it holds is made only when it is needed, and once.
    """

    name: str
    make: Callable[[], Part] = field(compare=False)
    shared: bool = False
    of: object = field(default=None, compare=False)
    """Values that say all that it is made from besides people: while they are equal it is kept.

    Where it takes long to tell them it is a function, asked once for all seats. Without this a page
    takes 1.5 to 1.8 times as long (`benchmarks/pages.py`).
    """
    sent: bool = True
    """Whether it is sent by itself; otherwise it is only kept, as a part of another zone."""
    _made: Part | None = None

    @property
    def key(self) -> object:
        """The values that it is made from."""
        return self.of() if callable(self.of) else self.of

    @property
    def made(self) -> Part:
        """What it holds."""
        if self._made is None:
            self._made = self.make()
        return self._made


@dataclass(slots=True)
class Kept(Part):
    """A part that comes again and again, and is written once: a card, an empty place.

    Equal values `of` always make equal parts, at every table of the game. So it says nothing of
    people: no face, no name. It saves 3 (Fourmis), 13 (Kraut & Rüben), 11 % (Escogriffe) of a page.
    """

    of: Hashable
    make: Callable[[], Inside]


@dataclass(slots=True)
class Slot(Part):
    """Room for what the page brings along: `ribbon`, `since` (my last turn), `onward`.

    What it holds depends on who looks, so it lies in no shared zone.
    """

    name: str


class Gesture(NamedTuple):
    """A legal move, as it is made at a table: from a thing to a place.

    A gesture whose place is the thing itself is a plain press: "wait".
    """

    move: str
    thing: str
    place: str
    offer: str = ""
    """What it brings and costs, for a move that is for good: it is asked before it is made."""


class Voice(NamedTuple):
    """What the host of the game says now: a few words, and a reason or the other choice."""

    lead: str
    more: str = ""
    clause: str = ""
    """The clause behind it, for players who ask."""


@dataclass(slots=True)
class Table:
    """A view laid out."""

    voice: Voice
    status: str
    """How far the match has come, in a few words: "Round 3, first trick"."""
    parts: Sequence[Inside]
    gestures: Sequence[Gesture] = ()
    style: str = ""
    """Classes of the whole table: its phase, its size."""
    lamp: str = ""
    """The id of what the lamp marks."""
    verb: str = ""
    """What is put before the trial of every place, if moves of another kind are meant now."""
    winners: Sequence[int] = ()
    """Who has won a match that is over."""


# Words for parts, so that a table reads as what lies on it


def box(
    style: str = "",
    *inside: Inside,
    tag: str = "div",
    id: str = "",  # noqa: A002
    label: str = "",
    picture: bool = False,
    unseen: bool = False,
) -> Box:
    """Put parts together."""
    return Box(style, inside, tag, id, label, picture, unseen)


def words(said: str, style: str = "", tag: str = "span") -> Box:
    """Return a text with a style."""
    return Box(style, (said,), tag)


def room(lamp: bool = True) -> Sequence[Box]:
    """Return the depths of a table: the wall, the far edge and the near side, and a lamp."""
    return _WITH_LAMP if lamp else _WITHOUT


def stage(winners: Sequence[int], *things: Inside) -> Zone:
    """Return where those who have won stand, large and crowned, among things of the game."""
    made = partial(_stage, winners, things)
    return Zone("stage", made, shared=True, of=tuple(winners))


def _stage(winners: Sequence[int], things: Sequence[Inside]) -> Box:
    if not winners:
        return Box("", (), id="stage")
    crown = ornament("h-crown", "crown")
    heads = [Box(f"winner s{seat}", (crown, Face(seat)), "span") for seat in winners]
    party = [Box("confetti", (ornament("h-confetti"),), "i") for _ in range(6)]
    inside = (
        Box("rays", (), "i"),
        *things,
        Box(f"winners n{len(winners)}", heads),
        ornament("t-bravo", "bravo"),
        Box("laurels", [Name(seat) for seat in winners], "p"),
        Box("party", party, unseen=True),
    )
    return Box("stage", inside, "section", "stage")


def result(ranks: Zone) -> Box:
    """Return the sheet of a round or a match: the ranks, and how to go on."""
    return Box("sheet", (ranks, Slot("onward")), "section", "result")


def listed(items: Iterable[Inside], style: str = "", label: str = "", tag: str = "ol") -> Box:
    """Return a list, each item in a line of its own."""
    return Box(style, tuple([Box("", (item,), "li") for item in items]), tag, "", label)


def panel(name: str, title: str, *inside: Inside, style: str = "", small: str = "") -> Box:
    """Return a sheet of paper with a title."""
    head = Box("", (title, Box("", (f" {small}",), "small") if small else None), "h2")
    return Box(f"panel {style}".rstrip(), (head, *inside), "section", name, title)


def about(label: str, said: str) -> Box:
    """Return what a sheet of paper says of itself when it is pressed."""
    mark = Box("", (Box("", ("?",), "i", unseen=True),), "summary", "", label)
    return Box("about", (mark, Box("told", (said,), "p")), "details")


def drawing(name: str, title: str = "", style: str = "") -> Picture:
    """Return one of the game's drawings."""
    return Picture(name, title, style)


def card(text: str, title: str = "", style: str = "") -> Picture:
    """Return a card of the game, by its text; without one its back."""
    return Picture(text, title, style, None, "card")


def motif(
    name: str, size: tuple[float, float] = (100, 100), title: str = "", style: str = ""
) -> Picture:
    """Return a part of the game's drawings by itself: a tomato, a star."""
    return Picture(name, title, style, size)


def ornament(name: str, style: str = "") -> Picture:
    """Return a drawing of the house, for the eyes: a crown, confetti."""
    return Picture(name, "", style, None, "house")


def thing(
    id: str,  # noqa: A002
    name: str,
    *inside: Inside,
    style: str = "",
    trial: str = "",
    came: str = "",
    goes: str = "",
    still: bool = False,
) -> Spot:
    """Return something that may be moved."""
    return Spot(id, name, inside, style, trial, False, still, came, goes)


def place(
    id: str,  # noqa: A002
    name: str,
    *inside: Inside,
    style: str = "",
    trial: str = "",
) -> Spot:
    """Return somewhere a thing can go."""
    return Spot(id, name, inside, style, trial, True)


def hand(label: str, *cards: Inside, style: str = "") -> Box:
    """Return the viewer's own cards, in a fan; on phones in two rows."""
    half = len(cards) if len(cards) <= 6 else (len(cards) + 1) // 2
    inner = Box(f"n{len(cards)} k{half}", tuple([Box("", (c,), "li") for c in cards]), "ol")
    return Box(f"hand {style}".rstrip(), (inner,), "section", "hand", label)


def laid_open(
    id: str,  # noqa: A002
    label: str,
    *cards: Inside,
) -> Box:
    """Return a seat's cards, as they are seen when all hands lie open."""
    inside = tuple([Box("", (one,), "li") for one in cards])
    return Box(f"open-hand n{len(cards)}", inside, "ol", id, label)


def pile(
    id: str,  # noqa: A002
    name: str,
    count: int,
    *cards: Inside,
    style: str = "",
    trial: str = "",
) -> Spot:
    """Return cards on one another, with their number."""
    inside = (Box("backs", cards, "span"), Box("count", (str(count),), "b"))
    return Spot(id, name, inside, f"pile {style}".rstrip(), trial)


def badge(said: str, style: str = "") -> Box:
    """Return a number on a thing: a force, points."""
    return Box(f"badge {style}".rstrip(), (said,), "b", unseen=True)


def spots(parts: Iterable[Inside]) -> Iterator[tuple[Spot, str]]:
    """Yield all things and places of some parts, each with the id of what it lies in."""
    yield from _spots(parts, "")


def _spots(parts: Iterable[Inside], home: str) -> Iterator[tuple[Spot, str]]:
    for part in parts:
        if isinstance(part, Spot):
            yield part, home
            yield from _spots(part.inside, part.id)
        elif isinstance(part, Box):
            yield from _spots(part.inside, part.id or home)
        elif isinstance(part, (Plate, Guest)):
            yield from _spots(part.inside, f"seat-{part.seat}")
        elif isinstance(part, Zone):
            yield from _spots((part.made,), home)
        elif isinstance(part, Kept):
            yield from _spots((part.make(),), home)


_LIGHT = Box("beam", (), "i"), Box("dusk", (), "i")
_EDGE = Box("far-edge", (), unseen=True)
_WITHOUT = Box("wall", (), unseen=True), Box("cloth", (), unseen=True), _EDGE
_WITH_LAMP = (
    Box("wall", _LIGHT, unseen=True),
    Box("cloth", _LIGHT, unseen=True),
    _EDGE,
    Box("lamp", (ornament("h-lampshade"),), unseen=True),
)


def signed(number: int, plus: bool = True) -> str:
    """Return points with their sign; a plus may be left out."""
    return with_sign(number) if plus else with_sign(number).lstrip("+")
