"""Lessons without a script: every step by forms and links, and what is remembered."""

from __future__ import annotations

import asyncio
import gzip
import re
from datetime import datetime
from html import unescape

import pytest

from tablee import GAMES, Game
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.render.render_table import show
from tablee.table.posed.laid import laid_tables
from tablee.table.posed.lesson import LEARNER, Lesson, lesson_of
from tablee.table.rendered import Showing
from tablee.web.frame.selectors import shows
from tablee.web.lessons.at_laid import step_at
from tablee.web.lessons.pages import Attempt
from tests.games.fourth import FOURTH
from tests.lessons import TAUGHT
from tests.web.browsing import Browser
from tests.web.guests import open_house, story

TABLE = re.compile(r'<div id="table".*?</form>', re.DOTALL)


def pressed(page: str) -> str:
    """What agrees to an offer, the thing that glows, or a place if the thing is held."""
    offered = re.search(r'form="play" name="press" value="([^"]+)"', page)
    if offered:
        return offered[1]
    held = re.search(r'id="moves" name="held" value="([^"]+)"', page)
    lights = [r"thing [^\"]*\bglow\b"]
    if held:
        lights = [r"place [^\"]*\bglow\b", r"place [^\"]*\bhere\b"]
    found = [re.search(rf'<button class="{light}[^"]*" id="([^"]+)"', page) for light in lights]
    return next(one[1] for one in found if one)


async def do(browser: Browser, path: str) -> str:
    """Makes one gesture by forms; gets where one is led when it is made."""
    page, base = await browser.get(path), path.partition("?")[0]
    for _ in range(3):
        fields = dict(re.findall(r'<input type="hidden"[^>]* name="(\w+)" value="([^"]*)"', page))
        path = await browser.go(base, **fields, press=pressed(page))
        if "hold=" not in path:
            return path
        page = await browser.get(path)
    raise AssertionError(path)


@pytest.mark.parametrize("lesson", TAUGHT.values(), ids=list(TAUGHT))
def test_a_whole_lesson_is_learnt_without_a_script(sqlite_url: str, lesson: Lesson) -> None:
    game = lesson.game.name

    @story
    async def learnt() -> None:
        async with open_house(sqlite_url) as place:
            browser = Browser(place, "en")
            path = f"/learn/{game}"
            for step in lesson.steps:
                page = unescape(re.sub(r"</?em>", "", await browser.get(path)))
                assert step.say["en"].replace("*", "") in page
                path = f"/learn/{game}/{step.number}"
                for _ in step.expect:
                    path = await do(browser, path)
                page = unescape(await browser.get(path))
                assert step.done["en"].replace("*", "") in page
                path = f"/learn/{game}"
            assert f'formaction="/play/{game}"' in page
            assert browser.client.cookies.get(f"learn-{game}") == "done"
            await browser.get(path)
            read = place.house.store.facts.year  # type: ignore[attr-defined]
            while not (sums := await read(datetime.now().year)):
                await asyncio.sleep(0.01)
            assert [one["lessons"] for one in sums.values()] == [1], "counted once"

    learnt()


def packed(*parts: object) -> int:
    """How many bytes a browser is sent."""
    return len(gzip.compress("".join(map(str, parts)).encode(), 6))


