"""The tokens, read from `tokens.css`: what each is by day and by night, and how they contrast."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tablee.core.errors import UnknownDrawing

CSS = Path(__file__).parent / "tokens.css"
THINGS = Path(__file__).parent / "things.css"
LIGHTS = ("day", "night")
_TOKEN = re.compile(r"^  --([\w-]+): (.+?);", re.MULTILINE)
_BOTH = re.compile(r"light-dark\((.+), ((?:#|rgb).+)\)")


@cache
def tokens(light: str) -> dict[str, str]:
    """Return all tokens by day or by night."""
    found: dict[str, str] = {}
    for name, value in _TOKEN.findall(CSS.read_text(encoding="utf-8")):
        both = _BOTH.fullmatch(value)
        found.setdefault(name, both[1 + LIGHTS.index(light)] if both else value)
    return found


def stylesheet() -> str:
    """Write the stylesheet to serve; a browser too old for `light-dark()` has day alone."""
    day = "\n".join(f"  --{name}: {value};" for name, value in tokens("day").items())
    both, things = (path.read_text(encoding="utf-8") for path in (CSS, THINGS))
    modern = f"@supports (color: light-dark(#000, #fff)) {{\n{both}}}"
    return f":root {{\n{day}\n}}\n{modern}\n{things}"


def colour(name: str, light: str = "day") -> str:
    """Return a colour token as #rrggbb."""
    value = tokens(light).get(name, "")
    if not re.fullmatch(r"#[0-9a-f]{6}", value):
        raise UnknownDrawing(f"the token {name!r} is no plain colour, but {value!r}.")
    return value


def luminance(hexadecimal: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    channels = (int(hexadecimal[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def night_style() -> str:
    """Write the tokens of the print by night, for a picture outside a page."""
    printed = ("card", "card-edge", "card-hollow", "orange", "orange-deep", "wood", "wood-deep")
    names = (*printed, "earth", "earth-deep")
    return ";".join(f"--{name}:{tokens('night')[name]}" for name in names)
