"""What all pages are made with: templates, phrases, and pictures."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tablee.core import as_json
from tablee.core.game import Game
from tablee.core.rules.phrases import Phrases, Speaker
from tablee.house.render import rooms
from tablee.house.render.files import address
from tablee.look import avatars, manifest
from tablee.look.boxes import Emblem, boxes
from tablee.look.gallery import DRAWN, art_of, gallery, house, shared
from tablee.table.drawing import Drawing, use
from tablee.table.kit import signed

if TYPE_CHECKING:
    from tablee.house.tables.table import Table


@rooms.kept
def phrases() -> Phrases:
    """Return what the pages say."""
    return Phrases(*rooms.found("*.toml").values(), manifest.PHRASES)


@rooms.kept
def environment() -> Environment:
    """Return the templates of the pages."""
    found = Environment(
        loader=FileSystemLoader(rooms.ROOMS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals.update(
        address=address,
        icon=icon,
        avatar=avatar,
        head=head,
        guest_head=guest_head,
        host_of=host_of,
        house_picture=house_picture,
        word=word,
        turned=turned,
        patterns=patterns,
        signed=signed,
    )
    return found


@cache
def patterns() -> Markup:
    """Return what drawings are filled with, for a page without a table, which carries its own."""
    found = "".join(art.patterns for art in gallery().values())
    return Markup(f'<div class="unseen" aria-hidden="true">{found}</div>')


def turned(table: Table) -> str:
    """Return the class by which people who have moved on since their first match keep colours."""
    by = table.setup.seat_rotation % table.setup.players
    return f" turned-{by}-{table.setup.players}" if by else ""


@cache
def icon(name: str) -> Markup:
    """Draw an icon of the house, for the eyes only."""
    use = f'<use href="{address("icons.svg")}#i-{name}" width="24" height="24"/>'
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{use}</svg>')


@cache
def word(name: str) -> Markup:
    """Draw one of the six words, for the eyes only."""
    return part("words.svg", f"w-{name}", (200, 200))


@lru_cache(2_000)
def face(name: str, bot: bool = False) -> str:
    """Draw the face of a name, without a picture around it."""
    return avatars.avatar(name, bot, address("avatars.svg"))


@lru_cache(2_000)
def head(name: str, bot: bool = False) -> str:
    """Draw the head of a guest, without a picture around it."""
    return avatars.head(name, bot, address("avatars.svg"))


@lru_cache(2_000)
def hands(name: str, bot: bool = False) -> str:
    """Draw the hands of a guest, without a picture around them."""
    return avatars.hands(name, bot, address("avatars.svg"))


@lru_cache(2_000)
def guest_head(name: str, bot: bool = False) -> Markup:
    """Draw the head of a guest on a chair."""
    drawn = head(name, bot)
    return Markup(f'<svg class="sits" viewBox="0 0 100 100" aria-hidden="true">{drawn}</svg>')


@lru_cache(2_000)
def avatar(name: str, bot: bool = False) -> Markup:
    """Draw the face of a name."""
    drawn = face(name, bot)
    return Markup(f'<svg class="avatar" viewBox="0 0 100 100" aria-hidden="true">{drawn}</svg>')


def drawn(sprite: str, drawing: Drawing, title: str = "", style: str = "") -> Markup:
    """Draw something; with a title it is a picture with a name, without one it is decoration."""
    return part(sprite, drawing.id, (drawing.width, drawing.height), title, style)


def part(
    sprite: str, name: str, size: tuple[float, float], title: str = "", style: str = ""
) -> Markup:
    """Draw a part of a sprite by itself; without a sprite it is on the page."""
    width, height = f"{size[0]:g}", f"{size[1]:g}"
    kind = f'class="{style}" ' if style else ""
    told = Markup('role="img" aria-label="{}"').format(title) if title else 'aria-hidden="true"'
    where = f"{address(sprite) if sprite else ''}#{name}"
    return Markup(
        f'<svg {kind}viewBox="0 0 {width} {height}" {told}>'
        f'<use href="{where}" width="{width}" height="{height}"/></svg>'
    )


@cache
def house_picture(name: str, title: str = "", style: str = "") -> Markup:
    """Draw a title, an empty state or a celebration of the house."""
    found = next(drawing for drawing in house() if drawing.id == name)
    sprite = next(s for s in DRAWN if name in shared(s).parts)
    return drawn(f"{sprite}.svg", found, title, style)


@cache
def host_of(game: str) -> Markup:
    """Draw the face of the game's host: `host` in its `shelf.toml`, or its box's emblem."""
    return detail(game, boxes()[game].host)


def detail(game: str, drawn: Emblem) -> Markup:
    """Draw a detail of a game's sprite, for the eyes only."""
    width, height = drawn.size
    inner = use(drawn.part, width=width, height=height, sprite=address(f"{game}.svg"))
    return Markup(f'<svg viewBox="{drawn.box}" aria-hidden="true">{inner}</svg>')


@cache
def title_of(game: Game, lang: str) -> Markup:
    """Draw a game's title, with its name for readers."""
    drawing = art_of(game).lettered("title", lang)
    return drawn(f"{game.name}.svg", drawing, game.rulebook.about["title"][lang])


def speak(lang: str) -> Speaker:
    """Return the phrases of the pages in a language."""
    return phrases().speak(lang)


@rooms.kept
def script_words(lang: str) -> str:
    """Return what the script says by itself, as the JSON that a page hands to it."""
    ui, own = speak(lang), tomllib.loads(rooms.found("script.toml")["script"].read_text("utf-8"))
    words = {name.removeprefix("script_"): ui(name) for name in own}
    return as_json.dumps({**words, "rule": ui("rule", clause="")}).decode()
