"""The drawings of Le Grand Escogriffe: parts whose joints always meet.

Every part is drawn around the axis x = 0. A joint is a fixed range of x, a cloth and a strip of
shade at the edge, and nothing else; outlines reach the edge vertically and run three units past
it; cloths repeat on a grid that both heights are multiples of, so they run on. A new part only has
to keep its rows of `JOINTS`.

A deck of one's own has types without a drawing: `Wardrobe` cuts plain parts for them out of
their joints, so that any legal figure is still one long person. The cloths, faces and feet for
such parts are in `spare.svg`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from random import Random

from tablee.core.rules.rulebook import LANGUAGES, Rulebook, Texts
from tablee.games.escogriffe.material import LONGEST, SMALLEST, Deck, Kind, house_deck
from tablee.games.escogriffe.state import FIELDS
from tablee.table.drawing import ROUND, Art, Drawing, Scene, Sprite, Titles, as_title, symbol, use
from tablee.table.strokes import written

_FOLDER = Path(__file__).parent / "art"
_TITLES = Titles(_FOLDER)
_BOOK = Rulebook.load(_FOLDER.parent / "rulebook.toml")

Ranges = tuple[tuple[float, float], ...]
_LINE = 'stroke="#3a2a2a" stroke-width="3"'


@dataclass(frozen=True)
class Joint:
    """What is drawn at an edge, and nothing else: ranges of x, a cloth, strips of shade."""

    ranges: Ranges
    cloth: str
    shade: Ranges
    tone: float = 0.17


_CHEST: tuple[Ranges, Ranges] = (((-27, 27),), ((15, 27),))
_LEGS: tuple[Ranges, Ranges] = (((-27, -4), (4, 27)), ((-11, -4), (20, 27)))
JOINTS = {
    "neck skin": Joint(((-14, 14),), "#f3c69a", ((5, 14),), 0.13),
    "chest red": Joint(_CHEST[0], "url(#e-red)", _CHEST[1]),
    "chest blue": Joint(_CHEST[0], "url(#e-blue)", _CHEST[1]),
    "legs green": Joint(_LEGS[0], "url(#e-green)", _LEGS[1]),
    "legs yellow": Joint(_LEGS[0], "url(#e-yellow)", _LEGS[1]),
    "ankles white": Joint(((-20, -9), (9, 20)), "url(#e-sock)", ((-13, -9), (16, 20)), 0.15),
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
        """Width and height."""
        return (100, 150) if self.lies == "upright" else (150, 100)

    @property
    def box(self) -> str:
        """The part's box: its axis is in the middle."""
        width, height = self.size
        return f"{-width // 2} 0 {width} {height}"


_FACES = {"hat": 2, "curls": 2, "hood": 2}
_ORANGE_FACES = 3


def _part(kind: Kind) -> Part:
    faces = _ORANGE_FACES if kind.orange else _FACES.get(kind.code, 1)
    return Part(str(kind.top or ""), str(kind.bottom or ""), kind.lies, kind.orange, faces)


PARTS = {kind.code: _part(kind) for kind in house_deck().kinds}


def looks(code: str) -> list[str]:
    """Return the names of a type's faces."""
    faces = PARTS[code].faces
    return [code] if faces == 1 else [f"{code}-{face + 1}" for face in range(faces)]


def _card(part: Part, look: str) -> str:
    ground = f"e-{part.lies}" + "-orange" * part.orange
    return symbol(f"e-{look}", part.box, use(ground) + use(f"e-{look}-body"))


def _cut_out(part: Part, look: str) -> str:
    """Cut a part out of its card; half a unit more at either edge, so that no seam shows."""
    width, height = part.size
    box = f"{-width // 2} -0.5 {width} {height + 1}"
    return symbol(f"e-cut-{look}", box, use(f"e-{look}-body"))


def _bands(ranges: Ranges, top: float, bottom: float) -> str:
    return "".join(f"M{left:g} {top:g}V{bottom:g}H{right:g}V{top:g}z" for left, right in ranges)


def sleeve(joint: Joint, top: float, bottom: float) -> str:
    """Draw a joint's cloth with its shade from one height to another."""
    cloth, shade = _bands(joint.ranges, top, bottom), _bands(joint.shade, top, bottom)
    drawn = f'<path d="{cloth}" fill="{joint.cloth}" {_LINE}/>'
    return f'{drawn}<path d="{shade}" fill="#3a2a2a" opacity="{joint.tone:g}"/>'


