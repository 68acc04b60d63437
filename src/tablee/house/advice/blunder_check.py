"""A second look at a move that cost much: at a table with bots, for players who want it."""

from __future__ import annotations

import secrets
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tablee.bots.hints import hints
from tablee.bots.levels import hinter_of
from tablee.bots.search.win_rates import estimate_win_rates
from tablee.core.state.position import Move, State, View
from tablee.house.advice.hints import say_reason
from tablee.house.daily.day import refuse_help
from tablee.house.errors import NotNow
from tablee.house.live.sentences import name_what
from tablee.house.render import templating
from tablee.house.tables.table import Table
from tablee.house.thinking.work_queue import Kind

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

COSTLY = 0.12
"""How much less the move made must win for a second look; three times what PLAYS may err."""
PLAYS = 400
_offered: WeakKeyDictionary[Table, dict[int, int]] = WeakKeyDictionary()
"""The round in which each seat of a table was last offered a second look."""


def among_bots(table: Table, seat: int | None) -> bool:
    """Return whether a player plays with bots only."""
    return seat is not None and all(
        one.who == "bot" for n, one in enumerate(table.seats) if n != seat
    )


def compare(view: View, made: Move, seed: int) -> tuple[str, float, float]:
    """Return the best move, its chance to win, and that of the move made, by the same deals."""
    best = hints(view, most=1, seed=seed)[0].move
    style = hinter_of(view.game).at(view.players).style
    chance, had = estimate_win_rates(view, [best, made], style, PLAYS, inf, seed)
    return str(best), chance, had


async def check_move(house: House, table: Table, seat: int, ply: int, lang: str) -> dict[str, Any]:
    """Return what would have won more often than one's move of a ply, at most once a round.

    Raises NotNow where other people play, and for a ply that is not a move of this seat.
    """
    if not among_bots(table, seat):
        raise NotNow("a second look is for tables with bots.")
    refuse_help(table)
    if not 0 < ply <= table.ply or table.match.movers[ply - 1] != seat:
        raise NotNow("a second look is for a move of one's own.")
    state = await house.thinking.offload(_before, table, ply)
    if len(state.legal_moves()) == 1 or _offered.setdefault(table, {}).get(seat) == state.stage:
        return {}
    view, made = state.view(seat), table.match.moves[ply - 1]
    async with house.queue.place_alone(Kind.HINT, table.seats[seat].visitor or table.id):
        job = partial(compare, view, made, secrets.randbits(32))
        best, chance, had = await house.thinking.work(job)
    if chance - had < COSTLY or best == str(made):
        return {}
    _offered[table][seat] = state.stage
    ui = templating.speak(lang)
    what = name_what(view, best, lang, table.seats.names)
    return {
        "ply": ply,
        "move": best,
        "chance": round(chance, 3),
        "had": round(had, 3),
        "better": ui("again_better", what=what),
        "reason": say_reason(view, best, chance, lang),
        "hope": ui("again_hope", best=round(100 * chance), had=round(100 * had)),
    }


def _before(table: Table, ply: int) -> State:
    """Return the state in which a ply was played."""
    state = table.setup.deal(table.match.key)
    for move in table.match.moves[: ply - 1]:
        state = state.play(move)
    return state
