"""The atelier: what one looks at when changing a drawing or a table."""

from __future__ import annotations

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
) -> HTMLResponse:
    """Shows a table after so many moves of a bot, as a seat sees it; -1 for a spectator."""
    state = await render(pose, game, players, seed, plies, by)
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


def pose(name: str, players: int, seed: int, plies: int, by: str = "random") -> State:
    """Lets a bot play moves from a deal; it stops where the match is over."""
    state = find_game(name).deal(players, seed)
    bot = find_bot(by, state.game, seed)
    for _ in range(plies):
        if state.seat is None:
            break
        state = state.play(bot.choose(state.view(state.seat)))
    return state
