"""A table by link with other numbers: pasted in, listed, played, and kept in the record."""

from __future__ import annotations

import re
from html import unescape

from tablee import find_game, parse_record
from tests.web.browsing import Browser, notice
from tests.web.guests import open_house, story

SHORT = 'game = "fourmis"\nname = "Short"\ngoal = 2\naphids.ladybird = -2\n'
LINE = "goal:2,aphids.ladybird:-2"


@story
async def test_a_pasted_variant_is_listed_before_and_while_it_is_played(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        assert "aphids.ladybird = -1  # F68" in await browser.get("/new/fourmis")
        path = await browser.open("fourmis", 3, name="Léa", variant=SHORT)
        table = await place.live(path.removeprefix("/t/"))
        assert table.setup.options["variant"] == LINE
        lobby = unescape(await browser.get(path))
        assert "Aphids that end the game" in lobby and "2 (usually 15)" in lobby
        arrange = unescape(await browser.get(f"{path}/arrange"))
        assert "goal = 2\naphids.ladybird = -2\n</textarea>" in arrange
        await browser.go(f"{path}/start", fill="novice")
        menu = unescape(await browser.get(f"{path}/menu"))
        assert "A variant is played here" in menu and "-2 (usually -1)" in menu
        assert "Variant: Aphids that end the game: 2" in unescape(await browser.get(f"{path}/log"))


@story
async def test_the_pages_of_a_table_say_the_numbers_of_its_variant(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        path = await browser.open("fourmis", 3, name="Léa", variant=SHORT)
        lobby = unescape(await browser.get(path))
        rules = re.findall(r'href="(/rules/fourmis\?[^"#]*)"', lobby)[0]
        await browser.go(f"{path}/start", fill="novice")
        table = unescape(await browser.get(path))
        assert f'href="{rules}#minute" data-panel' in table, "a first table begins with the minute"
        assert f'href="{rules}#F12"' in unescape(await browser.get(f"{path}/log"))
        assert "At <em>2 aphids</em> the game ends" in table
        assert re.search(r'class="sting[^>]*>(?:(?!</div>).)*<b>−2</b>', table), "on the easel"
        for book in (rules, f"{rules}&panel="):
            page = unescape(await browser.get(book))
            assert "You want 2 of them." in page and "costs you 2 aphids" in page
            assert "2 (usually 15)" in page
        usual = unescape(await browser.get("/rules/fourmis"))
        assert "You want 15 of them." in usual and "usually" not in usual
        assert "from 1 to 200" in unescape(await browser.get("/rules/fourmis?variant=goal:0", 400))


@story
async def test_a_deck_of_new_cards_is_refused_at_a_table_and_their_number_is_not(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        deck = (find_game("escogriffe").folder / "deck.toml").read_text(encoding="utf-8")
        wish = {"game": "escogriffe", "players": 3, "name": "Léa", "variant": deck}
        page = await browser.refused(400, "/tables", **wish)
        assert "a deck with cards of its own" in notice(page)
        path = await browser.open("escogriffe", 3, name="Léa", variant="copies.hat = 6")
        await browser.go(f"{path}/start", fill="novice")
        table = await place.live(path.removeprefix("/t/"))
        assert table.dealt().record["cards"] == 112
        page = unescape(await browser.get(table.setup.rules))
        assert "You play with 112 cards" in page and "the hat (6 cards)" in page


@story
async def test_a_variant_that_cannot_be_played_is_refused_with_its_fault(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        wish = {"game": "fourmis", "players": 4, "name": "Léa", "variant": "gaol = 3"}
        page = await browser.refused(400, "/tables", **wish)
        assert "Cette variante ne peut pas être jouée" in notice(page)
        assert "voulais-tu dire 'goal'" in notice(page) and "gaol = 3</textarea>" in page
        path = await browser.open("fourmis", 3, name="Léa", variant="ladybirds = 0")
        page = await browser.refused(400, f"{path}/arrange", players=4, variant="ladybirds = 0")
        assert "45 cartes ne se partagent pas également entre 4 mains" in notice(page)
        await browser.go(f"{path}/arrange", players=4, variant=" ")
        assert "variant" not in (await place.live(path.removeprefix("/t/"))).setup.options


@story
async def test_programs_play_a_variant_and_its_record_replays(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2, "fourmis", options={"variant": LINE})
        await seated.finish()
        kept = (await place.live(seated.table)).record()
        again = parse_record(str(kept))
        assert again.options["variant"] == LINE
        assert again.verify().scores == kept.replay().scores
        bad = {"game": "fourmis", "players": 2, "options": {"variant": "goal:0"}}
        refusal = await place.guest().refused(400, "POST", "/api/tables", bad)
        assert refusal["error"] == "variant" and "from 1 to 200" in refusal["sentence"]
