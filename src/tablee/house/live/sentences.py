"""A table in words: its log, a hint, and what a game is."""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter
from typing import Any
from weakref import WeakKeyDictionary

from tablee.core.game import Game
from tablee.core.rules.rulebook import Told
from tablee.core.state.position import Move, View
from tablee.house.live.log_rows import Step
from tablee.house.live.story import tell_start
from tablee.house.ports.work import Thinking
from tablee.house.render import templating
from tablee.house.render.render_table import look_at
from tablee.house.tables.table import Table
from tablee.table.kit import Table as Laid
from tablee.table.kit import spots
from tablee.table.laying import lay
from tablee.table.people import Person

ToldAt = tuple[int, str | None, Told]
"""A sentence with its ply and its move."""
_DETAILS = re.compile(r"\s*[:;]")


def describe(game: Game, lang: str) -> dict[str, Any]:
    """Say what a game is, with its options and the clauses that explain them."""
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


async def tell(thinking: Thinking, table: Table, since: int, lang: str) -> list[dict[str, Any]]:
    """Tell what has happened from a ply on, for programs."""
    return [
        {"ply": ply, "move": move, "sentence": told.sentence, "clause": told.clause}
        for ply, move, told in await told_since(thinking, table, since, lang)
    ]


class Chronicle:
    """Everything that was told of a match in one language; it goes on where it stopped."""

    def __init__(self, table: Table, lang: str) -> None:
        self.names, self.taken = table.seats.names, len(table.match.taken)
        self.lock = asyncio.Lock()
        self._lang = lang
        self._state = table.setup.deal(table.match.key)
        self._ply = 0
        dealt = tell_start(self._state, table.setup.options, lang, self.names)
        self.dealt = dealt
        self.told: list[ToldAt] = [(0, None, told) for told in dealt]
        self.steps: list[Step] = []

    def follow(self, moves: Sequence[Move]) -> None:
        """Tell the moves that are new."""
        for move in moves[self._ply :]:
            self._ply += 1
            frames = self._state.frames(move, self._lang, self.names)
            told, full, after = [one for f in frames for one in f.told], len(frames) > 1, frames[-1]
            self.told += [(self._ply, str(move), one) for one in told]
            at = self._state, move, self._ply
            self.steps.append(Step.of(*at, after.state.stage, full, told))
            self._state = after.state


_chronicles: WeakKeyDictionary[Table, dict[str, Chronicle]] = WeakKeyDictionary()
"""By language, once it was asked for."""


async def chronicle_of(thinking: Thinking, table: Table, lang: str) -> Chronicle:
    """Return everything that was told of a match; it is kept for the next who asks."""
    chronicles = _chronicles.setdefault(table, {})
    kept = chronicles.get(lang)
    if kept is None or (kept.names, kept.taken) != (table.seats.names, len(table.match.taken)):
        kept = chronicles[lang] = Chronicle(table, lang)
    async with kept.lock:
        await thinking.offload(kept.follow, tuple(table.match.moves))
    return kept


async def told_since(thinking: Thinking, table: Table, since: int, lang: str) -> list[ToldAt]:
    """Tell what has happened from a ply on, as a log does."""
    kept = await chronicle_of(thinking, table, lang)
    first = bisect_left(kept.told, since + 1 if since else 0, key=itemgetter(0))
    said = templating.speak(lang)
    back = [
        (ply, str(move), Told(said("took_back", who=table.seats.names[seat]), ""))
        for ply, seat, move in table.match.taken
        if ply >= since
    ]
    return sorted([*kept.told[first:], *back], key=itemgetter(0))


def name_what(view: View, move: str, lang: str, names: Sequence[str]) -> str:
    """Return which thing a move takes from a view, and where to if it can go to several places."""
    people = [Person(seat, name) for seat, name in enumerate(names)]
    return name_gesture(lay(look_at(view, lang, people)), move, lang)


def name_gesture(laid: Laid, move: str, lang: str) -> str:
    """Return which thing a move takes, and where to if it can go to several places."""
    gesture = next(one for one in laid.gestures if one.move == move)
    named = {spot.id: _short(spot.name, lang) for spot, _ in spots(laid.parts)}
    what = named[gesture.thing]
    if sum(one.thing == gesture.thing for one in laid.gestures) > 1:
        return templating.speak(lang)("hint_to", thing=what, place=named[gesture.place])
    return what


def _short(name: str, lang: str) -> str:
    """Return what something is, without what else there is to say of it after a colon."""
    short = _DETAILS.split(name)[0]
    return short if lang == "de" else short[:1].lower() + short[1:]
