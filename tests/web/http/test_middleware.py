"""The door: other sites' pages, limits, headers, escaping, and one line of log a request."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from tablee.core.errors import InvalidOption
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.errors import FromElsewhere
from tablee.house.render import files
from tablee.house.settings import Limits, Settings, database_url
from tablee.house.thinking.levels import LEVELS
from tablee.web.http.middleware import check_origin
from tablee.web.http.requests import client_of
from tablee.web.serve import configure
from tests.web.guests import open_house, story

OPEN = {"game": "fourmis", "players": 2}
FREE = Limits(opened=1e6, asked=1e6)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://house.evil.example"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
)
def test_a_post_from_another_sites_page_is_refused(
    sqlite_url: str, headers: dict[str, str]
) -> None:
    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            seated = await place.playing()
            guest, move, ply = await seated.turn()
            foreign = place.guest(guest.token, **headers)
            body = {"move": move, "ply": ply}
            for path, sent in ((f"{seated.path}/moves", body), ("/api/tables", OPEN)):
                wrong = await foreign.refused(403, "POST", path, sent)
                assert "another site" in wrong["sentence"]
            assert (await place.live(seated.table)).ply == 0

    asked()


@story
async def test_a_post_from_our_own_page_is_welcome(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        own = place.guest(origin="http://house", sec_fetch_site="same-origin")
        await own.ask("POST", "/api/tables", OPEN)


@story
async def test_a_cookie_plays_as_well_as_a_token(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing()
        guest, move, ply = await seated.turn()
        browser = place.guest(cookie=f"other=1; tablee={guest.token}")
        await browser.ask("POST", f"{seated.path}/moves", {"move": move, "ply": ply})
        forged = place.guest(cookie="tablee=abc.def")
        assert (await forged.ask("GET", f"{seated.path}/view"))["seat"] is None
        answer = await place.guest().answer("POST", "/api/tables", OPEN)
        kept = answer.headers["set-cookie"]
        assert kept.startswith("tablee=") and "HttpOnly" in kept and "SameSite=Lax" in kept


@story
async def test_every_answer_has_the_headers_of_the_house(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        for path in ("/healthz", "/api/docs", "/api/tables", "/api/tables/nowhere", "/nowhere"):
            answer = await place.guest().answer("GET", path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cache-control"] == "no-store"


@story
async def test_a_secure_house_is_asked_by_https_alone(sqlite_url: str) -> None:
    for secure, told in ((True, "max-age=31536000"), (False, None)):
        async with open_house(sqlite_url, secure=secure) as place:
            for path in ("/", "/healthz", "/nowhere"):
                answer = await place.guest().answer("GET", path)
                assert answer.headers.get("strict-transport-security") == told


def test_a_form_comes_from_our_own_page_through_the_proxy_of_the_recipe() -> None:
    """It dropped the port of the host, so that every form was refused on a port of one's own."""
    headers = {b"origin": b"https://play.example.org:8443", b"host": b"play.example.org:8443"}
    check_origin(headers)
    with pytest.raises(FromElsewhere):
        check_origin({**headers, b"host": b"play.example.org"})
    recipe = (Path(__file__).parents[3] / "deploy" / "nginx.conf").read_text("utf-8")
    assert "proxy_set_header Host $http_host;" in recipe and "$host;" not in recipe


