"""The shelf: the boxes, tickets, codes, language and light, oneself, and lost pages."""

from __future__ import annotations

import gzip
import re
from datetime import date
from html import unescape

import pytest
from httpx import Response
from sqlalchemy import func, select

from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.clock import now
from tablee.house.errors import Unknown
from tablee.house.render import files, templating
from tablee.house.settings import Limits
from tablee.look.boxes import boxes
from tablee.look.gallery import gallery
from tablee.store import queries
from tablee.store.schema import tables
from tablee.web.shelf import pages
from tests.web.browsing import Browser, notice
from tests.web.guests import open_house, story

EVIL = '<script>alert("x")</script>'


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_box_stands_on_the_shelf_with_its_facts(sqlite_url: str, lang: str) -> None:
    @story
    async def seen() -> None:
        async with open_house(sqlite_url) as place:
            for name, game in GAMES.items():
                page = unescape(await Browser(place, lang).get(f"/?table={name}"))
                assert f'<html lang="{lang}"' in page and f'action="/play/{name}"' in page
                assert f'href="/new/{name}"' in page and f'href="/rules/{name}"' in page
                assert f'href="/learn/{name}/table/' in page and "/day" in page and "/pad" in page
                assert page.count('aria-current="true" ') <= 1
                for other, about in ((one.name, one.rulebook.about) for one in GAMES.values()):
                    assert f'href="/?table={other}"' in page and about["title"][lang] in page
                    assert f"/look/{other}{'' if other == name else '-box'}.svg" in page
                    assert f"{about['minutes']} min" in page
                assert game.rulebook.about["title"][lang] in page

    seen()


def test_a_box_is_told_in_every_language_with_all_its_options() -> None:
    for name, box in boxes().items():
        assert box.emblem.part in gallery()[name].sprite.parts
        assert set(box.pictures) <= {section.id for section in box.game.rulebook.sections}
        for option in box.game.options:
            told = box.options[option.name]
            assert set(told) == {"title", *option.values}
            assert all(set(texts) == set(LANGUAGES) for texts in told.values())


FILES = re.compile(r'(?:href|src)="(/look/[^"#]+)')


async def weight_of(browser: Browser, page: Response, *known: str) -> int:
    """How many bytes come for a page and its files, but for those that are known by now."""
    weight = len(gzip.compress(page.content, 5))
    for address in sorted({*FILES.findall(page.text), "/look/favicon.svg"} - {*known}):
        found = await browser.client.get(address)
        assert found.status_code == 200, address
        name = address.removeprefix("/look/").partition("?")[0]
        weight += len(files.files()[name].packed) if name in files.files() else 1_000
    return weight


@pytest.mark.parametrize("game", GAMES)
@story
async def test_a_first_table_is_light(sqlite_url: str, game: str) -> None:
    """Page, styles and sentences; faces (one file for all tables, 3 kB) are not counted."""
    async with open_house(sqlite_url) as place:
        browser = Browser(place, accept_encoding="gzip")
        shelf = await browser.client.get(f"/?table={game}")
        table = await browser.client.get(await browser.go(f"/play/{game}"))
        faces = [face for face in FILES.findall(table.text) if "/avatars" in face]
        known = [*FILES.findall(shelf.text), "/look/favicon.svg"]
        assert await weight_of(browser, table, *known, *faces) < 24_000


@story
async def test_the_first_page_is_light(sqlite_url: str) -> None:
    """Page, styles, script and drawings, whatever lies on the table; no icons of a home screen."""
    async with open_house(sqlite_url) as place:
        browser = Browser(place, accept_encoding="gzip")
        for game in GAMES:
            answer = await browser.client.get(f"/?table={game}")
            assert answer.headers["content-encoding"] == "gzip"
            icons = [one for one in FILES.findall(answer.text) if "touch" in one or "json" in one]
            assert await weight_of(browser, answer, *icons) <= 70_000


