"""Drawings: a game's pictures as symbols of one sprite, each with a title and a sign.

Every game has an `art.py` beside its `art/` folder and in it an `ART`. A drawing is a symbol of
the game's sprite; `role` says what it is for, `sign` which part of it tells its meaning to someone
who sees no colours.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from random import Random

from tablee.core.errors import UnknownDrawing
from tablee.core.rules.languages import say_in_all
from tablee.core.rules.rulebook import LANGUAGES, Texts, capital

ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_ID = re.compile(r' id="([^"]+)"')
_REFERENCE = re.compile(r'(?:href="|url\()#([^")]+)')


@dataclass(frozen=True)
class Scene:
    """Things put together as on the table: a poster, a garden, a whole figure."""

    name: str
    title: Texts
    width: float
    height: float
    inner: str


@dataclass(frozen=True)
class Drawing:
    """One picture: a symbol, its size in the units of its drawing, and its title."""

    id: str
    title: Texts
    width: float
    height: float
    role: str = "card"
    sign: str = ""
    """A part of the sprite that is drawn in it and tells its meaning without colour."""


def symbol(name: str, box: str, inner: str) -> str:
    """Write a symbol; its box is "x y width height"."""
    return f'<symbol id="{name}" viewBox="{box}" {ROUND}>{inner}</symbol>'


def use(
    name: str, x: float = 0, y: float = 0, width: float = 0, height: float = 0, sprite: str = ""
) -> str:
    """Write the use of a symbol, or without a size that of a part; it may lie in another file."""
    where = f' x="{x:g}" y="{y:g}"' if x or y else ""
    size = f' width="{width:g}" height="{height:g}"' if width else ""
    return f'<use href="{sprite}#{name}"{where}{size}/>'


class Titles:
    """What drawings are called that the rule book does not name: the `titles.toml` beside them."""

    def __init__(self, folder: Path) -> None:
        read = tomllib.loads((folder / "titles.toml").read_text(encoding="utf-8"))
        self._texts = {name: say_in_all(texts, [*texts]) for name, texts in read.items()}

    def __call__(self, name: str, **places: object) -> Texts:
        """Return a title in all languages.

        What it names may differ from language to language too.
        """
        return {
            lang: text.format(**{place: _in(lang, said) for place, said in places.items()})
            for lang, text in self._texts[name].items()
        }


def _in(lang: str, said: object) -> object:
    return said[lang] if isinstance(said, Mapping) else said


def as_title(name: Texts) -> Texts:
    """Return a name in all languages, with a capital letter."""
    return {lang: capital(name[lang]) for lang in LANGUAGES}


class Sprite:
    """The parts of a sprite, one a line, each with an id."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.parts: dict[str, str] = {}
        """The lines by the id with which each begins."""
        self._owners: dict[str, str] = {}
        for line in lines:
            ids = _ID.findall(line)
            self.parts[ids[0]] = line
            self._owners.update(dict.fromkeys(ids, ids[0]))

    @classmethod
    def read(cls, path: Path) -> Sprite:
        """Read a sprite file, skipping its frame."""
        lines = path.read_text(encoding="utf-8").splitlines()
        return cls(line for line in lines if _ID.search(line))

    def __str__(self) -> str:
        return svg("<defs>\n" + "\n".join(self.parts.values()) + "\n</defs>")

    def needs(self, text: str) -> list[str]:
        """Return the ids of all parts that a text uses, and those that they use."""
        found: dict[str, None] = {}
        waiting = _REFERENCE.findall(text)
        while waiting:
            name = waiting.pop()
            if name not in self._owners:
                raise UnknownDrawing(f"the sprite has no part {name!r}.")
            owner = self._owners[name]
            if owner not in found:
                found[owner] = None
                waiting += _REFERENCE.findall(self.parts[owner])
        return sorted(found, key=list(self.parts).index)

    def alone(self, inner: str, width: float, height: float, title: str = "") -> str:
        """Write a whole picture that carries the parts it uses."""
        parts = "\n".join(self.parts[name] for name in self.needs(inner))
        return svg(f"<defs>\n{parts}\n</defs>\n{inner}", f"0 0 {width:g} {height:g}", title)


def svg(inner: str, box: str = "", title: str = "") -> str:
    """Write an SVG document."""
    size = ""
    if box:
        width, height = box.split()[2:]
        size = f' viewBox="{box}" width="{width}" height="{height}"'
    told = f"<title>{escape(title)}</title>\n" if title else ""
    role = ' role="img"' if title else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg"{size}{role}>\n{told}{inner}\n</svg>\n'


def plain_id(text: str) -> str:
    """Return a text as a part of an id."""
    return "".join([s if s.isascii() and s.isalnum() else f"-{ord(s):x}-" for s in text])


class Art:
    """All drawings of one game."""

    def __init__(
        self,
        game: str,
        folder: Path | None,
        drawings: Sequence[Drawing],
        faces: Mapping[str, Sequence[str]],
        composed: Sequence[str] = (),
        scenes: Callable[[Random], Sequence[Scene]] = lambda random: (),
    ) -> None:
        self.game = game
        self.folder = folder
        self.drawings = tuple(drawings)
        self.faces = {card: tuple(ids) for card, ids in faces.items()}
        """The drawings of each card, by its text; equal cards may look a little different."""
        self.scenes = scenes
        """Puts examples together, for the contact sheet."""
        self._composed = composed
        self._by_id = {drawing.id: drawing for drawing in self.drawings}

    @cached_property
    def sprite(self) -> Sprite:
        """The sprite: what is drawn in `sprite.svg`, and what is put together from it."""
        drawn = Sprite.read(self.folder / "sprite.svg").parts if self.folder else {}
        return Sprite([*drawn.values(), *self._composed])

    @cached_property
    def patterns(self) -> str:
        """The patterns of the sprite, for a page: WebKit finds none that lies in another file."""
        found = [part for part in self.sprite.parts.values() if part.startswith("<pattern")]
        return str(Sprite(found)) if found else ""

    def drawing(self, name: str) -> Drawing:
        """Find a drawing by its id."""
        if name not in self._by_id:
            raise UnknownDrawing(f"{self.game} has no drawing {name!r}.")
        return self._by_id[name]

    def card(self, text: str, number: int = 0) -> Drawing:
        """Find the drawing of a card; the number, which must be public, picks one of its faces."""
        if text not in self.faces:
            raise UnknownDrawing(f"{self.game} has no card {text!r}.")
        faces = self.faces[text]
        return self.drawing(faces[number % len(faces)])

    @property
    def back(self) -> Drawing:
        """The back of the cards: one drawing, whatever the card."""
        return self.of_role("back")[0]

    def of_role(self, role: str) -> tuple[Drawing, ...]:
        """Return the drawings that serve one purpose."""
        return tuple(drawing for drawing in self.drawings if drawing.role == role)

    def lettered(self, role: str, lang: str) -> Drawing:
        """Return the title or the box, with the letters of a language where they differ."""
        every = self.of_role(role)
        own = f"{every[0].id}-{lang}"
        return next((drawing for drawing in every if drawing.id == own), every[0])

    def picture(self, drawing: Drawing, lang: str = LANGUAGES[0]) -> str:
        """Write one drawing as a whole SVG document."""
        inner = use(drawing.id, width=drawing.width, height=drawing.height)
        return self.sprite.alone(inner, drawing.width, drawing.height, drawing.title[lang])
