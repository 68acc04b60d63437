"""Nothing of a hidden card in any answer, stream or log: hidden cards are dealt anew, and every
byte that a seat receives stays the same."""

from __future__ import annotations

import logging
import pickle
import random
import re
from collections.abc import Iterator

import pytest
from starlette.routing import Route

from tablee import GAMES, Game, State, View
from tablee.house.advice import hints
from tablee.house.clock import now
from tablee.house.daily import day
from tablee.house.events import TableUpdated
from tablee.house.live.streams import SCREEN
from tablee.house.tables.table import Table
from tablee.web.api.app import ApiMount
from tests.web.guests import Guest, Place, Seated, open_house, story

PAST = ("/log", "/hint", "/stream")
"""What is told of past moves, what a bot advises and what has no end is judged apart, below."""
APART = {
    "/look/{name}": "files that are the same for everyone, named by their content",
    "/metrics": "how often the house was asked; it knows no table by name",
    "/kiosk/show": "opens a table of bots with a new name",
}
CHANGING = re.compile(rb'(name="(?:offer|luck)" value=|data-luck=)"[^"]*"|/t/[A-Za-z0-9_-]{16}')
"""What a page draws anew each time it is asked: offered tables, luck for a shuffle."""
ASKED = re.compile(r'name="(?:ask|hold)" value="([^"]+)"')
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
every_table = pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        *((name, game.players[0], {}) for name, game in GAMES.items()),
        ("fourmis", 4, {"teams": "yes"}),
    ],
    ids=[*GAMES, "teams"],
)


def walk(game: Game, players: int, seed: int, **options: str) -> Iterator[State]:
    luck, state = random.Random(seed), game.deal(players, seed, **options)
    while state.seat is not None:
        yield state
        state = state.play(luck.choice(state.legal_moves()))


def forget(place: Place, table: Table) -> None:
    """Has a table tell everything anew."""
    streams = place.house.tables.streams(table)
    streams._on_update(TableUpdated(table))
    streams.pages._seat_pages.clear()
    streams.presence._seen.clear()
    streams.update_presence()


def stop_clocks(place: Place) -> None:
    """Lets nothing happen by itself: no heartbeat in a stream, nobody away for too long."""
    for task in place.house._tasks._running:
        task.cancel()


