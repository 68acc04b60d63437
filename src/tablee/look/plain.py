"""Drawings for a game that has none: a card is its rank with the sign of its suit.

The suit of a card is the last letter of its text, by the names of the book (`card_names.py`):
French, German and Latin packs have their signs and heads. Other letters get a shape of their own.
The box, the title and the emblem are put together from that.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

from tablee.core.fields import layout_of
from tablee.core.game import Game
from tablee.core.rules.card_names import CardNames
from tablee.table.drawing import Art, Drawing, Sprite, plain_id, symbol, use

SHAPES = (  # for suits that nobody knows: a shape and a colour, never a colour alone
    ("M20 82C10 40 40 16 84 16 88 60 60 90 20 82z", "#336b28"),
    ("M50 12C70 40 80 52 80 64A30 26 0 0 1 20 64C20 52 30 40 50 12z", "#1f5a90"),
    ("M62 14A38 38 0 1 0 86 66 32 32 0 0 1 62 14z", "#522b5f"),
    ("M50 14A36 36 0 1 0 50 86 36 36 0 1 0 50 14z", "#b03a6c"),
    ("M22 22H78V78H22z", "#5a5f6e"),
)
PAINTS = {
    **dict.fromkeys(("heart", "cup"), "#a22c1b"),
    **dict.fromkeys(("diamond", "coin", "bell"), "#a4690c"),
    **dict.fromkeys(("club", "leaf", "baton"), "#2f6426"),
    **dict.fromkeys(("spade", "acorn"), "#4a3a3a"),
    "sword": "#1f4f80",
}
"""The colour of the clothes in each suit."""
_PAPER, _INK, _GOLD, _SKIN = "#fff8e8", "#3a2a2a", "#e0ac2b", "#f3d2ae"
_FONT = 'font-family="system-ui, sans-serif" font-weight="800" text-anchor="middle"'
_CROWN = f'<path d="M28 32L24 6 38 18 50 1 62 18 76 6 72 32z" fill="{_GOLD}"/>'
_BEARD = '<path d="M29 48C32 82 68 82 71 48 64 60 36 60 29 48z" fill="#7a5632" stroke="none"/>'
_LOCKS = '<path d="M26 46C20 10 80 10 74 46 78 68 76 80 76 80H24S22 68 26 46z" fill="#8a4a1c"/>'
_TIARA = f'<path d="M32 27L37 8 50 21 63 8 68 27z" fill="{_GOLD}"/>'
_CAP = (
    '<path d="M25 34C26 8 62 2 78 28L74 35z" fill="{paint}"/>'
    '<path d="M66 18C80 14 88 4 90 1" fill="none"/>'
)
_HELMET = (
    '<path d="M50 10C52 0 66-2 78 6 68 8 62 12 60 18z" fill="{paint}"/>'
    '<path d="M27 50C22 12 78 12 73 50L66 38H34z" fill="#93a1b0"/>'
)
HEADS = {  # what is behind a face, and what is before it
    "king": ("", _BEARD + _CROWN),
    "queen": (_LOCKS, _TIARA),
    "jack": ("", _CAP),
    "knave": ("", _CAP),
    "under": ("", _CAP),
    "knight": ("", _HELMET),
    "over": ("", _HELMET),
}


def plain_art(game: Game) -> Art:
    """Return the drawings that any game can have: its cards, their back, a title and a box."""
    deck = layout_of(game.rules.STATE).deck
    titles = game.rulebook.about["title"]
    pack = Pack(game.name, deck.texts, CardNames(deck.texts, game.rulebook.names))
    drawings = [
        *(Drawing(_id(game.name, t), pack.title(t), 100, 140) for t in deck.texts),
        Drawing(f"{game.name}-back", titles, 100, 140, "back"),
        Drawing(f"{game.name}-title", titles, 60 * len(titles["fr"]), 100, "title"),
        Drawing(f"{game.name}-box", titles, 340, 360, "box"),
    ]
    rest = [_back(game.name), _title(game.name, titles["fr"]), pack.box(titles["fr"])]
    faces = {text: [_id(game.name, text)] for text in deck.texts}
    return Art(game.name, None, drawings, faces, [*pack.parts(), *rest])


class Pack:
    """The cards of one game."""

    def __init__(self, game: str, texts: tuple[str, ...], names: CardNames) -> None:
        self._game, self._texts, self._names = game, texts, names
        signs = {t[-1]: names.sign(t) for t in texts if len(t) > 1 and t[-1].isalpha()}
        free = [letter for letter in sorted(signs) if not signs[letter]]
        self._signs = signs | {letter: f"shape{free.index(letter)}" for letter in free}

    def title(self, text: str) -> dict[str, str]:
        """Return what a card is called, in all languages."""
        return {lang: self._names.name(text, lang) for lang in ("fr", "en", "de")}

    def parts(self) -> list[str]:
        """Write the signs, and the cards that use them."""
        signs = dict.fromkeys(self._signs.values())
        return [*map(self._sign, signs), *map(self._card, self._texts)]

    def _sign(self, name: str) -> str:
        if name.startswith("shape"):
            path, paint = SHAPES[int(name.removeprefix("shape")) % len(SHAPES)]
            inner = f'<path d="{path}" fill="{paint}"/>'
        else:
            inner = _drawn()[name]
        return symbol(f"{self._game}-sign-{name}", "0 0 100 100", inner)

    def _card(self, text: str) -> str:
        sign = self._signs.get(text[-1]) if len(text) > 1 else None
        inner = self._suited(text, sign) if sign else _number(text)
        return symbol(_id(self._game, text), "0 0 100 140", _ground(100, 140) + inner)

    def _suited(self, text: str, sign: str) -> str:
        """Draw a card with its rank large in a corner, so that it is read in a fan of many."""
        rank, part = text[:-1], f"{self._game}-sign-{sign}"
        rank = "10" if rank == "T" and self._names.rank(text) == "ten" else rank
        head = _head(self._names.rank(text), PAINTS.get(sign, "#5a5f6e"))
        middle = head or use(part, 34, 68, 60, 60)
        return _corner(rank, 26) + use(part, 10, 52, 32, 32) + middle

    def box(self, title: str) -> str:
        """Draw the lid of the box: the title above a fan of three of its cards."""
        size, n = min(60, 500 // max(1, len(title))), len(self._texts)
        said = _said(title, 170, 88, size, _PAPER)
        three = [self._texts[place] for place in sorted({0, n // 2, n - 1})]
        fan = "".join(
            f'<g transform="rotate({18 * (i - 1)} 170 430)">'
            f"{use(_id(self._game, text), 108, 142, 124, 174)}</g>"
            for i, text in enumerate(three)
        )
        return symbol(f"{self._game}-box", "0 0 340 360", _ground(340, 360, "#3d5a73") + fan + said)


@cache
def _drawn() -> dict[str, str]:
    """Return the inside of each sign of `suits.svg`, by its name."""
    parts = Sprite.read(Path(__file__).with_name("suits.svg")).parts
    return {name: line.partition(">")[2].rpartition("</symbol>")[0] for name, line in parts.items()}


def _head(rank: str, paint: str) -> str:
    """Draw a head in the colour of its suit; nothing for a rank without one."""
    if rank not in HEADS:
        return ""
    behind, before = (part.replace("{paint}", paint) for part in HEADS[rank])
    return (
        f'<g transform="translate(28 62) scale(.68)" stroke="{_INK}" stroke-width="4">{behind}'
        f'<path d="M6 106C8 76 30 70 50 70S92 76 94 106z" fill="{paint}"/>'
        f'<circle cx="50" cy="46" r="23" fill="{_SKIN}"/>'
        f'<path d="M42 44v4M58 44v4M45 57q5 3 10 0" fill="none"/>{before}</g>'
    )


def _id(game: str, text: str) -> str:
    return f"{game}-{plain_id(text)}"


def _ground(width: int, height: int, fill: str = _PAPER) -> str:
    inside = f'width="{width - 4}" height="{height - 4}" rx="9"'
    return f'<rect x="2" y="2" {inside} fill="{fill}" stroke="{_INK}" stroke-width="3"/>'


def _corner(rank: str, x: int) -> str:
    size = 44 if len(rank) == 1 else 31
    return _said(rank, x, 45, size)


def _said(text: str, x: int, y: int, size: int, fill: str = _INK) -> str:
    where = f'x="{x}" y="{y}" font-size="{size}" fill="{fill}"'
    return f"<text {where} {_FONT}>{escape(text)}</text>"


def _number(text: str) -> str:
    size = 60 if len(text) < 3 else 132 // len(text)
    return _said(text, 50, 70 + size // 3, size)


def _back(game: str) -> str:
    lines = "".join(f"M{x} 12L{x - 70} 128M{x - 70} 12L{x} 128" for x in range(20, 160, 16))
    net = f'<path d="{lines}" stroke="#c9a6d6" stroke-width="1.6"/>'
    size = 'width="82" height="122" rx="5"'
    frame = f'<rect x="9" y="9" {size} fill="none" stroke="{_PAPER}" stroke-width="4"/>'
    inner = f'<svg x="11" y="11" width="78" height="118" viewBox="11 11 78 118">{net}</svg>'
    return symbol(f"{game}-back", "0 0 100 140", _ground(100, 140, "#6d3f7c") + inner + frame)


def _title(game: str, title: str) -> str:
    width = 60 * len(title)
    said = f'<text x="{width / 2:g}" y="76" font-size="84" fill="var(--tf,{_PAPER})"'
    around = f'stroke="var(--th,{_INK})" stroke-width="14" paint-order="stroke"'
    return symbol(
        f"{game}-title", f"0 0 {width} 100", f"{said} {around} {_FONT}>{escape(title)}</text>"
    )
