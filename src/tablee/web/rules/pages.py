"""The rule books: every clause with an address, illustrated with the game's own drawings."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.rules.rulebook import SOURCES
from tablee.games import find_game
from tablee.house.render import templating
from tablee.house.render.pictures import box_picture, emblem, scene_picture
from tablee.look.boxes import boxes
from tablee.table.drawing import Drawing, Scene
from tablee.table.posed.lesson import lesson_of
from tablee.web.frame.teaching import examples, thoughts
from tablee.web.http.context import lang_of, number_in
from tablee.web.http.responses import go, page

TALL = 200
"""Above this height, in the units of its drawing, a picture is shown large."""


@cache
def illustrations(game: str, lang: str) -> dict[str, list[Markup]]:
    """Draw what illustrates each section of a game's rule book."""
    found = boxes()[game].pictures
    return {
        section: [illustration(game, one, lang) for one in drawn]
        for section, drawn in found.items()
    }


def illustration(game: str, drawn: Drawing | Scene, lang: str) -> Markup:
    """Draw a picture of a game with its title under it."""
    if isinstance(drawn, Drawing):
        picture = templating.drawn(f"{game}.svg", drawn, drawn.title[lang])
    else:
        picture = scene_picture(game, drawn, lang)
    kind = "tall" if drawn.height > TALL else "one"
    caption = Markup('<figcaption aria-hidden="true">{}</figcaption>').format(drawn.title[lang])
    return Markup('<figure class="{}">{}{}</figure>').format(kind, picture, caption)


async def books(request: Request) -> Response:
    """Lead to the shelf, where the books are."""
    return go("/")


async def book(request: Request) -> HTMLResponse:
    """Show the rule book of a game; with `panel` only what is inside, for a table's page.

    With the options and the variant of a table it says the numbers that are played there.
    """
    lang, players = lang_of(request), number_in(request, "players", usual=None)
    chosen = find_game(request.path_params["game"])
    box = boxes()[chosen.name]
    known = {"variant", *(option.name for option in chosen.options)}
    given = {name: value for name, value in request.query_params.items() if name in known}
    record = chosen.blank(players, **given)[0]
    numbers = chosen.numbers_of(record)
    places = {
        "game": chosen,
        "book": chosen.rulebook.with_numbers(numbers),
        "differences": chosen.differences(record, lang),
        "title": chosen.rulebook.about["title"][lang],
        "game_title": templating.title_of(chosen, lang),
        "box": box_picture(box, lang),
        "emblem": emblem(chosen),
        "pictures": illustrations(chosen.name, lang),
        "options": {option.clause: option for option in chosen.options},
        "option_titles": {name: told["title"][lang] for name, told in box.options.items()},
        "sources": SOURCES,
        "minute": thoughts(chosen, lang, numbers),
        "examples": examples(chosen, lang),
        "learn": bool(lesson_of(chosen).steps),
    }
    panel = "panel" in request.query_params
    return page(request, "rules-panel.html" if panel else "rules.html", lang, **places)


ROUTES = [Route("/rules", books), Route("/rules/{game}", book)]
