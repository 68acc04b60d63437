"""A board as HTML, region by region: what a game's `page.py` writes, and with which pen.

A region is one element whose id is its name. Whoever follows a table is sent only the regions that
have changed, so a page names for each what it depends on, and what is the same is not written
again. Pages are plain Python: a table writes some five of them for every move.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from tablee.core.board import Board
from tablee.core.phrases import Speaker

SEATS = "ABCDEFGH"
escape = lru_cache(20_000)(html.escape)
"""Makes a text safe to stand in HTML, between quotes too."""


@dataclass(frozen=True)
class Person:
    """Who sits at a seat, as a page shows it."""

    seat: int
    name: str
    bot: bool = False
    """Whether a bot decides here now."""
    away: bool = False
    """Whether it plays for a person who is away."""
    here: bool = True
    """Whether the person's page is open somewhere."""
    mine: bool = False

    @property
    def letter(self) -> str:
        """Gets the seat's letter, its sign beside its colour."""
        return SEATS[self.seat]


class Pen(Protocol):
    """What a page is written with. Everything it draws is HTML already."""

    board: Board
    say: Speaker
    """The game's own phrases."""
    ui: Speaker
    """The phrases of all pages."""
    people: Sequence[Person]
    me: int | None
    """The seat that looks; nobody's, if a spectator does."""
    turn: int | None
    now: object
    """Something new for each page on which the viewer is to move, or else always the same."""

    def region(self, name: str, write: Callable[..., str], /, *on: object) -> None:
        """Writes a region with what it depends on, unless that is the same as before.

        What depends on gestures, or on why something cannot be done, depends on `now`.
        """

    def kept(self, key: object, write: Callable[..., str], /, *on: object) -> str:
        """Writes a part that many pages share, or gets it as it was written for another.

        The key holds everything that the part depends on, but for the language and whether it is
        the viewer's turn.
        """

    def ribbon(self) -> None:
        """Writes the region that says what to do now."""

    def draw(self, drawing: str, title: str = "", style: str = "") -> str:
        """Draws one of the game's drawings; without a title for the eyes only."""

    def part(self, part: str, size: tuple[int, int], title: str = "", style: str = "") -> str:
        """Draws a part of the game's drawings by itself: a tomato, a star."""

    def house(self, drawing: str, style: str = "") -> str:
        """Draws something of the house for the eyes: a crown, confetti."""

    def avatar(self, person: Person) -> str:
        """Draws somebody's face."""

    def thing(self, name: str, style: str = "", inner: str | None = None) -> str:
        """Draws a thing as a button: to be held, to be pressed, or to say why not."""

    def place(self, name: str, style: str = "", inner: str = "") -> str:
        """Draws a place as a button: lit when what is held may go there, or saying why not."""

    def spot(self, name: str, style: str = "", inner: str | None = None) -> str:
        """Draws what is a thing now and a place then, such as a pile."""


class Page(Protocol):
    """What a game's `page.py` offers; it is made with the game, and `address` of files."""

    def write(self, pen: Pen, /) -> None:
        """Writes every region."""

    def lay(self, pen: Pen, parts: Mapping[str, str], /) -> str:
        """Lays the regions out as a whole table."""


def cite(ui: Speaker, game: str, clause: str) -> str:
    """Links to a clause of a game's rule book."""
    said = escape(ui("rule", clause=clause))
    return f'<a class="clause" href="/rules/{game}#{clause}">{said}</a>'


def token(pen: Pen, person: Person) -> str:
    """Draws somebody's face and letter."""
    bot = " bot" if person.bot else ""
    letter = f'<b class="letter">{person.letter}</b>'
    return f'<span class="token s{person.seat}{bot}">{pen.avatar(person)}{letter}</span>'


def name_of(pen: Pen, person: Person) -> str:
    """Names somebody, or says "you"."""
    return escape(pen.ui("you") if person.mine else person.name)


def kind_of(pen: Pen, person: Person) -> str:
    """Says what somebody is if not simply there: a bot, or away."""
    if person.away:
        return escape(pen.ui("bot_for"))
    if person.bot:
        return escape(pen.ui("bot"))
    return "" if person.here else escape(pen.ui("not_here"))


def plate(pen: Pen, person: Person, note: str = "", turn: bool = False) -> str:
    """Draws who sits there: face, letter, name, and a few words under it."""
    style = " own" if person.mine else ""
    style += " waiting" if turn else ""
    style += " gone" if person.away or not person.here else ""
    kind = kind_of(pen, person)
    told = f"{kind} · {escape(note)}" if kind and note else kind or escape(note)
    return (
        f'<div class="plate s{person.seat}{style}">{token(pen, person)}<div class="who">'
        f"<strong>{name_of(pen, person)}</strong><small>{told}</small></div></div>"
    )
