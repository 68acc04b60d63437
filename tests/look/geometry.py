"""Just enough geometry to cut a drawing along a horizontal line."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_STEPS = 24


@dataclass(frozen=True, order=True)
class Cut:
    """A stretch of a line inside one shape, and how it is painted."""

    left: float
    right: float
    fill: str
    opacity: float
    stroke: str
    width: float


def cuts(part: str, y: float) -> list[Cut]:
    """What a horizontal line meets in a part, in the order of painting."""
    found: list[Cut] = []
    for attributes, matrix, lines in _shapes(fromstring(part), {}, UNMOVED):
        moved = [[_moved(point, matrix) for point in line] for line in lines]
        fill = attributes.get("fill", "#000")
        crossings = sorted(x for line in moved for x in _crossings(line, y, fill != "none"))
        paint = (
            fill,
            float(attributes.get("opacity", 1)),
            attributes.get("stroke", ""),
            float(attributes.get("stroke-width", 0)),
        )
        pairs = zip(crossings[::2], crossings[1::2], strict=False)
        if fill == "none":
            pairs = zip(crossings, crossings, strict=True)
        found += [Cut(round(left, 2), round(right, 2), *paint) for left, right in pairs]
    return found


def _shapes(
    element: Element, inherited: dict[str, str], matrix: Matrix
) -> Iterator[tuple[dict[str, str], Matrix, list[list[Point]]]]:
    attributes = {**inherited, **element.attrib}
    if "opacity" in inherited and "opacity" in element.attrib:
        both = float(inherited["opacity"]) * float(element.attrib["opacity"])
        attributes["opacity"] = str(both)
    matrix = _times(matrix, _transform(element.get("transform", "")))
    lines = _outline(element)
    if lines:
        yield attributes, matrix, lines
    for child in element:
        yield from _shapes(child, attributes, matrix)


def _outline(element: Element) -> list[list[Point]]:
    def number(name: str) -> float:
        return float(element.get(name, 0))

    if element.tag == "path":
        return _path(element.attrib["d"])
    if element.tag in ("circle", "ellipse"):
        rx, ry = number("rx") or number("r"), number("ry") or number("r")
        turns = [math.tau * step / 96 for step in range(97)]
        return [[(number("cx") + rx * math.cos(t), number("cy") + ry * math.sin(t)) for t in turns]]
    if element.tag == "rect":
        x, y, right = number("x"), number("y"), number("x") + number("width")
        bottom = y + number("height")
        return [[(x, y), (right, y), (right, bottom), (x, bottom), (x, y)]]
    assert element.tag == "g", f"cannot cut a {element.tag}"
    return []


def _crossings(line: list[Point], y: float, closed: bool) -> list[float]:
    points = [*line, line[0]] if closed else line
    found = []
    for (x0, y0), (x1, y1) in pairwise(points):
        if (y0 <= y) != (y1 <= y):
            found.append(x0 + (y - y0) / (y1 - y0) * (x1 - x0))
    return found


def _path(text: str) -> list[list[Point]]:
    """Flattens a path to lines."""
    lines: list[list[Point]] = []
    here: Point = (0, 0)
    control: Point | None = None
    kind = ""
    for command, numbers in _commands(text):
        relative, letter = command.islower(), command.upper()
        x, y = here if relative else (0, 0)
        if letter == "Z":
            lines[-1].append(lines[-1][0])
            here = lines[-1][0]
        elif letter == "M":
            here = (x + numbers[0], y + numbers[1])
            lines.append([here])
        elif letter in "LHV":
            across = numbers[0] + x if letter in "LH" else here[0]
            down = numbers[-1] + y if letter in "LV" else here[1]
            here = (across, down)
            lines[-1].append(here)
        elif letter == "A":
            here = (x + numbers[5], y + numbers[6])
            lines[-1].append(here)
        else:
            points = [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
            if letter in "ST":
                smooth = control is not None and kind in ("CS" if letter == "S" else "QT")
                mirror = control if smooth and control else here
                points.insert(0, (2 * here[0] - mirror[0], 2 * here[1] - mirror[1]))
            lines[-1] += [_bezier([here, *points], n / _STEPS) for n in range(1, _STEPS + 1)]
            control, here = points[-2], points[-1]
        kind = letter
    return lines


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(text)
    place, command = 0, ""
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        count = _COUNT[command.upper()]
        yield command, [float(token) for token in tokens[place : place + count]]
        place += count
        command = {"M": "L", "m": "l"}.get(command, command)


def _bezier(points: list[Point], t: float) -> Point:
    while len(points) > 1:
        points = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(points)]
    return points[0]


def _transform(text: str) -> Matrix:
    matrix = UNMOVED
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        n = [float(token) for token in _TOKEN.findall(inside)]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0)
        elif name == "scale":
            step = (n[0], 0, 0, n[-1], 0, 0)
        else:
            cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            cx, cy = n[1:] if len(n) == 3 else (0.0, 0.0)
            back = (cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)
            step = (cos, sin, -sin, cos, *back)
        matrix = _times(matrix, step)
    return matrix


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        *(a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j),
        *(a * k + c * m + e, b * k + d * m + f),
    )


def _moved(point: Point, matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f