async def everything(
    place: Place, seated: Seated, guest: Guest, table: Table, everywhere: bool = False
) -> list[bytes]:
    """Every byte that a guest can get out of a table, or out of the whole house."""
    got = [
        (await guest.answer("GET", seated.path + path)).content
        for path in ("", "/view", "/view?lang=de", "/record")
    ]
    for move in table.game.moves[:: max(1, len(table.game.moves) // 12)]:
        got.append((await guest.answer("GET", f"{seated.path}/why-not?move={move}")).content)
        if table.dealt().seat != table.seat_of(place.house.identities.read(guest.token or "")):
            body = {"move": str(move), "ply": table.ply}
            got.append((await guest.answer("POST", f"{seated.path}/moves", body)).content)
    stream = await place.follow(guest, seated.table)
    await stream.next("view")
    await stream.close()
    return [*got, stream.raw, *await pages(place, seated, guest, table, everywhere)]


def addresses(place: Place, seated: Seated, table: Table) -> list[str]:
    """All that can be looked at, by the routes that there are, of this or a later day."""
    values = {
        "{table}": seated.table,
        "{name}": seated.table,
        "{evening}": seated.table,  # what an evening says of its deals is judged beside it
        "{club}": seated.table,
        "{seat}": "0",
        "{game}": table.game.name,
        "{number}": "1",
        "{laid}": "1",
        "{on}": str(day.today()),
    }
    mounted = [part for part in place.app.pages.routes if isinstance(part, ApiMount)]
    every = [*place.app.pages.routes, *(route for part in mounted for route in part.api.routes)]
    routes = [one for one in every if isinstance(one, Route) and "GET" in (one.methods or ())]
    found = {route.path for route in routes} - {*APART}
    assert len(found) == len({route.path for route in routes}) - len(APART)
    whole = set()
    for path in found:
        for place_of, value in values.items():
            path = path.replace(place_of, value)
        whole.add(path)
    assert len(whole) > 70 and not any("{" in path for path in whole), whole
    return sorted(path for path in whole if not path.endswith(PAST))


async def pages(
    place: Place, seated: Seated, guest: Guest, table: Table, everywhere: bool
) -> list[bytes]:
    """Every byte of a table's pages, and of all others."""
    path = f"/t/{seated.table}"
    known = addresses(place, seated, table)
    got = [
        CHANGING.sub(b"", (await guest.answer("GET", one, accept="text/html")).content)
        for one in known
        if everywhere or seated.table in one
    ]
    screen = await place.watch(guest, seated.table, seat=SCREEN)
    await screen.next("frame")
    await screen.close()
    got.append(screen.raw)
    stream = await place.watch(guest, seated.table)
    frame = await stream.next("frame")
    await stream.close()
    asked = ASKED.findall("".join(frame["regions"].values()))[:8]
    for name in asked:
        got += [(await guest.answer("GET", f"{path}?ask={name}&hold={name}")).content]
    return [*got, stream.raw]


@every_table
def test_hidden_cards_change_no_byte_of_an_answer_a_stream_or_a_log(
    game: str,
    players: int,
    options: dict[str, str],
    sqlite_url: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = now()
    monkeypatch.setattr("tablee.web.daily.pages.now", lambda: moment)  # it tells the minutes left

    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            stop_clocks(place)
            await _compare(place, game, players, options, caplog)

    asked()


async def _compare(
    place: Place,
    game: str,
    players: int,
    options: dict[str, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    seated = await place.playing(players, game, options=options)
    table = await place.live(seated.table)
    states = list(walk(GAMES[game], players, 5, **options))
    viewers = [*enumerate(seated.guests[:2]), (None, place.guest(place.house.identities.new()))]
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with caplog.at_level(logging.DEBUG):
        for n, state in enumerate(states[:: max(1, len(states) // 4)]):
            for seat, guest in viewers:
                table.match.state = state
                forget(place, table)
                first = await everything(place, seated, guest, table, n == 1)
                table.match.state = state.view(seat).redeal(n)
                forget(place, table)
                assert await everything(place, seated, guest, table, n == 1) == first
    assert table.match.key is not None
    said = b"".join(first) + caplog.text.encode()
    assert table.match.key.hex().encode() not in said
    assert "/why-not" in caplog.text
    assert "move=" not in caplog.text


@story
async def test_hidden_cards_change_nothing_that_a_hint_is_made_of(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed = []

    async def advise(_: object, view: View, lang: str) -> list[tuple[str, float, str]]:
        handed.append((pickle.dumps(view), lang))
        return [(str(view.legal_moves()[0]), 0.5, "")]

    monkeypatch.setattr("tablee.web.server.bot_workers.BotWorkers.hints", advise)
    async with open_house(sqlite_url) as place:
        stop_clocks(place)
        seated = await place.playing(4, options={"teams": "yes"})
        table, told = await place.live(seated.table), set()
        state = table.dealt()
        assert state.seat is not None
        for n in range(3):
            table.match.state = state if n == 0 else state.view(state.seat).redeal(n)
            hints.advice.clear()
            answer = await seated.guests[state.seat].answer("GET", f"{seated.path}/hint?lang=fr")
            told.add(answer.content)
        assert len(told) == 1 and len(handed) == 3 and len(set(handed)) == 1


@every_game
def test_what_is_told_shows_only_what_its_hearer_can_see(game: Game) -> None:
    """If a seat sees the same before and after a move, it is told the same."""
    told = 0
    for players in (game.players[0], game.players[-1]):
        names = [f"Guest {n}" for n in range(players)]
        for n, state in enumerate(walk(game, players, 7)):
            for seat in (None, n % players):
                other = state.view(seat).redeal(n)
                for move in set(state.legal_moves()) & set(other.legal_moves()):
                    if state.play(move).view(seat) == other.play(move).view(seat):
                        assert state.tell(move, "fr", names) == other.tell(move, "fr", names)
                        told += 1
            if n > 60:
                break
    assert told


@story
async def test_a_spectator_and_the_other_seats_never_get_a_key_while_it_matters(
    database: str,
) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        assert table.match.key is not None
        secret = table.match.key.hex().encode()
        for guest in (*seated.guests, place.guest()):
            stream = await place.follow(guest, seated.table)
            await stream.next("view")
            assert secret not in stream.raw
            for path in ("", "/view", "/record", "/log"):
                assert secret not in (await guest.answer("GET", seated.path + path)).content
