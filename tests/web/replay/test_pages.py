"""A match that is over can be looked at again: any moment, through any eyes, for ever."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee import GAMES, parse_record
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.replay.finished_match import FinishedMatch, Viewpoint
from tablee.table.people import Person
from tests.archive import HERE
from tests.web.browsing import Browser, notice
from tests.web.guests import open_house, story

GOLDEN = sorted(HERE.glob("*/golden/*.record"))
SHORT = HERE / "kraut/golden/kraut-3-single.record"


def past_of(file: Path, lang: str = "fr") -> FinishedMatch:
    record = parse_record(file.read_text(encoding="utf-8"))
    people = [Person(seat, f"Name {seat}") for seat in range(record.players)]
    return FinishedMatch("past", record, people, lang)


async def bring(browser: Browser, file: Path) -> str:
    """Brings a record as a file, as a browser does; gets where it leads."""
    files = {"file": (file.name, file.read_bytes()), "record": ("", b"")}
    answer = await browser.client.post("/replay", files=files)
    assert answer.status_code == 303, answer.text[-600:]
    return str(answer.headers["location"])


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_is_shown_to_all_eyes(name: str) -> None:
    """Looking through a seat's eyes shows its view and no more, unless hands lie open."""
    past = past_of(next(file for file in GOLDEN if file.parent.parent.name == name))
    for n in {*range(0, len(past.moments), len(past.moments) // 12), len(past.moments) - 1}:
        state = past.moments[n].state
        for seat in (None, *range(past.record.players)):
            assert Viewpoint(seat).view(state) == state.view(seat)
            for laid_open in (False, True):
                shown = past.show(n, Viewpoint(seat, laid_open))
                assert "<button" not in shown.html and ' glow"' not in shown.html
                assert ("open-hand" in shown.html) <= laid_open


@pytest.mark.parametrize("name", GAMES)
def test_open_hands_hold_the_cards_of_all(name: str) -> None:
    past = past_of(next(file for file in GOLDEN if file.parent.parent.name == name))
    shown = past.show(past.find(len(past.record.moves) // 2), Viewpoint(0, open=True))
    assert shown.html.count("open-hand") >= past.record.players - 1


def test_what_flew_forth_flies_back() -> None:
    past = past_of(HERE / "fourmis/golden/fourmis-4-highest-no.record")
    eyes = Viewpoint(None, open=True)
    forth, back = past.step(0, 1, eyes)[1], past.step(1, 0, eyes)[1]
    card = f"c-{past.record.moves[0]}"
    assert (card, "fan-0", "meal") in forth
    assert [(id_, target, source) for id_, source, target in forth] == back
    assert past.step(0, 2, eyes)[1] == []


def test_a_full_trick_is_a_moment_of_its_own() -> None:
    past = past_of(HERE / "fourmis/golden/fourmis-4-highest-no.record")
    full, taken = past.moments[past.find(4, 1)], past.moments[past.find(4)]
    assert (full.ply, full.back, taken.ply, taken.back) == (4, 1, 4, 0)
    assert past.find(4, 1) in past.stops
    assert past.find(10**6) == len(past.moments) - 1
    assert [round_ for round_, _ in past.rounds] == sorted({m.round for m in past.moments})


@story
async def test_a_match_of_the_house_is_looked_at_again(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        mine = seated.guests[1]
        for path in ("", "/moment?n=1", "/record"):
            refused = await mine.answer("GET", f"/replay/{seated.table}{path}", accept="text/html")
            assert refused.status_code == 409
            assert "pas finie" in refused.text
        await seated.finish()
        page = await mine.page(f"/replay/{seated.table}")
        assert "at1 me1" in page and "open-hand" not in page
        assert "at0 watching" in await mine.page(f"/replay/{seated.table}?as=watch")
        assert "open-hand" in await mine.page(f"/replay/{seated.table}?as=0&open=1&ply=3")
        stranger = await place.guest().page(f"/replay/{seated.table}?ply=3")
        assert "at0 watching" in stranger and "open-hand" in stranger
        over = await mine.page(f"/t/{seated.table}")
        assert f'href="/replay/{seated.table}"' in over


def links(page: str) -> list[str]:
    """The addresses of the player's buttons: back and next."""
    return [unescape(href) for href in re.findall(r'data-go="\w+" href="([^"]+)"', page)]


@story
async def test_one_walks_through_a_match_by_plain_links(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await bring(browser, SHORT)
        back, forth = links(await browser.get(f"{path}?as=0"))
        assert forth.endswith("?ply=1&as=0") and back.endswith("?ply=0&as=0")
        back, forth = links(await browser.get(forth))
        assert forth.endswith("?ply=2&as=0") and back.endswith("?ply=0&as=0")
        moves = len(parse_record(SHORT.read_text(encoding="utf-8")).moves)
        assert f"Coup {moves} sur {moves}" in await browser.get(f"{path}?as=0&ply={moves}")


@story
async def test_the_same_record_has_one_address_for_ever(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await bring(browser, SHORT)
        assert await bring(browser, SHORT) == path
        text = SHORT.read_text(encoding="utf-8")
        assert await browser.go("/replay", record=text) == path
        kept = await browser.client.get(f"{path}/record")
        assert "attachment" in kept.headers["content-disposition"]
        assert parse_record(kept.text).moves == parse_record(text).moves
    async with open_house(sqlite_url) as place:
        assert "Revoir la partie" in await Browser(place).get(path)


@story
async def test_the_script_gets_a_moment_and_what_flies(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await bring(browser, SHORT)
        asked = f"{path}/moment?n=1&since=0&as=watch&open=1"
        found: dict[str, Any] = (await browser.client.get(asked)).json()
        assert (found["n"], found["ply"], found["back"]) == (1, 1, 0)
        assert found["flights"] and found["now"]
        assert {"moves", "status", "garden-1"} <= set(found["regions"])


BROKEN = {
    "none": "hello",
    "game": "tablee record 1\ngame: chess 1\nplayers: 2\nkey: 00\n\n",
    "rules": "tablee record 1\ngame: fourmis 99\nplayers: 2\nkey: 00\n\n7r 8v",
    "broken": "tablee record 1\ngame: fourmis 1\nplayers: two\nkey: 00\n\n",
    "move": f"tablee record 1\ngame: fourmis 1\nplayers: 2\nkey: {'0' * 32}\n\n7r 7r 7r",
    "long": f"tablee record 1\ngame: fourmis 1\nplayers: 2\nkey: {'0' * 32}\n\n" + "7r " * 5_000,
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_replayed_is_told_and_nothing_typed_is_lost(
    sqlite_url: str, lang: str
) -> None:
    @story
    async def refused() -> None:
        async with open_house(sqlite_url) as place:
            browser, told = Browser(place, lang), set()
            for text in BROKEN.values():
                page = await browser.refused(400, "/replay", record=text)
                told.add(notice(page))
                assert text.strip() in unescape(page)
                assert ("<li>8v</li>" in page) == (text == BROKEN["rules"])
            assert len(told) == len(BROKEN) and "" not in told
            await browser.get("/replay/" + "0" * 24, 404)

    refused()


@story
async def test_a_foreign_file_is_no_record(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        files = {"file": ("picture.png", bytes(range(256)), "image/png")}
        answer: httpx.Response = await Browser(place).client.post("/replay", files=files)
        assert answer.status_code == 400
        assert "tablee record 1" in notice(answer.text)


@story
async def test_a_file_that_no_record_could_be_is_told_and_leads_back(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        files = {"file": ("holidays.mp4", bytes(200_000), "video/mp4")}
        answer: httpx.Response = await Browser(place).client.post("/replay", files=files)
        assert answer.status_code == 413
        assert "trop gros" in answer.text
        assert 'href="/replay"' in answer.text
