"""The atelier: what one looks at when changing a drawing or a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from tablee.bots.levels import find_bot
from tablee.core.position import State
from tablee.games import find_game
from tablee.web import stage
from tablee.web.pages import Lang, page, render
from tablee.web.seating import BOT_NAMES

router = APIRouter(prefix="/atelier", include_in_schema=False)
Number = Annotated[int, Query(ge=0, le=100_000)]


@router.get("/{game}/table")
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
    by: str = "random",
    back: Number = 0,
) -> HTMLResponse:
    """Shows a table after so many moves of a bot, as a seat sees it; -1 for a spectator.

    Options of the game are read from the address; `back` shows an earlier moment of the last move.
    """
    options = options_of(request, game)
    state = await render(pose, game, players, seed, plies, by, back, options)
    people = [stage.Person(n, BOT_NAMES[n], bot=n % 2 == 1, mine=n == seat) for n in range(players)]
    scene = stage.Scene(people, lang, hold, ask)
    regions = await render(stage.show, state.view(None if seat < 0 else seat), scene)
    return page(
        request,
        "table.html",
        lang,
        game=state.game,
        title=state.game.rulebook.about["title"][lang],
        game_title=stage.title_of(state.game, lang),
        regions=regions,
        shell=stage.Regions("", {**regions.parts, "answers": ""}),
        action=str(request.url),
        table_id="",
    )


def options_of(request: Request, name: str) -> dict[str, str]:
    """Gets those options of a game that an address names: `match=three`."""
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
    for _ in range(plies):
        state = frames[-1]
        if state.seat is None:
            break
        frames = [frame.state for frame in state.frames(bot.choose(state.view(state.seat)))]
    return frames[-1 - min(back, len(frames) - 1)]