@story
async def test_a_page_that_nobody_packs_is_sent_as_it_is(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        answer = await Browser(place, accept_encoding="identity").client.get("/")
        assert "content-encoding" not in answer.headers
        assert answer.headers["vary"].lower() == "accept-encoding"


@story
async def test_no_page_of_the_house_asks_for_what_its_policy_forbids(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        lobby = await browser.open("kraut", 5, name="Léa")
        pages = ["/", lobby, "/new/fourmis", "/me", "/rules/kraut", "/atelier", "/atelier/fourmis"]
        for path in pages:
            page = await browser.get(path)
            assert not re.search(r"<[^>]+\sstyle=|<style|\son\w+=|javascript:", page), path
            assert not re.search(r"<script(?! src)", page), path
            assert not re.search(r'(?:src|href)="(?:https?:)?//', page), path


@story
async def test_my_tables_say_whose_turn_it_is(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser, other = Browser(place), Browser(place)
        path = await browser.open("fourmis", 2, name="Léa")
        assert "Il reste une place" in await browser.get("/")
        await other.go(f"{path}/sit", name="Basile")
        assert "Toutes les places sont prises" in await browser.get("/")
        await browser.go(f"{path}/start", sure="yes")
        table = await place.live(path.removeprefix("/t/"))
        turn = [browser, other][table.dealt().seat or 0]
        waits = other if turn is browser else browser
        page = await turn.get("/")
        assert 'class="warm hot"' in page and "C’est à toi" in page
        thinking = table.seats.names[table.dealt().seat or 0]
        assert f"{thinking} réfléchit" in unescape(await waits.get("/"))
        assert path in page


@story
async def test_a_table_open_to_all_is_shown_to_all_and_a_private_one_is_not(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        opener, other = Browser(place), Browser(place)
        for_all = await opener.open("kraut", 3, name="Léa", join="open")
        private = await opener.open("kraut", 3, name="Léa", join="link")
        page = await other.get("/")
        assert for_all in page and private not in page
        assert private in await opener.get("/")


@story
async def test_who_plays_outside_is_seen_through_the_window_alone(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        empty = await Browser(place).get("/")
        assert "company-outside" not in empty and 'id="outside"' not in empty
        opened = await Browser(place).open("kraut", 3, name="Léa", join="open")
        page = await Browser(place).get("/")
        assert "company-outside" in page and 'popovertarget="outside"' in page
        outside = page.partition('id="outside"')[2]
        assert opened in outside and re.search(r'<span class="disc.*?<svg', outside, re.S)


@story
async def test_nothing_is_made_before_the_first_press(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        for path in ("/", "/?table=kraut", "/?table=nothing", "/?table=escogriffe"):
            await browser.get(path)
        assert not browser.client.cookies
        assert await place.read(lambda c: c.scalar(select(func.count()).select_from(tables))) == 0


@story
async def test_nothing_empty_is_drawn(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        page = await Browser(place).get("/")
        assert 'class="warm' not in page and "<ul></ul>" not in page
        assert 'class="note"' not in page


@story
async def test_the_table_changes_by_the_day_and_after_each_match(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = re.compile(r'name="laid" value="(\w+)"')
    async with open_house(sqlite_url) as place:
        seen = []
        for n in range(3):
            monkeypatch.setattr(pages, "today", lambda n=n: date(2026, 11, 18 + n))
            found = laid.search(await Browser(place).get("/"))
            assert found
            seen.append(found[1])
        assert len(set(seen)) == 3
        browser = Browser(place)
        before = laid.search(await browser.get("/?table=fourmis"))
        await browser.go("/play/fourmis")
        after = laid.search(await browser.get("/"))
        assert before and after and before[1] != after[1]


@story
async def test_the_last_game_played_lies_on_the_table(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        assert 'action="/play/fourmis"' in await browser.get("/")
        await browser.go("/play/kraut")
        assert 'action="/play/kraut"' in await browser.get("/")
        assert 'action="/play/escogriffe"' in await browser.get("/?table=escogriffe")


@story
async def test_language_and_light_are_kept_without_script(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "fr")
        assert await browser.go("/me", lang="de", back="/rules/kraut") == "/rules/kraut"
        assert '<html lang="de">' in await browser.get("/")
        await browser.go("/me", light="night", back="/")
        assert '<html lang="de" data-light="night">' in await browser.get("/")
        await browser.go("/me", light="auto", back="/")
        await browser.go("/me", lang="xx")
        assert '<html lang="de">' in await browser.get("/")


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example", "/\\evil.example", ""])
def test_a_form_leads_nowhere_else(sqlite_url: str, back: str) -> None:
    @story
    async def led() -> None:
        async with open_house(sqlite_url) as place:
            assert await Browser(place).go("/me", lang="en", back=back) == "/"

    led()


@story
async def test_a_name_is_kept_and_always_escaped(sqlite_url: str) -> None:
    async with open_house(sqlite_url, Limits(name=40, opened=1e6, asked=1e6)) as place:
        browser = Browser(place)
        await browser.go("/me", name=f"  {EVIL} ", back="/me")
        for path in ("/", "/me", await browser.open("fourmis", 3, join="open"), "/"):
            page = await browser.get(path)
            assert EVIL not in page and "&lt;script&gt;" in page
        page = await browser.refused(400, "/me", name="x" * 41)
        assert "lettres" in notice(page) and "x" * 41 in page


@story
async def test_a_code_carries_one_to_another_device_once(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        phone, laptop = Browser(place), Browser(place)
        assert "joue une partie" in await phone.get("/me")
        path = await phone.open("kraut", 2, name="Léa")
        assert "carry=" not in await phone.get("/me")
        page = unescape((await phone.send("/me/code")).text)
        link = re.search(r'data-copy="http://house(/me\?carry=[^"]+)"', page)
        assert link is not None and '<svg viewBox="0 0' in page
        asked = await laptop.get(link[1])
        assert "Léa" in asked and path in asked
        assert laptop.client.cookies.get("tablee") is None, "looking at it must not yet do it"
        token = link[1].partition("carry=")[2]
        assert await laptop.go("/me/carry", carry=token, name="Léa") == "/"
        await Browser(place).refused(401, "/me/carry", carry=token)
        assert "a déjà servi" in notice(await Browser(place).get(link[1], 401))
        assert path in await laptop.get("/")
        table = await place.live(path.removeprefix("/t/"))
        await laptop.go(f"{path}/name", name="Léa B.")
        assert table.seats[0].name == "Léa B."


@story
async def test_a_false_code_is_refused(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        assert "n’est pas d’ici" in notice(await browser.get("/me?carry=abcdef", 401))
        await browser.refused(401, "/me/carry", carry="abcdef")
        assert browser.client.cookies.get("tablee") is None


@story
async def test_forgetting_forgets_this_device_alone(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await browser.open("kraut", 2, name="Léa")
        await browser.go("/me/forget")
        page = await browser.get("/")
        assert path not in page and "Léa" not in page
        assert (await place.live(path.removeprefix("/t/"))).seats[0].name == "Léa"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_is_lost_is_told_the_way_in_his_language(sqlite_url: str, lang: str) -> None:
    @story
    async def lost() -> None:
        async with open_house(sqlite_url) as place:
            browser, ui = Browser(place, lang), templating.speak(lang)
            for path in ("/nowhere", "/t/zzzzzz", "/rules/chess", "/new/chess", "/atelier/chess"):
                page = unescape(await browser.get(path, 404))
                assert ui("lost_404") in page and ui("lost_home") in page
            page = unescape(await browser.refused(405, "/rules/kraut"))
            assert ui("lost_404") in page

    lost()


@story
async def test_a_program_still_gets_json(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        answer = await browser.client.get("/api/tables/zzzzzz")
        assert answer.status_code == 404 and answer.json()["error"] == "no_table"
        answer = await browser.client.get("/nowhere", headers={"accept": "application/json"})
        assert answer.json()["error"] == "nothing_there"


@story
async def test_a_failure_is_told_without_a_trace(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        place.transactions.read = None  # type: ignore[assignment,method-assign]
        page = await browser.get("/", 500)
        assert "La prise s’est débranchée" in page and "Traceback" not in page
        answer = await browser.client.get("/api/tables")
        assert answer.status_code == 500 and answer.json()["error"] == "broken"


@story
async def test_a_form_from_another_site_is_refused_by_a_page(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await browser.open("kraut", 2, name="Léa")
        for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
            for deed in ("/tables", "/me", "/me/forget", f"{path}/start", f"{path}/leave"):
                answer = await browser.client.post(deed, data={"lang": "en"}, headers=headers)
                assert answer.status_code == 403 and "autre site" in answer.text
                assert "set-cookie" not in answer.headers


@story
async def test_who_asks_too_often_is_told_to_wait(sqlite_url: str) -> None:
    async with open_house(sqlite_url, Limits(asked=0.1)) as place:
        browser = Browser(place)
        await browser.get("/me")
        page = await browser.get("/me", 429)
        assert "Doucement" in page


@story
async def test_a_code_is_good_for_a_quarter_of_an_hour(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(sqlite_url) as place:
        visitor = place.house.identities.read(place.house.identities.new())
        code = await place.house.identities.make_code(visitor)
        assert await place.house.identities.visitor_of_code(f" {code.upper()} ") == visitor
        late = now() + queries.CODE_LASTS + 1
        monkeypatch.setattr(queries, "now", lambda: late)
        with pytest.raises(Unknown):
            await place.house.identities.visitor_of_code(code, use=True)


@story
async def test_tokens_can_be_revoked(database: str) -> None:
    async with open_house(database) as place:
        phone = Browser(place)
        path = await phone.open("fourmis", 2, name="Léa")
        token = phone.client.cookies["tablee"]
        await place.guest(token).ask("GET", "/api/me")
        await phone.go("/me/forget", everywhere="yes")
        await place.guest(token).refused(401, "GET", "/api/me")
        visitor = (await place.live(path.removeprefix("/t/"))).seats[0].visitor or ""
        again = place.house.identities.token(visitor)
        await place.guest(again).ask("GET", "/api/me")
    async with open_house(database) as place:
        await place.guest(token).refused(401, "GET", "/api/me")
        await place.guest(again).ask("GET", "/api/me")


@story
async def test_a_ticket_can_be_put_away_and_its_table_is_still_there(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada = Browser(place, "fr")
        tables = [(await ada.open()).removeprefix("/t/") for _ in range(2)]
        before = await ada.get("/")
        assert all(f'href="/t/{table}"' in before for table in tables)
        assert await ada.go("/me/put-away", table=tables[0]) == "/"
        shelf = await ada.get("/")
        assert f'href="/t/{tables[0]}"' not in shelf and f'href="/t/{tables[1]}"' in shelf
        assert f'href="/t/{tables[0]}"' in await ada.get("/me/games")
        await ada.go("/me/put-away", table="<script>")
        assert f'href="/t/{tables[1]}"' in await ada.get("/")


def test_a_box_has_its_title_in_the_language_of_the_page() -> None:
    assert [box.cover("de").id for box in boxes().values()] == ["k-box", "e-box-de", "f-box"]
    assert boxes()["escogriffe"].cover("fr").id == boxes()["escogriffe"].cover("en").id == "e-box"
    assert "e-title-de" in templating.title_of(GAMES["escogriffe"], "de")
    for name, box in boxes().items():
        titles = GAMES[name].rulebook.about["title"]
        assert set(box.subtitle) <= {lang for lang in LANGUAGES if lang != "fr"}, titles
