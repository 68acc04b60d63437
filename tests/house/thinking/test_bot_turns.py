"""Bots go on when people have seen enough."""

from __future__ import annotations

import asyncio
import time

import pytest

from tablee.house.live.story import LOOK
from tablee.house.tables.table import Table
from tests.web.guests import Guest, Place, open_house, story


async def alone(place: Place, game: str = "fourmis") -> tuple[Guest, Table]:
    """Somebody alone with two bots, who has the page open."""
    ada = place.guest()
    opened = await ada.ask("POST", "/api/tables", {"game": game, "players": 3})
    ada.token = opened["token"]
    await ada.sit(opened["table"], "Ada")
    await ada.ask("POST", f"/api/tables/{opened['table']}/start", {"fill": "novice"})
    table = await place.live(opened["table"])
    return ada, table


async def play_on(table: Table) -> None:
    """Plays for the only person whenever it is her turn."""
    while not table.round_break.closed and table.phase == "playing":
        if table.turn == 0:
            await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)
        await asyncio.sleep(0)


@story
async def test_no_clock_runs_where_one_person_sits(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada, table = await alone(place)
        await place.watch(ada, table.id)
        await play_on(table)
        assert table.round_break.closed and not table.round_break.timed
        page = await ada.page(f"/t/{table.id}")
        assert "next calm" in page and 'name="more"' not in page
        await ada.led(f"/t/{table.id}/ready")
        assert not table.round_break.closed


@story
async def test_a_press_ends_the_look_of_whoever_is_alone(sqlite_url: str) -> None:
    """A bot that leads the next trick waited for the page to show the last one, pressed or not."""
    async with open_house(sqlite_url, bot_pace=0.001) as place:
        ada, table = await alone(place)
        await place.watch(ada, table.id)
        streams = await place.streams(table.id)
        while not (streams.pause and table.turn != 0):
            if table.turn == 0:
                await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)
            await asyncio.sleep(0.001)
        ply, begun = table.ply, time.monotonic()
        await asyncio.sleep(0.05)
        await ada.led(f"/t/{table.id}/ready")
        while table.ply == ply:
            await asyncio.sleep(0.001)
        assert time.monotonic() - begun < LOOK / 2000


@story
async def test_bots_rest_where_nobody_looks_unless_a_move_is_due(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables that were opened and left cost nothing; whoever comes back finds them going on."""
    async with open_house(sqlite_url) as place:
        ada, table = await alone(place)
        streams = place.house.tables.streams(table)
        while table.turn != 0:
            await asyncio.sleep(0)
        monkeypatch.setattr("tablee.house.tables.presence.RESTS", 0.0)
        await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)
        while table.turn == 0:  # she won the trick
            await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)
        assert not streams.attended and streams.bot_task is None
        await place.watch(ada, table.id)
        assert streams.attended and streams.bot_task is not None
        both = await place.seated(2)
        assert place.house.tables.streams(await place.live(both.table)).attended, (
            "one may be called"
        )
