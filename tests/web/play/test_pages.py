"""A table in a browser: its page, its forms without script, and what is refused there."""

from __future__ import annotations

import asyncio
import re

import pytest
from markupsafe import escape

from tablee import GAMES, Game, find_game
from tablee.house.thinking.levels import advise
from tests.web.guests import Guest, Seated, open_house, story

MAY = re.compile(r'<button class="(?:thing|place)[^"]* may[^"]*" id="([^"]+)" name="press"')
HERE = re.compile(r'<button class="(?:thing|place)[^"]* here[^"]*" id="([^"]+)" name="press"')
OFFER = re.compile(r'<button class="b strong" form="play" name="press" value="([^"]+)"')
PLY = re.compile(r'name="ply" value="(\d+)"')


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


async def at_turn(seated: Seated) -> tuple[Guest, str]:
    table = await seated.place.live(seated.table)
    seat = table.dealt().seat
    assert seat is not None
    return seated.guests[seat], f"/t/{seated.table}"


async def play_by_form(guest: Guest, path: str) -> str:
    """Plays as somebody does who has no script: presses the first thing, then the first place."""
    html = await guest.page(path)
    thing, ply = MAY.search(html), PLY.search(html)
    assert ply is not None and thing is not None
    led = await guest.led(f"{path}/moves", press=thing[1], held="", ply=ply[1])
    if led == path:
        return led  # only one thing could happen
    assert led == f"{path}?hold={thing[1]}"
    html = await guest.page(led)
    assert f'name="held" value="{thing[1]}"' in html
    place = OFFER.search(html) or HERE.search(html)
    assert place is not None
    return await guest.led(f"{path}/moves", press=place[1], held=thing[1], ply=ply[1])


@every_game
def test_a_match_can_be_played_by_forms_alone(game: Game, sqlite_url: str) -> None:
    @story
    async def played() -> None:
        async with open_house(sqlite_url) as place:
            seated = await place.playing(game.players[0], game.name)
            table = await place.live(seated.table)
            for ply in range(25):
                if table.dealt().seat is None:
                    break
                guest, path = await at_turn(seated)
                assert await play_by_form(guest, path) == path
                assert table.ply == ply + 1

    played()


