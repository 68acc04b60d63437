"""Drawings for a game that has none: a card is its text with a sign of its colour.

The colour of a card is the last letter of its text, if the texts of the deck end in letters: the
7h and the Kh have one sign, the 7s another; c, d, h and s are the suits that everyone knows. Its
box, title and emblem are written, not drawn.
"""

from __future__ import annotations

from html import escape

from tablee.core.fields import layout_of
from tablee.core.game import Game
from tablee.table.drawing import Art, Drawing, plain_id, symbol

SIGNS = (  # a shape and a colour, never a colour alone
    ("M50 82C20 58 12 44 18 30 26 14 44 18 50 34 56 18 74 14 82 30 88 44 80 58 50 82z", "#a22c1b"),
    ("M50 14L82 50 50 86 18 50z", "#8f5f06"),
    (
        "M50 12C70 40 84 50 76 66 68 78 58 72 54 64L60 86H40L46 64C42 72 32 78 24 66"
        " 16 50 30 40 50 12z",
        "#3a2a2a",
    ),
    ("M20 82C10 40 40 16 84 16 88 60 60 90 20 82z", "#336b28"),
    ("M50 12C70 40 80 52 80 64A30 26 0 0 1 20 64C20 52 30 40 50 12z", "#1f5a90"),
    ("M62 14A38 38 0 1 0 86 66 32 32 0 0 1 62 14z", "#522b5f"),
    ("M50 14A36 36 0 1 0 50 86 36 36 0 1 0 50 14z", "#b03a6c"),
    ("M22 22H78V78H22z", "#5a5f6e"),
)
SUITS = {
    "h": SIGNS[0],
    "d": SIGNS[1],
    "s": SIGNS[2],
    "c": (
        "M50 10A18 18 0 0 1 64 40 18 18 0 1 1 55 68L62 88H38L45 68A18 18 0 1 1 36 40"
        " 18 18 0 0 1 50 10z",
        "#336b28",
    ),
}
_PAPER, _INK = "#fff8e8", "#3a2a2a"
_FONT = 'font-family="system-ui, sans-serif" font-weight="800" text-anchor="middle"'


def plain_art(game: Game) -> Art:
    """Return the drawings that any game can have: its cards, their back, a title and a box."""
    deck = layout_of(game.rules.STATE).deck
    colours = sorted({text[-1] for text in deck.texts if text and text[-1].isalpha()})
    titles = game.rulebook.about["title"]
    cards = {text: _card(game.name, text, colours) for text in deck.texts}
    drawings = [
        *(Drawing(_id(game.name, t), dict.fromkeys(titles, t), 100, 140) for t in cards),
        Drawing(f"{game.name}-back", titles, 100, 140, "back"),
        Drawing(f"{game.name}-title", titles, 60 * len(titles["fr"]), 100, "title"),
        Drawing(f"{game.name}-box", titles, 340, 360, "box"),
    ]
    rest = [_back(game.name), _title(game.name, titles["fr"]), _box(game.name, titles["fr"])]
    faces = {text: [_id(game.name, text)] for text in cards}
    return Art(game.name, None, drawings, faces, [*cards.values(), *rest])


def _id(game: str, text: str) -> str:
    return f"{game}-{plain_id(text)}"


def _ground(width: int, height: int, fill: str = _PAPER) -> str:
    inside = f'width="{width - 4}" height="{height - 4}" rx="9"'
    return f'<rect x="2" y="2" {inside} fill="{fill}" stroke="{_INK}" stroke-width="3"/>'


def _card(game: str, text: str, colours: list[str]) -> str:
    mark, number = "", text
    if text[-1:] in colours and len(text) > 1:
        shape, paint = _sign(text[-1], colours)
        mark = f'<g transform="translate(22 64) scale(.56)"><path d="{shape}" fill="{paint}"/></g>'
        number = text[:-1]
    size = 44 if len(number) < 3 else 96 // len(number)
    said = f'<text x="50" y="50" font-size="{size}" fill="{_INK}" {_FONT}>{escape(number)}</text>'
    return symbol(_id(game, text), "0 0 100 140", _ground(100, 140) + said + mark)


def _sign(colour: str, colours: list[str]) -> tuple[str, str]:
    """Return the shape and the paint of a colour."""
    if SUITS.keys() >= set(colours):
        return SUITS[colour]
    return SIGNS[colours.index(colour) % len(SIGNS)]


def _back(game: str) -> str:
    lines = "".join(
        f'<path d="M10 {y}H90" stroke="{_PAPER}" stroke-width="3"/>' for y in range(20, 130, 14)
    )
    return symbol(f"{game}-back", "0 0 100 140", _ground(100, 140, "#8a4f9a") + lines)


def _title(game: str, title: str) -> str:
    width = 60 * len(title)
    said = f'<text x="{width / 2:g}" y="76" font-size="84" fill="var(--tf,{_PAPER})"'
    around = f'stroke="var(--th,{_INK})" stroke-width="14" paint-order="stroke"'
    return symbol(
        f"{game}-title", f"0 0 {width} 100", f"{said} {around} {_FONT}>{escape(title)}</text>"
    )


def _box(game: str, title: str) -> str:
    size = min(64, 520 // max(1, len(title)))
    said = (
        f'<text x="170" y="190" font-size="{size}" fill="{_PAPER}" {_FONT}>{escape(title)}</text>'
    )
    return symbol(f"{game}-box", "0 0 340 360", _ground(340, 360, "#5a5f6e") + said)
