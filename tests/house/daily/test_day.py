"""The deal of the day: the same for everyone, the first try counts, nothing is told too early."""

from __future__ import annotations

import asyncio
import re
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from tablee import GAMES
from tablee.bots.levels import find_bot
from tablee.core.engine.interpreted import release, wait_for
from tablee.core.rules.rulebook import signed
from tablee.games import parse_record
from tablee.house.ages import Ages
from tablee.house.daily import day
from tablee.house.daily.calendar import month_of, streak
from tablee.house.daily.percentile import Standing
from tablee.house.ports.tries import Try
from tablee.house.tables.table import Table
from tablee.house.tables.takeback import may_take_back
from tablee.house.thinking.levels import choose
from tablee.look.boxes import boxes
from tablee.store import day_queries
from tablee.store.maintenance import opened
from tablee.store.schema import tries
from tablee.store.tidying import tidy
from tests.house.tables.test_pace import Days, days
from tests.web.browsing import Browser
from tests.web.guests import Place, open_house, story

__all__ = ["days"]
pytestmark = pytest.mark.usefixtures("days")
every_game = pytest.mark.parametrize("game", GAMES)


async def begin(one: Browser, game: str = "kraut", on: date | None = None) -> str:
    """Begins or goes on with a day's deal; gets the name of its table."""
    return (await one.go(f"/day/{game}/{on or day.today()}", name="Ada")).removeprefix("/t/")


async def my_turn(table: Table) -> bool:
    """Waits for the bots; False once the match is over."""
    async with asyncio.timeout(60):
        while table.dealt().seat not in (0, None):
            await asyncio.sleep(0.002)
    return table.dealt().seat == 0


async def play(place: Place, name: str, most: int = 10**6) -> Table:
    """Plays some moves of one's own, or to the end; always by the same habit."""
    table = await place.live(name)
    place.house.tables.go_on(table)
    while most and await my_turn(table):
        moves = table.dealt().legal_moves()
        table.round_break.ready(table.seats[0].device)
        await table.play(0, str(moves[table.ply % len(moves)]), table.ply)
        most -= 1
    await my_turn(table)
    return table


@every_game
def test_bots_decide_the_same_for_the_same_moves_also_after_a_restart(
    game: str, sqlite_url: str
) -> None:
    most = 10**6 if game == "kraut" else 6

    @story
    async def told() -> None:
        async with open_house(sqlite_url) as place:
            ada, ben = Browser(place), Browser(place)
            first = await play(place, await begin(ada, game), most)
            second = await begin(ben, game)
            assert day.counts(first) or first.phase == "over"
            await play(place, second, 3)
            known = [str(move) for move in first.match.moves]
        async with open_house(sqlite_url) as place:
            other = await play(place, second, most - 3)
            assert [str(move) for move in other.match.moves] == known
            assert other.match.key == first.match.key
            assert other.match.commitment == first.match.commitment

    told()


@story
async def test_a_try_that_was_left_goes_on_and_the_next_one_is_practice(database: str) -> None:
    async with open_house(database) as place:
        ada = Browser(place)
        path = f"/day/kraut/{day.today()}"
        assert "Le premier essai compte" in await ada.get(path)
        first = await begin(ada)
        assert await begin(ada) == first, "the same table in another window"
        assert "Continuer" in await ada.get(path)
        table = await play(place, first)
        page = await ada.get(path)
        outcome = table.dealt().outcome()
        assert outcome is not None
        lead = outcome.scores[0] - max(outcome.scores[1:])
        assert f"<b>{signed(lead)}</b>" in page and "Personne d’autre" in page
        assert f"Kraut &amp; Rüben : {signed(lead)}" in page, "the text to share"
        again = await begin(ada)
        assert again != first
        practice = await place.live(again)
        assert not day.counts(practice) and practice.match.key == table.match.key
        assert "ne compte pas" in await ada.get(f"/t/{again}/menu")
        await play(place, again)
        on = str(day.today())
        found = await place.read(lambda c: day_queries.results(c, "kraut", on))
        assert found == {lead: 1}


