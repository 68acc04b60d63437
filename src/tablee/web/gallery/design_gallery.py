"""The design gallery: every drawing and table of a game, for those who change them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from tablee.bots.levels import find_bot
from tablee.core.state.position import State
from tablee.games import find_game
from tablee.house.errors import Unreadable
from tablee.house.render import templating
from tablee.house.render.files import address
from tablee.house.render.pictures import box_picture, emblem, scene_picture
from tablee.house.render.render_table import show
from tablee.look.boxes import boxes
from tablee.look.gallery import gallery, house, shared
from tablee.look.sheet import BOTS, PEOPLE, SIGHTS, STATES, filters, sizes_of, small_of
from tablee.look.tokens import LIGHTS
from tablee.table.drawing import Art, Drawing, use
from tablee.table.people import BOT_NAMES, Person
from tablee.table.rendered import Showing
from tablee.web.http.context import house_of, lang_of, number_in, take_costly, text_in
from tablee.web.http.responses import page

MOST = 100_000
"""The highest number that an address may give: a seed, for example."""
PLIES = (0, 12, 40)
LEVELS = ("random", "novice", "regular")
MOST_PLIES = 300
"""After which nothing more is played: a whole match of Fourmis or Kraut & Rüben."""
MIDDLE = 84
"""How tall a drawing is shown to eyes that do not tell all colours apart."""


def picture(sprite: str, drawing: Drawing, tall: float, lang: str) -> Markup:
    """Draw something so many pixels tall."""
    width = tall * drawing.width / drawing.height
    inner = use(drawing.id, 0, 0, drawing.width, drawing.height, address(sprite))
    label = Markup('role="img" aria-label="{}"').format(drawing.title[lang])
    return Markup(
        f'<svg width="{width:.4g}" height="{tall:g}"'
        f' viewBox="0 0 {drawing.width:g} {drawing.height:g}" {label}>{inner}</svg>'
    )


async def sheet(request: Request) -> HTMLResponse:
    """Show what belongs to no game, and lead to the games' sheets."""
    lang = lang_of(request)
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


async def game_sheet(request: Request) -> HTMLResponse:
    """Show every drawing of a game: in its sizes, by day and night, to every eye, in states."""
    lang, seed = lang_of(request), number_in(request, "seed", 0, MOST, usual=0)
    game = request.path_params["game"]
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


async def posed(request: Request) -> HTMLResponse:
    """Show a table after so many moves at first sight, as a seat sees it; -1 for a spectator.

    Options of the game are read from the address; `back` shows an earlier moment of the last move.
    """
    take_costly(request)
    house, lang, game = house_of(request), lang_of(request), request.path_params["game"]
    players = number_in(request, "players", 0, MOST, usual=4)
    seed = number_in(request, "seed", 0, MOST, usual=1)
    plies, back = (number_in(request, name, 0, MOST, usual=0) for name in ("plies", "back"))
    seat, by = number_in(request, "seat", -1, 7, usual=0), text_in(request, "by", usual=LEVELS[0])
    if by not in LEVELS:
        raise Unreadable(f"by: write {', '.join(LEVELS)}.")
    house.readiness.check(find_game(game).name)
    options, work = options_of(request, game), house.thinking.offload
    state = await work(pose, game, players, seed, plies, by, back, options)
    people = [
        Person(n, BOT_NAMES[n], n % 2 == 1, "regular" if n % 2 else "") for n in range(players)
    ]
    showing = Showing(people, lang, text_in(request, "hold"), text_in(request, "ask"))
    shown = await work(show, state.view(None if seat < 0 else seat), showing)
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
    """Let a bot play moves from a deal; it stops where the match is over."""
    game = find_game(name)
    frames = [game.deal(players, seed, **(options or {}))]
    bot = find_bot(by, game, seed)
    for _ in range(min(plies, MOST_PLIES)):
        state = frames[-1]
        if state.seat is None:
            break
        frames = [frame.state for frame in state.frames(bot.choose(state.view(state.seat)))]
    return frames[-1 - min(back, len(frames) - 1)]


ROUTES = [
    Route("/atelier", sheet),
    Route("/atelier/{game}", game_sheet),
    Route("/atelier/{game}/table", posed),
]
