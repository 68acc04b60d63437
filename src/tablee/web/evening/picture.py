"""The picture of an evening: the standings as a drawing, to keep or to send."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.games import find_game
from tablee.house.render import templating
from tablee.web.evening.pages import evening_of
from tablee.web.evening.shown import Standing, standing_lines
from tablee.web.http.context import lang_of

WIDTH, LINE, TOP, FOOT = 900, 54, 150, 60
MOST = 30
"""Lines of a picture; who comes after them stands on the sheet."""
COLOURS = ("#e9694f", "#f0b93a", "#5f9e4c", "#3d7fc0", "#7d4a8c", "#c58a5b")
FACE = "'Avenir Next', Avenir, Seravek, 'Segoe UI', Ubuntu, Cantarell, 'Noto Sans', sans-serif"


async def picture(request: Request) -> Response:
    """Draw the standings of an evening."""
    _, found = await evening_of(request)
    ui, lines = templating.speak(lang_of(request)), standing_lines(found)[:MOST]
    title = ui("evening_at", game=_title(found.wish.game, lang_of(request)))
    body = draw(title, ui("motto"), lines)
    return Response(body, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _title(game: str, lang: str) -> str:
    title: str = find_game(game).rulebook.about["title"][lang]
    return title


def draw(title: str, motto: str, lines: list[Standing]) -> str:
    """Write a drawing of the standings that needs no other file."""
    height = TOP + LINE * len(lines) + FOOT
    rows = "".join(_row(n, line) for n, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" font-family="{FACE}" fill="#3a2a2a" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{WIDTH}" height="{height}" fill="#d09a60"/>'
        f'<rect x="24" y="24" width="{WIDTH - 48}" height="{height - 48}" rx="14" fill="#fffdf6"'
        ' stroke="#8a5a2c" stroke-width="3"/>'
        f'<text x="60" y="88" font-size="44" font-weight="800">{escape(title)}</text>'
        f'<text x="60" y="122" font-size="20" fill="#664f40">Tablée · {escape(motto)}</text>'
        f"{rows}</svg>\n"
    )


def _row(n: int, line: Standing) -> str:
    y = TOP + LINE * n
    shade = f'<rect x="40" y="{y}" width="{WIDTH - 80}" height="{LINE - 4}" rx="8" fill="#fff0c4"/>'
    x, bars = 430, []
    for at, bar in enumerate(line.bars):
        width = 7 * bar
        colour = COLOURS[at % len(COLOURS)]
        bars.append(
            f'<rect x="{x}" y="{y + 16}" width="{width}" height="18" rx="5" fill="{colour}"/>'
        )
        x += width + 4 * bool(width)
    place = f"{line.place}" if line.shown else ""
    return (
        f"{shade if line.place == 1 else ''}"
        f'<text x="86" y="{y + 34}" font-size="24" font-weight="800" text-anchor="end"'
        f' fill="#8a5a2c">{place}</text>'
        f'<text x="110" y="{y + 34}" font-size="26" font-weight="700">{escape(line.name)}</text>'
        f"{''.join(bars)}"
        f'<text x="{WIDTH - 60}" y="{y + 35}" font-size="30" font-weight="800" text-anchor="end">'
        f"{escape(line.total)}</text>"
    )


ROUTES = [Route("/evening/{evening}/picture.svg", picture)]
