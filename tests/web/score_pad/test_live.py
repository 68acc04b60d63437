"""A score sheet that several devices write: by a code, for a day, and nothing is lost."""

from __future__ import annotations

import asyncio
import time

import pytest

from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.ports.pads import LASTS
from tablee.web.score_pad.pad_text import read_sheet
from tests.web.browsing import Browser, notice
from tests.web.guests import Place, open_house, story
from tests.web.score_pad.test_pages import fields_of

SHEET = "1~fourmis~no~Ada~Bo"
ROUND = {"plus": "1", "minus": "2", "s0.plus": "3"}


async def shared(place: Place, text: str = SHEET) -> tuple[Browser, Browser, str]:
    """Two devices, and the address at which they write."""
    one, two = Browser(place), Browser(place)
    path = await one.go("/pad/live", p=text)
    return one, two, path


async def text_at(place: Place, path: str) -> str:
    pad = await place.house.store.pads.read(path.rpartition("/")[2])
    assert pad is not None
    return pad.text


async def code_at(place: Place, path: str) -> str:
    pad = await place.house.store.pads.read(path.rpartition("/")[2])
    assert pad is not None
    return pad.code


@story
async def test_two_devices_write_on_one_sheet_by_its_code(database: str) -> None:
    async with open_house(database) as place:
        one, two, path = await shared(place)
        code = await code_at(place, path)
        page = await one.get(path)
        assert f"{code[:3]} {code[3:]}" in page and "/join" in page
        for typed in (code.lower(), f"https://x.example{path}"):
            led = await two.client.get("/join", params={"code": typed})
            assert led.headers["location"] == path
        await one.go(path, **{**fields_of(page), **ROUND}, press="note")
        fields = fields_of(await two.get(path))
        assert fields["round"] == "2"
        await two.go(path, **{**fields, **ROUND}, press="note")
        assert len(read_sheet(await text_at(place, path)).rounds) == 2
    async with open_house(database) as place:  # it is kept over a restart
        assert "Après la manche 2" in await Browser(place).get(path)