def _end(name: str, joint: Joint) -> str:
    """Draw the cloth that sticks out of a free end, as the next card goes on with it."""
    return symbol(f"e-end-{name}", "-50 0 100 36", sleeve(joint, -3, 39))


def end_name(joint: str) -> str:
    """Return the name of a joint in the ids of drawings."""
    return joint.replace(" ", "-").replace("_", "-")


def _target(n: int) -> str:
    inner = use("e-target-disc") + written(n, 50, 50, 44, "#3a2a2a", 26)
    return symbol(f"e-target-{n}", "0 0 100 100", inner + written(n, 50, 50, 44, "#fff3d6", 15))


def _die(n: int) -> str:
    """Draw the see-through die with eight faces; it shows a number."""
    inner = use("e-die") + written(n, 50, 43, 21, "#97291a", 14)
    return symbol(f"e-die-{n}", "0 0 100 100", inner)


def figure_size(codes: Sequence[str]) -> tuple[int, int]:
    """Return the width and the height of a figure."""
    return 150, sum(PARTS[code].size[1] for code in codes)


def figure(codes: Sequence[str], numbers: Sequence[int] = (), cut_out: bool = False) -> str:
    """Draw a figure from the head down; the numbers pick the faces, cut out it has no cards."""
    drawn, y, past = [], 0, 0.5 if cut_out else 0
    for place, code in enumerate(codes):
        (width, height), faces = PARTS[code].size, looks(code)
        look = faces[(numbers[place] if numbers else place) % len(faces)]
        name = f"e-cut-{look}" if cut_out else f"e-{look}"
        drawn.append(use(name, 75 - width / 2, y - past, width, height + 2 * past))
        y += height
    return "".join(drawn)


def random_figure(random: Random, size: int) -> list[str]:
    """Return a whole figure of so many parts, from head to feet, that keeps every joint."""
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
            scenes.append(Scene(name, _TITLES("figure", n=size), *figure_size(codes), inner))
    return scenes


# Decks of one's own

_SHAPES = {name.split()[0]: joint for name, joint in JOINTS.items()}
_CLOTHS = {name.split()[1]: joint.cloth for name, joint in JOINTS.items()}
_SPARE_SHAPES = "36 20 14-34 9 8-14-30 42 28-40 5-16 32 24 6-38 6 20-30 9-22-40 17"
"""Shapes that the house has not: where their ranges begin and end, right of the axis."""


def _spare(number: int) -> Joint:
    """Return a shape that the house has not, with a strip of shade at the right of each range."""
    half = [int(edge) for edge in _SPARE_SHAPES.split()[number].split("-")]
    edges = sorted([-edge for edge in half] + half)
    ranges = tuple(zip(edges[::2], edges[1::2], strict=True))
    return Joint(ranges, "", tuple((right - (right - left) / 4, right) for left, right in ranges))


