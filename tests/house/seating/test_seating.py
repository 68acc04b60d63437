"""Who sits where: sit down, rename, bots, away and back, rematch."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from tablee import View, parse_record
from tablee.house.thinking.levels import LEVELS
from tests.web.guests import Guest, Seated, open_house, story


async def whose(seated: Seated) -> list[str]:
    facts = await seated.guests[0].ask("GET", seated.path)
    return [seat["who"] for seat in facts["seats"]]


@story
async def test_a_table_is_opened_filled_with_bots_and_dealt(database: str) -> None:
    async with open_house(database) as place:
        guest = place.guest()
        wish = {"game": "fourmis", "players": 4, "options": {"beat": "previous"}, "join": "open"}
        opened = await guest.ask("POST", "/api/tables", wish)
        table, guest.token = opened["table"], opened["token"]
        path = f"/api/tables/{table}"
        assert opened["options"] == {"beat": "previous", "teams": "no"}
        assert [t["table"] for t in await guest.ask("GET", "/api/tables")] == [table]
        assert await guest.sit(table, "  Zoë   the 2nd ", 2) == 2
        await guest.ask("POST", f"{path}/name", {"name": "Zoë"})
        await guest.ask("PUT", f"{path}/seats/0/bot", {"level": "master"})
        await guest.ask("PUT", f"{path}/seats/1/bot", {"level": "novice"})
        await guest.ask("DELETE", f"{path}/seats/1")
        wrong = await guest.refused(409, "POST", f"{path}/start", {})
        assert "seat 1 is empty" in wrong["sentence"]
        facts = await guest.ask("POST", f"{path}/start", {"fill": "casual"})
        assert [seat["bot"] for seat in facts["seats"]] == ["master", "casual", None, "casual"]
        assert facts["seats"][2]["name"] == "Zoë"
        assert len({seat["name"] for seat in facts["seats"]}) == 4
        assert facts["phase"] == "playing" and len(facts["commitment"]) == 64
        assert facts["key"] is None
        assert await guest.ask("GET", "/api/tables") == []
        (mine,) = (await guest.ask("GET", "/api/me"))["tables"]
        assert (mine["table"], mine["seat"]) == (table, 2)


@story
async def test_two_people_cannot_take_one_seat(database: str) -> None:
    async with open_house(database) as place:
        table = (await place.guest().ask("POST", "/api/tables", {"game": "fourmis"}))["table"]
        guests = [place.guest() for _ in range(4)]
        wish = {"name": "Ada", "seat": 1}
        answers = await asyncio.gather(
            *(guest.answer("POST", f"/api/tables/{table}/seats", wish) for guest in guests)
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


@story
async def test_nobody_sits_twice_at_a_table(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.seated(2)
        wish = {"name": "Again"}
        wrong = await seated.guests[0].refused(409, "POST", f"{seated.path}/seats", wish)
        assert wrong["error"] == "seat_taken" and "seat 0" in wrong["sentence"]
        wrong = await place.guest().refused(409, "POST", f"{seated.path}/seats", wish)
        assert "you can watch" in wrong["sentence"]


@story
async def test_strangers_may_watch_and_nothing_else(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.seated(2)
        stranger = place.guest(place.house.identities.new())
        for method, path, body in (
            ("POST", "/start", {}),
            ("POST", "/name", {"name": "Eve"}),
            ("DELETE", "/seats/0", None),
            ("PUT", "/seats/0/bot", {"level": "novice"}),
            ("POST", "/back", {}),
        ):
            await stranger.refused(403, method, seated.path + path, body)
        await seated.guests[0].ask("POST", f"{seated.path}/start", {})
        await stranger.refused(403, "POST", f"{seated.path}/seats/0/away", {})
        await stranger.refused(403, "GET", f"{seated.path}/hint")
        await stranger.refused(403, "GET", f"{seated.path}/why-not?move=7r")
        assert (await stranger.ask("GET", f"{seated.path}/view"))["seat"] is None


@story
async def test_a_bot_plays_for_somebody_away_who_takes_the_seat_back(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        ada, ben = seated.guests
        stream = await place.follow(ben, seated.table)
        await seated.move()
        away = await ada.ask("POST", f"{seated.path}/seats/0/away", {"level": "novice"})
        assert away["seats"][0] == {
            "seat": 0,
            "who": "away",
            "name": "Guest 0",
            "bot": "novice",
            "away_since": 1,
            "screen": None,
        }
        for _ in range(8):  # the bot answers each move of Ben's
            while (view := await stream.next("view"))["turn"] != 1:
                pass
            body = {"move": view["legal"][0], "ply": view["ply"]}
            await ben.ask("POST", f"{seated.path}/moves", body)
        back = await ada.ask("POST", f"{seated.path}/back?lang=fr", {})
        assert back["since"] == 1
        assert any(line["sentence"].startswith("Guest 0 joue") for line in back["log"])
        assert await whose(seated) == ["person", "person"]
        again = await ada.ask("POST", f"{seated.path}/back", {})
        assert again["log"] == []


@story
async def test_the_others_may_call_a_bot_only_for_who_keeps_them_waiting(database: str) -> None:
    async with open_house(database, away_after=60.0) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        late, waiting = table.dealt().seat, 1 - (table.dealt().seat or 0)
        guest = seated.guests[waiting]
        wrong = await guest.refused(403, "POST", f"{seated.path}/seats/{late}/away", {})
        assert "60 seconds" in wrong["sentence"]
        table.match.clock.began -= 61
        await guest.ask("POST", f"{seated.path}/seats/{late}/away", {})
        assert (await whose(seated))[late or 0] == "away"


@story
async def test_a_seat_is_its_owners_until_he_gives_it_up(database: str) -> None:
    """Whoever was slow lost his seat and his hand to a second browser of another player."""
    async with open_house(database) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        late = table.dealt().seat or 0
        slow, other = seated.guests[late], seated.guests[1 - late]
        table.match.clock.began -= 61
        await other.ask("POST", f"{seated.path}/seats/{late}/away", {})
        wrong = await other.refused(403, "DELETE", f"{seated.path}/seats/{late}")
        assert wrong["error"] == "not_your_seat"
        wish = {"name": "Second", "seat": late}
        await place.guest().refused(409, "POST", f"{seated.path}/seats", wish)
        await slow.ask("POST", f"{seated.path}/back", {})
        assert await whose(seated) == ["person", "person"]


@story
async def test_nobody_sits_down_at_a_hand_that_was_given_up(database: str) -> None:
    """A second browser of another player could, and saw two hands."""
    async with open_house(database) as place:
        seated = await place.playing(3)
        ada, ben, _ = seated.guests
        await ada.ask("DELETE", f"{seated.path}/seats/0")
        assert (await whose(seated))[0] == "free"
        for guest in (ada, ben, place.guest()):
            wish = {"name": "Again", "seat": 0}
            await guest.refused(409, "POST", f"{seated.path}/seats", wish)
        assert (await ada.ask("GET", f"{seated.path}/view"))["seat"] is None


@story
async def test_a_seat_is_passed_on_by_its_owner_once(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        ada, ben = seated.guests
        code = (await ada.ask("POST", f"{seated.path}/pass", {}))["code"]
        wish = {"name": "Zoë", "code": code}
        wrong = await ben.refused(403, "POST", f"{seated.path}/over", wish)
        assert wrong["error"] == "saw_cards"
        other = await place.playing(2)
        await place.guest().refused(409, "POST", f"{other.path}/over", wish)
        taken = await place.guest().ask("POST", f"{seated.path}/over", wish)
        assert taken["seat"] == 0
        zoe = place.guest(taken["token"])
        assert (await zoe.ask("GET", f"{seated.path}/view"))["seat"] == 0
        await place.guest().refused(401, "POST", f"{seated.path}/over", wish)
        back = (await zoe.ask("POST", f"{seated.path}/pass", {}))["code"]
        wish = {"name": "Ada", "code": back}
        await ada.refused(403, "POST", f"{seated.path}/over", wish)
        await place.guest().refused(401, "POST", "/me/carry", f"carry={back}")


@story
async def test_who_held_a_hand_is_known_after_a_restart(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        ada, ben = seated.guests
        await ada.ask("DELETE", f"{seated.path}/seats/0")
        code = (await ben.ask("POST", f"{seated.path}/pass", {}))["code"]
    async with open_house(database) as place:
        again, wish = place.guest(ada.token), {"name": "Ada", "code": code}
        wrong = await again.refused(403, "POST", f"{seated.path}/over", wish)
        assert wrong["error"] == "saw_cards"


@story
async def test_only_the_opener_removes_people_and_deals_while_he_is_here(database: str) -> None:
    async with open_house(database, away_after=60.0) as place:
        seated = await place.seated(3, join="open")
        opener, ben, _ = seated.guests
        for method, path, body in (
            ("DELETE", "/seats/0", None),
            ("DELETE", "/seats/2", None),
            ("POST", "/start", {"fill": "novice"}),
        ):
            wrong = await ben.refused(403, method, seated.path + path, body)
            assert wrong["error"] == "not_opener"
        await opener.ask("DELETE", f"{seated.path}/seats/2")
        assert await whose(seated) == ["person", "person", "empty"]
        (await place.streams(seated.table)).presence.opener_seen -= 61
        await ben.ask("POST", f"{seated.path}/start", {"fill": "novice"})
        assert await whose(seated) == ["person", "person", "bot"]


@story
async def test_whoever_is_removed_is_told(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.seated(2)
        opener, ben = seated.guests
        page = f"/t/{seated.table}"
        assert "Your seat has been freed" not in await ben.page(f"{page}?lang=en")
        stream = await place.follow(ben, seated.table)  # as the page of a table that fills up does
        await stream.next("table")
        await opener.ask("DELETE", f"{seated.path}/seats/1")
        assert (await stream.next("table"))["seats"][1]["who"] == "empty"
        assert "Your seat has been freed" in await ben.page(f"{page}?lang=en")
        await ben.sit(seated.table, "Ben", 1)
        await ben.ask("DELETE", f"{seated.path}/seats/1")
        assert "Your seat has been freed" not in await ben.page(f"{page}?lang=en")


@story
async def test_a_rematch_moves_everyone_on_by_one_seat_and_happens_once(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(3)
        early = await seated.guests[0].refused(409, "POST", f"{seated.path}/rematch", {})
        assert "when this match is over" in early["sentence"]
        await seated.finish()
        asked = [g.ask("POST", f"{seated.path}/rematch", {}) for g in seated.guests]
        first, second, third = await asyncio.gather(*asked)
        assert first["table"] == second["table"] == third["table"]
        assert [seat["name"] for seat in first["seats"]] == ["Guest 1", "Guest 2", "Guest 0"]
        assert first["phase"] == "open"
        again = Seated(place, first["table"], seated.guests[1:] + seated.guests[:1])
        await again.guests[2].ask("POST", f"{again.path}/start", {})
        await again.move()
        assert (await seated.guests[0].ask("GET", seated.path))["rematch"] == first["table"]


@story
async def test_bots_play_a_whole_match_among_themselves(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        guest = place.guest()
        opened = await guest.ask("POST", "/api/tables", {"game": "fourmis", "players": 2})
        guest.token = opened["token"]
        path = f"/api/tables/{opened['table']}"
        stream = await place.follow(guest, opened["table"])
        await guest.ask("POST", f"{path}/start", {"fill": "novice"})
        while "outcome" not in (view := await stream.next("view")):
            pass
        text = (await guest.answer("GET", f"{path}/record")).text
        end = parse_record(text).verify().outcome()
        assert end is not None and list(end.winners) == view["outcome"]["winners"]


@story
async def test_the_key_is_shown_at_the_end_and_is_the_promised_one(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        guest = seated.guests[0]
        promised = (await guest.ask("GET", seated.path))["commitment"]
        await guest.refused(409, "GET", f"{seated.path}/record")
        await seated.finish()
        facts = await guest.ask("GET", seated.path)
        text = (await guest.answer("GET", f"{seated.path}/record")).text
        record = parse_record(text)
        assert record.verify(promised).outcome() is not None
        assert record.key.hex() == facts["key"]
        checked = await guest.ask("POST", "/api/verify", text)
        assert checked["commitment"] == promised and checked["promised"]
        false = text.replace(promised, "0" * 64)
        wrong = await guest.refused(400, "POST", "/api/verify", false)
        assert "not the cards that were promised" in wrong["sentence"]


@story
async def test_a_hint_is_a_legal_move_for_whose_turn_it_is(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, _, _ = await seated.turn()
        hint = await guest.ask("GET", f"{seated.path}/hint?lang=fr")
        view = await guest.ask("GET", f"{seated.path}/view?lang=fr")
        assert {"move": hint["move"], "sentence": hint["sentence"]} in view["legal"]
        other: Guest = next(g for g in seated.guests if g is not guest)
        await other.refused(409, "GET", f"{seated.path}/hint")


@story
async def test_a_bot_that_fails_or_plays_falsely_does_not_stop_the_table(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = itertools.cycle(["nonsense", "Qr", ""])

    def choose(view: View, level: str, seed: int) -> str:
        answer = next(answers)
        if not answer:
            raise RuntimeError("the bot has lost its mind")
        return answer

    monkeypatch.setattr("tablee.web.server.bot_workers.choose", choose)
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        stream = await place.follow(place.guest(), seated.table)
        for seat, guest in enumerate(seated.guests):
            await guest.ask("POST", f"{seated.path}/seats/{seat}/away", {"level": "novice"})
        while (await stream.next("view"))["ply"] < 12:
            pass
    assert "chose what is not allowed" in caplog.text
    assert "failed: RuntimeError" in caplog.text
    assert "lost its mind" not in caplog.text


@story
async def test_levels_and_seats_that_do_not_exist_are_refused(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.seated(2)
        guest = seated.guests[0]
        await guest.ask("DELETE", f"{seated.path}/seats/1")
        path = f"{seated.path}/seats/1/bot"
        wrong = await guest.refused(400, "PUT", path, {"level": "god"})
        assert ", ".join(LEVELS) in wrong["sentence"]
        path = f"{seated.path}/seats/7/bot"
        wrong = await guest.refused(400, "PUT", path, {"level": "novice"})
        assert "seats are 0 to 1" in wrong["sentence"]
        path = f"{seated.path}/seats/x/bot"
        await guest.refused(400, "PUT", path, {"level": "novice"})
