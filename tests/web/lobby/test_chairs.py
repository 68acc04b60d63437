"""Chairs around a table: clockwise from the viewer, and of many free ones some are stacked."""

from __future__ import annotations

import re

import pytest

from tablee.web.lobby.chairs import Chair, all_chairs, around
from tests.web.browsing import Browser
from tests.web.guests import Place, open_house, story


async def chairs(place: Place, path: str, mine: int | None) -> list[Chair]:
    table = await place.live(path.removeprefix("/t/"))
    people = place.house.tables.streams(table).people(mine)
    return around(table, all_chairs(table, people), mine)


def letters(found: list[Chair]) -> str:
    """Writes chairs by their letters; small if free, with how many are stacked."""
    told = [one.person.letter.lower() if one.free else one.person.letter for one in found]
    stacks = [f"+{one.more}" if one.more else "" for one in found]
    return " ".join(map("".join, zip(told, stacks, strict=True)))


@pytest.mark.parametrize(
    ("game", "players", "taken", "seen"),
    [
        ("fourmis", 4, [], "b c d"),
        ("fourmis", 4, [2], "b C d"),
        ("kraut", 2, [], "b"),
        ("escogriffe", 4, [], "b c d"),
        ("escogriffe", 8, [], "b c d+5"),
        ("escogriffe", 8, [1, 2, 5], "B C d F e+3"),
        ("escogriffe", 5, [1, 2], "B C d e"),
        ("escogriffe", 8, [1, 2, 3, 4, 5, 6], "B C D E F G h"),
    ],
)
def test_free_chairs_that_a_game_can_do_without_are_stacked(
    sqlite_url: str, game: str, players: int, taken: list[int], seen: str
) -> None:
    @story
    async def looked() -> None:
        async with open_house(sqlite_url) as place:
            path = await Browser(place).open(game, players, name="Ada")
            for seat in taken:
                await Browser(place).go(f"{path}/sit", seat=seat)
            assert letters(await chairs(place, path, 0)) == seen

    looked()


@story
async def test_one_looks_clockwise_from_ones_own_chair(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada, ben = Browser(place), Browser(place)
        path = await ada.open("fourmis", 4, name="Ada")
        await ben.go(f"{path}/sit", seat=2, name="Ben")
        assert letters(await chairs(place, path, 2)) == "d A b"
        assert letters(await chairs(place, path, None)) == "A b C d"


@story
async def test_a_chair_offers_three_answers_and_no_list(sqlite_url: str) -> None:
    """A link, this screen, or a bot of three levels; one that sits there may have any other."""
    async with open_house(sqlite_url) as place:
        ada = Browser(place)
        path = await ada.open("fourmis", 4, name="Ada")
        page = await ada.get(path)
        chair = page.partition('id="chair-1"')[2].partition("</li>")[0]
        assert f'data-copy="http://house{path}"' in chair and f'action="{path}/beside"' in chair
        assert re.findall(r'name="level" value="(\w+)"', chair) == ["novice", "regular", "expert"]
        assert "<select" not in page
        await ada.go(f"{path}/bot", seat=1, level="novice")
        chair = (await ada.get(path)).partition('id="chair-1"')[2].partition("</li>")[0]
        assert len(re.findall(r'name="level"', chair)) == 5


@story
async def test_whoever_starts_too_early_reads_who_is_missing(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada, ben = Browser(place), Browser(place)
        path = await ada.open("kraut", 2, name="Ada")
        await ben.go(f"{path}/sit", name="Ben")
        page = await ada.refused(409, f"{path}/start")
        assert "On attend encore : Ben" in page.replace("\u202f", " ")
        assert 'name="sure" value="yes"' in page and f'data-page="{path}?early=yes"' in page
        again = await ada.get(f"{path}?early=yes")
        assert 'name="sure" value="yes"' in again and 'role="alert"' in again
        page = await ben.get(f"{path}?early=yes")
        assert 'role="alert"' not in page, "only whoever deals is told"
        await ada.go(f"{path}/start", sure="yes")
        assert (await place.live(path.removeprefix("/t/"))).phase == "playing"


@story
async def test_the_box_on_the_table_changes_the_game(sqlite_url: str) -> None:
    """People keep their seats, and the link stays."""
    async with open_house(sqlite_url) as place:
        ada, ben = Browser(place), Browser(place)
        path = await ada.open("escogriffe", 8, name="Ada", **{"option-points": "30"})
        await ben.go(f"{path}/sit", seat=6, name="Ben")
        assert await ada.go(f"{path}/arrange", game="fourmis") == path
        table = await place.live(path.removeprefix("/t/"))
        assert table.game.name == "fourmis" and table.setup.players == 4
        assert [seat.name for seat in table.seats] == ["Ada", "Ben", "", ""]
        assert "points" not in table.setup.options
        assert 'name="game" value="kraut"' in await ada.get(path)
        assert 'name="game"' not in await ben.get(path)
        await ben.refused(403, f"{path}/arrange", game="kraut")
        await ada.refused(400, f"{path}/arrange", game="chess")
        await ada.go(f"{path}/start", fill="novice")
        assert table.dealt().game.name == "fourmis"
