"""Live or by the day: how long somebody may think, who is told, and what waiting tables cost."""

from __future__ import annotations

import time
from functools import partial

import pytest
from sqlalchemy import Connection

from tablee.core.chance import key_of
from tablee.house.ports.seats import Seat
from tablee.house.tables.pace import BUSY, DAY, iso_of, say_moment, tempo
from tablee.store import queries
from tests.cases import CASES, Case
from tests.effort import NOON, often
from tests.web.browsing import Browser
from tests.web.guests import Seated, open_house, story

RANDOM = [case for case in CASES if case.style == "random"]


@pytest.mark.parametrize("case", RANDOM, ids=str)
def test_a_bot_takes_as_long_whatever_cards_are_hidden(case: Case) -> None:
    """That a move is forced is a secret, too: the same table, the same pause."""
    for state in case.sample(12, odd=5):
        watched = state.view(None)
        for luck in range(4):
            dealt = watched.redeal(luck)
            assert tempo(dealt.view(None), 2) == tempo(watched, 2)


def test_a_bot_takes_longer_where_more_has_changed_or_the_goal_is_near() -> None:
    case = next(case for case in RANDOM if case.game.name == "escogriffe")
    states = [view for state in case.sample(24, odd=5) if (view := state.view(None))]
    usual = [tempo(view, 1) for view in states]
    assert all(0.8 <= one <= 2.3 for one in usual) and len(set(usual)) > 10
    assert all(tempo(view, BUSY) > one for view, one in zip(states, usual, strict=True))
    first, last = states[0], states[-1]
    assert max(last.scores) >= last.record["goal"] and tempo(last, 1) >= 1.4 > tempo(first, 0)


