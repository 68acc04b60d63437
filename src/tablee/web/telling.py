"""A table in words: its log, a hint, and what a game is."""

from __future__ import annotations

from typing import Any

from tablee.core.game import Game
from tablee.core.rulebook import Told
from tablee.web import views
from tablee.web.errors import NotYourTurn
from tablee.web.house import House
from tablee.web.tables import Table

ADVISER = "expert"


def describe(game: Game, lang: str) -> dict[str, Any]:
    """Says what a game is, with its options and the clauses that explain them."""
    about, clause = game.rulebook.about, game.rulebook.clause
    return {
        "game": game.name,
        "title": about["title"][lang],
        "pitch": about["pitch"][lang],
        "credits": about["credits"][lang],
        "age": about["age"],
        "minutes": about["minutes"],
        "players": [game.players[0], game.players[-1]],
        "options": [
            {
                "name": option.name,
                "values": option.values,
                "players": option.players,
                "clause": option.clause,
                "sentence": clause(option.clause).text[lang],
            }
            for option in game.options
        ],
    }


def tell(table: Table, since: int, lang: str) -> list[dict[str, Any]]:
    """Tells what has happened from a ply on, by replaying the moves."""
    moves, names = list(table.moves), table.names
    state = table.game.deal(table.players, key=table.key, **table.options)
    told = [] if since else [_line(0, None, t) for t in state.tell_deal(lang, names)]
    for ply, move in enumerate(moves):
        if ply >= since:
            told += [_line(ply + 1, str(move), t) for t in state.tell(move, lang, names)]
        state = state.play(move)
    return told


def _line(ply: int, move: str | None, told: Told) -> dict[str, Any]:
    return {"ply": ply, "move": move, "sentence": told.sentence, "clause": told.clause}


async def hint(house: House, table: Table, seat: int, lang: str) -> dict[str, Any]:
    """Gets a move that a good player would play, and its sentence."""
    state, ply = table.dealt(), table.ply
    if state.seat != seat:
        raise NotYourTurn("a hint is for whose turn it is.")
    view = state.view(seat)
    move = await house.thinkers.choose(view, ADVISER)
    return {"ply": ply, **views.name_move(view, move, lang, table.names)}
