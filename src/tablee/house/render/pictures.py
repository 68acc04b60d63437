"""Pictures of the house's pages: boxes, emblems, codes to scan."""

from __future__ import annotations

from functools import cache, lru_cache

import segno
from markupsafe import Markup

from tablee.core.game import Game
from tablee.house.render import templating
from tablee.house.render.files import address
from tablee.look.boxes import Box, boxes
from tablee.table.drawing import Scene, use

SPINE = 18
"""How much of its spine a box shows, in the units of its cover."""


@cache
def box_picture(box: Box, lang: str, alone: bool = False) -> Markup:
    """Draw a box: its lid, and a little of its spine; alone, without the sprite of its game."""
    cover, (near, far) = box.cover(lang), box.spine
    width, height = cover.width, cover.height
    back = height - SPINE / 2 - 2
    spine = (
        f'<path d="M4 0L-{SPINE} -14V{back:g}L0 {height:g}z" fill="{near}"/>'
        f'<path d="M-{SPINE} -14V{back:g}l6 3V-10z" fill="{far}"/>'
    )
    sprite = f"{box.game.name}-box.svg" if alone else f"{box.game.name}.svg"
    lid = use(cover.id, width=width, height=height, sprite=address(sprite))
    return Markup(
        f'<svg class="n{round(width / 10)}" viewBox="-{SPINE} -14 {width + SPINE:g}'
        f' {height + 14:g}" aria-hidden="true">{spine}{lid}</svg>'
    )


@cache
def emblem(game: Game) -> Markup:
    """Draw the emblem of a game."""
    return templating.detail(game.name, boxes()[game.name].emblem)


@lru_cache(500)
def qr(address: str) -> Markup:
    """Draw an address as a code to scan."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(
        svgclass="qr", lineclass=None, omitsize=True, border=2, dark="#3a2a2a", light="#fff8e8"
    )
    return Markup(drawn)


def scene_picture(game: str, scene: Scene, lang: str) -> Markup:
    """Draw things put together, from the sprite of their game."""
    inner = scene.inner.replace('href="#', f'href="{address(f"{game}.svg")}#')
    label = Markup('role="img" aria-label="{}"').format(scene.title[lang])
    return Markup(f'<svg viewBox="0 0 {scene.width:g} {scene.height:g}" {label}>{inner}</svg>')
