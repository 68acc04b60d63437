"""Small pictures put together from a game's own drawings, by a line of text.

f-7r f-Qr! =8         two cards, the second wins, and a badge
e-hat-1/e-neck-1      cards under one another
k-bed,k-bed;k-bed,…   a garden: cards beside one another, row by row
f-7r*                 a frame around what is meant, also within a column or a garden
yes, no, ->, |        a tick, a cross, an arrow, a dotted line
"""

from __future__ import annotations

from functools import cache
from html import escape

from markupsafe import Markup

from tablee.core.game import Game
from tablee.house.render.files import address
from tablee.look.gallery import art_of
from tablee.table.drawing import use

TALL, GAP = 140, 14
"""The height of a picture, and the room between what lies side by side."""
SIGNS = {
    "yes": '<circle r="22" fill="#2f8a4c"/><path d="M-10 1l7 8 13-16" stroke="#fff8e8"/>',
    "no": '<circle r="22" fill="#b3301d"/><path d="M-9-9L9 9M9-9L-9 9" stroke="#fff8e8"/>',
    "|": '<path d="M0-62v124" stroke="#3a2a2a" stroke-dasharray="1 11"/>',
    "->": '<path d="M-16 0h30M4-11l11 11L4 11" stroke="#3a2a2a"/>',
}
Piece = tuple[float, str]
"""A width, and what is drawn within it, as tall as the picture."""


@cache
def scene(game: Game, text: str, title: str = "") -> Markup:
    """Draw a line of text; with a title it is a picture with a name."""
    inner, x = "", 0.0
    for word in text.split():
        width, drawn = _piece(game, word)
        inner += f'<g transform="translate({x:g} 0)">{drawn}</g>'
        x += width + GAP
    told = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    return Markup(f'<svg class="strip" viewBox="0 0 {x - GAP:g} {TALL}" {told}>{inner}</svg>')


def _piece(game: Game, word: str) -> Piece:
    if word in SIGNS:
        drawn = f'<g fill="none" stroke-width="5" stroke-linecap="round">{SIGNS[word]}</g>'
        return 44, f'<g transform="translate(22 {TALL / 2:g})">{drawn}</g>'
    if word.startswith("="):
        return _badge(word[1:])
    if "," in word:
        return _fit(*_garden(game, word))
    wins = word.endswith("!")
    width, drawn = _fit(*_column(game, word.rstrip("!").split("/")))
    return width, _won(width, drawn) if wins else drawn


def _badge(said: str) -> Piece:
    width = 26 + 22 * len(said)
    return width, (
        f'<rect y="44" width="{width}" height="52" rx="26" fill="#f7c84b" stroke="#3a2a2a"'
        f' stroke-width="4"/><text x="{width / 2:g}" y="82" text-anchor="middle" fill="#2b1f1f">'
        f"{escape(said)}</text>"
    )


def _won(width: float, drawn: str) -> str:
    halo = f'<rect x="-6" y="-6" width="{width + 12:g}" height="{TALL + 12}" rx="14"'
    return f'{halo} fill="#f7c84b" stroke="#8a5a00" stroke-width="3"/>{drawn}'


def _fit(width: float, height: float, drawn: str) -> Piece:
    """Make something as tall as the picture."""
    scale = TALL / height
    return width * scale, f'<g transform="scale({scale:.4g})">{drawn}</g>'


def _column(game: Game, names: list[str]) -> tuple[float, float, str]:
    art, sprite = art_of(game), address(f"{game.name}.svg")
    found = [art.drawing(name.rstrip("*")) for name in names]
    widest, y, inner, frame = max(one.width for one in found), 0.0, "", ""
    for name, one in zip(names, found, strict=True):
        at = ((widest - one.width) / 2, y, one.width, one.height)
        inner += use(one.id, *at, sprite)
        frame += _frame(name, *at)
        y += one.height
    return widest, y, inner + frame


def _garden(game: Game, word: str) -> tuple[float, float, str]:
    art, sprite = art_of(game), address(f"{game.name}.svg")
    rows = [row.split(",") for row in word.split(";")]
    inner, frame, size, edge = "", "", 104, 10
    for y, row in enumerate(rows):
        for x, name in enumerate(row):
            one = art.drawing(name.rstrip("*"))
            at = (edge + size * x, edge + size * y, one.width, one.height)
            inner += use(one.id, *at, sprite)
            frame += _frame(name, *at)
    width, height = 2 * edge + size * len(rows[0]) - 4, 2 * edge + size * len(rows) - 4
    wood = f'<rect width="{width}" height="{height}" rx="14" fill="#8a5a2e"/>'
    return width, height, wood + inner + frame


def _frame(name: str, x: float, y: float, width: float, height: float) -> str:
    """Frame what is meant; the page says in which colour."""
    if not name.endswith("*"):
        return ""
    at = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10"'
    line = 'stroke-width="6" vector-effect="non-scaling-stroke"'
    return f'<rect class="meant" {at} fill="none" {line}/>'
