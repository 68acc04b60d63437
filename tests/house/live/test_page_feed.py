"""The streams of pages: frames, who is here, what is offered, and nothing that is hidden."""

from __future__ import annotations

import json
import random
import re
from functools import partial
from html import unescape
from typing import Any

import pytest

from tablee import GAMES, Game, State
from tablee.house.live import seat_page
from tablee.house.live.story import LOOK, Story
from tablee.house.render.render_table import show
from tablee.house.tables import presence
from tablee.table.people import Person
from tablee.table.rendered import Showing
from tests.web.guests import Stream, open_house, story


async def decision(stream: Stream, ply: int) -> dict[str, Any]:
    """The frame of the decision at a ply."""
    while True:
        frame: dict[str, Any] = await stream.next("frame")
        if frame["ply"] == ply and not frame["pause"]:
            return frame


async def until(stream: Stream, region: str, words: str) -> dict[str, Any]:
    """Waits until a region says something."""
    while True:
        frame: dict[str, Any] = await stream.next("frame")
        if words in frame["regions"].get(region, ""):
            return frame


@story
async def test_everyone_gets_the_regions_that_change_for_him(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(3)
        viewers = [*seated.guests, place.guest()]
        streams = [await place.watch(guest, seated.table) for guest in viewers]
        for stream in streams:
            first = await decision(stream, 0)
            assert {"ribbon", "status", "answers", "offer", "around"} <= set(first["regions"])
        guest, _, _ = await seated.turn()
        seat = seated.guests.index(guest)
        await seated.move()
        table = await place.live(seated.table)
        for n, stream in enumerate(streams):
            frame = await decision(stream, 1)
            assert frame["turn"] == table.dealt().seat
            assert 'value="1"' in frame["regions"]["answers"]
            assert (f"Guest {seat}" in frame["told"][0]) == (n != seat)
            assert ("Tu joues" in frame["regions"]["log"]) == (n == seat)
            assert frame["regions"]["log"].count("<li") == len(frame["told"])
            assert "around" not in frame["regions"]
            light = json.loads(
                unescape(re.findall('data-light="(.*)"', frame["regions"]["moves"])[0])
            )
            assert bool(light["go"]) == (n == table.dealt().seat)


@story
async def test_a_full_trick_is_looked_at_before_it_is_taken(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(3)
        stream = await place.watch(seated.guests[0], seated.table)
        await decision(stream, 0)
        for _ in range(3):
            await seated.move()
        frames = [await stream.next("frame")]
        while frames[-1]["ply"] < 3 or frames[-1]["pause"]:
            frames.append(await stream.next("frame"))
        full = frames[-2]
        assert (full["ply"], full["turn"], full["pause"]) == (3, None, LOOK)
        assert len(full["told"]) == 1 and len(frames[-1]["told"]) >= 1


@story
async def test_nothing_is_dealt_until_everyone_has_seen_the_points(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(3)
        ada, ben, _ = seated.guests
        table = await place.live(seated.table)
        streams = [await place.watch(guest, seated.table) for guest in (ada, ben)]
        while not table.round_break.closed:
            await seated.move()
        shown = await until(streams[0], "ranks", 'class="rank"')
        assert f"/t/{seated.table}/ready" in shown["regions"]["onward"]
        assert table.round_break.waiting == {table.seats[0].visitor, table.seats[1].visitor}
        assert 'class="rank"' in await ada.page(f"/t/{seated.table}")
        guest, move, ply = await seated.turn()
        answer = {"move": move, "ply": ply}
        refused = await guest.refused(409, "POST", f"{seated.path}/moves", answer)
        assert refused["error"] == "still_looking"
        await ada.led(f"/t/{seated.table}/ready")
        assert table.round_break.closed
        await ben.led(f"/t/{seated.table}/ready")
        assert not table.round_break.closed
        dealt = await until(streams[0], "ranks", '<div id="ranks"></div>')
        assert dealt["turn"] == table.dealt().seat
        await seated.move()


@pytest.mark.parametrize("game", ["fourmis", "kraut"])
@story
async def test_the_last_frame_of_a_match_brings_its_sheet(sqlite_url: str, game: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(3, game)
        stream = await place.watch(seated.guests[0], seated.table)
        frame = await decision(stream, 0)
        table = await place.live(seated.table)
        while table.phase == "playing":
            seat = table.dealt().seat
            assert seat is not None
            move = str(table.dealt().legal_moves()[table.ply % 2 - 1])
            await table.play(seat, move, table.ply)
            if table.round_break.closed:
                await seated.guests[0].led(f"/t/{seated.table}/ready")
            frame = await decision(stream, table.ply)
        assert any('id="onward"' in html for html in frame["regions"].values())
        points = await seated.guests[0].page(f"/t/{seated.table}/points")
        sheet = points.partition('class="brought"')[2].partition("</table>")[0]
        assert sheet.count('scope="col"') == 3 and ' victor">' in sheet


@pytest.mark.parametrize("game", ["fourmis", "kraut"])
@story
async def test_who_missed_the_end_gets_the_sheet_all_the_same(sqlite_url: str, game: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(3, game)
        stream = await place.watch(seated.guests[0], seated.table)
        await decision(stream, 0)
        await stream.close()
        await seated.finish()
        table = await place.live(seated.table)
        late = await place.watch(seated.guests[0], seated.table, since=table.ply - 2)
        regions = (await late.next("frame"))["regions"]
        assert any('id="onward"' in html for html in regions.values())


@story
async def test_who_missed_something_gets_everything_at_once(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        stream = await place.watch(seated.guests[0], seated.table)
        await decision(stream, 0)
        await stream.close()
        for _ in range(4):
            await seated.move()
        stream = await place.watch(seated.guests[0], seated.table, since=1)
        frame = await stream.next("frame")
        assert frame["ply"] == 4 and frame["pause"] == 0
        assert {"answers", "ribbon", "status"} <= set(frame["regions"])
        assert 'data-ply="1"' not in frame["regions"]["log"]
        assert 'data-ply="2"' in frame["regions"]["log"]
        assert frame["told"]


@story
async def test_those_at_one_seat_share_their_bytes(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        streams = place.house.tables.streams(await place.live(seated.table))
        await streams.story("fr")
        guest = place.house.identities.read(seated.guests[0].token or "")
        tabs = [streams.listen(guest, 0, "fr") for _ in range(2)]
        for tab in tabs:
            streams.news_for(tab)
        await seated.move()
        first, second = [streams.news_for(tab) for tab in tabs]
        assert first is second
        assert streams.news_for(tabs[0]) == b""


@story
async def test_a_browser_that_unpacks_gets_the_same_in_far_fewer_bytes(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        plain, packed = [
            await place.watch(seated.guests[0], seated.table, packed=packed)
            for packed in (False, True)
        ]
        for stream in (plain, packed):
            await decision(stream, 0)
        for ply in range(1, 9):
            await seated.move()
            for stream in (plain, packed):
                await decision(stream, ply)
        assert packed.raw.endswith(plain.raw[-10_000:])
        assert packed.sent < plain.sent / 5
        place.house.close_streams()
        await packed.ended()
        assert packed._unpacker is not None and packed._unpacker.eof


@story
async def test_a_quiet_page_hears_that_its_connection_lives(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        stream = await place.watch(seated.guests[0], seated.table)
        await stream.next("frame")
        place.house.tables.streams(await place.live(seated.table)).wake()
        assert await stream.next("beat") == {}


@story
async def test_a_page_without_script_is_written_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def count(*asked: Any) -> Any:
        written.append(asked)
        return show(*asked)

    monkeypatch.setattr(seat_page, "show", count)
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        path = f"/t/{seated.table}"
        assert 'id="ribbon"' in await seated.guests[0].page(path)
        assert len(written) == 1
        await seated.guests[0].page(f"{path}?hold=x")
        assert len(written) == 2


@story
async def test_each_is_told_in_his_language(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        said = {}
        for lang in ("fr", "en", "de"):
            guest = place.guest(seated.guests[0].token, accept_language=lang)
            stream = await place.watch(guest, seated.table)
            await decision(stream, 0)
            said[lang] = stream
        await seated.move()
        told = [(await decision(stream, 1))["told"][0] for stream in said.values()]
        assert len(set(told)) == 3
        assert "joue" in told[0] and "play" in told[1] and "spiel" in told[2]


# Who is here


@story
async def test_pages_show_who_is_here(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.0)
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        ada = await place.watch(seated.guests[0], seated.table)
        first = await ada.next("frame")
        assert first["regions"]["around"].count("pas là") == 1
        ben = await place.watch(seated.guests[1], seated.table)
        frame = await ada.next("frame")
        assert "pas là" not in frame["regions"]["around"]
        assert "answers" not in frame["regions"]
        await ben.close()
        place.house.tables.streams(table).update_presence()
        assert "pas là" in (await ada.next("frame"))["regions"]["around"]


@story
async def test_a_page_without_script_counts_as_being_here(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        streams = await place.streams(seated.table)
        assert not streams.presence.here
        await seated.guests[0].page(f"/t/{seated.table}")
        assert streams.presence.here == {streams.table.seats[0].visitor}
        await place.guest().page(f"/t/{seated.table}")
        assert len(streams.presence.here) == 1


@story
async def test_a_bot_is_offered_for_somebody_who_keeps_the_others_waiting(database: str) -> None:
    async with open_house(database, away_after=0.0) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        seat = table.dealt().seat
        assert seat is not None
        slow = await place.watch(seated.guests[seat], seated.table)
        other = await place.watch(seated.guests[1 - seat], seated.table)
        place.house.tables.streams(table).update_presence(0.0)
        called = f'action="/t/{seated.table}/seats/{seat}/away"'
        assert called in (await until(other, "offer", "attendre"))["regions"]["offer"]
        await seated.guests[1 - seat].led(f"/t/{seated.table}/seats/{seat}/away")
        back = await until(slow, "offer", "seats/")
        assert f"/seats/{seat}/back" in back["regions"]["offer"]
        assert "attendre" not in slow.raw.decode()


@story
async def test_a_move_ends_the_waiting(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        streams = await place.streams(seated.table)
        streams.update_presence(0.0)
        assert streams.presence.overdue
        await seated.move()
        assert not streams.presence.overdue


# Nothing that is hidden


def shown(state: State, seat: int | None, move: str, names: list[str]) -> list[object]:
    """Everything that a page shows of a move: regions, sentences and sheets of every frame."""
    told = Story(state, "fr", names)
    told.follow([state.game.parse_move(move)])
    people = [Person(n, name) for n, name in enumerate(names)]
    showing = partial(Showing, people, "fr", inline=False)
    return [
        (dict(show(event.state.view(seat), showing()).parts), event.state.seat, event)
        for event in told.latest
    ]


@pytest.mark.parametrize(
    "game",
    GAMES.values(),
    ids=lambda game: game.name,
)
def test_moments_show_only_what_their_viewer_can_see(game: Game) -> None:
    """If a seat sees the same before and after a move, it sees the same in between."""
    compared = 0
    for players in (game.players[0], min(4, game.players[-1])):
        names = [f"Guest {n}" for n in range(players)]
        luck, state = random.Random(3), game.deal(players, 3)
        for n in range(60):
            for seat in (None, n % players):
                other = state.view(seat).redeal(n)
                for move in set(state.legal_moves()) & set(other.legal_moves()):
                    if state.play(move).view(seat) == other.play(move).view(seat):
                        one = shown(state, seat, str(move), names)
                        assert one == shown(other, seat, str(move), names)
                        compared += 1
                        break
            state = state.play(luck.choice(state.legal_moves()))
            if state.seat is None:
                break
    assert compared > 20
