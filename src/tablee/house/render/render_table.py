"""Tables as pages show them: the renderer, with the drawings and the phrases of the house."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from tablee.core.game import Game
from tablee.core.state.position import View
from tablee.house.render import templating
from tablee.look.gallery import art_of
from tablee.table.drawing import Drawing
from tablee.table.kit import Picture
from tablee.table.laying import game_phrases
from tablee.table.look import Look
from tablee.table.people import Person
from tablee.table.render import render
from tablee.table.rendered import Rendered, Showing, Written


class Drawings:
    """The drawings of one game, each pointing into the sprite that a browser keeps."""

    def __init__(self, game: Game) -> None:
        self._name = game.name
        self._art = art_of(game)
        self.kept: dict[Any, Written] = {}
        self.game = lru_cache(4_000)(self._game)  # saves 4 to 6 % of a page

    def _game(self, picture: Picture) -> str:
        """Return one of the game's drawings, or a part of one."""
        sprite = "" if picture.of == "table" else f"{self._name}.svg"
        size, name = picture.size, picture.name
        if size is None:
            found = self._drawing(picture)
            size, name = (found.width, found.height), found.id
        return str(templating.part(sprite, name, size, picture.title, picture.style))

    def _drawing(self, picture: Picture) -> Drawing:
        if picture.of != "card":
            return self._art.drawing(picture.name)
        return self._art.card(picture.name) if picture.name else self._art.back

    def house(self, picture: Picture) -> str:
        """Return a drawing that belongs to no game."""
        return str(templating.house_picture(picture.name, picture.title, picture.style))

    def icon(self, name: str) -> str:
        """Return an icon of the house."""
        return str(templating.icon(name))

    def face(self, person: Person) -> str:
        """Return what is drawn of a person's head."""
        return templating.head(person.name, person.bot)

    def hands(self, person: Person) -> str:
        """Return what is drawn of a person's hands."""
        return templating.hands(person.name, person.bot)

    @property
    def host(self) -> str:
        """The face of the host of the game."""
        return str(templating.host_of(self._name))


@cache
def drawings_of(game: Game) -> Drawings:
    """Return the drawings of a game."""
    return Drawings(game)


def look_at(
    view: View,
    lang: str,
    people: Sequence[Person],
    laid_open: bool = False,
    known: dict[str, Any] | None = None,
) -> Look:
    """Prepare a view to be laid out; what is known of the moment is shared by all seats."""
    shared = {} if known is None else known
    if "words" not in shared:
        numbers = view.game.numbers_of(view.record)
        shared["words"] = game_phrases(view.game).speak(lang, numbers), templating.speak(lang)
    say, ui = shared["words"]
    return Look(view, say, ui, people, laid_open, shared)


def show(view: View, showing: Showing) -> Rendered:
    """Write the table of a view."""
    look = look_at(view, showing.lang, showing.people, showing.open, showing.public)
    return render(look, showing, drawings_of(view.game))
