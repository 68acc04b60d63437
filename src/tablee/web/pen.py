"""A view as HTML: the game's own page, written from its board, region by region.

A stream sends only the regions that have changed, and the script puts each in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module

from tablee.core.board import Board
from tablee.core.game import Game
from tablee.core.page import SEATS, Page, Person, cite, escape
from tablee.core.position import View
from tablee.look.gallery import gallery
from tablee.web import templating
from tablee.web.files import address

_KEPT: dict[tuple[object, ...], str] = {}
MOST_KEPT = 10_000


@dataclass(frozen=True)
class Scene:
    """Everything that a table's page depends on besides the view."""

    people: Sequence[Person]
    lang: str
    held: str = ""
    """The thing that is held, on a page without script."""
    asked: str = ""
    """The thing or place whose refusal is asked for, on a page without script."""
    lit: str = ""
    """The move of a hint."""


class Pen:
    """What a game's page is written with: things, places and pictures of one board."""

    def __init__(self, view: View, scene: Scene, board: Board, before: Shown | None) -> None:
        self.board = board
        self.say = templating.game_phrases(view.game).speak(scene.lang)
        self.ui = templating.phrases().speak(scene.lang)
        self.people = scene.people
        self.me, self.turn = view.viewer, view.seat
        self.parts: dict[str, str] = {}
        self.on: dict[str, object] = {}
        self._before = before
        self._view = view
        self._scene = scene
        self._game = view.game.name
        self._mine = self.me is not None and self.turn == self.me
        self.now = object() if self._mine or scene.held or scene.lit else None
        self._lit = {g.place: g for g in board.goes.get(scene.held, ())}
        if not scene.held and len(board.goes) == 1:  # there is but one thing to move
            self._lit = {g.place: g for g in board.gestures if g.place != g.thing}

    def region(self, name: str, write: Callable[..., str], /, *on: object) -> None:
        """Writes a region with what it depends on, unless that is the same as before."""
        before, self.on[name] = self._before, (write, on)
        if before is not None and before.on.get(name) == (write, on):
            self.parts[name] = before.parts[name]
        else:
            self.parts[name] = write(self, *on)

    def kept(self, key: object, write: Callable[..., str], /, *on: object) -> str:
        """Writes a part that many pages share, or gets it as it was written for another."""
        if self._scene.held or self._scene.lit:
            return write(self, *on)
        whole = (self._game, self._scene.lang, self._mine, write, key)
        found = _KEPT.pop(whole, None)  # and in again, as the one used last
        if found is None:
            for old in list(_KEPT)[: MOST_KEPT // 4] if len(_KEPT) >= MOST_KEPT else ():
                _KEPT.pop(old, None)
            found = write(self, *on)
        _KEPT[whole] = found
        return found

    def ribbon(self) -> None:
        """Writes the region that says what to do now."""
        board, turn = self.board, f" s{self.turn}" if self.turn is not None else ""
        self.parts["ribbon"] = (
            f'<p id="ribbon" class="ribbon{turn}" role="status">'
            f"<b>{escape(board.lead)}</b> {escape(board.prompt)}</p>"
        )

    def draw(self, drawing: str, title: str = "", style: str = "") -> str:
        """Draws one of the game's drawings; without a title for the eyes only."""
        return _draw(self._game, drawing, title, style)

    def part(self, part: str, size: tuple[int, int], title: str = "", style: str = "") -> str:
        """Draws a part of the game's drawings by itself."""
        return _draw_part(self._game, part, size, title, style)

    def house(self, drawing: str, style: str = "") -> str:
        """Draws something of the house, for the eyes only."""
        return _draw_house(drawing, style)

    def avatar(self, person: Person) -> str:
        """Draws somebody's face."""
        return _FACES[person.seat]

    def bubble(self) -> str:
        """Says why what was asked for cannot be done, on a page without script."""
        asked = self._scene.asked
        spot = self.board.things.get(asked) or self.board.places.get(asked)
        told = ""
        if spot is not None:
            sentence, clause = self._why(spot.trial)
            told = escape(sentence)
            if clause:
                told += f" {cite(self.ui, self._game, clause)}"
        return f'<div id="bubble" class="bubble" role="alert">{told}</div>'

    def _why(self, trial: str) -> tuple[str, str]:
        """Gets why a thing or a place cannot be used now: a sentence, and its clause or nothing."""
        if not self._mine:
            return self._whose_turn(), ""
        refusal = self._view.why_not(trial, self._scene.lang) if trial else None
        return (refusal.sentence, refusal.clause) if refusal else (self.ui("not_now"), "")

    def _whose_turn(self) -> str:
        if self.me is None:
            return self.ui("you_watch")
        if self.turn is None:
            return self.ui("over_now")
        return self.ui("turn_of", who=self.people[self.turn].name)

    def spot(self, name: str, style: str = "", inner: str | None = None) -> str:
        """Draws what is a thing now and a place then, such as a pile."""
        board = self.board
        is_place = name in board.comes and name not in board.goes
        if is_place or name not in board.things:
            return self.place(name, style, inner or "")
        return self.thing(name, style, inner)

    def thing(self, name: str, style: str = "", inner: str | None = None) -> str:
        """Draws a thing as a button: to be held, to be pressed, or to say why not."""
        thing = self.board.things[name]
        told = escape(thing.name)
        if inner is None:
            inner = _draw(self._game, thing.drawing)
        goes = self.board.goes.get(name)
        if not goes:
            return self._idle(name, f"thing {style}", told, thing.trial, inner)
        if self._scene.lit and any(gesture.move == self._scene.lit for gesture in goes):
            style += " lit"
        if goes[0].place == name:
            return (
                f'<button class="thing may press {style}" id="{name}" name="move"'
                f' value="{goes[0].move}" aria-label="{told}">{inner}</button>'
            )
        go = " ".join([f"{gesture.place}:{gesture.move}" for gesture in goes])
        held = name == self._scene.held
        return (
            f'<button class="thing may {style}{" held" if held else ""}" id="{name}" name="hold"'
            f' value="{name}" data-go="{go}" aria-label="{told}"'
            f' aria-pressed="{"true" if held else "false"}">{inner}</button>'
        )

    def place(self, name: str, style: str = "", inner: str = "") -> str:
        """Draws a place as a button: lit when what is held may go there, or else saying why not."""
        place = self.board.places[name]
        told = escape(place.name)
        comes = self.board.comes.get(name)
        if comes is None:
            return self._idle(name, f"place {style}", told, place.trial, inner)
        if self._scene.lit and any(gesture.move == self._scene.lit for gesture in comes):
            style += " lit"
        gesture = self._lit.get(name)
        how = f'name="move" value="{gesture.move}"' if gesture else f'name="ask" value="{name}"'
        return (
            f'<button class="place {style}{" here" if gesture else ""}" id="{name}" {how}'
            f' aria-label="{told}">{inner}</button>'
        )

    def _idle(self, name: str, style: str, told: str, trial: str, inner: str) -> str:
        """Draws what cannot be used now: on one's own turn it knows why."""
        if not trial:
            return (
                f'<span class="{style}" id="{name}" role="img" aria-label="{told}">{inner}</span>'
            )
        if not self._mine:
            return (
                f'<button class="{style}" id="{name}" name="ask" value="{name}"'
                f' aria-label="{told}">{inner}</button>'
            )
        sentence, clause = self._why(trial)
        cannot = escape(self.ui("cannot", why=sentence))
        return (
            f'<button class="{style} not-now" id="{name}" name="ask" value="{name}"'
            f' aria-disabled="true" aria-label="{told}; {cannot}" data-why="{escape(sentence)}"'
            f' data-clause="{clause}">{inner}</button>'
        )


@lru_cache(4_000)
def _draw(game: str, name: str, title: str = "", style: str = "") -> str:
    return str(templating.drawn(f"{game}.svg", gallery()[game].drawing(name), title, style))


@lru_cache(1_000)
def _draw_part(game: str, part: str, size: tuple[int, int], title: str, style: str) -> str:
    return str(templating.part(f"{game}.svg", part, size, title, style))


@cache
def _draw_house(name: str, style: str) -> str:
    return str(templating.house_picture(name, "", style))


def _faces(pen: Pen, people: Sequence[Person]) -> str:
    """Draws everyone's face once; wherever somebody is seen it is used."""
    drawn = [
        f'<symbol id="face-{person.seat}" viewBox="0 0 100 100">'
        f"{templating.face(person.name, person.bot)}</symbol>"
        for person in people
    ]
    return f'<svg id="faces" class="unseen" aria-hidden="true">{"".join(drawn)}</svg>'


_FACES = [
    '<svg class="avatar" viewBox="0 0 100 100" aria-hidden="true">'
    f'<use href="#face-{seat}" width="100" height="100"/></svg>'
    for seat in range(len(SEATS))
]


@cache
def page_of(game: Game) -> Page:
    """Gets what writes a game's table: `Page` in the `page.py` of its package."""
    page: Page = import_module(f"{type(game).__module__}.page").Page(game, address)
    return page


@dataclass(frozen=True)
class Shown:
    """A table as HTML: its regions, and what each was written with."""

    parts: Mapping[str, str]
    on: Mapping[str, object]
    lay: Callable[[Mapping[str, str]], str]
    """Lays regions out as a whole."""

    def __html__(self) -> str:
        return self.lay(self.parts)


def show(view: View, scene: Scene, before: Shown | None = None) -> Shown:
    """Writes the table of a view, but for what is as it was before.

    With it come the regions `status`, `bubble` and `faces` of the page's frame.
    """
    board = view.game.board(view, scene.lang, [person.name for person in scene.people])
    pen, page = Pen(view, scene, board, before), page_of(view.game)
    page.write(pen)
    pen.region("faces", _faces, tuple(scene.people))
    parts = {**pen.parts, "status": f'<span id="status">{escape(board.status)}</span>'}
    parts["bubble"] = pen.bubble()
    return Shown(parts, pen.on, lambda parts: page.lay(pen, parts))