@story
async def test_of_two_who_note_a_round_the_second_is_told_and_loses_nothing(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        one, two, path = await shared(place)
        mine, theirs = fields_of(await one.get(path)), fields_of(await two.get(path))
        await one.go(path, **{**mine, **ROUND}, press="note")
        late = await two.go(path, **{**theirs, **ROUND, "s1.plus": "2"}, press="note")
        page = await two.get(late)
        assert "Rien n’est perdu" in notice(page)
        kept = fields_of(page)
        assert kept["s1.plus"] == "2" and kept["round"] == "1"
        assert read_sheet(await text_at(place, path)).rounds[0]["s1.plus"] == 0
        assert await two.go(path, **kept, press="note") == f"{path}#board"
        assert read_sheet(await text_at(place, path)).rounds[0]["s1.plus"] == 2


@story
async def test_the_same_note_sent_twice_counts_once(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        one, _, path = await shared(place)
        fields = {**fields_of(await one.get(path)), **ROUND}
        for _ in range(2):
            assert await one.go(path, **fields, press="note") == f"{path}#board"
        assert len(read_sheet(await text_at(place, path)).notes) == 1


@story
async def test_what_others_correct_elsewhere_stands_in_nobodys_way(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        one, two, path = await shared(place)
        await one.go(path, **{**fields_of(await one.get(path)), **ROUND}, press="note")
        first, new = fields_of(await one.get(f"{path}?n=1")), fields_of(await two.get(path))
        await one.go(path, **{**first, "s0.plus": "4"}, press="note")
        assert await two.go(path, **{**new, **ROUND}, press="note") == f"{path}#board"
        rounds = read_sheet(await text_at(place, path)).rounds
        assert [one_of["s0.plus"] for one_of in rounds] == [4, 3]


@story
async def test_many_devices_at_once_lose_no_note(database: str) -> None:
    """Each corrects a round of its own, from the same state of the sheet."""
    async with open_house(database) as place:
        one, _, path = await shared(place, "1~escogriffe~100~Ada~Bo~Cy")
        for _ in range(4):
            said = {**fields_of(await one.get(path)), "target": "9", "winner": "1"}
            await one.go(path, **said, press="note")
        pages = [fields_of(await one.get(f"{path}?n={n}")) for n in range(1, 5)]
        went = await asyncio.gather(
            *(
                Browser(place).go(path, **{**fields, "target": str(n + 4)}, press="note")
                for n, fields in enumerate(pages, 1)
            )
        )
        assert went == [f"{path}#board"] * 4
        rounds = read_sheet(await text_at(place, path)).rounds
        assert [at["target"] for at in rounds] == [5, 6, 7, 8]


@story
async def test_striking_and_undoing_wait_for_nobody_and_surprise_nobody(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        one, two, path = await shared(place)
        await one.go(path, **{**fields_of(await one.get(path)), **ROUND}, press="note")
        seen = await text_at(place, path)
        await two.go(path, **{**fields_of(await two.get(path)), **ROUND}, press="note")
        for press in ("undo", "strike"):
            await two.go(path, **fields_of(await two.get(f"{path}?n=2")), press="note")
            late = await one.go(path, p=seen, round="2", press=press)
            assert "late=yes" in late and "Rien n’est perdu" in notice(await one.get(late))
        now = await text_at(place, path)
        await one.go(path, p=now, round="1", press="undo")
        assert len(read_sheet(await text_at(place, path)).notes) == len(read_sheet(now).notes) - 1


@story
async def test_a_page_knows_when_to_look_again(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        one, _, path = await shared(place)
        page = await one.get(path)
        version = await one.get(f"{path}/version")
        assert f'data-version="{version}"' in page
        await one.go(path, **{**fields_of(page), **ROUND}, press="note")
        assert await one.get(f"{path}/version") != version


@pytest.mark.parametrize("lang", LANGUAGES)
@story
async def test_a_sheet_that_is_shared_no_longer_says_so(
    sqlite_url: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(sqlite_url) as place:
        one, two, path = await shared(place)
        stopped = await one.go(path, p=SHEET, round="1", press="end")
        assert stopped.startswith("/pad/fourmis?p=") and "copy=yes" in stopped
        other = Browser(place, lang)
        for answer in (
            await other.get(path, 404),
            await other.refused(404, path, p=SHEET, round="1", press="note"),
        ):
            assert notice(answer) and 'id="kept"' in answer
        assert await other.get(f"{path}/version") == "0"
        two, _, path = await shared(place)
        code, later = await code_at(place, path), time.time_ns() + LASTS * 10**6
        monkeypatch.setattr(time, "time_ns", lambda: later)
        await two.get(path, 404)
        await two.get(f"/join?code={code}", 404)


@story
async def test_a_plain_link_says_that_it_is_a_copy(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        page = await browser.get(f"/pad/fourmis?p={SHEET}")
        assert "This is a copy" not in page and "copy=yes" in page
        assert "This is a copy" in await browser.get(f"/pad/fourmis?p={SHEET}&copy=yes")


@story
async def test_a_note_for_other_people_is_refused(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        one, _, path = await shared(place)
        fields = {**fields_of(await one.get(path)), **ROUND, "p": "1~fourmis~no~Eve~Bo"}
        assert "abîmé" in notice(await one.refused(400, path, **fields, press="note"))
        assert await text_at(place, path) == SHEET


@story
async def test_the_log_holds_no_address_at_which_one_may_write(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", logger="tablee.request"):
        async with open_house(sqlite_url) as place:
            one, _, path = await shared(place)
            await one.get(path)
            await asyncio.sleep(0.3)
    told = [one.getMessage() for one in caplog.records if one.name == "tablee.request"]
    assert "/pad/live/" in str(told) and path.rpartition("/")[2] not in str(told)
