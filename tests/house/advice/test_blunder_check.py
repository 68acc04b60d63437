"""A second look at a costly move: with bots only, once a round, and only if it was costly."""

from __future__ import annotations

import asyncio

import pytest

from tablee import find_game
from tablee.core.state.position import Move, View
from tablee.house.advice import blunder_check
from tablee.house.tables.table import Table
from tests.web.guests import Guest, Place, open_house, story


def finds(had: float) -> object:
    """A comparison that finds another move at six in ten."""

    def compare(view: View, made: Move, seed: int) -> tuple[str, float, float]:
        other = next(move for move in view.legal_moves() if move != made)
        return str(other), 0.6, had

    return compare


async def sit(place: Place) -> tuple[Guest, str, Table]:
    """Opens a table of three with two bots, and deals."""
    guest = place.guest()
    opened = await guest.ask("POST", "/api/tables", {"game": "fourmis", "players": 3})
    guest.token, path = opened["token"], f"/api/tables/{opened['table']}"
    await guest.sit(opened["table"], "Ada")
    await guest.ask("POST", f"{path}/start", {"fill": "novice"})
    return guest, path, await place.live(opened["table"])


async def play_one(table: Table) -> int:
    """Plays at seat 0 once the bots have played, until there was a choice; the ply of that move."""
    while True:
        while table.dealt().seat != 0:
            await asyncio.sleep(0.01)
        legal, ply = table.dealt().legal_moves(), table.ply
        await table.play(0, str(legal[0]), ply)
        if len(legal) > 1:
            return ply + 1


@pytest.mark.parametrize(("had", "costly"), [(0.2, True), (0.55, False)])
def test_a_costly_move_may_be_looked_at_again_once_a_round(
    sqlite_url: str, had: float, costly: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blunder_check, "compare", finds(had))

    @story
    async def looked() -> None:
        async with open_house(sqlite_url) as place:
            guest, path, table = await sit(place)
            ply = await play_one(table)
            told = await guest.ask("GET", f"{path}/second-look?ply={ply}&lang=de")
            assert bool(told) == costly
            if costly:
                assert told["move"] != str(table.match.moves[ply - 1]) and told["reason"]
                assert told["better"].startswith("Besser: ") and "60-mal" in told["hope"]
            ply = await play_one(table)
            assert await guest.ask("GET", f"{path}/second-look?ply={ply}") == {}

    looked()


@story
async def test_a_second_look_is_for_ones_own_moves_among_bots(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        guest, path, table = await sit(place)
        ply = await play_one(table)
        await play_one(table)
        theirs = 1 + next(n for n, seat in enumerate(table.match.movers) if seat)
        assert theirs != ply
        await guest.refused(409, "GET", f"{path}/second-look?ply={theirs}")
        await guest.refused(409, "GET", f"{path}/second-look?ply=999")
        seated = await place.playing(2)
        await seated.move()
        await seated.guests[0].refused(409, "GET", f"{seated.path}/second-look?ply=1")


def test_the_move_made_and_the_best_meet_the_same_deals() -> None:
    state = find_game("fourmis").deal(2, 1)
    view = state.view(state.seat)
    best, chance, _ = blunder_check.compare(view, view.legal_moves()[0], 1)
    made = view.game.parse_move(best)
    assert blunder_check.compare(view, made, 1) == (best, chance, chance)
