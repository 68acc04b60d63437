"""The way to a table: by a short code until its match is over, by its link or a part of that."""

from __future__ import annotations

from itertools import combinations

from tablee.house.ports import short_codes
from tablee.house.settings import Limits
from tests.web.browsing import Browser, notice
from tests.web.guests import Place, open_house, story

ALIKE = ("O0Q", "I1L", "B83", "S5", "MN", "UV", "Z2", "G6", "D0", "6" + "9", "PTBDGCEV", "AKHJ")
"""Signs that are taken for one another, by the eye or by the ear."""
EVIL = "<script>alert(1)</script>"


async def join(browser: Browser, code: str) -> tuple[int, str]:
    answer = await browser.client.get("/join", params={"code": code})
    return answer.status_code, answer.headers.get("location") or notice(answer.text)


async def code_of(place: Place, path: str) -> str:
    return (await place.live(path.removeprefix("/t/"))).setup.code


def test_no_two_signs_of_a_code_are_taken_for_one_another() -> None:
    for one, other in combinations(short_codes.SIGNS, 2):
        assert not any(one in alike and other in alike for alike in ALIKE), one + other
    code = short_codes.draw()
    assert short_codes.read(short_codes.spell(code).lower() + " ") == code
    assert short_codes.read("FK-R" + "T3 4") == "FKRT34"
    assert short_codes.read("FKRT3") is None and short_codes.read("FKRT3O") is None


@story
async def test_a_short_code_leads_to_its_table_until_the_match_is_over(database: str) -> None:
    async with open_house(database) as place, open_house(database) as elsewhere:
        ada = Browser(place)
        path = await ada.open("fourmis", 2, name="Ada")
        other = await ada.open("fourmis", 2, name="Ada")
        code = await code_of(place, path)
        assert code != await code_of(place, other)
        assert short_codes.spell(code) in await ada.get(path)
        for typed in (code, f" {short_codes.spell(code).lower()} "):
            assert await join(Browser(elsewhere), typed) == (303, path)
        await ada.go(f"{path}/start", fill="novice")
        latecomer = Browser(elsewhere)
        assert await join(latecomer, code) == (303, path)
        assert "watching" in await latecomer.get(path)
        await place.house.store.tables.end(path.removeprefix("/t/"), (1, 0), False)
        status, told = await join(latecomer, code)
        assert status == 404 and "Aucune table" in told


@story
async def test_a_link_or_its_last_part_leads_to_its_table(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await browser.open(name="Léa")
        name = path.removeprefix("/t/")
        for code in (name, f" http://house{path} ", f"house{path}/", f"http://house{path}?lang=de"):
            assert await join(browser, code) == (303, path), code
        for code in ("zzzz", "///", EVIL, "a" * 100):
            status, told = await join(browser, code)
            assert status == 404 and "Aucune table" in told and EVIL not in told
        assert 'action="/join"' in await browser.get("/join") and not notice(await browser.get("/"))


@story
async def test_codes_cannot_be_tried_out(sqlite_url: str) -> None:
    """Whoever has guessed too often is refused even with a code that is right."""
    async with open_house(sqlite_url, Limits()) as place:
        ada = Browser(place)
        path = await ada.open("fourmis", 2, name="Ada")
        code = await code_of(place, path)
        tries = [await join(ada, short_codes.draw()) for _ in range(41)]
        assert [status for status, _ in tries] == [404] * 40 + [429]
        status, told = await join(ada, code)
        assert status == 429 and told


@story
async def test_a_right_code_costs_nothing(sqlite_url: str) -> None:
    """A school class behind one address could type no more than forty of them."""
    async with open_house(sqlite_url, Limits()) as place:
        ada = Browser(place)
        path = await ada.open("fourmis", 2, name="Ada")
        code = await code_of(place, path)
        for _ in range(50):
            assert await join(ada, code) == (303, path)
        tries = [await join(ada, short_codes.draw()) for _ in range(41)]
        assert [status for status, _ in tries] == [404] * 40 + [429]
