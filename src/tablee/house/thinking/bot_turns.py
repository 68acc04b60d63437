"""The turns of bots: when one plays, how long it takes, and what it plays if it fails."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING

from tablee.core.errors import StaleMove
from tablee.core.state.position import State, View
from tablee.house.daily.day import bot_seed
from tablee.house.errors import NotStored, NotYourTurn
from tablee.house.settings import KIOSK
from tablee.house.tables.pace import tempo
from tablee.house.tables.table import Table
from tablee.house.thinking.levels import LEVELS, choose, longest_thought
from tablee.house.thinking.work_queue import Crowded, Kind

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

log = logging.getLogger("tablee.house")
GENTLE = 2.0
"""Seconds that a bot takes at least where it plays for show."""
LONGEST_WAIT = 2.0
"""Seconds that a bot waits for a place to think."""
LONGEST_THOUGHT = 20.0
"""Seconds after which a bot that has not decided gets a plain move."""


class BotTurns:
    """Lets the bots of a house play."""

    def __init__(self, house: House) -> None:
        self._house = house

    def _bot(self, table: Table) -> str | None:
        seat = table.turn
        return None if seat is None or table.closed else table.seats[seat].bot

    def may_play(self, table: Table) -> bool:
        """Return whether a bot is to move, and a person sits there or watches."""
        calm = not table.round_break.closed
        return calm and self._bot(table) is not None and self._house.tables.streams(table).attended

    def resume(self, table: Table) -> None:
        """Let bots play, unless they do already, or wait for a person."""
        house = self._house
        if self.may_play(table) and not house.closing:
            streams = house.tables.streams(table)
            streams.bot_task = streams.bot_task or house.spawn(self.play(table))

    async def play(self, table: Table) -> None:
        """Play for bots until a person is to move, or nobody looks on."""
        streams = self._house.tables.streams(table)
        try:
            while (level := self._bot(table)) is not None and self.may_play(table):
                with contextlib.suppress(StaleMove, NotYourTurn):  # another was quicker
                    await self._play_one(table, level)
        except NotStored:
            await asyncio.sleep(1.0)
        finally:
            streams.bot_task = None
        if self.may_play(table) and not self._house.closing:
            self._house.tables.go_on(table)

    async def _play_one(self, table: Table, level: str) -> None:
        state, ply, begun = table.dealt(), table.ply, time.monotonic()
        seat = state.seat
        assert seat is not None
        streams = self._house.tables.streams(table)
        streams.pressed.clear()
        pace = self._pace(table, state, level)
        move = await self._choose(table, state.view(seat), level)
        looks = streams.pause if pace and streams.listeners else 0.0
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(streams.pressed.wait(), begun + looks - time.monotonic())
            looks = 0.0
        await asyncio.sleep(max(0.0, begun + looks + pace - time.monotonic()))
        if table.ply != ply or table.seats[seat].bot is None:
            return
        await table.play(seat, move, ply, by_bot=True)

    def _pace(self, table: Table, state: State, level: str) -> float:
        """Return the seconds that a bot takes, by public facts alone: see `tempo`."""
        usual = self._house.settings.bot_pace
        if table.setup.opener == KIOSK and not any(one.visitor for one in table.seats):
            return max(usual, GENTLE)
        if not usual:
            return 0.0
        told = self._house.tables.streams(table).told
        return max(usual * tempo(state.view(None), told), longest_thought(table.game, level))

    async def _think(self, table: Table, view: View, level: str) -> str:
        """Return what a bot chooses; where many think, one that has waited decides as a novice.

        At a deal of the day it decides the same for the same moves, however busy the house is.
        """
        if table.day.date is not None:
            assert table.match.key is not None
            seed = bot_seed(table.match.key, table.match.moves)
            return await self._house.thinking.offload(choose, view, level, seed)
        try:
            async with self._house.queue.place(Kind.BOT, table.id, LONGEST_WAIT):
                async with asyncio.timeout(LONGEST_THOUGHT):
                    return await self._house.thinking.choose(view, level)
        except Crowded:
            return await self._house.thinking.offload(choose, view, LEVELS[0], secrets.randbits(32))

    async def _choose(self, table: Table, view: View, level: str) -> str:
        """Return a bot's move; a bot that fails, dreams or plays falsely gets a plain one."""
        legal = [str(move) for move in view.legal_moves()]
        try:
            move = await self._think(table, view, level)
            if move in legal:
                return move
            log.error("bot %s of %s chose what is not allowed", level, view.game.name)
        except Exception as error:
            log.error("bot %s of %s failed: %s", level, view.game.name, type(error).__name__)
        return legal[0]
