"""The drawings of Kraut & Rüben: vegetables with faces, gardens, and the contract as a poster.

Every kind has a silhouette of its own; the faces of equal cards differ, by a number that everyone
knows. A card that is covered lies askew under a snail or a mole, and shows on a badge what it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from tablee.core.rules.rulebook import Rulebook, Texts
from tablee.games.kraut.material import (
    BEDS,
    CONTRACTS,
    KINDS,
    MOLE,
    MOST_SEATS,
    NEGATIVE,
    PAYS,
    PLANT_OF,
    SNAIL,
    VEGETABLES,
    WORTH,
)
from tablee.table.drawing import Art, Drawing, Scene, Titles, as_title, symbol, use
from tablee.table.strokes import SEATS, written

_FOLDER = Path(__file__).parent / "art"
_INK, _INK_2, _RED = "#3a2a2a", "#705848", "#a92f1f"
_LOOKS = {  # by its letter: sky, ground, faces
    "T": ("#fbdcd0", "#e2493d", 3),
    "S": ("#e0efc8", "#7dbb46", 3),
    "C": ("#fde3c4", "#f0852f", 3),
    "A": ("#e6ecc9", "#9cbf55", 3),
    "c": ("#d6ecdd", "#5fae57", 2),
    "d": ("#fdf0c0", "#f4bb2c", 2),
    "s": ("#eadccb", "#c0683f", 2),
    "m": ("#ddd3e2", "#8d7f96", 3),
}
_CARDS = {  # the drawings of each kind, one for each face
    kind: [f"{PLANT_OF[kind]}-{face}" for face in range(1, faces + 1)]
    for kind, (_, _, faces) in _LOOKS.items()
}
_TITLES = Titles(_FOLDER)
_BOOK = Rulebook.load(_FOLDER.parent / "rulebook.toml")
_NAMES: Mapping[str, Texts] = _BOOK.names["kind"]
_COVERED = [(below, KINDS[top]) for top in (SNAIL, MOLE) for below in KINDS[:VEGETABLES]]

POSTER = (300, 240)
_BED, _GAP, _WOOD, _FENCE = 100, 8, 22, 52


# Cards


def _card(kind: str, plant: str) -> str:
    sky, ground, _ = _LOOKS[kind]
    frame = f'<g style="--k1:{sky};--k2:{ground}">{use("k-frame")}</g>'
    return symbol(f"k-card-{plant}", "0 0 100 100", frame + use(f"k-{plant}", 6, 6, 88, 86))


def _cover(below: str, top: str) -> str:
    """Return the name of an animal on a vegetable."""
    return f"k-{PLANT_OF[top]}-on-{PLANT_OF[below]}"


def _covered(below: str, top: str) -> str:
    """Draw an animal's card on a vegetable's: its corner and its badge still show."""
    name = PLANT_OF[below]
    animal = use(f"k-card-{PLANT_OF[top]}-1", 0, 0, 100, 100)
    badge = f'<circle cx="17" cy="83" r="15.5" fill="#fff8e8" stroke="{_INK}" stroke-width="2.6"/>'
    inner = (
        use(f"k-card-{name}-1", 0, 6, 94, 94)
        + '<rect x="11" y="8" width="81" height="81" rx="10" transform="rotate(5 53 44)"'
        + f' fill="{_INK}" opacity=".25"/>'
        + f'<g transform="translate(14 3.5) rotate(5 41 41) scale(.81)">{animal}</g>'
        + badge
        + use(f"k-{name}-1", 4.5, 70.5, 25, 25)
    )
    return symbol(_cover(below, top), "0 0 100 100", inner)


# The contract


def poster(contract: str, mains: int | None = None, sprite: str = "") -> str:
    """Draw a contract: what it pays for each number of mains, with the current column lit."""
    lit = None if mains is None else min(mains, len(PAYS) - 1)
    high, low = zip(*PAYS, strict=True)
    rows = (36, "star", range(len(PAYS))), (82, "high", high), (128, "low", low), (175, "minus", ())
    drawn = [use("k-poster", sprite=sprite), _lit_column(lit)]
    for kind, (y, mark, numbers) in zip(contract, rows, strict=True):
        drawn.append(_icon(kind, 8, y - 21, 42, sprite))
        drawn.append(use(f"k-{mark}", 44, y - 8, 16, 16, sprite))
        drawn += [_cell(n, column, y, column == lit, mark) for column, n in enumerate(numbers)]
    drawn.append(written(NEGATIVE, 88, 175, 19, _RED))
    for place, (number, points) in enumerate(WORTH.items()):
        x = 14 + place * 71
        drawn.append(_icon(KINDS[number], x, 202, 30, sprite))
        points_text = f"+{points}" if points > 0 else points
        drawn.append(written(points_text, x + 46, 217, 13, _RED if points < 0 else _INK))
    return "".join(drawn)


def _icon(kind: str, x: float, y: float, size: float, sprite: str) -> str:
    return use(f"k-{PLANT_OF[kind]}-1", x, y, size, size, sprite)


def _column(column: int) -> float:
    return 84 + 31 * column


def _lit_column(lit: int | None) -> str:
    if lit is None:
        return ""
    return (
        f'<rect x="{_column(lit) - 16:g}" y="17" width="32" height="134" rx="9" fill="#ffe08a"'
        ' stroke="#c98a10" stroke-width="2.5"/>'
    )


def _cell(number: int, column: int, y: float, lit: bool, mark: str) -> str:
    if lit:
        return written(number, _column(column), y, 22, _INK, 16)
    return written(number, _column(column), y, 14, _INK_2 if mark == "star" else _INK, 13)


# Gardens


def bed_place(bed: int, columns: int) -> tuple[float, float]:
    """Return where the card of a bed lies in a garden of three or four columns."""
    row, column = divmod(bed, columns)
    step = _BED + _GAP
    return _WOOD + _GAP + column * step, _FENCE + _WOOD + _GAP + row * step


def garden_size(columns: int) -> tuple[float, float]:
    """Return the size of a garden's drawing."""
    rows = BEDS // columns
    width = columns * (_BED + _GAP) + _GAP + 2 * _WOOD
    return width, rows * (_BED + _GAP) + _GAP + 2 * _WOOD + _FENCE


