"""A view as HTML: the game's own `table.html`, filled from its board, cut into regions.

A region is one element whose id is its name. A stream sends only the regions that have changed,
and the script puts each in its place; the page as a whole is all regions in their frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.runtime import Context
from markupsafe import Markup, escape

from tablee.core.board import Board
from tablee.core.drawing import Drawing
from tablee.core.game import Game
from tablee.core.phrases import Phrases, Speaker
from tablee.core.position import View
from tablee.games import GAMES
from tablee.look import avatars
from tablee.look.gallery import gallery, house, shared
from tablee.web.files import address

HERE = Path(__file__).parent
SEATS = "ABCDEFGH"
_KEPT: dict[tuple[Any, ...], Markup] = {}
MOST_KEPT = 20_000
_REGION = re.compile("\x02([^\x03]*)\x03([^\x04]*)\x04")


@cache
def phrases() -> Phrases:
    """Gets what the pages say."""
    return Phrases(*sorted((HERE / "phrases").glob("*.toml")))


class PlainContext(Context):
    """Calls at once what a template calls: no function of ours asks for the context."""

    def call(
        self,
        called: Any,
        /,
        *places: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **by: Any,
    ) -> Any:
        """Calls a function or a macro."""
        return called(*places, **by)


class Templates(Environment):
    """Templates in which a call costs no more than a call."""

    context_class = PlainContext


@cache
def environment() -> Environment:
    """Gets the templates: those of the pages, and `<game>/table.html` of each game."""
    games = {name: FileSystemLoader(game.folder) for name, game in GAMES.items()}
    loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(games)])
    found = Templates(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals.update(
        begin=lambda name: Markup(f"\x02{name}\x03"),
        end=Markup("\x04"),
        address=address,
        icon=icon,
        avatar=avatar,
        house_picture=house_picture,
        letter=lambda seat: SEATS[seat],
    )
    return found


@cache
def icon(name: str) -> Markup:
    """Draws an icon of the house, for the eyes only."""
    use = f'<use href="{address("icons.svg")}#i-{name}" width="24" height="24"/>'
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{use}</svg>')


@lru_cache(2_000)
def avatar(name: str, bot: bool = False) -> Markup:
    """Draws the face of a name."""
    drawn = avatars.avatar(name, bot, address("avatars.svg"))
    return Markup(f'<svg class="avatar" viewBox="0 0 100 100" aria-hidden="true">{drawn}</svg>')


def drawn(sprite: str, drawing: Drawing, title: str = "") -> Markup:
    """Draws something; with a title it is a picture with a name, without one it is decoration."""
    size = f'width="{drawing.width:g}" height="{drawing.height:g}"'
    told = Markup('role="img" aria-label="{}"').format(title) if title else 'aria-hidden="true"'
    return Markup(
        f'<svg viewBox="0 0 {drawing.width:g} {drawing.height:g}" {told}>'
        f'<use href="{address(sprite)}#{drawing.id}" {size}/></svg>'
    )


@cache
def house_picture(name: str, title: str = "") -> Markup:
    """Draws a title, an empty state or a celebration of the house."""
    found = next(drawing for drawing in house() if drawing.id == name)
    sprite = next(s for s in ("lettering", "house") if name in shared(s).parts)
    return drawn(f"{sprite}.svg", found, title)


@cache
def title_of(game: Game, lang: str) -> Markup:
    """Draws a game's title, with its name for readers."""
    drawing = gallery()[game.name].of_role("title")[0]
    return drawn(f"{game.name}.svg", drawing, game.rulebook.about["title"][lang])


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


