"""The drawings of Le Grand Escogriffe: parts whose joints always meet.

Every part is drawn around the axis x = 0. A joint is a fixed range of x, a cloth and a strip of
shade at the edge, and nothing else; outlines reach the edge vertically and run three units past
it; cloths repeat on a grid that both heights are multiples of, so they run on. A new part only has
to keep its rows of `JOINTS`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tablee.core.drawing import Art, Drawing, Scene, symbol, use
from tablee.core.rulebook import LANGUAGES, Rulebook, Texts
from tablee.core.strokes import written
from tablee.games.escogriffe.material import LONGEST, SMALLEST, Kind, house_deck

_FOLDER = Path(__file__).parent / "art"
_TITLES: Mapping[str, Texts] = tomllib.loads((_FOLDER / "titles.toml").read_text(encoding="utf-8"))
_NAMES: Mapping[str, Texts] = Rulebook.load(_FOLDER.parent / "rulebook.toml").names["card"]

Ranges = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Joint:
    """What is drawn at an edge, and nothing else: ranges of x, a cloth, strips of shade."""

    ranges: Ranges
    cloth: str
    shade: Ranges


_CHEST: tuple[Ranges, Ranges] = (((-27, 27),), ((15, 27),))
_LEGS: tuple[Ranges, Ranges] = (((-27, -4), (4, 27)), ((-11, -4), (20, 27)))
JOINTS = {
    "neck skin": Joint(((-14, 14),), "#f3c69a", ((5, 14),)),
    "chest red": Joint(_CHEST[0], "url(#e-red)", _CHEST[1]),
    "chest blue": Joint(_CHEST[0], "url(#e-blue)", _CHEST[1]),
    "legs green": Joint(_LEGS[0], "url(#e-green)", _LEGS[1]),
    "legs yellow": Joint(_LEGS[0], "url(#e-yellow)", _LEGS[1]),
    "ankles white": Joint(((-20, -9), (9, 20)), "url(#e-sock)", ((-13, -9), (16, 20))),
}


@dataclass(frozen=True)
class Part:
    """How a type is drawn: its joints, how it lies, whether on orange ground, how many faces."""

    top: str
    bottom: str
    lies: str
    orange: bool
    faces: int

    @property
    def size(self) -> tuple[int, int]:
        """Gets width and height."""
        return (100, 150) if self.lies == "upright" else (150, 100)

    @property
    def box(self) -> str:
        """Gets the part's box: its axis is in the middle."""
        width, height = self.size
        return f"{-width // 2} 0 {width} {height}"


_FACES = {"hat": 2, "curls": 2, "hood": 2}
_ORANGE_FACES = 3


def _part(kind: Kind) -> Part:
    faces = _ORANGE_FACES if kind.orange else _FACES.get(kind.code, 1)
    return Part(str(kind.top or ""), str(kind.bottom or ""), kind.lies, kind.orange, faces)


PARTS = {kind.code: _part(kind) for kind in house_deck().kinds}


def looks(code: str) -> list[str]:
    """Gets the names of a type's faces."""
    faces = PARTS[code].faces
    return [code] if faces == 1 else [f"{code}-{face + 1}" for face in range(faces)]


def _card(code: str, look: str) -> str:
    part = PARTS[code]
    ground = f"e-{part.lies}" + "-orange" * part.orange
    return symbol(f"e-{look}", part.box, use(ground) + use(f"e-{look}-body"))


def _cut_out(code: str, look: str) -> str:
    return symbol(f"e-cut-{look}", PARTS[code].box, use(f"e-{look}-body"))


def _target(n: int) -> str:
    inner = use("e-target-disc") + written(n, 50, 50, 44, "#3a2a2a", 26)
    return symbol(f"e-target-{n}", "0 0 100 100", inner + written(n, 50, 50, 44, "#fff3d6", 15))


def figure_size(codes: Sequence[str]) -> tuple[int, int]:
    """Gets the width and the height of a figure."""
    return 150, sum(PARTS[code].size[1] for code in codes)


def figure(
    codes: Sequence[str], numbers: Sequence[int] = (), cut_out: bool = False, sprite: str = ""
) -> str:
    """Draws a figure from the head down; the numbers pick the faces, cut out it has no cards."""
    drawn, y = [], 0
    for place, code in enumerate(codes):
        width, height = PARTS[code].size
        faces = looks(code)
        look = faces[(numbers[place] if numbers else place) % len(faces)]
        name = f"e-cut-{look}" if cut_out else f"e-{look}"
        drawn.append(use(name, 75 - width / 2, y, width, height, sprite))
        y += height
    return "".join(drawn)


def random_figure(random: Random, size: int) -> list[str]:
    """Gets a whole figure of so many parts, from head to feet, that keeps every joint."""
    while True:
        codes = [random.choice([code for code, part in PARTS.items() if not part.top])]
        while len(codes) < size and PARTS[codes[-1]].bottom:
            joint = PARTS[codes[-1]].bottom
            codes.append(random.choice([code for code in PARTS if PARTS[code].top == joint]))
        if len(codes) == size and not PARTS[codes[-1]].bottom:
            return codes


def _scenes(random: Random) -> list[Scene]:
    scenes = []
    for size in range(SMALLEST, LONGEST + 1):
        for cut_out in (False, True):
            codes = random_figure(random, size)
            inner = figure(codes, [random.randrange(6) for _ in codes], cut_out)
            name = f"figure-{size}" + "-cut" * cut_out
            scenes.append(Scene(name, _told("figure", size), *figure_size(codes), inner))
    return scenes


def _name(code: str) -> Texts:
    """Gets a type's name in the rule book, as a title."""
    return {lang: _NAMES[code][lang][0].upper() + _NAMES[code][lang][1:] for lang in LANGUAGES}


def _told(title: str, n: int) -> Texts:
    return {lang: text.format(n=n) for lang, text in _TITLES[title].items()}


def _art() -> Art:
    faces = {code: looks(code) for code in PARTS}
    cards = [(code, look) for code, names in faces.items() for look in names]
    targets = range(SMALLEST, LONGEST + 1)
    drawings = [
        *(
            Drawing(f"e-{look}", _name(code), *PARTS[code].size, "card", f"e-{look}-body")
            for code, look in cards
        ),
        Drawing("e-back", _TITLES["back"], 100, 150, "back"),
        *(Drawing(f"e-target-{n}", _told("target", n), 100, 100, "token") for n in targets),
        Drawing("e-ruler", _TITLES["ruler"], 64, 200, "board"),
        Drawing("e-title", _TITLES["title"], 960, 135, "title"),
        Drawing("e-box", _TITLES["box"], 240, 400, "box"),
    ]
    composed = [
        *(_card(code, look) for code, look in cards),
        *(_cut_out(code, look) for code, look in cards),
        *(_target(n) for n in targets),
    ]
    ids = {code: [f"e-{look}" for look in names] for code, names in faces.items()}
    return Art("escogriffe", _FOLDER, drawings, ids, composed, _scenes)


ART = _art()
