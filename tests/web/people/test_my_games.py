"""My games: every device of a visitor sees them, and ten of them tell something."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tablee import GAMES
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.replay.reviews import Reviews
from tablee.web.people import my_games
from tablee.web.people.my_games import FinishedGame, costs_by_third, tell_habits
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


def played(game: str, won: bool, own: float | None, ply: int = 90) -> FinishedGame:
    setup, match = SimpleNamespace(options={}, players=4), SimpleNamespace(moves=[0] * 100)
    table = SimpleNamespace(game=GAMES[game], setup=setup, match=match)
    choice = [ply, 1, "a", "b", 0.2, 0.5, 0.01, -0.3, own, 0.01]
    kept = None if own is None else {"parts": {"own": own}, "choices": [choice]}
    return FinishedGame(cast(Any, table), 0, float(won), kept)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ten_games_tell_what_goes_well_and_what_does_not(lang: str) -> None:
    games = [played("fourmis", True, 0.1) for _ in range(5)]
    games += [played("kraut", False, -0.2) for _ in range(5)]
    wins, gains, gives, when = tell_habits(games, lang)
    assert "Fourmis" in wins and "5" in wins
    assert "Fourmis" in gains and "10" in gains
    assert "Kraut" in gives and "20" in gives
    assert when
    assert costs_by_third(games) == [0.0, 0.0, pytest.approx(3.0)]
    assert len(tell_habits([played("kraut", True, None)] * 10, lang)) == 1


@story
async def test_my_games_are_there_on_every_device_with_what_to_do(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        stranger = Browser(place)
        nothing = await stranger.get("/me/games")
        assert "Pas encore de partie finie" in nothing and "#h-podium" in nothing
        assert all(f'href="/new/{name}"' in nothing for name in GAMES), "and what to do"
        seated = await place.playing(2)
        going = await place.playing(2)
        mine = seated.guests[0]
        await going.guests[0].answer("GET", "/me/games")
        page = await mine.page("/me/games")
        assert f"/t/{seated.table}" in page and f"/replay/{seated.table}" not in page
        await seated.finish()
        page = await place.guest(mine.token).page("/me/games")
        for path in (f"/replay/{seated.table}", f"/replay/{seated.table}/review"):
            assert f'href="{path}"' in page
        assert f'action="/t/{seated.table}/rematch"' in page
        assert "Encore 9 parties" in page
        assert page.count('class="trophy') == 1 and "Points :" not in page
        points = [int(n) for n in re.findall(r"</span> <b>(\d+)</b></li>", page)]
        assert len(points) == 2 and points[0] == max(points), "faces with their points, best first"
        assert going.table not in page
        assert await mine.led("/me/games/review") == "/me/games"
        assert 'href="/me/games"' in await mine.page("/")


@story
async def test_games_are_reviewed_at_a_press_and_the_page_says_so(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def rests(_: Reviews) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(my_games, "ENOUGH", 1)
    monkeypatch.setattr(Reviews, "_work", rests)
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        await seated.finish()
        mine = seated.guests[0]
        page = await mine.page("/me/games")
        assert 'action="/me/games/review"' in page and '<time class="short"' in page
        await mine.led("/me/games/review")
        page = await mine.page("/me/games")
        assert "Une partie est en train d’être relue" in page
        assert 'action="/me/games/review"' not in page


@story
@pytest.mark.parametrize("lang", LANGUAGES)
async def test_matches_of_a_game_that_is_not_installed_are_named(
    sqlite_url: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were left out of the list without a word, as if they had never been."""
    async with open_house(sqlite_url) as place:
        token = (await place.playing(2, "kraut")).guests[0].token
    monkeypatch.delitem(GAMES, "kraut")
    async with open_house(sqlite_url) as place:
        page = await place.guest(token).page(f"/me/games?lang={lang}")
        assert "(kraut)" in page
    monkeypatch.undo()
    async with open_house(sqlite_url) as place:
        assert "(kraut)" not in await place.guest(token).page(f"/me/games?lang={lang}")
