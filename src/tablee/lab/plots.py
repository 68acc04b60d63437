"""The plots of a report: rows of dots with their intervals, and a histogram; SVG by hand.

Widths are percentages, so that a plot fits its page and letters keep their size. Each table that
is compared has a colour and a shape of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from tablee.lab.figures import Figure, Row

TALL = 20
"""The height of one dot's line."""
BINS = 40
MARKS = (
    '<circle class="mark" r="5"/>',
    '<rect class="mark" x="-4.5" y="-4.5" width="9" height="9"/>',
    '<path class="mark" d="M0-6.5 6.5 0 0 6.5-6.5 0z"/>',
    '<path class="mark" d="M0-6 6 5H-6z"/>',
    '<path class="mark" d="M0 6 6-5H-6z"/>',
)
Teller = Callable[[float], str]


def mark(series: int) -> str:
    """Return the sign of a table, for a legend."""
    inner = f'<g transform="translate(8 8)">{MARKS[series % len(MARKS)]}</g>'
    return f'<svg class="s{series % 5}" width="16" height="16" aria-hidden="true">{inner}</svg>'


def percents(value: float, lang: str = "en") -> str:
    """Return a share as people read it."""
    return f"{numbers(100 * value, lang, 1)}{'%' if lang == 'en' else ' %'}"


def numbers(value: float, lang: str = "en", digits: int = 2) -> str:
    """Return a number as people read it: with a true minus, and a comma where that is usual."""
    return f"{value:.{digits}f}".replace("-", "−").replace(".", "." if lang == "en" else ",")


def dots(rows: Sequence[Row], tell: Teller, fair: float | None = None) -> str:
    """Return a table whose rows plot figures with their intervals, and say them."""
    low, high = _range(rows, fair)
    lines = "".join(_line(row, tell, low, high, fair) for row in rows)
    ends = f'<div class="ends"><span>{tell(low)}</span><span>{tell(high)}</span></div>'
    foot = f'<tr><th></th><td class="plot">{ends}</td><td class="told"></td></tr>'
    return f"<table><tbody>{lines}{foot}</tbody></table>"


def _range(rows: Sequence[Row], fair: float | None) -> tuple[float, float]:
    known = [figure for row in rows for figure in row.figures if figure is not None]
    ends = [end for figure in known for end in (*figure.interval, figure.value)]
    ends = [end for end in ends if math.isfinite(end)] + ([] if fair is None else [fair])
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _line(row: Row, tell: Teller, low: float, high: float, fair: float | None) -> str:
    def at(value: float) -> str:
        return f"{2 + 96 * (min(max(value, low), high) - low) / (high - low):.2f}%"

    drawn, told = [], []
    if fair is not None:
        drawn.append(f'<line class="fair" x1="{at(fair)}" x2="{at(fair)}" y1="0" y2="100%"/>')
    known = [(series, figure) for series, figure in enumerate(row.figures) if figure is not None]
    for place, (series, figure) in enumerate(known):
        y = TALL * (place + 0.5)
        told.append(f"<div>{_told(figure, tell)}</div>")
        ends = " ".join(f'x{i}="{at(end)}"' for i, end in enumerate(figure.interval, 1))
        drawn.append(
            f'<g class="s{series % 5}"><line class="bar" {ends} y1="{y}" y2="{y}"/>'
            f'<svg x="{at(figure.value)}" y="{y}">{MARKS[series % len(MARKS)]}</svg></g>'
        )
    plot = f'<svg width="100%" height="{TALL * len(known)}" aria-hidden="true">'
    return (
        f'<tr><th scope="row">{escape(row.name)}</th><td class="plot">{plot}{"".join(drawn)}</svg>'
        f'</td><td class="told">{"".join(told)}</td></tr>'
    )


def _told(figure: Figure, tell: Teller) -> str:
    if not all(map(math.isfinite, figure.interval)):
        return tell(figure.value)
    low, high = (tell(end) for end in figure.interval)
    between = "–" if figure.interval[0] >= 0 else " … "
    return f"{tell(figure.value)} ({low.rstrip(' %')}{between}{high})"


def histogram(
    series: Sequence[Sequence[int]], axes: Sequence[tuple[float, Callable[..., str]]], title: str
) -> str:
    """Return how often each value comes, one outline for each table over the same axis.

    There may be several axes, each with its measure of a value, and how the last one is told.
    """
    low, high = min(map(min, series)), max(map(max, series))
    width = max(1, math.ceil((high - low + 1) / BINS))
    bins = (high - low) // width + 1
    counts = [[0] * bins for _ in series]
    for values, heights in zip(series, counts, strict=True):
        for value in values:
            heights[(value - low) // width] += 1
    most = max(max(h) / len(v) for h, v in zip(counts, series, strict=True))
    lines = [
        _outline([h / len(values) / most for h in heights])
        for heights, values in zip(counts, series, strict=True)
    ]
    shapes = "".join(f'<path class="hist s{n % 5}" d="{line}"/>' for n, line in enumerate(lines))
    ticks = [low + (high - low) * part // 4 for part in range(5)]
    below = "".join(
        _axis([round(measure * tick) for tick in ticks], tell) for measure, tell in axes
    )
    box = f'viewBox="0 0 {bins} 100" preserveAspectRatio="none"'
    head = f'<svg width="100%" height="180" {box} role="img" aria-label="{escape(title)}">'
    return f"{head}{shapes}</svg>{below}"


def _axis(ticks: Sequence[int], tell: Callable[..., str]) -> str:
    told = [*map(str, ticks[:-1]), tell(n=ticks[-1])]
    return f'<div class="axis">{"".join(f"<span>{one}</span>" for one in told)}</div>'


def _outline(heights: Sequence[float]) -> str:
    steps = "".join(f"V{100 - 98 * height:.2f}H{n + 1}" for n, height in enumerate(heights))
    return f"M0 100{steps}V100z"
