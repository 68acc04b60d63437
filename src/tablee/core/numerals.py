"""Drawn numerals: strokes on a box 70 high, so that no card needs a font."""

from __future__ import annotations

_STROKES = {  # the strokes, and the width they take
    "0": ("M18-70C-6-70-6 0 18 0S42-70 18-70z", 36),
    "1": ("M2-56L18-70V0", 18),
    "2": ("M1-54C3-76 37-75 36-51 35-32 8-20 1 0H37", 37),
    "3": ("M2-60C10-74 36-73 35-53 34-40 22-38 15-38 24-38 38-34 37-18 36 4 6 4 0-11", 37),
    "4": ("M28 0V-70L0-20H40", 40),
    "5": ("M34-70H7L4-39C14-48 37-46 37-22 37 5 7 4 0-9", 37),
    "6": ("M31-66C6-66-1-40 1-22 3 6 38 5 37-21 36-44 8-46 1-22", 37),
    "7": ("M0-70H37C22-46 15-24 14 0", 37),
    "8": ("M18-38C-2-42 0-70 18-70S38-42 18-38C-6-33-4 0 18 0S43-33 18-38z", 36),
    "9": ("M6-4C31-4 38-30 36-48 34-76-1-75 0-49 1-26 29-24 36-48", 37),
    "+": ("M0-35H32M16-51V-19", 32),
    "−": ("M0-35H30", 30),
}
_HEIGHT = 70
_GAP = 20


def numeral(
    text: object, x: float, y: float, height: float, colour: str, weight: float = 15
) -> str:
    """Draws a number around a point, in strokes."""
    signs = [_STROKES[sign] for sign in str(text).replace("-", "−")]
    width = sum(advance for _, advance in signs) + _GAP * (len(signs) - 1)
    paths, left = [], -width / 2
    for strokes, advance in signs:
        paths.append(f'<path d="{strokes}" transform="translate({left:g} {_HEIGHT // 2})"/>')
        left += advance + _GAP
    return (
        f'<g transform="translate({x:g} {y:g}) scale({height / _HEIGHT:.3g})" fill="none"'
        f' stroke="{colour}" stroke-width="{weight:g}">{"".join(paths)}</g>'
    )