def garden(beds: Sequence[str], owner: int | None = None, columns: int = 3) -> str:
    """Draw a garden: its beds as in a position (".", "T", "T+s"), and its owner's flag."""
    width, height = garden_size(columns)
    drawn = [use(f"k-garden-{columns}", 0, 0, width, height)]
    for bed, card in enumerate(beds):
        if card != ".":
            x, y = bed_place(bed, columns)
            drawn.append(use(ART.card(card, bed).id, x + 2, y + 2, _BED - 4, _BED - 4))
    if owner is not None:
        drawn.append(use(f"k-flag-{owner}", 16, 0, 68, 95))
    return "".join(drawn)


# All of it


def _drawing(
    name: str, title: str, width: float, height: float, role: str, **places: str
) -> Drawing:
    return Drawing(f"k-{name}", _TITLES(title, **places), width, height, role)


def _card_drawing(kind: str, name: str, title: Texts) -> Drawing:
    return Drawing(name, title, 100, 100, "card", f"k-{PLANT_OF[kind]}-body")


def _covered_drawing(below: str, top: str) -> Drawing:
    title = _TITLES("covered", top=as_title(_NAMES[top]), below=_NAMES[below])
    return _card_drawing(top, _cover(below, top), title)


def _scenes(random: Random) -> list[Scene]:
    lights = zip(random.sample(CONTRACTS, 4), (2, None, 0, 6), strict=True)
    posters = [
        Scene(f"contract-{contract}", _TITLES("contract"), *POSTER, poster(contract, mains))
        for contract, mains in lights
    ]
    cards = [*KINDS[:VEGETABLES] * 3, *"....cd", "T+s", "A+m", "C+m", "S+s"]
    gardens = [
        Scene(f"garden-{columns}-{owner}", _TITLES("garden"), *garden_size(columns), drawn)
        for columns, owner in ((3, 0), (3, None), (4, 2))
        for drawn in [garden(random.sample(cards, BEDS), owner, columns)]
    ]
    return [*posters, *gardens]


def _art() -> Art:
    cards = [(kind, plant) for kind, plants in _CARDS.items() for plant in plants]
    drawings = [
        *(_card_drawing(kind, f"k-card-{plant}", as_title(_NAMES[kind])) for kind, plant in cards),
        *(_covered_drawing(below, top) for below, top in _COVERED),
        _drawing("back", "back", 100, 100, "back"),
        _drawing("contract-back", "contract-back", *POSTER, "back"),
        _drawing("bed", "bed", 100, 100, "board"),
        _drawing("garden-3", "garden", *garden_size(3), "board"),
        _drawing("garden-4", "garden", *garden_size(4), "board"),
        *(_drawing(f"flag-{n}", "flag", 40, 56, "token", seat=SEATS[n]) for n in range(MOST_SEATS)),
        _drawing("lock", "lock", 40, 44, "token"),
        _drawing("cup", "cup", 100, 100, "token"),
        Drawing("k-title", _BOOK.about["title"], 694, 119, "title"),
        _drawing("box", "box", 340, 340, "box"),
    ]
    composed = [
        *(_card(kind, plant) for kind, plant in cards),
        *(_covered(below, top) for below, top in _COVERED),
    ]
    faces = {kind: [f"k-card-{plant}" for plant in plants] for kind, plants in _CARDS.items()}
    faces |= {f"{below}+{top}": [_cover(below, top)] for below, top in _COVERED}
    return Art("kraut", _FOLDER, drawings, faces, composed, _scenes)


ART = _art()
