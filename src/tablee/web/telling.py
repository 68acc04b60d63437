"""A table in words: its log, a hint, and what a game is."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from tablee.core.game import Game
from tablee.core.position import View
from tablee.core.rulebook import Told
from tablee.web import templating, views
from tablee.web.bot_workers import Advice
from tablee.web.errors import NotYourTurn
from tablee.web.house import House
from tablee.web.tables import Table

_DETAILS = re.compile(r"\s*[:;]")


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
    """Tells what has happened from a ply on, for programs."""
    return [
        {"ply": ply, "move": move, "sentence": told.sentence, "clause": told.clause}
        for ply, move, told in told_since(table, since, lang)
    ]


def told_since(table: Table, since: int, lang: str) -> list[tuple[int, str | None, Told]]:
    """Tells what has happened from a ply on, by replaying the moves, as a log does."""
    moves, names = list(table.moves), table.names
    state = table.game.deal(table.players, key=table.key, **table.options)
    lines: list[tuple[int, str | None, Told]] = []
    if not since:
        lines += [(0, None, told) for told in state.tell_deal(lang, names)]
    for ply, move in enumerate(moves):
        if ply >= since:
            frames = state.frames(move, lang, names)
            lines += [(ply + 1, str(move), told) for frame in frames for told in frame.told]
        state = state.play(move)
    return lines


async def hint(house: House, table: Table, seat: int, lang: str) -> dict[str, Any]:
    """Gets the move that an expert would play: its sentence, its reason, its chance to win."""
    state, ply = table.dealt(), table.ply
    if state.seat != seat:
        raise NotYourTurn("a hint is for whose turn it is.")
    view = state.view(seat)
    move, chance, reason = await _advice(house, table, view, lang)
    named = views.name_move(view, move, lang, table.names)
    said = say_hint(view, move, lang, table.names)
    hope = templating.speak(lang)("hint_chance", chance=round(100 * chance))
    return {
        "ply": ply,
        **named,
        "hint": said,
        "reason": reason,
        "chance": round(chance, 3),
        "hope": hope,
    }


def say_hint(view: View, move: str, lang: str, names: Sequence[str]) -> str:
    """Says to somebody which thing to move, and where to if it can go to several places."""
    ui, board = templating.speak(lang), view.game.board(view, lang, names)
    gesture = next(one for one in board.gestures if one.move == move)
    what = _short(board.things[gesture.thing].name, lang)
    if len(board.goes[gesture.thing]) > 1:
        what = ui("hint_to", thing=what, place=_short(board.places[gesture.place].name, lang))
    return ui("hint_says", what=what)


def _short(name: str, lang: str) -> str:
    """Gets what something is, without what else there is to say of it after a colon."""
    short = _DETAILS.split(name)[0]
    return short if lang == "de" else short[:1].lower() + short[1:]


async def _advice(house: House, table: Table, view: View, lang: str) -> Advice:
    """Thinks once about each ply, however often it is asked."""
    asked = (table.ply, lang)
    if table.advice is None or table.advice[0] != asked or table.advice[1].cancelled():
        thinking = asyncio.ensure_future(house.bot_workers.hints(view, lang))
        table.advice = (asked, thinking)
    return (await asyncio.shield(table.advice[1]))[0]
