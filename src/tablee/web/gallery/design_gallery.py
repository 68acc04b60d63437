"""The atelier: what one looks at when changing a drawing or a table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from tablee.bots.levels import find_bot
from tablee.core.state.position import State
from tablee.games import find_game
from tablee.house.render import templating
from tablee.house.render.files import address
from tablee.house.render.pictures import box_picture, emblem
from tablee.house.render.render_table import show
from tablee.look.boxes import boxes
from tablee.look.gallery import gallery, house, shared
from tablee.look.sheet import BOTS, PEOPLE, SIGHTS, STATES, filters, sizes_of, small_of
from tablee.look.tokens import LIGHTS
from tablee.table.drawing import Art, Drawing, use
from tablee.table.people import BOT_NAMES, Person
from tablee.table.rendered import Showing
from tablee.web.http.dependencies import Costly, Lang, house_of
from tablee.web.http.responses import page
from tablee.web.rules.pages import scene_picture

router = APIRouter(prefix="/atelier", include_in_schema=False)
Number = Annotated[int, Query(ge=0, le=100_000)]
PLIES = (0, 12, 40)
MOST_PLIES = 300
"""After which nothing more is played: a whole match of Fourmis or Kraut & Rüben."""
MIDDLE = 84
"""How tall a drawing is shown to eyes that do not tell all colours apart."""


def picture(sprite: str, drawing: Drawing, tall: float, lang: str) -> Markup:
    """Draws something so many pixels tall."""
    width = tall * drawing.width / drawing.height
    inner = use(drawing.id, 0, 0, drawing.width, drawing.height, address(sprite))
    label = Markup('role="img" aria-label="{}"').format(drawing.title[lang])
    return Markup(
        f'<svg width="{width:.4g}" height="{tall:g}"'
        f' viewBox="0 0 {drawing.width:g} {drawing.height:g}" {label}>{inner}</svg>'
    )


@router.get("")
async def sheet(request: Request, lang: Lang) -> HTMLResponse:
    """Show what belongs to no game, and leads to the games' sheets."""
    return page(
        request,
        "atelier.html",
        lang,
        boxes=list(boxes().values()),
        box_picture=box_picture,
        emblem=emblem,
        lights=LIGHTS,
        things=[
            (drawing, templating.house_picture(drawing.id, drawing.title[lang]))
            for drawing in house()
        ],
        icons=[name.removeprefix("i-") for name in shared("icons").parts],
        faces=[*((name, False) for name in PEOPLE), *((name, True) for name in BOTS)],
    )


@router.get("/{game}")
async def game_sheet(request: Request, game: str, lang: Lang, seed: Number = 0) -> HTMLResponse:
    """Show every drawing of a game: in its sizes, by day and night, to every eye, in states."""
    chosen = find_game(game)
    art, sprite = gallery()[game], f"{game}.svg"
    scenes = [(scene, scene_picture(game, scene, lang)) for scene in art.scenes(Random(seed))]
    return page(
        request,
        "atelier-game.html",
        lang,
        game=chosen,
        title=chosen.rulebook.about["title"][lang],
        game_title=templating.title_of(chosen, lang),
        lights=LIGHTS,
        drawings=[
            (d.title[lang], d.id, [picture(sprite, d, size, lang) for size in sizes_of(d)])
            for d in art.drawings
        ],
        small=[picture(sprite, drawing, MIDDLE, lang) for drawing in small_of(art)],
        sights=SIGHTS,
        filters=Markup(filters()),
        scenes=scenes,
        states=STATES,
        card=_card(art, sprite, lang),
        seed=seed,
        plies=PLIES,
    )


def _card(art: Art, sprite: str, lang: str) -> Markup:
    return picture(sprite, art.of_role("card")[0], 120, lang)


@router.get("/{game}/table", dependencies=[Costly])
async def posed(
    request: Request,
    game: str,
    lang: Lang,
    players: Number = 4,
    seed: Number = 1,
    plies: Number = 0,
    seat: Annotated[int, Query(ge=-1, le=7)] = 0,
    hold: str = "",
    ask: str = "",
    by: Annotated[str, Query(pattern="^(random|novice|regular)$")] = "random",
    back: Number = 0,
) -> HTMLResponse:
    """Show a table after so many moves at first sight, as a seat sees it; -1 for a spectator.

    Options of the game are read from the address; `back` shows an earlier moment of the last move.
    """
    house_of(request).readiness.check(find_game(game).name)
    options = options_of(request, game)
    state = await asyncio.to_thread(pose, game, players, seed, plies, by, back, options)
    people = [Person(n, BOT_NAMES[n], bot=n % 2 == 1) for n in range(players)]
    showing = Showing(people, lang, hold, ask)
    shown = await asyncio.to_thread(show, state.view(None if seat < 0 else seat), showing)
    return page(
        request,
        "table.html",
        lang,
        game=state.game,
        title=state.game.rulebook.about["title"][lang],
        game_title=templating.title_of(state.game, lang),
        shown=shown,
        action=str(request.url),
        table_id="",
    )


def options_of(request: Request, name: str) -> dict[str, str]:
    """Return those options of a game that an address names: `match=three`."""
    asked = request.query_params
    return {o.name: asked[o.name] for o in find_game(name).options if o.name in asked}


def pose(
    name: str,
    players: int,
    seed: int,
    plies: int,
    by: str = "random",
    back: int = 0,
    options: Mapping[str, str] | None = None,
) -> State:
    """Lets a bot play moves from a deal; it stops where the match is over."""
    game = find_game(name)
    frames = [game.deal(players, seed, **(options or {}))]
    bot = find_bot(by, game, seed)
    for _ in range(min(plies, MOST_PLIES)):
        state = frames[-1]
        if state.seat is None:
            break
        frames = [frame.state for frame in state.frames(bot.choose(state.view(state.seat)))]
    return frames[-1 - min(back, len(frames) - 1)]