class Wardrobe:
    """How the cards of a deck are drawn: parts of the house, and plain ones for all other types."""

    def __init__(self, deck: Deck) -> None:
        self._kinds = deck.kinds
        self.joints = self._cut(deck)
        self.parts = {kind.code: self._part(kind) for kind in deck.kinds}
        self.art = self._art()

    def _cut(self, deck: Deck) -> dict[str, Joint]:
        """Give each shape its ranges and each colour its cloth, no two the same."""
        shapes, cloths, joints = dict(_SHAPES), dict(_CLOTHS), {}
        for joint in filter(None, deck.joints):
            shape = shapes.setdefault(joint.shape, _spare(len(shapes) - len(_SHAPES)))
            spare = f"url(#e-cloth-{len(cloths) - len(_CLOTHS)})"
            joints[str(joint)] = replace(shape, cloth=cloths.setdefault(joint.colour, spare))
        return joints

    def _part(self, kind: Kind) -> Part:
        part = _part(kind)
        return part if PARTS.get(kind.code) == part else replace(part, faces=1)

    def is_plain(self, code: str) -> bool:
        """Return whether a type has no drawing of its own."""
        return PARTS.get(code) != self.parts[code]

    def looks(self, code: str) -> list[str]:
        """Return the names of a type's faces."""
        return [f"plain-{code.replace('_', '-')}"] if self.is_plain(code) else looks(code)

    def _title(self, kind: Kind) -> Texts:
        house = _BOOK.names["card"].get(kind.code, dict.fromkeys(LANGUAGES, kind.code))
        return as_title({**house, **dict(kind.names)})

    def _plain(self, kind: Kind) -> str:
        """Cut a part out of its joints: cloth at the top, cloth at the bottom, a belt between."""
        part, (look,) = self.parts[kind.code], self.looks(kind.code)
        height = part.size[1]
        top, bottom = self.joints.get(part.top), self.joints.get(part.bottom)
        if top and bottom:
            inner = _torso(top, bottom, height)
        elif bottom:
            inner = sleeve(bottom, height * 0.6, height + 3) + use(f"e-face-{part.lies}")
        elif top:
            inner = sleeve(top, -3, height - 34) + use(f"e-feet-{part.lies}")
        return f'<g id="e-{look}-body" {ROUND}>{inner}{_label(kind.code, height, top is None)}</g>'

    def _art(self) -> Art:
        parts, faces = self.parts, {code: self.looks(code) for code in self.parts}
        cards = [(kind, look) for kind in self._kinds for look in faces[kind.code]]
        plain = [kind for kind in self._kinds if self.is_plain(kind.code)]
        spare = Sprite.read(_FOLDER / "spare.svg").parts.values() if plain else ()
        targets = range(int(FIELDS.settings["smallest"].low), LONGEST + 1)  # type: ignore[arg-type]
        drawings = [
            Drawing(
                f"e-{look}", self._title(kind), *parts[kind.code].size, "card", f"e-{look}-body"
            )
            for kind, look in cards
        ]
        drawings.append(Drawing("e-back", _TITLES("back"), 100, 150, "back"))
        for n in targets:
            drawings.append(Drawing(f"e-target-{n}", _TITLES("target", n=n), 100, 100, "token"))
        drawings += [
            Drawing("e-ruler", _TITLES("ruler"), 64, 200, "board"),
            Drawing("e-title", _BOOK.about["title"], 960, 135, "title"),
            Drawing("e-title-de", _BOOK.about["title"], 764, 135, "title"),
            Drawing("e-box", _TITLES("box"), 240, 400, "box"),
            Drawing("e-box-de", _TITLES("box"), 240, 400, "box"),
        ]
        composed = [
            *spare,
            *(self._plain(kind) for kind in plain),
            *(_card(parts[kind.code], look) for kind, look in cards),
            *(_cut_out(parts[kind.code], look) for kind, look in cards),
            *(_target(n) for n in targets),
            *(_die(n) for n in range(1, len(targets) + 1)),
            *(_end(end_name(name), joint) for name, joint in self.joints.items()),
        ]
        ids = {code: [f"e-{look}" for look in names] for code, names in faces.items()}
        return Art("escogriffe", _FOLDER, drawings, ids, composed, _scenes)

    @cached_property
    def inline(self) -> str:
        """The drawings that a table needs, for a page that carries them itself."""
        sprite, looks = self.art.sprite, [look for code in self.parts for look in self.looks(code)]
        uses = [use(f"e-{look}") + use(f"e-cut-{look}") for look in looks]
        uses += [use(f"e-end-{end_name(name)}") for name in self.joints]
        needed = sprite.needs("".join(uses))
        return str(Sprite(sprite.parts[name] for name in needed))


def _torso(top: Joint, bottom: Joint, height: float) -> str:
    if top == bottom:
        return sleeve(top, -3, height + 3)
    middle = height / 2
    wide = max(right for joint in (top, bottom) for _, right in joint.ranges) + 3
    belt = f"M{-wide:g} {middle - 12:g}H{wide:g}V{middle + 12:g}H{-wide:g}z"
    drawn = sleeve(top, -3, middle) + sleeve(bottom, middle, height + 3)
    return f'{drawn}<path d="{belt}" fill="#7a4a26" {_LINE}/>'


def _label(code: str, height: float, head: bool) -> str:
    """Sew a label with the type's code on a part: on the hat of a head."""
    y = height * 0.22 if head else height / 2
    long = min(84, 7 * len(code) + 12)
    tag = f'<rect x="{-long / 2:g}" y="{y - 9:g}" width="{long:g}" height="18" rx="4"'
    tag += ' fill="#fff8e8" stroke="#3a2a2a" stroke-width="2"/>'
    fit = f' textLength="{long - 10:g}" lengthAdjust="spacingAndGlyphs"'
    where = f'y="{y + 4:g}" text-anchor="middle" font-size="11" font-weight="700"'
    return f'{tag}<text {where} fill="#3a2a2a"{fit}>{code}</text>'


@cache
def wardrobe_of(deck: Deck) -> Wardrobe:
    """Return how a deck is drawn."""
    return Wardrobe(deck)


ART = wardrobe_of(house_deck()).art
