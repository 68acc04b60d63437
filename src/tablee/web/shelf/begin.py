"""Beginning to play at once: at the table that is laid, or with a new deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import IllegalMove
from tablee.core.game import Game
from tablee.games import find_game
from tablee.house.open_house.house import House
from tablee.house.seating import seating
from tablee.table.posed.laid import OWN_SEAT, LaidTable, find_laid
from tablee.web.frame.forms import options_of
from tablee.web.http.context import form_of, house_of, lang_of, post, visitor_of, welcome
from tablee.web.http.requests import whole_number
from tablee.web.http.responses import go, usual_name

USUAL_PLAYERS = 4


async def play_now(request: Request) -> Response:
    """Open a table with bots and lead there; at one that was laid the first move is played.

    A page with a script plays it itself, as any other move.
    """
    house, visitor, form = house_of(request), visitor_of(request), form_of(request)
    game, lang = find_game(request.path_params["game"]), lang_of(request)
    laid, move = find_laid(game, form.get("laid", "")), form.get("move", "")
    if laid is not None and move:
        check_first(laid, move, lang)
    known, _ = welcome(request, visitor)
    table = await seating.play_now(
        house,
        known,
        form.get("name") or usual_name(request, lang),
        form.get("level") or seating.STAND_IN,
        _facts(house, known, game, laid if move else None, form),
        form.get("luck", ""),
        form.get("offer", ""),
    )
    if table.setup.position and form.get("plays") != "page":
        await table.play(OWN_SEAT, move, 0, lang)
    return go(f"/t/{table.id}")


def check_first(laid: LaidTable, move: str, lang: str) -> None:
    """Refuse a first move that is not allowed before a table is made for it."""
    refusal = laid.view.why_not(move, lang)
    if refusal is not None:
        raise IllegalMove(move, refusal, laid.position)


def _facts(
    house: House, visitor: str, game: Game, laid: LaidTable | None, form: Mapping[str, str]
) -> dict[str, Any]:
    """Return what is to be played: a table that was laid, or a new deal for so many."""
    if laid is not None:
        how = (laid.view.players, laid.view.options, "link")
        return house.tables.facts(visitor, game.name, *how, position=laid.position)
    asked = whole_number(form["players"], "players") if form.get("players") else USUAL_PLAYERS
    players = asked if asked in game.players else game.players[-1]
    return house.tables.facts(visitor, game.name, players, options_of(game, form), "link")


ROUTES = [post("/play/{game}", play_now)]
