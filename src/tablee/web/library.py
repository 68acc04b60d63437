"""The rule books: every clause with an address, illustrated with the game's own drawings."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from tablee.core.drawing import Drawing, Scene
from tablee.core.rulebook import SOURCES
from tablee.games import find_game
from tablee.look.boxes import boxes
from tablee.web import stage
from tablee.web.files import address
from tablee.web.pages import Lang, go, packed, page
from tablee.web.shelf import box_picture, emblem

router = APIRouter(prefix="/rules", include_in_schema=False)


@cache
def illustration(game: str, drawn: Drawing | Scene, lang: str) -> Markup:
    """Draws a picture of a game with its title under it."""
    if isinstance(drawn, Drawing):
        picture = stage.drawn(f"{game}.svg", drawn, drawn.title[lang])
    else:
        picture = scene_picture(game, drawn, lang)
    kind = "scene" if isinstance(drawn, Scene) or drawn.role == "board" else "one"
    return Markup(
        '<figure class="{}">{}<figcaption aria-hidden="true">{}</figcaption></figure>'
    ).format(kind, picture, drawn.title[lang])


def scene_picture(game: str, scene: Scene, lang: str) -> Markup:
    """Draws things put together, from the sprite of their game."""
    inner = scene.inner.replace('href="#', f'href="{address(f"{game}.svg")}#')
    label = Markup('role="img" aria-label="{}"').format(scene.title[lang])
    return Markup(f'<svg viewBox="0 0 {scene.width:g} {scene.height:g}" {label}>{inner}</svg>')


@router.get("")
async def books() -> Response:
    """Leads to the shelf, where the books are."""
    return go("/")


@router.get("/{game}")
async def book(request: Request, game: str, lang: Lang, panel: str | None = None) -> HTMLResponse:
    """Shows the rule book of a game; with `panel` only what is inside, for a table's page."""
    chosen = find_game(game)
    box = boxes()[game]
    places = {
        "game": chosen,
        "book": chosen.rulebook,
        "title": chosen.rulebook.about["title"][lang],
        "game_title": stage.title_of(chosen, lang),
        "box": box_picture(box),
        "emblem": emblem(chosen),
        "pictures": {
            section: [illustration(game, drawn, lang) for drawn in found]
            for section, found in box.pictures.items()
        },
        "options": {option.clause: option for option in chosen.options},
        "option_titles": {name: told["title"][lang] for name, told in box.options.items()},
        "sources": SOURCES,
    }
    if panel is None:
        return page(request, "rules.html", lang, **places)
    inner = stage.environment().get_template("_rules.html")
    return packed(request, inner.render(ui=stage.speak(lang), lang=lang, **places))