class Days:
    """A clock on the wall that stands at noon, and that a test puts forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._began = NOON
        self.passed = 0.0
        monkeypatch.setattr(time, "time_ns", self)

    def __call__(self) -> int:
        return self._began + int(self.passed * DAY * 1e9)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    return Days(monkeypatch)


@story
async def test_a_table_has_one_of_four_paces_which_its_opener_may_change(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.seated(2, pace=3)
        ada, ben = seated.guests
        assert (await ben.ask("GET", seated.path))["pace"] == 3
        assert (await ada.ask("PATCH", seated.path, {"pace": 1}))["pace"] == 1
        await ben.refused(403, "PATCH", seated.path, {"pace": 7})
        wish = {"game": "fourmis", "pace": 2}
        wrong = await ada.refused(400, "POST", "/api/tables", wish)
        assert "choose 0, 1, 3, 7 days" in wrong["sentence"]
        await ada.ask("POST", f"{seated.path}/start", {})
        await seated.finish()
        again = await ada.ask("POST", f"{seated.path}/rematch")
        assert again["pace"] == 1


@story
async def test_the_form_of_a_new_table_offers_the_pace_and_the_lobby_tells_it(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        ada = Browser(place)
        assert 'name="pace" value="0" checked' in await ada.get("/new/kraut")
        path = await ada.open("kraut", 2, pace=7, name="Ada")
        assert "7 jours par coup" in await ada.get(path)
        await ada.go(f"{path}/arrange", pace=0)
        assert "En direct" in await ada.get(path)


AWAITED = {"fr": "On t’attend\u202f!", "en": "You’re awaited!", "de": "Alle warten auf dich!"}


def late_and_waiting(seated: Seated, turn: int | None) -> tuple[int, int]:
    assert turn is not None
    return turn, 1 - turn


@story
async def test_by_the_day_nobody_is_replaced_before_his_time_is_up(
    sqlite_url: str, days: Days
) -> None:
    """And it is said until when, also after the server was started anew."""
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2, pace=3)
        await seated.move()
        table = await place.live(seated.table)
        late, waiting = late_and_waiting(seated, table.dealt().seat)
        due = table.due
        assert due is not None
        names = [guest.token for guest in seated.guests]
    days.passed = 2.9
    async with open_house(sqlite_url) as place:
        guest = place.guest(names[waiting], accept_language="fr")
        facts = await guest.ask("GET", seated.path)
        assert facts["due"] == iso_of(due)
        wrong = await guest.refused(403, "POST", f"{seated.path}/seats/{late}/away", {})
        assert wrong["error"] == "not_before" and facts["due"] in wrong["sentence"]
        refused = await guest.send(f"/t/{seated.table}/seats/{late}/away")
        assert refused.status_code == 403 and say_moment(due, "fr") in refused.text
        page = await guest.page(f"/t/{seated.table}")
        assert "Guest" in page and f'<time class="long" datetime="{iso_of(due)}">' in page
        days.passed = 3.01
        for lang, told in AWAITED.items():
            mine = place.guest(names[late], accept_language=lang)
            page = await mine.page(f"/t/{seated.table}")  # at once, also without a script
            assert told in page and 'class="awaited"' in page, lang
            assert f'datetime="{iso_of(due)}"' in await mine.page("/me/games") and told in page
        away = await guest.ask("POST", f"{seated.path}/seats/{late}/away", {"level": "novice"})
        assert away["seats"][late]["who"] == "away"


@story
async def test_whoever_keeps_others_waiting_is_told_so_himself(sqlite_url: str) -> None:
    async with open_house(sqlite_url, away_after=0.0) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        late, waiting = late_and_waiting(seated, table.dealt().seat)
        for guest in seated.guests:
            guest.lang = "fr"
        place.house.tables.streams(table).mark_seen(table.seats[late].visitor)
        place.house.tables.streams(table).update_presence(0.0)
        told = {}
        for seat in (late, waiting):
            guest = place.guest(seated.guests[seat].token, accept_language="fr")
            told[seat] = await guest.page(f"/t/{seated.table}")
        assert "On t’attend !" in told[late] and "On t’attend !" not in told[waiting]
        assert "se fait attendre" in told[waiting]


@story
async def test_after_a_round_by_the_day_the_points_wait_for_who_opens_the_next(
    sqlite_url: str,
) -> None:
    """Nobody needs to be here when a round ends: whoever is next sees the points when he comes."""
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2, pace=1)
        table = await place.live(seated.table)
        tokens = [guest.token for guest in seated.guests]
        while table.dealt().scores == (0, 0):
            await seated.move()
        opener = table.dealt().seat or 0
    async with open_house(sqlite_url) as place:
        path = f"/t/{seated.table}"
        ada, ben = (place.guest(tokens[seat]) for seat in (opener, 1 - opener))
        assert 'class="b strong next calm"' in await ada.page(path)
        assert "next calm" not in await ben.page(path)
        table = await place.live(seated.table)
        pause = table.round_break
        assert pause.closed and not pause.timed
        await ada.led(f"{path}/ready")
        assert not pause.closed and "next calm" not in await ada.page(path)


def plain_deal(key: bytes, *_: object) -> tuple[bytes, tuple[str, ...]]:
    """Deals by a key."""
    return key, ()


def lay_tables(connection: Connection, count: int) -> None:
    """Stores tables by the day, dealt, at which two people sit."""
    facts = {"game": "fourmis", "version": 1, "players": 2, "options": {}, "who_may_join": "link"}
    for n in range(count):
        around = [Seat(f"ada{n}", "Ada"), Seat(f"ben{n}", "Ben")]
        queries.open_table(connection, f"table{n}", {**facts, "pace": 7, "opener": "x"}, around)
        queries.start(connection, f"table{n}", partial(plain_deal, key_of(n)))


@story
async def test_thousands_of_waiting_tables_are_not_in_memory(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        await place.write(partial(lay_tables, count=often(2_000, 10_000)))
        begun = time.process_time()
        names = await place.read(partial(queries.tables_of, visitor="ada77"))
        assert time.process_time() - begun < 0.2 and names == ["table77"]
        table = await place.live("table77")
        assert [one.table for one in place.house.tables.all_streams()] == [table]
        place.house.tables.streams(table).mark_seen("ada77")
        place.house.tables.put_away()
        assert place.house.tables.all_streams()  # he may still be looking
        streams = place.house.tables.streams(table)
        streams.presence._seen.clear()
        streams.update_presence()
        place.house.tables.put_away()
        assert not place.house.tables.all_streams()
        assert (await place.live("table77")).due == table.due
