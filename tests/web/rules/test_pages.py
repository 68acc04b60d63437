"""The rule books as pages: every clause has an address, and says where it comes from."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.render import templating
from tablee.look.boxes import boxes
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_its_place_in_the_book(sqlite_url: str, game: str, lang: str) -> None:
    @story
    async def read() -> None:
        async with open_house(sqlite_url) as place:
            page = unescape(await Browser(place, lang).get(f"/rules/{game}"))
            book, ui = GAMES[game].rulebook, templating.speak(lang)
            for clause in book.clauses.values():
                found = re.search(rf'id="{clause.id}">.*?</div>', page, re.DOTALL)
                assert found is not None and clause.text[lang] in found[0]
                told = clause.source != "sheet" and ui(f"source_{clause.source}") in found[0]
                assert told == (clause.source != "sheet"), clause.id
            assert book.about["credits"][lang] in page
            assert f"({ui('facts_ours')})" in page, "neither sheet nor ruling says them"
            assert all(section.title[lang] in page for section in book.sections)

    read()


@pytest.mark.parametrize("game", GAMES)
def test_the_book_is_illustrated_with_the_games_own_drawings(sqlite_url: str, game: str) -> None:
    @story
    async def seen() -> None:
        async with open_house(sqlite_url) as place:
            page = await Browser(place).get(f"/rules/{game}")
            for drawn in boxes()[game].pictures.values():
                for one in drawn:
                    assert f'aria-label="{one.title["fr"]}"' in unescape(page)
            assert 'href="#' not in re.sub(r'<a [^>]*href="#', "", page), "sprites are files"

    seen()


@pytest.mark.parametrize("game", GAMES)
def test_an_option_leads_to_a_table_with_it(sqlite_url: str, game: str) -> None:
    @story
    async def led() -> None:
        async with open_house(sqlite_url) as place:
            page = await Browser(place).get(f"/rules/{game}")
            for option in GAMES[game].options:
                found = re.search(rf'id="{option.clause}">.*?</div>', page, re.DOTALL)
                assert found is not None and f'href="/new/{game}"' in found[0]

    led()


@story
async def test_a_panel_holds_the_book_and_its_styles_without_a_frame(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        page = await Browser(place).get("/rules/kraut?panel")
        assert 'id="K30"' in page and "<title>" in page
        assert "<header" not in page and "<script" not in page
        styles = re.findall(r'<link[^>]* href="([^"?]+)', page)
        assert styles == ["/look/rules.css"]
