"""A game is suggested by number, age and time, from what each game says of itself."""

from __future__ import annotations

from tablee import GAMES
from tablee.web.shelf.suggest import Company, companies, suggest
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


def names(*wish: int) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.game.name, one.amiss) for one in suggest(Company(*wish))]


def test_the_first_suggestion_fits_and_the_others_say_what_is_amiss() -> None:
    assert [name for name, _ in names(7, 8, 60)] == ["escogriffe"]
    assert names(4, 8, 45)[0] == ("escogriffe", ())  # what takes longer fills the time
    assert {name for name, amiss in names(4, 8, 30) if not amiss} == {"kraut", "fourmis"}
    assert ("escogriffe", ("minutes",)) in names(4, 8, 30)
    assert all("age" in amiss for _, amiss in names(4, 6, 30))
    assert names(99, 8, 30) == []
    assert companies() == sorted({n for game in GAMES.values() for n in game.players})


@story
async def test_the_shelf_asks_three_questions_and_says_why(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        page = await browser.get("/")
        assert page.count('name="people"') == len(companies()) and "rather" not in page
        page = await browser.get("/?people=4&age=8&minutes=30")
        assert "for 4, in about 30 minutes, from age 8" in page
        assert "rather 45 minutes" in page and 'href="/new/fourmis?players=4"' in page
        assert "rather" not in await browser.get("/?people=x&age=-1&minutes=")
