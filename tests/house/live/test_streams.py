"""Event streams: what a seat is told, and how a lost connection finds its way back."""

from __future__ import annotations

import asyncio

from tests.web.guests import open_house, story


@story
async def test_everyone_is_told_of_a_move_with_his_own_view(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(3)
        table = await place.live(seated.table)
        viewers = [*seated.guests, place.guest()]
        streams = [await place.follow(guest, seated.table) for guest in viewers]
        for stream in streams:
            assert (await stream.next("table"))["phase"] == "playing"
            assert (await stream.next("view"))["moves"] == []
        guest, move, _ = await seated.turn()
        seat = seated.guests.index(guest)
        await seated.move()
        for n, stream in enumerate(streams):
            view = await stream.next("view")
            assert view["ply"] == 1
            assert view["moves"] == [{"ply": 0, "seat": seat, "move": move}]
            assert view["seat"] == (n if n < 3 else None)
            hands = [hand > 0 for hand in view["view"]["hands"][:3]]
            assert hands == [viewer == n for viewer in range(3)]
            assert bool(view["legal"]) == (table.dealt().seat == n)


@story
async def test_a_lost_connection_is_told_every_move_since(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        stream = await place.follow(seated.guests[0], seated.table)
        await stream.next("view")
        await seated.move()
        assert (await stream.next("view"))["ply"] == 1
        await stream.close()
        for _ in range(5):
            await seated.move()
        stream = await place.follow(seated.guests[0], seated.table, since=1)
        view = await stream.next("view")
        assert [move["ply"] for move in view["moves"]] == [1, 2, 3, 4, 5]
        assert view["ply"] == 6
        table = await place.live(seated.table)
        assert [move["move"] for move in view["moves"]] == [str(m) for m in table.match.moves[1:]]
        log = await seated.guests[0].ask("GET", f"{seated.path}/log?since=1&lang=de")
        assert {line["ply"] for line in log["log"]} == {2, 3, 4, 5, 6}


@story
async def test_two_tabs_of_one_person_are_told_the_same(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        tabs = [await place.follow(seated.guests[0], seated.table) for _ in range(2)]
        for _ in range(3):
            await seated.move()
        for ply in range(1, 4):
            for tab in tabs:
                while (await tab.next("view"))["ply"] < ply:
                    pass
        assert tabs[0].raw == tabs[1].raw


@story
async def test_a_slow_listener_gets_the_moves_he_missed_in_one_event(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        streams = place.house.tables.streams(await place.live(seated.table))
        listener = streams.listen(None, 0)
        streams.news_for(listener)
        for _ in range(4):
            await seated.move()
        news = streams.news_for(listener)
        assert news.count(b"event: view") == 1 and news.startswith(b"id: 4\n")
        assert streams.news_for(listener) == b""


@story
async def test_who_sits_down_sees_his_hand_and_who_gives_it_up_no_longer(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(2)
        ada = seated.guests[0]
        stream = await place.follow(ada, seated.table)
        assert (await stream.next("view"))["seat"] == 0
        await ada.ask("DELETE", f"{seated.path}/seats/0")
        while (view := await stream.next("view"))["seat"] is not None:
            pass
        assert not any(view["view"]["hands"]) and view["legal"] == []


@story
async def test_streams_end_when_the_house_closes(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        stream = await place.follow(seated.guests[0], seated.table)
        await stream.next("view")
        place.house.close_streams()
        await stream.ended()
        path = f"{seated.path}/stream"
        assert "come back" in (await place.guest().refused(409, "GET", path))["sentence"]


@story
async def test_a_listener_who_leaves_is_forgotten(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        stream = await place.follow(seated.guests[0], seated.table)
        await stream.next("view")
        assert len(place.house.tables.streams(table).listeners) == 1
        await stream.close()
        assert not place.house.tables.streams(table).listeners


@story
async def test_a_false_ply_or_token_is_refused(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        for since in ("x", "-1", "1.5", "9999999999999"):
            await place.guest().refused(400, "GET", f"{seated.path}/stream?since={since}")
        forged = place.guest("abc.def")
        assert (await forged.refused(401, "GET", f"{seated.path}/stream"))["error"] == "unknown"


@story
async def test_quiet_streams_are_kept_alive(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        stream = await place.follow(seated.guests[0], seated.table)
        await stream.next("view")
        before = stream.raw
        place.house.tables.streams(await place.live(seated.table)).wake()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert stream.raw == before + b": \n\n"