@pytest.mark.parametrize(
    ("allowed", "proxy", "seen"),
    [
        ("", "127.0.0.1", "203.0.113.9"),
        ("", "10.88.0.1", "10.88.0.1"),
        ("*", "10.88.0.1", "203.0.113.9"),
        ("10.88.0.1", "10.88.0.1", "203.0.113.9"),
    ],
)
def test_a_proxy_is_believed_where_the_host_says_so(
    allowed: str, proxy: str, seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container it does not come from 127.0.0.1."""
    if allowed:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", allowed)
    found = []

    async def app(scope: Any, *_: Any) -> None:
        found.append(client_of(scope))

    @story
    async def asked() -> None:
        config = configure(app, Limits())
        config.load()
        headers = [(b"x-forwarded-for", b"203.0.113.9"), (b"x-forwarded-proto", b"https")]
        scope = {"type": "http", "client": (proxy, 1), "scheme": "http", "headers": headers}
        await config.loaded_app(scope, None, None)

    asked()
    assert found == [seen]


@story
async def test_a_drawing_may_keep_the_colours_in_its_style_attributes(sqlite_url: str) -> None:
    """Firefox draws black cards where a sprite comes with the policy of a page."""
    async with open_house(sqlite_url) as place:
        for game in GAMES:
            drawn = await place.guest().answer("GET", f"/look/{game}.svg")
            policy = drawn.headers.get_list("content-security-policy")
            assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]
            assert 'style="' in drawn.text


@story
async def test_the_front_door_leads_to_the_shelf(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        html = await place.guest().page("/")
        assert 'action="/play/fourmis"' in html
        assert 'href="/api/docs"' in await place.guest().page("/me")


@story
async def test_a_big_request_is_refused(sqlite_url: str) -> None:
    async with open_house(sqlite_url, replace(FREE, body=1000)) as place:
        big = json.dumps({**OPEN, "game": "x" * 1001})
        wrong = await place.guest().refused(413, "POST", "/api/tables", big)
        assert "1000 bytes" in wrong["sentence"]


@story
async def test_who_asks_too_often_waits(sqlite_url: str) -> None:
    async with open_house(sqlite_url, Limits(asked=0.5)) as place:
        guest = place.guest()
        for _ in range(5):
            await guest.ask("GET", "/healthz")
        assert "wait" in (await guest.refused(429, "GET", "/healthz"))["sentence"]


@story
async def test_tables_are_opened_within_limits(sqlite_url: str) -> None:
    async with open_house(sqlite_url, replace(FREE, tables=2)) as place:
        guest = place.guest()
        guest.token = (await guest.ask("POST", "/api/tables", OPEN))["token"]
        await guest.ask("POST", "/api/tables", OPEN)
        wrong = await guest.refused(429, "POST", "/api/tables", OPEN)
        assert "2 unfinished tables" in wrong["sentence"]
    async with open_house(sqlite_url, Limits(opened=0.05, asked=1e6)) as place:
        for _ in range(3):
            await place.guest().ask("POST", "/api/tables", OPEN)
        await place.guest().refused(429, "POST", "/api/tables", OPEN)


@story
async def test_streams_of_one_address_are_limited(sqlite_url: str) -> None:
    async with open_house(sqlite_url, replace(FREE, streams=1)) as place:
        seated = await place.playing()
        stream = await place.follow(place.guest(), seated.table)
        await stream.next("view")
        await place.guest().refused(429, "GET", f"{seated.path}/stream")
        await stream.close()
        stream = await place.follow(place.guest(), seated.table)
        await stream.next("view")


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x00b", "a\u202eb", "\u200b"])
def test_a_name_is_short_and_printable(sqlite_url: str, name: str) -> None:
    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            table = (await place.guest().ask("POST", "/api/tables", OPEN))["table"]
            path = f"/api/tables/{table}/seats"
            wrong = await place.guest().refused(400, "POST", path, {"name": name})
            assert "1 to 24 printable letters" in wrong["sentence"]

    asked()


@story
async def test_a_name_is_only_ever_a_text(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        table = (await place.guest().ask("POST", "/api/tables", OPEN))["table"]
        guest, name = place.guest(), "<script>x</script>"
        await guest.sit(table, name)
        answer = await guest.answer("GET", f"/api/tables/{table}")
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()["seats"][0]["name"] == name


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "fourmis", "players": 9}, "2 to 4 players"),
        ({"game": "fourmis", "options": {"beat": "low"}}, "choose highest or previous"),
        ({"game": "fourmis", "options": {"hats": "3"}}, "no option 'hats'"),
        ({"game": "fourmis", "join": "friends"}, "choose link or open"),
        ({}, "body.game: Field required"),
        ("{", "body"),
    ],
)
def test_a_table_that_cannot_be_is_refused(sqlite_url: str, wish: object, sentence: str) -> None:
    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            wrong = await place.guest().refused(400, "POST", "/api/tables", wish)
            assert sentence in wrong["sentence"]

    asked()


@story
async def test_the_api_describes_itself_without_any_script(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        described = await place.guest().ask("GET", "/api/openapi.json")
        page = (await place.guest().answer("GET", "/api/docs")).text
        assert files.address("pages.css") in page
        icon = await place.guest().answer("GET", "/favicon.ico")
        assert icon.headers["location"] == files.address("favicon.svg")
        assert "<script" not in page and "http" not in page.replace("<html", "")
        for path, ways in described["paths"].items():
            for method, way in ways.items():
                assert f"{method.upper()} {path}" in page
                assert way["description"]
        assert {f"/api/tables/{{table}}/{way}" for way in ("moves", "stream", "view")} <= set(
            described["paths"]
        )


@story
async def test_the_games_are_described_in_three_languages(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        paths = [f"/api/games?lang={lang}" for lang in LANGUAGES]
        told = [await place.guest().ask("GET", path) for path in paths]
        assert len({games[0]["pitch"] for games in told}) == 3
        assert {game["game"]: game["players"] for game in told[0]}["fourmis"] == [2, 4]
        wrong = await place.guest().refused(400, "GET", "/api/games?lang=la")
        assert "choose fr, en, de" in wrong["sentence"]


def logged(caplog: pytest.LogCaptureFixture) -> list[Any]:
    messages = [r.getMessage() for r in caplog.records if r.name == "tablee.request"]
    return [json.loads(line) for message in messages for line in message.splitlines()]


@story
async def test_there_is_one_line_of_log_a_request(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "tablee.request"):
        async with open_house(sqlite_url) as place:
            await place.guest().ask("GET", "/api/games?lang=fr")
            await place.guest().refused(404, "GET", "/nowhere")
            while len(lines := logged(caplog)) < 2:
                await asyncio.sleep(0.01)
    told = [(line["method"], line["path"], line["status"]) for line in lines]
    assert told == [("GET", "/api/games", 200), ("GET", "/nowhere", 404)]
    assert all(line["ms"] >= 0 and line["from"] for line in lines)


def test_databases_that_are_not_known_are_refused() -> None:
    for url in ("mysql://root@x/y", "sqlite://", "nonsense"):
        with pytest.raises(InvalidOption, match="is not known"):
            database_url(Path("data"), url)
    assert database_url(Path("data"), "postgres://u@h/n") == "postgresql+psycopg://u@h/n"


def test_limits_are_more_than_nothing() -> None:
    with pytest.raises(InvalidOption, match="limit body"):
        Settings("sqlite:///x", Limits(body=0))
    assert list(LEVELS) == ["novice", "casual", "regular", "expert", "master"]


@story
async def test_half_a_form_is_refused(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing()
        guest, move, _ = await seated.turn()
        messages = iter(
            [
                {"type": "http.request", "body": f"ply=0&move={move}".encode(), "more_body": True},
                {"type": "http.disconnect"},
            ]
        )

        async def receive() -> object:
            return next(messages)

        async def send(_: object) -> None:
            pass

        head = {"authorization": f"Bearer {guest.token}", "content-length": "999"}
        scope = {
            "type": "http",
            "method": "POST",
            "path": f"/t/{seated.table}/moves",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in head.items()],
            "client": ("127.0.0.1", 1),
        }
        await place.app(scope, receive, send)
        assert (await place.live(seated.table)).ply == 0


@story
async def test_an_id_that_no_table_can_have_is_not_asked_for(database: str) -> None:
    async with open_house(database) as place:
        for name in ("%00", "a%00b", "x" * 33, "caf%C3%A9", "a%20b"):
            for path in (f"/api/tables/{name}", f"/api/tables/{name}/view", f"/t/{name}"):
                await place.guest().refused(404, "GET", path)


@story
async def test_a_store_that_is_away_is_503_everywhere_and_health_says_so(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        guest = place.guest(place.house.identities.new())
        assert (await guest.ask("GET", "/healthz"))["status"] == "open"
        place.house.facts._sound_at = -1e9
        with place.transactions.engine.begin() as connection:
            connection.execute(text("DROP TABLE removed"))
            connection.execute(text("ALTER TABLE seats RENAME TO gone"))
            connection.execute(text("ALTER TABLE house RENAME TO flat"))
            connection.execute(text("ALTER TABLE tables RENAME TO away"))
        for method, path, body in (
            ("GET", "/healthz", None),
            ("GET", "/", None),
            ("GET", "/api/me", None),
            ("GET", "/api/tables", None),
            ("POST", "/api/tables", OPEN),
        ):
            answer = await guest.answer(method, path, body)
            assert answer.status_code == 503, (path, answer.text)
            assert answer.headers["retry-after"]


@story
async def test_the_api_describes_what_it_refuses(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        described = await place.guest().ask("GET", "/api/openapi.json")
        assert "HTTPValidationError" not in described["components"]["schemas"]
        for path, ways in described["paths"].items():
            for way in ways.values():
                for status in ("400", "401", "403", "404", "409", "422", "429", "503"):
                    shape = way["responses"][status]["content"]["application/json"]["schema"]
                    assert shape["$ref"].endswith("/Refusal"), path


@story
async def test_a_wrong_way_names_every_right_one(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        answer = await place.guest().answer("DELETE", "/api/tables")
        assert answer.status_code == 405 and answer.headers["allow"] == "GET, POST"
        for path, way in (("moves", "POST"), ("stream", "GET, HEAD")):
            answer = await place.guest().answer("TRACE", f"/api/tables/T/{path}")
            assert answer.status_code == 405 and answer.headers["allow"] == way


@story
async def test_a_head_is_answered_as_its_page_and_a_wrong_way_names_the_right_one(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        for path in ("/", "/healthz", "/api/games", "/api/tables"):
            assert (await place.guest().answer("HEAD", path)).status_code == 200
        answer = await place.guest().answer("DELETE", "/api/games")
        assert answer.status_code == 405 and answer.headers["allow"] == "GET"


@story
async def test_what_is_no_json_is_unreadable(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        wrong = await place.guest().refused(400, "POST", "/api/tables", b"\xff{not json")
        assert wrong["error"] == "unreadable"


@story
async def test_the_head_of_a_stream_is_refused_and_far_months_are_blank(sqlite_url: str) -> None:
    """Both were an error of the house: a stream has no head alone, and a date no year 10000."""
    async with open_house(sqlite_url) as place:
        client = place.guest()
        answer = await client.answer("HEAD", "/api/tables/nothing/stream")
        assert answer.status_code == 405
        for month in ("9999-12", "0001-01"):
            assert (await client.answer("GET", f"/day?month={month}")).status_code == 200
