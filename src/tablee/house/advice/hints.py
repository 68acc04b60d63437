"""Hints: the move that an expert would play, its reason, and its chance to win."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tablee.bots.hints import say
from tablee.core.rules.rulebook import LANGUAGES
from tablee.core.state.position import View
from tablee.house.daily.day import refuse_help
from tablee.house.errors import NotYourTurn, TooMuch
from tablee.house.live import views
from tablee.house.live.sentences import name_what
from tablee.house.ports.work import Advice
from tablee.house.render import templating
from tablee.house.tables.table import Table
from tablee.house.thinking.work_queue import Kind

if TYPE_CHECKING:
    from tablee.house.open_house.house import House


async def hint(house: House, table: Table, seat: int, lang: str) -> dict[str, Any]:
    """Return the move that an expert would play: its sentence, its reason, its chance to win."""
    state, ply = table.dealt(), table.ply
    if state.seat != seat:
        raise NotYourTurn("a hint is for whose turn it is.")
    refuse_help(table)
    view = state.view(seat)
    move, exact, reason = await _advice(house, table, view, lang)
    plan = await house.thinking.offload(table.game.words.plan, view.record, lang)
    chance = round(exact, 3)
    named = views.name_move(view, move, lang, table.seats.names)
    said = say_hint(view, move, lang, table.seats.names)
    hope = templating.speak(lang)("hint_chance", chance=round(100 * chance))
    return {
        "ply": ply,
        **named,
        "hint": said,
        "reason": f"{reason} {plan}".strip(),
        "chance": chance,
        "hope": hope,
    }


def say_hint(view: View, move: str, lang: str, names: Sequence[str]) -> str:
    """Tell a player which thing to move, and where to if it can go to several places."""
    return templating.speak(lang)("hint_says", what=name_what(view, move, lang, names))


advice: WeakKeyDictionary[Table, tuple[int, asyncio.Future[list[Advice]]]] = WeakKeyDictionary()
"""What was thought about a hint, and how much of the match that goes by."""


async def _advice(house: House, table: Table, view: View, lang: str) -> Advice:
    """Think once about each move, however often and in how many languages it is asked."""
    at, thought = advice.get(table, (-1, None))
    if thought is None or at != table.match.stored_rows or thought.cancelled():
        house.readiness.check(view.game.name)
        thought = asyncio.ensure_future(_think(house, table, view))
        advice[table] = table.match.stored_rows, thought
    try:
        move, chance, _ = (await asyncio.shield(thought))[0]
    except TooMuch:
        advice.pop(table, None)
        raise
    return move, chance, say_reason(view, move, chance, lang)


def say_reason(view: View, move: str, chance: float, lang: str) -> str:
    """Return why a move is good, in the words of advice; its chance where a game has none."""
    reason = view.game.words.explain(view.record, view.game.parse_move(move).code, lang)
    return reason or say(chance, lang)


async def _think(house: House, table: Table, view: View) -> list[Advice]:
    assert view.seat is not None
    owner = table.seats[view.seat].visitor or table.id
    async with house.queue.place_alone(Kind.HINT, owner):
        return await house.thinking.hints(view, LANGUAGES[0])
