"""A whole lesson in one file: what is kept answers as the server does."""

from __future__ import annotations

import json

import pytest

from tablee.web.lessons import kept
from tests.lessons import TAUGHT
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


@pytest.mark.parametrize("game", TAUGHT)
@story
async def test_a_kept_lesson_answers_every_gesture_as_the_server_does(
    sqlite_url: str, game: str
) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        browser.client.headers["accept"] = "application/json"
        whole = json.loads(await browser.get(f"/learn/{game}/answers"))
        lesson = TAUGHT[game]
        assert (whole["lang"], whole["steps"]) == ("en", len(lesson.steps))
        made = [(step, *one) for step in lesson.steps for one in kept.gestures(step)]
        assert len(made) == len(whole["answers"])
        for step, played, move in made[:: max(1, len(made) // 12)]:
            fields = {"played": ",".join(played), "move": move, "wrong": 1}
            answer = (await browser.send(f"/learn/{game}/{step.number}", **fields)).json()
            assert whole["answers"][f"{step.number} {','.join(played)} {move}"] == answer


@story
async def test_a_page_that_is_only_kept_is_not_remembered(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place, "en")
        await browser.get("/learn/fourmis/5?kept")
        assert "learn-fourmis" not in browser.client.cookies
        await browser.get("/learn/fourmis/5")
        assert browser.client.cookies["learn-fourmis"] == "5"
