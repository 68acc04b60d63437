"""Score pads over plain forms: the sheet is in the address, and nothing is stored."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tablee import GAMES, Game
from tablee.core.rules.rulebook import LANGUAGES
from tablee.table.posed.situations import situations
from tablee.web.score_pad.pad_text import BadSheet, new_sheet, read_sheet
from tests.games.fourth import FOURTH
from tests.web.browsing import Browser, notice
from tests.web.guests import open_house, story

OLD = Path(__file__).with_name("score-sheets.txt")


def text_of(path: str) -> str:
    return parse_qs(urlsplit(path).query)["p"][0]


def fields_of(page: str) -> dict[str, str]:
    """What the form of a round would send: hidden fields, and choices that are made."""
    form = page[page.index('id="round"') :].partition("</form>")[0]
    hidden = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
    chosen = re.findall(r'type="radio"[^>]* name="([^"]+)" value="(\d+)" checked', form)
    return {name: unescape(value) for name, value in hidden + chosen}


@story
async def test_a_match_is_kept_by_plain_forms(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        path = await browser.go("/pad/escogriffe/begin", name0="Ada", name2="Bo~", name5="Cy")
        assert text_of(path) == "1~escogriffe~50~Ada~Bo-~Cy"
        page = await browser.get(path)
        assert "Ada begins round 1." in page
        rolled = await browser.go("/pad/escogriffe", **fields_of(page), press="*target")
        page = await browser.get(rolled)
        assert 5 <= int(fields_of(page)["target"]) <= 12
        refused = await browser.go("/pad/escogriffe", **fields_of(page), press="note")
        page = await browser.get(refused)
        assert "Say who finished first." in page and 'role="alert"' in page
        said = {**fields_of(page), "target": "9", "winner": "2", "s2.size": "6"}
        for number in range(1, 6):
            path = await browser.go("/pad/escogriffe", **said, press="note")
            said |= {"p": text_of(path), "round": str(number + 1)}
        page = await browser.get(path)
        assert 'id="round"' not in page, "nothing is noted after the end"
        assert "The game is won!" in page and "Why these points?" in page
        assert re.findall(r"<strong>(\d+)</strong>", page) == ["60", "30", "0"]
        kept = "select count(*) from tables"
        assert await place.read(lambda c: c.exec_driver_sql(kept).scalar()) == 0


@story
async def test_rounds_are_corrected_struck_out_and_undone(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        text = "1~fourmis~no~Ada~Bo~Cy~~1:1.2.5.0.2.0.4.4.2.0.0.5.1.1~2:3.3.9.0.5.0.0.0.0.0.0.0.0.3"
        sheet = read_sheet(text)
        page = await browser.get(f"/pad/fourmis?p={text}")
        assert 'href="/pad/fourmis?p=' in page and "Corriger la manche 1" in page
        page = await browser.get(f"/pad/fourmis?p={text}&n=1")
        fields = fields_of(page)
        assert fields["s0.plus"] == "5" and fields["round"] == "1"
        path = await browser.go("/pad/fourmis", **{**fields, "s2.ladybirds": "3"}, press="note")
        corrected = read_sheet(text_of(path))
        assert corrected.rounds[0]["s2.ladybirds"] == 3 and corrected.rounds[1] == sheet.rounds[1]
        assert str(corrected.undone()) == text
        struck = unescape(re.findall(r'href="([^"]+)#board"', page)[0])
        assert read_sheet(text_of(struck)).rounds == sheet.rounds[1:]
        one_more = await browser.go("/pad/fourmis", **fields, press="+s1.queens")
        assert fields_of(await browser.get(one_more))["s1.queens"] == "3"
        most = {**fields, "s1.queens": "5"}
        page = await browser.get(await browser.go("/pad/fourmis", **most, press="+s1.queens"))
        assert "Pas davantage" in notice(page) and fields_of(page)["s1.queens"] == "5"


@story
async def test_texts_that_are_no_sheets_are_told_kindly(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        for text in BROKEN:
            page = await browser.get(f"/pad/kraut?p={text}", 400)
            assert "damaged" in notice(page) or "newer house" in notice(page), text
        answer = await browser.client.get("/pad/kraut?p=1~fourmis~no~A~B")
        assert answer.headers["location"].startswith("/pad/fourmis?p=")
        assert "at least 3" in notice(
            await browser.refused(400, "/pad/escogriffe/begin", name0="A")
        )
        await browser.get("/pad/chess", 404)
        assert "keep" not in notice(await browser.get("/pad/kraut"))


BROKEN = [
    "nonsense",
    "9~kraut~single~A~B",
    "1~chess~single~A~B",
    "1~kraut",
    "1~kraut~never~A~B",
    "1~kraut~single~A",
    "1~kraut~single~A~B~~1:1.2.3",
    "1~fourmis~no~A~B~~2:1.1.0.0.0.0.0.0.0.0",
    "1~fourmis~no~A~B~~1:1.9.0.0.0.0.0.0.0.0",
    "1~fourmis~no~A~B~~1:1.1.0.0.0.0.0.0.0.x",
    "1~fourmis~no~A~B~~-1",
]


def test_every_old_text_is_read_for_ever() -> None:
    """Do not change a line of the fixture: people have these addresses."""
    lines = OLD.read_text("utf-8").splitlines()
    assert {line.split("~")[1] for line in lines} == set(GAMES)
    for line in lines:
        text, _, totals = line.partition(" = ")
        counted = read_sheet(text).match("en").count(read_sheet(text).rounds)
        assert " ".join(map(str, counted[-1].totals)) == totals
        assert str(read_sheet(text)) == text


def test_a_sheet_that_is_full_is_shortened_or_says_so() -> None:
    sheet = new_sheet(GAMES["fourmis"], ["A", "B"], {})
    at = dict.fromkeys(sheet.questions, 0)
    for _ in range(200):
        sheet = sheet.noted(1, at)
    assert len(sheet.rounds) == 1 and len(sheet.notes) <= 120
    for number in range(2, 121):
        sheet = sheet.noted(number, at)
    with pytest.raises(BadSheet, match="pad_full"):
        sheet.noted(121, at)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_of_a_pad_speaks(sqlite_url: str, lang: str) -> None:
    @story
    async def read() -> None:
        async with open_house(sqlite_url) as place:
            browser = Browser(place, lang)
            assert 'href="/pad"' in await browser.get("/")
            assert "/pad/kraut" in await browser.get("/pad")
            for line in OLD.read_text("utf-8").splitlines():
                text = line.partition(" = ")[0]
                game = text.split("~")[1]
                assert f'href="/pad/{game}"' in await browser.get(f"/rules/{game}")
                await browser.get(f"/pad/{game}?again={text}")
                page = await browser.get(f"/pad/{game}?p={text}")
                assert f'data-pad="{game}"' in page and "qr" in page

    read()


@story
async def test_a_fourth_game_has_its_points_added_up(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, FOURTH.name, FOURTH)
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        names = {f"name{n}": name for n, name in enumerate("ABCD")}
        path = await browser.go(f"/pad/{FOURTH.name}/begin", lot="yes", **names)
        assert "Le sort a choisi" in await browser.get(path)
        points = {f"s{n}.points": n - 1 for n in range(4)}
        for number in (1, 2):
            form = {"p": text_of(path), "round": number, **points, "press": "note"}
            path = await browser.go(f"/pad/{FOURTH.name}", **form)
        page = await browser.get(path)
        assert re.findall(r"<strong>(\S+)</strong>", page) == ["4", "2", "0", "−2"]


@pytest.mark.parametrize("game", [*GAMES.values(), FOURTH], ids=lambda game: game.name)
def test_the_rule_book_answers_what_a_table_asks(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    monkeypatch.setitem(GAMES, game.name, game)

    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            for lang in LANGUAGES:
                page = unescape(await Browser(place, lang).get(f"/pad/{game.name}/ask"))
                for one in situations(game):
                    assert one.ask[lang] in page and one.say.get(lang, "") in page
                    for clause in one.clauses:
                        assert clause.text[lang] in page
                        assert f'href="/rules/{game.name}#{clause.id}"' in page
            examples = re.findall(r'href="(/learn/[^"]+/example/\d+)"', page)
            assert bool(examples) == (game is not FOURTH)

    asked()