@story
async def test_the_page_waits_by_itself_only_when_it_is_not_ones_turn(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = await at_turn(seated)
        other = next(one for one in seated.guests if one is not guest)
        refresh = f'<noscript><meta http-equiv="refresh" content="3;url={path}"></noscript>'
        assert refresh not in await guest.page(path)
        assert refresh in await other.page(path)
        assert refresh in await place.guest().page(path)
        await seated.finish()
        assert refresh not in await other.page(path)


@story
async def test_an_illegal_move_comes_back_with_its_clause_in_ones_language(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = await at_turn(seated)
        table = await place.live(seated.table)
        view = table.dealt().view(table.dealt().seat)
        wrong = next(move for move in table.game.moves if view.why_not(move) is not None)
        for lang in ("fr", "en", "de"):
            speaker = place.guest(guest.token, accept_language=lang)
            answer = await speaker.send(f"{path}/moves", move=str(wrong), ply=0)
            refusal = view.why_not(wrong, lang)
            assert refusal is not None
            assert answer.status_code == 422
            assert refusal.sentence.replace("'", "&#39;") in answer.text
            assert f'href="/rules/fourmis#{refusal.clause}"' in answer.text
            assert 'id="hand"' in answer.text
        assert table.ply == 0


@story
async def test_stale_foreign_and_unknown_moves_are_said_on_the_page(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = await at_turn(seated)
        other = next(one for one in seated.guests if one is not guest)
        await seated.move()
        guest, other = other, guest
        cases: list[tuple[Guest, dict[str, object], int, str]] = [
            (other, {"move": "zz", "ply": 0}, 400, "existe pas ici"),
            (other, {"move": "2r", "ply": 7}, 409, "la table a changé"),
            (guest, {"move": "2r", "ply": "x"}, 400, "Essaie encore"),
            (place.guest(), {"move": "2r", "ply": 1}, 403, "prends d’abord une place"),
        ]
        for who, form, status, said in cases:
            speaker = place.guest(who.token, accept_language="fr")
            answer = await speaker.send(f"{path}/moves", **form)
            assert answer.status_code == status
            bubble = answer.text.partition('id="bubble"')[2].partition("</div>")[0]
            assert said in bubble.replace("&#39;", "’")
        table = await place.live(seated.table)
        late = place.guest(other.token, accept_language="fr")
        answer = await late.send(f"{path}/moves", move=str(table.game.moves[0]), ply=1)
        assert answer.status_code == 409
        assert "pas encore ton tour" in answer.text


@story
async def test_a_script_is_answered_in_the_language_of_its_page(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = await at_turn(seated)
        speaker = place.guest(guest.token, accept_language="de")
        wrong = await speaker.answer("POST", f"{path}/moves", {"move": "2r", "ply": 5})
        assert wrong.status_code == 409
        assert wrong.json()["error"] == "stale"
        assert wrong.json()["sentence"].startswith("Da war jemand schneller")
        _, move, ply = await seated.turn()
        right = await speaker.answer("POST", f"{path}/moves", {"move": move, "ply": ply})
        assert right.json() == {"ply": 1}


@story
async def test_what_cannot_be_used_says_why_when_asked(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = await at_turn(seated)
        other = next(one for one in seated.guests if one is not guest)
        html = await other.page(path)
        asked = re.search(r'<button class="thing[^"]*" id="([^"]+)" name="press"', html)
        assert asked is not None
        led = await other.led(f"{path}/moves", press=asked[1], ply=0)
        assert led == f"{path}?ask={asked[1]}"
        bubble = (await other.page(led)).partition('id="bubble"')[2].partition("</div>")[0]
        assert "de jouer" in bubble


@story
async def test_a_form_from_another_site_is_refused(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        _, move, ply = await seated.turn()
        guest, path = await at_turn(seated)
        forged = place.guest(guest.token)
        headers = {"origin": "http://elsewhere", "authorization": f"Bearer {guest.token}"}
        form = {"move": move, "ply": str(ply)}
        answer = await forged._client.post(f"{path}/moves", headers=headers, data=form)
        assert answer.status_code == 403
        assert (await place.live(seated.table)).ply == 0


@story
async def test_names_are_escaped_everywhere(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.seated(2)
        name = "<i>\"'&"
        await seated.guests[0].ask("POST", f"{seated.path}/name", {"name": name})
        await seated.guests[0].ask("POST", f"{seated.path}/start", {})
        stream = await place.watch(seated.guests[1], seated.table)
        pages = [
            await seated.guests[1].page(f"/t/{seated.table}{where}")
            for where in ("", "/menu", "/log", "/points")
        ]
        frame = await stream.next("frame")
        await seated.move()
        frames = [frame, await stream.next("frame")]
        written = "".join(pages) + "".join(h for f in frames for h in f["regions"].values())
        assert "<i>" not in written
        assert "&lt;i&gt;" in written


# Beside the table


@story
async def test_menu_log_and_points_are_pages_of_their_own(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = seated.guests[0], f"/t/{seated.table}"
        table = await place.live(seated.table)
        menu = await guest.page(f"{path}/menu")
        assert f"http://house{path}" in menu
        assert "<svg" in menu.partition('class="qr"')[2]
        assert table.match.commitment is not None and table.match.commitment in menu
        assert table.match.key is not None and table.match.key.hex() not in menu
        for _ in range(3):
            await seated.move()
        log = await guest.page(f"{path}/log")
        assert log.count('data-ply="') >= 3 and 'class="log-rows"' in log and "Manche 1" in log
        late = await guest.page(f"{path}/log?since=2")
        assert 'data-ply="3"' in late and 'data-ply="2"' not in late
        assert "aucun point" in await guest.page(f"{path}/points")
        await seated.finish()
        menu = await guest.page(f"{path}/menu")
        assert table.match.key.hex() in menu
        assert f'href="{path}/record"' in menu
        assert str(table.record()) == (await guest.answer("GET", f"{path}/record")).text
        points = await place.guest().page(f"{path}/points")
        outcome = table.dealt().outcome()
        assert outcome is not None
        for line in outcome.sheet:
            assert f'href="/rules/fourmis#{line.clause}"' in points
        assert (
            table.seats.names[outcome.winners[0]]
            in points.partition(' victor">')[2].partition("</th>")[0]
        )


@story
async def test_the_record_is_not_given_before_the_end(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        html = await seated.guests[0].page(f"/t/{seated.table}/record", 409)
        assert "Pas maintenant" in html


@story
async def test_what_does_not_exist_is_said_by_a_page(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        html = await place.guest(accept_language="de").page("/t/nowhere", 404)
        assert "Hier ist nichts" in html
        assert "Il n’y a rien" in await place.guest(accept_language="fr").page("/nowhere", 404)
        answer = await place.guest().answer("GET", "/api/tables/nowhere?lang=de")
        assert answer.json()["sentence"].startswith("Unter dieser Adresse gibt es keinen Tisch")


# Hints


@pytest.fixture
def _adviser() -> None:
    """Has what an expert needs compiled before anybody waits for him."""
    state = find_game("fourmis").deal(2, 1)
    assert advise(state.view(state.seat), "fr")


@pytest.mark.usefixtures("_adviser")
@story
async def test_a_hint_lights_a_legal_move_and_says_why(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = await at_turn(seated)
        table = await place.live(seated.table)
        told = await guest.ask("GET", f"{seated.path}/hint?lang=de")
        legal = [str(move) for move in table.dealt().legal_moves()]
        assert told["move"] in legal and told["reason"] and 0 <= told["chance"] <= 1
        again = await guest.ask("GET", f"{seated.path}/hint?lang=de")
        assert again == told
        html = await place.guest(guest.token, accept_language="de").page(f"{path}/hint")
        assert " lit" in html
        assert str(escape(told["reason"])) in html
        bubble = html.partition('id="bubble"')[2].partition("</div>")[0]
        assert told["hint"].startswith("Mein Tipp: ") and str(escape(told["hint"])) in bubble
        assert told["hope"] == f"({round(100 * told['chance'])}\u00a0% Gewinnchance)"
        assert told["hope"] in bubble
        assert "Guest" not in bubble
        other = next(one for one in seated.guests if one is not guest)
        assert "pas encore ton tour" in await other.page(f"{path}/hint", 409)
        assert table.ply == 0


# Play now


@pytest.mark.parametrize("game", GAMES)
def test_one_click_opens_a_table_with_bots(game: str, database: str) -> None:
    @story
    async def clicked() -> None:
        async with open_house(database) as place:
            answer = await place.guest(accept_language="fr").send(f"/play/{game}", players="3")
            assert answer.status_code == 303
            table = await place.live(answer.headers["location"].removeprefix("/t/"))
            assert table.phase in ("playing", "over")
            assert [seat.who for seat in table.seats] == ["person", "bot", "bot"]
            assert table.seats[0].name == "Convive"
            token = answer.cookies["tablee"]
            assert table.seat_of(place.house.identities.read(token)) == 0

    clicked()


@story
async def test_play_now_refuses_what_the_game_does_not_have(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        guest = place.guest(accept_language="fr")
        assert (await guest.send("/play/chess")).status_code == 404
        assert (await guest.send("/play/fourmis", level="genius")).status_code == 400
        assert (await guest.send("/play/fourmis", **{"option-beat": "x"})).status_code == 400
        assert (
            await place.read(lambda c: c.exec_driver_sql("SELECT count(*) FROM tables").scalar())
            == 0
        )


# Seats


@story
async def test_a_bot_plays_for_me_until_i_come_back(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = seated.guests[0], f"/t/{seated.table}"
        table = await place.live(seated.table)
        assert await guest.led(f"{path}/seats/0/away") == path
        assert table.seats[0].who == "away"
        html = await guest.page(path)
        offer = html.partition('id="offer"')[2].partition("</div>")[0]
        assert f'action="{path}/seats/0/back"' in offer
        assert f'href="{path}/log?since=0"' in offer
        while table.dealt().seat != 1:
            await asyncio.sleep(0.01)
        await seated.guests[1].led(
            f"{path}/moves", move=str(table.dealt().legal_moves()[0]), ply=table.ply
        )
        assert await guest.led(f"{path}/seats/0/back") == f"{path}?told=0"
        assert f'href="{path}/log?since=0"' in await guest.page(f"{path}?told=0")
        assert table.seats[0].who == "person"
        assert "Pendant ton absence" in await guest.page(f"{path}/log?since=1")


@story
async def test_names_change_and_seats_are_given_up_or_passed_on(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        ada, ben = seated.guests
        path = f"/t/{seated.table}"
        table = await place.live(seated.table)
        answer = await ada.send(f"{path}/seats/0/rename", name="Zoë")
        assert answer.status_code == 303
        assert "name=Zo%C3%AB" in answer.headers["set-cookie"]
        assert table.seats.names[0] == "Zoë"
        assert (await ben.send(f"{path}/seats/0/free")).status_code == 403
        await ada.led(f"{path}/seats/0/away")
        assert f"{path}/seats/0/free" not in await ben.page(f"{path}/menu")
        assert (await ben.send(f"{path}/seats/0/free")).status_code == 403
        assert f"{path}/seats/0/free" in await ada.page(f"{path}/menu")
        await ada.led(f"{path}/seats/0/free")
        assert table.seats[0].who == "free"
        led = await ben.led(f"{path}/seats/1/pass")
        link = re.search(r"http://house(/t/[^\"]+/over\?code=[^\"]+)", await ben.page(led))
        visitor = place.guest(accept_language="fr")
        assert link is not None and f'action="{path}/over"' in await visitor.page(link[1])
        code = link[1].partition("code=")[2]
        answer = await visitor.send(f"{path}/over", name="Max", code=code)
        assert answer.status_code == 303
        visitor.token = answer.cookies["tablee"]
        assert 'id="own-name"' in await visitor.page(f"{path}/menu")
        assert table.seats.names[1] == "Max" and table.seats[1].who == "person"
        assert (await visitor.send(f"{path}/seats/1/dance")).status_code == 400


@story
async def test_a_rematch_is_offered_when_all_is_over(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        guest, path = seated.guests[0], f"/t/{seated.table}"
        assert (await guest.send(f"{path}/rematch")).status_code == 409
        await seated.finish()
        assert f'formaction="{path}/rematch"' in onward_of(await guest.page(path))
        led = await guest.led(f"{path}/rematch")
        assert led != path
        assert f'href="{led}"' in await seated.guests[1].page(path)


@story
async def test_too_much_says_when_to_come_back(sqlite_url: str) -> None:
    from tablee.house.settings import Limits

    async with open_house(sqlite_url, Limits(opened=0.01, asked=1e6)) as place:
        guest = place.guest(accept_language="fr")
        await guest.send("/play/fourmis")
        answer = await guest.send("/play/fourmis")
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 1
        assert "Doucement" in answer.text
        wish = {"game": "fourmis"}
        answer = await guest.answer("POST", "/api/tables", wish)
        assert answer.status_code == 429 and "retry-after" in answer.headers


# When a match is over


def offer_of(html: str) -> str:
    return html.partition('id="offer"')[2].partition("</div>")[0]


def onward_of(html: str) -> str:
    """Where the score sheet leads on, on the table."""
    return html.partition('id="onward"')[2].partition("</div>")[0]


@story
async def test_when_all_is_over_the_page_leads_on(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        ada, ben = seated.guests
        path = f"/t/{seated.table}"
        table = await place.live(seated.table)
        assert "<p>" not in offer_of(await ada.page(path))
        await ada.led(f"{path}/seats/0/away")
        while table.phase == "playing":
            if table.seats[table.dealt().seat or 0].bot is None:
                await seated.move()
            await asyncio.sleep(0)
        page = await ada.page(path)
        assert "Un robot joue pour toi" not in offer_of(page)
        over = onward_of(page)
        assert f'formaction="{path}/rematch"' in over and "Rejouer" in over
        assert f'href="{path}/points"' in over and 'href="/"' in over
        watching = onward_of(await place.guest().page(path))
        assert f"{path}/rematch" not in watching and f'href="{path}/points"' in watching
        stream = await place.watch(ben, seated.table)
        await stream.next("frame")
        led = await ada.led(f"{path}/rematch")
        news = (await stream.next("frame"))["regions"]["offer"]
        assert f'href="{led}"' in news and f"{path}/rematch" not in news
        assert f'href="{led}"' in onward_of(await place.guest().page(path))
        assert await ben.led(f"{path}/rematch") == led
        assert (await place.live(led.removeprefix("/t/"))).phase == "open"


@story
async def test_a_rematch_with_bots_alone_is_dealt_at_once(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada = place.guest()
        opened = await ada.ask("POST", "/api/tables", {"game": "fourmis", "players": 2})
        ada.token = opened["token"]
        await ada.sit(opened["table"], "Ada")
        path = f"/api/tables/{opened['table']}"
        await place.follow(ada, opened["table"])
        await ada.ask("POST", f"{path}/start", {"fill": "novice"})
        await ada.ask("POST", f"{path}/seats/0/away", {"level": "novice"})
        table = await place.live(opened["table"])
        while table.phase == "playing":
            await asyncio.sleep(0.01)
        led = await ada.led(f"/t/{table.id}/rematch")
        assert (await place.live(led.removeprefix("/t/"))).phase == "playing"