@story
async def test_two_windows_that_begin_at_once_share_one_table(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada = Browser(place)
        await begin(ada, "fourmis")  # a cookie
        assert len({*await asyncio.gather(*[begin(ada) for _ in range(4)])}) == 1


@story
async def test_a_try_that_counts_has_no_help(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada = Browser(place)
        name = await begin(ada)
        table = await place.live(name)
        assert await my_turn(table)
        path = f"/t/{name}"
        page, menu = await ada.get(path), await ada.get(f"{path}/menu")
        assert f"{path}/hint" not in page and "menu_again" not in menu
        for gone in ("/pass", "/free", "/away", "qr"):
            assert gone not in menu, gone
        assert "Cet essai compte" in await ada.get(f"{path}/hint", 403)
        for what in ("away", "free", "pass"):
            assert "Cet essai compte" in await ada.refused(403, f"{path}/seats/0/{what}")
        await table.play(0, str(table.dealt().legal_moves()[0]), 0)
        assert not may_take_back(table, 0)
        await ada.refused(409, f"{path}/take-back")


@story
async def test_nobody_else_sees_a_table_of_the_day_before_it_is_over(
    sqlite_url: str, days: Days
) -> None:
    """Not its page, stream, record, replay or review; nor does the player himself get the key."""
    async with open_house(sqlite_url) as place:
        ada, ben = Browser(place), Browser(place)
        await begin(ben, "fourmis")
        name, on = await begin(ada), day.today()
        beside = [f"/t/{name}", *(f"/t/{name}/{what}" for what in ("menu", "log", "points"))]
        beside += [f"/api/tables/{name}", f"/api/tables/{name}/view", f"/t/{name}/stream"]
        for path in beside:
            await ben.get(path, 403)
        table = await play(place, name)
        assert table.match.key is not None and table.match.origin is not None
        shut = [f"/t/{name}/record", f"/replay/{name}", f"/replay/{name}/review"]
        shut += [f"/replay/{name}/again", f"/verify?table={name}", f"/day/kraut/{on}/record"]
        for path in (*beside, *shut):
            await ben.get(path, 403)
        for path in shut:
            await ada.get(path, 403)
        for path in (f"/t/{name}", f"/t/{name}/menu", f"/api/tables/{name}", f"/day/kraut/{on}"):
            page = await ada.get(path)
            assert (
                table.match.key.hex() not in page and table.match.origin.secret.hex() not in page
            ), path
        assert await ada.go("/me/games/review") == "/me/games"
        days.passed = 1
        for path in (*beside[:-1], f"/t/{name}/record", f"/replay/{name}"):
            await ben.get(path)
        assert table.match.key.hex() in await ben.get(f"/api/tables/{name}")


@story
async def test_the_key_is_promised_the_day_before_and_told_the_day_after(
    sqlite_url: str, days: Days
) -> None:
    async with open_house(sqlite_url) as place:
        ada, on = Browser(place), day.today() + timedelta(1)
        path = f"/day/kraut/{on}"
        promised = re.search(r"<code>([0-9a-f]{64})</code>", await ada.get(path))
        assert promised is not None
        await ada.refused(403, path)
        days.passed = 1
        table = await place.live(await begin(ada, "kraut", on))
        assert table.match.commitment == promised[1]
        await ada.get(f"{path}/record", 403)
        days.passed = 2
        record = parse_record(await ada.get(f"{path}/record"))
        record.verify(promised[1])
        assert record.key == table.match.key
        page = await ada.send("/verify", record=str(record))
        assert page.status_code == 200 and "alert" not in page.text
        others = {boxes()[name].game.name: await ada.get(f"/day/{name}/{on}") for name in GAMES}
        assert all("secret:" in page for page in others.values())


@story
async def test_a_try_that_ends_after_midnight_does_not_count(sqlite_url: str, days: Days) -> None:
    async with open_house(sqlite_url) as place:
        ada, on = Browser(place), day.today()
        name = await begin(ada)
        await play(place, name, 2)
        days.passed = 1
        table = await play(place, name)
        assert table.phase == "over" and not day.counts(table)
        await place.house.tables.end(table)
        assert await place.read(lambda c: day_queries.results(c, "kraut", str(on))) == {}
        assert "pas été fini avant minuit" in await ada.get(f"/day/kraut/{on}")


@story
async def test_days_of_long_ago_and_of_next_week_have_no_deal(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada, now = Browser(place), day.today()
        for far in (now - timedelta(day.KEPT_DAYS + 1), now + timedelta(2)):
            await ada.get(f"/day/kraut/{far}", 404)
            await ada.refused(404, f"/day/kraut/{far}")
        for wrong in ("nonsense", "2026-11-31", "20261115"):
            await ada.get(f"/day/kraut/{wrong}", 404)
        await ada.get("/day/chess", 404)
        await ada.get("/day?month=2026-99")
        await ada.get(f"/day/kraut/{now - timedelta(9)}")
        past = await place.live(await begin(ada, "kraut", now - timedelta(9)))
        assert not day.counts(past) and not past.day.sealed


@pytest.mark.parametrize("lang", ["fr", "en", "de"])
@story
async def test_every_page_of_the_day_speaks_every_language(lang: str, sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada = Browser(place, lang)
        assert 'href="/day"' in await ada.get("/")
        page = await ada.get("/day")
        for box in boxes().values():
            assert box.day.how[lang] in page
        assert day.zone() in page
        await ada.get(f"/day?on={day.today() - timedelta(40)}")


@every_game
def test_bots_decide_the_same_before_and_after_the_rules_are_compiled(game: str) -> None:
    plan = boxes()[game].day
    state = GAMES[game].deal(plan.players, seed=4, **plan.options)
    for ply in range(8):
        assert state.seat is not None
        move = choose(state.view(state.seat), day.LEVEL, ply)
        wait_for(state.game.rules.STATE)
        try:
            assert str(find_bot(day.LEVEL, state.game, ply).choose(state.view(state.seat))) == move
        finally:
            release(state.game.rules.STATE)
        state = state.play(move)


def test_tidying_up_removes_results_of_days_that_nobody_can_play(sqlite_url: str) -> None:
    with opened(sqlite_url) as engine, engine.begin() as connection:
        for ago in (day.KEPT_DAYS, day.KEPT_DAYS + 1):
            on = str(day.today() - timedelta(ago))
            row = {"visitor": "ada", "game": "kraut", "day": on, "table_id": on, "lead": 1}
            connection.execute(insert(tries), row)
    with opened(sqlite_url) as engine:
        tidy(engine, Ages(unfinished=90, finished=90))
    with opened(sqlite_url) as engine, engine.connect() as connection:
        assert len(day_queries.days_of(connection, "ada")) == 1


def test_a_result_stands_among_all_of_its_day() -> None:
    standing = Standing({-4: 3, 0: 2, 3: 2, 5: 1}, 3)
    assert (standing.total, standing.others, standing.beaten, standing.place) == (8, 7, 5, 2)
    assert sum(bar.count for bar in standing.bars) == 8
    assert [bar.low for bar in standing.bars if bar.mine] == [3]
    wide = Standing({-40: 1, 37: 5, 38: 5}, 38)
    assert len(wide.bars) <= 13 and sum(bar.count for bar in wide.bars) == 11
    assert max(bar.height for bar in wide.bars) == 60
    assert Standing({}).bars == [] and Standing({}).place == 1


def test_days_in_a_row_reach_to_today_or_yesterday() -> None:
    now = date(2026, 3, 2)
    row = ["2026-03-01", "2026-02-28", "2026-02-26"]
    assert streak(row, now) == 2 and streak(["2026-03-02", *row], now) == 3
    assert streak(row[1:], now) == 0


def test_a_month_shows_what_was_played_and_how_well() -> None:
    now = day.today()
    tries = [Try("kraut", str(now), "t", 3, (9, 6), beaten=9, others=9)]
    month = month_of(now.replace(day=1), tries, "en", now)
    cells = [cell for week in month.weeks for cell in week if cell is not None]
    mine: Any = next(cell for cell in cells if cell.current)
    assert len(cells) >= 28 and mine.chosen and mine.played[0].grade == 4
    assert not any(cell.open for cell in cells if cell.date > now)