class Shown:
    """What a template draws with: things and places of one board."""

    def __init__(self, game: Game, view: View, scene: Scene, board: Board) -> None:
        self._view = view
        self._scene = scene
        self._board = board
        self._game = game.name
        self._say = phrases().speak(scene.lang)
        self._mine = view.viewer is not None and view.seat == view.viewer
        self._lit = {g.place: g for g in board.goes.get(scene.held, ())}
        if not scene.held and len(board.goes) == 1:  # there is but one thing to move
            self._lit = {g.place: g for g in board.gestures if g.place != g.thing}

    def draw(self, name: str, title: str = "") -> Markup:
        """Draws one of the game's drawings; without a title for the eyes only."""
        return _draw(self._game, name, title)

    def kept(self, macro: Any, *places: Any) -> Markup:
        """Gets what a macro writes, which depends on its places and the language alone."""
        return self._keep((self._game, self._scene.lang, macro.name, places), macro, places)

    def kept_by(self, key: object, macro: Any, *places: Any) -> Markup:
        """Gets what a macro with things and places in it writes, kept by a key.

        The key must hold everything that it depends on, but for the language and whether it is
        the viewer's turn. What is held or lit is written anew.
        """
        if self._scene.held or self._scene.lit:
            return Markup(macro(*places))
        whole = (self._game, self._scene.lang, self._mine, macro.name, key)
        return self._keep(whole, macro, places)

    @staticmethod
    def _keep(key: tuple[Any, ...], macro: Any, places: tuple[Any, ...]) -> Markup:
        found = _KEPT.pop(key, None)  # and in again, as the one used last
        if found is None:
            for old in list(_KEPT)[: MOST_KEPT // 4] if len(_KEPT) >= MOST_KEPT else ():
                _KEPT.pop(old, None)
            found = macro(*places)
        _KEPT[key] = found
        return found

    def why(self, trial: str) -> tuple[str, str]:
        """Gets why a thing or a place cannot be used now: a sentence, and its clause or nothing."""
        if not self._mine:
            return self._whose_turn, ""
        refusal = self._view.why_not(trial, self._scene.lang) if trial else None
        return (refusal.sentence, refusal.clause) if refusal else (self._say("not_now"), "")

    @cached_property
    def _whose_turn(self) -> str:
        seat = self._view.seat
        if self._view.viewer is None:
            return self._say("you_watch")
        if seat is None:
            return self._say("over_now")
        return self._say("turn_of", who=self._scene.people[seat].name)

    def ribbon(self) -> Markup:
        """Says what to do now; a region of its own."""
        board, seat = self._board, self._view.seat
        turn = f" s{seat}" if seat is not None else ""
        told = f"<b>{escape(board.lead)}</b> {escape(board.prompt)}"
        return Markup(
            f'\x02ribbon\x03<p id="ribbon" class="ribbon{turn}" role="status">{told}</p>\x04'
        )

    def bubble(self) -> str:
        """Says why what was asked for cannot be done, on a page without script."""
        asked = self._scene.asked
        spot = self._board.things.get(asked) or self._board.places.get(asked)
        told = ""
        if spot is not None:
            sentence, clause = self.why(spot.trial)
            told = str(escape(sentence)) + self.cite(clause)
        return f'<div id="bubble" class="bubble" role="alert">{told}</div>'

    def cite(self, clause: str) -> str:
        """Links to a clause of the game's rule book."""
        if not clause:
            return ""
        where = f"/rules/{self._view.game.name}#{clause}"
        return f' <a class="clause" href="{where}">{self._say("rule", clause=clause)}</a>'

    def spot(self, name: str, style: str = "", inner: Markup | None = None) -> Markup:
        """Draws what is a thing now and a place then, such as a pile."""
        board = self._board
        place = name in board.comes and name not in board.goes
        if place or name not in board.things:
            return self.place(name, style, inner)
        return self.thing(name, style, inner)

    def thing(self, name: str, style: str = "", inner: Markup | None = None) -> Markup:
        """Draws a thing as a button: to be held, to be pressed, or to say why not."""
        thing = self._board.things[name]
        told = escape(thing.name)
        if inner is None:
            inner = _draw(self._game, thing.drawing)
        goes = self._board.goes.get(name)
        if not goes:
            return self._idle(name, f"thing {style}", told, thing.trial, inner)
        if any(gesture.move == self._scene.lit for gesture in goes):
            style += " lit"
        if goes[0].place == name:
            return Markup(
                f'<button class="thing may press {style}" id="{name}" name="move"'
                f' value="{goes[0].move}" aria-label="{told}">{inner}</button>'
            )
        go = " ".join([f"{gesture.place}:{gesture.move}" for gesture in goes])
        held = name == self._scene.held
        return Markup(
            f'<button class="thing may {style}{" held" if held else ""}" id="{name}" name="hold"'
            f' value="{name}" data-go="{go}" aria-label="{told}"'
            f' aria-pressed="{"true" if held else "false"}">{inner}</button>'
        )

    def place(self, name: str, style: str = "", inner: Markup | str | None = None) -> Markup:
        """Draws a place as a button: lit when what is held may go there, or else saying why not."""
        place = self._board.places[name]
        told, inner = escape(place.name), "" if inner is None else inner
        comes = self._board.comes.get(name)
        if comes is None:
            return self._idle(name, f"place {style}", told, place.trial, inner)
        if any(gesture.move == self._scene.lit for gesture in comes):
            style += " lit"
        gesture = self._lit.get(name)
        how = f'name="move" value="{gesture.move}"' if gesture else f'name="ask" value="{name}"'
        return Markup(
            f'<button class="place {style}{" here" if gesture else ""}" id="{name}" {how}'
            f' aria-label="{told}">{inner}</button>'
        )

    def _idle(self, name: str, style: str, told: str, trial: str, inner: Markup | str) -> Markup:
        """Draws what cannot be used now: on one's own turn it knows why."""
        if not trial:
            return Markup(
                f'<span class="{style}" id="{name}" role="img" aria-label="{told}">{inner}</span>'
            )
        if not self._mine:
            return Markup(
                f'<button class="{style}" id="{name}" name="ask" value="{name}"'
                f' aria-label="{told}">{inner}</button>'
            )
        sentence, clause = self.why(trial)
        cannot = escape(self._say("cannot", why=sentence))
        return Markup(
            f'<button class="{style} not-now" id="{name}" name="ask" value="{name}"'
            f' aria-disabled="true" aria-label="{told}; {cannot}" data-why="{escape(sentence)}"'
            f' data-clause="{clause}">{inner}</button>'
        )


@lru_cache(4_000)
def _draw(game: str, name: str, title: str = "") -> Markup:
    return drawn(f"{game}.svg", gallery()[game].drawing(name), title)


@dataclass(frozen=True)
class Regions:
    """The HTML of a table: its frame with a hole for each region, and the regions."""

    frame: str
    parts: Mapping[str, str]

    def __html__(self) -> str:
        return _REGION.sub(lambda found: self.parts[found[1]], self.frame)


def cut(html: str) -> Regions:
    """Cuts what a template wrote into regions."""
    first, *rest = html.split("\x02")
    parts, frame = {}, [first]
    for piece in rest:
        name, _, after = piece.partition("\x03")
        parts[name], _, after = after.partition("\x04")
        frame.append(f"\x02{name}\x03\x04{after}")
    return Regions("".join(frame), parts)


@cache
def _template(game: str) -> Callable[..., str]:
    return environment().get_template(f"{game}/table.html").render


def show(view: View, scene: Scene) -> Regions:
    """Writes the table of a view; with it the regions `status` and `bubble` of the page's frame."""
    game = view.game
    board = game.board(view, scene.lang, [person.name for person in scene.people])
    shown = Shown(game, view, scene, board)
    context: dict[str, Any] = {
        "b": board,
        "f": board.facts,
        "say": game_phrases(game).speak(scene.lang),
        "ui": phrases().speak(scene.lang),
        "people": scene.people,
        "me": view.viewer,
        "turn": view.seat,
        "thing": shown.thing,
        "place": shown.place,
        "spot": shown.spot,
        "draw": shown.draw,
        "kept": shown.kept,
        "ribbon": shown.ribbon,
        "kept_by": shown.kept_by,
        "lang": scene.lang,
    }
    regions = cut(_template(game.name)(context))
    status = f'<span id="status">{escape(board.status)}</span>'
    return Regions(regions.frame, {**regions.parts, "status": status, "bubble": shown.bubble()})


@cache
def game_phrases(game: Game) -> Phrases:
    """Gets what a game's table says, from the `table.toml` of its package."""
    return Phrases(game.folder / "table.toml")


def speak(lang: str) -> Speaker:
    """Gets the phrases of the pages in a language."""
    return phrases().speak(lang)