@story
async def test_a_lesson_is_no_heavier_than_a_table_in_the_same_position(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        for lesson in TAUGHT.values():
            browser, game = Browser(place), lesson.game.name
            await browser.go(f"/learn/{game}/seen", back="/")
            table = await browser.get(await browser.go(f"/play/{game}", players=3))
            around = packed(*TABLE.split(table))
            for step in lesson.steps:
                attempt = Attempt(lesson, step, "fr", "Zoé")
                plain = show(attempt.state.view(LEARNER), Showing(attempt.people, "fr"))
                page = await browser.get(f"/learn/{game}/{step.number}")
                assert packed(page) <= around + packed(plain.html), (game, step.number)


@story
async def test_what_else_is_tried_is_answered_and_twice_wrong_is_shown(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        path = await browser.go("/learn/fourmis/6", press="c-8j", wrong="0")
        page = unescape(await browser.get(path))
        assert "Well spotted, the 8 wins too." in page and "Show me" not in page
        path = await browser.go("/learn/fourmis/6", press="c-Qv", wrong="1")
        page = unescape(await browser.get(path))
        assert "No green in the trick" in page
        assert 'name="move" value="Qr" data-show' in page
        path = await browser.go("/learn/fourmis/6", press="c-4v", wrong="2")
        assert "Too small: you have to beat the 7." in unescape(await browser.get(path))


@story
async def test_a_script_gets_every_moment_with_what_flies(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        browser.client.headers["accept"] = "application/json"
        told = (await browser.send("/learn/fourmis/1", move="6b")).json()
        first, *_, last = told["frames"]
        assert first["flights"][0][0] == "c-6b" and first["pause"]
        assert "the trick is yours" in last["regions"]["lesson"] and not last["pause"]
        assert last["told"][-1].startswith("Nobody does better")
        wrong = (await browser.send("/learn/fourmis/3", move="4v")).json()
        assert wrong["answer"].startswith("Allowed, but easy to beat.")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_lesson_begins_with_any_card_that_glows_at_the_laid_table(game: Game) -> None:
    for laid in laid_tables(game):
        step = step_at(laid)
        assert bytes(step.start.view(LEARNER)) == bytes(laid.view), "what is seen lies as it lay"
        for lang in LANGUAGES:
            for move in laid.choices:
                attempt = Attempt(lesson_of(game), step, lang, "Ada", (move,))
                assert attempt.is_done and attempt.sentence == step.done[lang]
                assert step.frames((), move, lang)[-1].state != step.start


@story
async def test_the_laid_table_leads_to_the_first_step_without_a_script(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        path = re.findall(r'href="(/learn/kraut/table/\w+)"', await browser.get("/?table=kraut"))[0]
        assert 'href="/learn/kraut/1"' in await browser.get(path), "it can be passed over"
        done = unescape(await browser.get(await do(browser, path)))
        assert "That’s your first move!" in done and "autofocus" in done
        assert (await browser.send(path, move="mole-1")).status_code == 400
        await browser.get("/learn/kraut/table/nothing", 404)


@story
async def test_what_no_step_has_is_said_so(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        for path in ("/learn/fourmis/99", "/learn/fourmis/1?played=8b", "/learn/fourmis/1?played="):
            await browser.get(path, 200 if path.endswith("=") else 404)
        await browser.refused(400, "/learn/fourmis/1", move="nonsense")


@story
async def test_a_game_without_a_lesson_has_its_rules(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, FOURTH.name, FOURTH)
    async with open_house(sqlite_url) as place:
        answer = await Browser(place).client.get(f"/learn/{FOURTH.name}")
        assert answer.headers["location"] == f"/rules/{FOURTH.name}"


@story
async def test_the_rules_in_one_minute_lie_beside_the_first_table_only(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        first = await browser.go("/play/fourmis", players=2)
        for _ in range(2):
            assert 'id="first"' in await browser.get(first)
        assert 'id="first"' not in await browser.get(await browser.go("/play/fourmis", players=2))
        other = await browser.go("/play/kraut", players=2)
        assert 'id="first"' in await browser.get(other)
        assert await browser.go("/learn/kraut/seen", back=other) == other
        assert 'id="first"' not in await browser.get(other)


@story
async def test_without_a_script_the_page_says_what_is_seen_for_the_first_time(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        path = await browser.go("/play/kraut", players=2, level="novice")
        table = await place.house.tables.table(path.removeprefix("/t/"))
        while 'id="first-told"' not in (page := await browser.get(path)):
            if table.dealt().seat == 0:
                await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)
            await asyncio.sleep(0.01)
        name = re.search(r'name="name" value="([a-z_-]+)" class="enough read"', page)
        assert name is not None
        said = next(f for f in TAUGHT["kraut"].firsts if f.name == name[1]).say["en"]
        ribbon = page.partition('id="ribbon"')[2].partition("</div>")[0]
        assert said in unescape(ribbon)
        assert ribbon.count('form="first-told"') == 2
        assert await browser.go("/learn/kraut/told", back=path, name="all") == path
        assert 'id="first-told"' not in await browser.get(path)


@pytest.mark.parametrize("lesson", TAUGHT.values(), ids=list(TAUGHT))
def test_what_is_seen_can_be_looked_for_on_a_page(lesson: Lesson) -> None:
    for first in lesson.firsts:
        assert not shows("<main></main>", first.sees)


def test_a_selector_finds_what_lies_inside() -> None:
    page = (
        '<div class="table over"><p id="hand"><b class="may"></b><i class="not-now"/></p><br></div>'
    )
    for selector in (
        "#hand:has(.may) .not-now",
        ".table.over",
        ".table [id^='ha']",
        "[class$='now']",
    ):
        assert shows(page, selector), selector
    for selector in ("#hand:has(.none) .not-now", ".table.done", ".may .not-now", "#hand .table"):
        assert not shows(page, selector), selector


@story
async def test_shelf_and_rules_lead_to_the_lesson_until_it_is_learnt(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        shelf, rules = await browser.get("/?table=fourmis"), await browser.get("/rules/fourmis")
        assert 'href="/learn/fourmis/table/' in shelf and "3 minutes, at this table" in shelf
        assert 'href="/learn/fourmis"' in rules and rules.count('class="strip"') == 10
        assert "costs an aphid" in rules and "Learnt" not in shelf
        await browser.get("/learn/fourmis/2")
        assert 'href="/learn/fourmis"' in await browser.get("/?table=fourmis"), "where one left"
        await browser.get("/learn/fourmis/11?played=8r")
        assert "Learnt" in await browser.get("/?table=fourmis")
        table = await browser.go("/play/fourmis", players=2)
        assert 'id="first"' not in await browser.get(table)


@story
async def test_what_was_told_once_is_not_told_again(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        table = await browser.go("/play/fourmis", players=2)
        assert "A queen! She’s worth one more" in unescape(await browser.get(table))
        await browser.go("/learn/fourmis/told", name="queen", back=table)
        page = unescape(await browser.get(table))
        assert "A queen! She" not in page and "A ninja! Whoever" in page
        before = dict(browser.client.cookies)
        await browser.go("/learn/fourmis/told", name="all", back=table)
        assert "A ninja! Whoever" not in unescape(await browser.get(table))
        browser.client.cookies.update(before)  # an answer that was sent earlier and comes later
        assert "A ninja! Whoever" not in unescape(await browser.get(table))


@story
async def test_an_example_of_the_rules_can_be_played(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        rules = await browser.get("/rules/fourmis")
        for number in range(1, 6):
            assert f'href="/learn/fourmis/example/{number}"' in rules
        path = await do(browser, "/learn/fourmis/example/5")
        assert "the queen beats even ninjas" in await browser.get(path)
        assert "learn-fourmis" not in browser.client.cookies
        assert 'class="curious"' in await browser.get("/rules/kraut")
