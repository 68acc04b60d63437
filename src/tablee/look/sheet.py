"""The contact sheet: what to look at when changing a drawing.

Every drawing in several sizes, by day and by night, as people see it who do not tell all colours
apart, and the scenes of every game: as one page (`/atelier`) and as SVG files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

from tablee.look.avatars import avatar
from tablee.look.gallery import SHARED, gallery, house, shared
from tablee.look.tokens import LIGHTS, night_style, stylesheet, tokens
from tablee.table.drawing import Art, Drawing, Scene, Sprite, svg, use

SIZES = (120, 64, 32)
SIGHTS = {  # what is left of red, green and blue (Machado, Oliveira and Fernandes, 2009)
    "protanopia": (
        *(0.152286, 1.052583, -0.204868),
        *(0.114503, 0.786281, 0.099216),
        *(-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        *(0.367322, 0.860646, -0.227968),
        *(0.280085, 0.672501, 0.047413),
        *(-0.01182, 0.04294, 0.968881),
    ),
    "tritanopia": (
        *(1.255528, -0.076749, -0.178779),
        *(-0.078411, 0.930809, 0.147602),
        *(0.004733, 0.691367, 0.3039),
    ),
    "achromatopsia": (0.2126, 0.7152, 0.0722) * 3,
}
STATES = ("may", "not-now", "held", "may held", "mine")
PEOPLE = ("Alix", "Basile", "Chloé", "Dédé", "Mamie", "Zoë", "Karim", "Aiko", "Ines", "Otto")
BOTS = ("Bip", "Zut", "Rouage", "Boulon", "Pixel", "Turbo")
_WIDTH, _GAP = 1280, 10
_TALL = ("board", "title", "box")
_STYLE = """
body{margin:0;font:400 var(--type-2)/1.4 var(--face);color:var(--ink);background:var(--wall)}
svg{display:block;overflow:visible}.sprite{position:absolute;width:0;height:0;overflow:hidden}
h1,h2,h3{margin:0;font-size:var(--type-4)}h3{font-size:var(--type-2);color:var(--ink-2);width:100%}
header,section{padding:var(--space-4) var(--space-5);background:var(--wall);color:var(--ink)}
section{display:flex;flex-wrap:wrap;gap:var(--space-4);align-items:flex-end}
figure{margin:0;display:grid;grid-template-columns:repeat(3,auto);gap:var(--space-1);
align-items:end;justify-content:start}
figure svg,section>svg{filter:drop-shadow(0 2px 3px var(--shade))}
section>svg,figure svg{max-width:100%;height:auto}
figcaption{grid-column:1/-1;font-size:var(--type-1);color:var(--ink-2)}
.title{--tf:#fff3d6;--th:var(--accent)}
"""


@dataclass(frozen=True)
class ContactSheet:
    """A picture of many drawings."""

    name: str
    text: str
    width: int
    height: int


# One page for everything


def page(lang: str = "fr", seed: int = 0) -> str:
    """Write the whole contact sheet as one HTML page that needs no other file."""
    sprites = [*(art.sprite for art in gallery().values()), *(shared(name) for name in SHARED)]
    texts = [*map(str, sprites), svg(filters())]
    hidden = "".join(f'<div class="sprite" aria-hidden="true">{text}</div>' for text in texts)
    title = _drawn("t-tablee", 334, 119, 54, "Tablée", css="title")
    games = "".join(_game(art, lang, Random(seed)) for art in gallery().values())
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>Tablée · atelier</title>\n<style>\n{stylesheet()}{_STYLE}</style>\n"
        f"<body>\n{hidden}\n<header>{title}</header>\n"
        f"{_house(lang)}\n{games}\n</body>\n</html>\n"
    )


def _drawn(
    name: str, width: float, height: float, tall: float, title: str = "", css: str = ""
) -> str:
    told = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    classes = f' class="{css}"' if css else ""
    return (
        f'<svg{classes} width="{tall * width / height:.4g}" height="{tall:g}"'
        f' viewBox="0 0 {width:g} {height:g}" {told}>{use(name, 0, 0, width, height)}</svg>'
    )


def _figure(drawing: Drawing, lang: str, sizes: Sequence[int]) -> str:
    drawn = "".join(
        _drawn(drawing.id, drawing.width, drawing.height, size, drawing.title[lang])
        for size in sizes
    )
    caption = f"<figcaption>{escape(drawing.title[lang])}</figcaption>"
    return f"<figure>{drawn}{caption if len(sizes) > 1 else ''}</figure>"


def _scene(scene: Scene, lang: str, tall: float) -> str:
    return (
        f'<svg height="{tall:g}" width="{tall * scene.width / scene.height:.4g}" role="img"'
        f' viewBox="0 0 {scene.width:g} {scene.height:g}"'
        f' aria-label="{escape(scene.title[lang])}">{scene.inner}</svg>'
    )


def _game(art: Art, lang: str, random: Random) -> str:
    sections = []
    for light in LIGHTS:
        figures = "".join(_figure(drawing, lang, sizes_of(drawing)) for drawing in art.drawings)
        scenes = "".join(_scene(scene, lang, 420) for scene in art.scenes(random))
        sections.append(
            f'<section data-light="{light}"><h3>{art.game}, {light}</h3>{figures}{scenes}'
            f"{_states(art, lang)}</section>"
        )
    for sight in SIGHTS:
        figures = "".join(_figure(drawing, lang, (84,)) for drawing in small_of(art))
        sections.append(
            f'<section><h3>{art.game}, {sight}</h3><div style="display:contents">'
            f'<section style="filter:url(#{sight});padding:0">{figures}</section></div></section>'
        )
    return "\n".join(sections)


def _states(art: Art, lang: str) -> str:
    """Write a card in every state, and what is shown beside it."""
    card = art.of_role("card")[0]
    drawn = _drawn(card.id, card.width, card.height, 120, card.title[lang])
    things = "".join(
        f'<figure><span class="thing {state}" style="--seat:var(--seat-1)">{drawn}</span>'
        f"<figcaption>{state}</figcaption></figure>"
        for state in STATES
    )
    width = 120 * card.width / card.height
    return (
        f'{things}<span class="here" style="width:{width:.4g}px;height:120px">A1</span>'
        '<span class="ribbon"><b>A.</b> B…</span><span class="bubble">C? <a>F4</a></span>'
        '<span class="seat">A</span>'
    )


def sizes_of(drawing: Drawing) -> tuple[int, ...]:
    """Return how tall a drawing is shown."""
    if drawing.role == "title":
        return (48,)
    return (240,) if drawing.role in _TALL else SIZES


def small_of(art: Art) -> list[Drawing]:
    """Return the drawings that lie on a table."""
    return [drawing for drawing in art.drawings if drawing.role not in _TALL]


def _house(lang: str) -> str:
    """Write what belongs to no game: empty states, icons and avatars."""
    icons = "".join(_drawn(name, 24, 24, 28) for name in shared("icons").parts)
    sections = []
    things = "".join(_figure(drawing, lang, sizes_of(drawing)) for drawing in house())
    for light in LIGHTS:
        faces = "".join(_face(name, False) for name in PEOPLE) + "".join(
            _face(name, True) for name in BOTS
        )
        sections.append(
            f'<section data-light="{light}"><h3>{light}</h3>{things}{icons}{faces}</section>'
        )
    return "\n".join(sections)


def _face(name: str, bot: bool) -> str:
    drawn = "".join(
        f'<svg width="{size}" height="{size}" viewBox="0 0 100 100" role="img"'
        f' aria-label="{escape(name)}">{avatar(name, bot)}</svg>'
        for size in (72, 32)
    )
    return f"<figure>{drawn}<figcaption>{escape(name)}</figcaption></figure>"


def filters() -> str:
    """Write what makes a browser see colours as some people do."""
    return "<defs>" + "".join(_filter(name) for name in SIGHTS) + "</defs>"


def _filter(sight: str) -> str:
    numbers = SIGHTS[sight]
    rows = (" ".join(f"{n:g}" for n in numbers[row : row + 3]) + " 0 0" for row in (0, 3, 6))
    values = " ".join((*rows, "0 0 0 1 0"))
    return f'<filter id="{sight}"><feColorMatrix values="{values}"/></filter>'


# SVG files


def sheets(art: Art, seed: int = 0) -> Iterator[ContactSheet]:
    """Lay out a game's drawings: by day, by night, for every sight, and its scenes."""
    small = [
        (use(drawing.id, 0, 0, size * drawing.width / drawing.height, size), drawing, size)
        for drawing in small_of(art)
        for size in SIZES
    ]
    cells = [(inner, size * d.width / d.height, float(size)) for inner, d, size in small]
    large = [c for c, (_, _, size) in zip(cells, small, strict=True) if size == SIZES[0]]
    for light in LIGHTS:
        yield _sheet(art.sprite, f"cards-{light}", cells, light)
        scenes = [_fit(scene) for scene in art.scenes(Random(seed))]
        if scenes:
            yield _sheet(art.sprite, f"scenes-{light}", scenes, light)
    for sight in SIGHTS:
        yield _sheet(art.sprite, f"cards-{sight}", large, "day", sight)


def _fit(scene: Scene, tall: float = 460) -> tuple[str, float, float]:
    scale = tall / scene.height
    return f'<g transform="scale({scale:.4g})">{scene.inner}</g>', scene.width * scale, tall


def _sheet(
    sprite: Sprite,
    name: str,
    cells: Sequence[tuple[str, float, float]],
    light: str,
    sight: str = "",
) -> ContactSheet:
    placed, height = _flow(cells)
    style = night_style() if light == "night" else ""
    ground = f'<rect width="{_WIDTH}" height="{height}" fill="{tokens(light)["wall"]}"/>'
    inner = f"{ground}{placed}"
    if sight:
        inner = f'<defs>{_filter(sight)}</defs><g filter="url(#{sight})">{inner}</g>'
    needed = "\n".join(sprite.parts[part] for part in sprite.needs(placed))
    body = f'<defs>\n{needed}\n</defs>\n<g style="{style}">{inner}</g>'
    return ContactSheet(name, svg(body, f"0 0 {_WIDTH} {height}", name), _WIDTH, height)


def _flow(cells: Sequence[tuple[str, float, float]]) -> tuple[str, int]:
    """Lay cells in rows, on their lower edges; return the text and the height."""
    rows: list[list[tuple[float, str, float]]] = [[]]
    x, y = float(_GAP), float(_GAP)
    for inner, width, height in cells:
        if rows[-1] and x + width + _GAP > _WIDTH:
            rows.append([])
            x = _GAP
        rows[-1].append((x, inner, height))
        x += width + _GAP
    placed = []
    for row in rows:
        tall = max(height for _, _, height in row)
        for left, inner, height in row:
            where = f"translate({left:.5g} {y + tall - height:.5g})"
            placed.append(f'<g transform="{where}">{inner}</g>')
        y += tall + _GAP
    return "".join(placed), round(y)
