"""Six words at a table: who hears them, how often they are said, and no others."""

from __future__ import annotations

import pytest

from tablee.house.errors import NotNow, TooMuch, Unreadable
from tablee.house.tables.quick_chat import QUIET, WORDS, Talk
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


def test_a_word_for_each_move_and_not_too_quickly() -> None:
    now = 100.0
    talk = Talk(lambda: now)
    talk.say(0, "bravo", 3)
    talk.say(1, "thanks", 3)
    with pytest.raises(NotNow):
        talk.say(0, "ouch", 3)
    with pytest.raises(TooMuch):
        talk.say(0, "ouch", 4)
    now += QUIET
    talk.say(0, "ouch", 4)
    with pytest.raises(Unreadable, match="bravo"):
        talk.say(0, "Du bist doof", 9)


@story
async def test_everyone_at_the_table_hears_a_word_in_his_language(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        ada, ben = seated.guests
        program = await place.follow(ada, seated.table)
        page = await place.watch(place.guest(ben.token, accept_language="de"), seated.table)
        await page.next("frame")
        await ada.ask("POST", f"{seated.path}/word", {"word": "thanks"})
        assert await program.next("word") == {"seat": 0, "word": "thanks"}
        told = await page.next("word")
        assert told["text"] == "Danke" and "Guest 0" in told["told"]
        await ada.refused(409, "POST", f"{seated.path}/word", {"word": "sorry"})
        await ben.refused(400, "POST", f"{seated.path}/word", {"word": "<b>"})
        stranger = place.guest(place.house.identities.new())
        await stranger.refused(403, "POST", f"{seated.path}/word", {"word": "bravo"})


@story
async def test_words_are_offered_among_people_and_can_be_hidden(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada, ben = Browser(place), Browser(place)
        path = await ada.open("fourmis", 2, name="Ada")
        await ben.go(f"{path}/sit", name="Ben")
        await ada.go(f"{path}/start", sure="yes")
        page = await ada.get(path)
        assert all(f'name="word" value="{word}"' in page for word in WORDS)
        assert "data-hush" not in page
        await ada.go("/me", hush="yes", back=path)
        assert "data-hush" in await ada.get(path)
        assert await ada.go(f"{path}/word", word="bravo") == path
        for page in (await ben.get(path), await ben.get(f"{path}/log")):
            assert page.count('class="word-said">') == 1 and "Ada" in page
        assert "word-said" not in await ada.get(path), "whoever wants no words"
        alone = await Browser(place).go("/play/kraut", players=2)
        assert 'name="word"' not in await ada.get(alone)


@story
async def test_a_word_travels_between_workers(postgres_url: str) -> None:
    async with open_house(postgres_url) as one, open_house(postgres_url) as other:
        seated = await one.playing(2)
        stream = await other.follow(other.guest(seated.guests[1].token), seated.table)
        await stream.next("view")
        await seated.guests[0].ask("POST", f"{seated.path}/word", {"word": "again"})
        assert await stream.next("word") == {"seat": 0, "word": "again"}
