"""Drawn numerals, and the letters of the seats: strokes 70 high, so that no card needs a font."""

from __future__ import annotations

from tablee.table.drawing import ROUND

_STROKES = {  # the strokes, and the width they take
    "0": ("M0-35C0-82 36-82 36-35S0 12 0-35z", 36),
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
    "A": ("M0 0L20-70 40 0M8-24H32", 40),
    "B": ("M0 0V-70H16C43-70 43-38 16-37H0M16-37C48-37 48 0 16 0H0", 39),
    "C": ("M38-58C24-78 0-70 0-35S26 8 40-12", 40),
    "D": ("M0 0V-70H12C50-70 50 0 12 0z", 40),
    "E": ("M36-70H0V0H36M0-36H30", 36),
    "F": ("M36-70H0V0M0-36H30", 36),
    "G": ("M40-56C29-76 0-73 0-35S32 7 43-12V-30H26", 43),
    "H": ("M0-70V0M36-70V0M0-36H36", 36),
}
SEATS = "ABCDEFGH"
_HEIGHT = 70
_GAP = 20


def written(
    text: object, x: float, y: float, height: float, colour: str, weight: float = 15
) -> str:
    """Draw a number or a seat's letter around a point."""
    signs = [_STROKES[sign] for sign in str(text).replace("-", "−")]
    width = sum(advance for _, advance in signs) + _GAP * (len(signs) - 1)
    paths, left = [], -width / 2
    for strokes, advance in signs:
        paths.append(f'<path d="{strokes}" transform="translate({left:g} {_HEIGHT // 2})"/>')
        left += advance + _GAP
    return (
        f'<g transform="translate({x:g} {y:g}) scale({height / _HEIGHT:.3g})" fill="none"'
        f' stroke="{colour}" stroke-width="{weight:g}" {ROUND}>{"".join(paths)}</g>'
    )
