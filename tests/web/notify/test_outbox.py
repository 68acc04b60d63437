"""Called to one's turn by e-mail: with consent, once a turn, not while one looks, never a card."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, select

from tablee.core.errors import InvalidOption
from tablee.house.ports import notifications
from tablee.house.tables.presence import Presence
from tablee.store import notification_queries, schema
from tablee.web.notify import mail, outbox
from tablee.web.notify.mail import read_mailbox
from tablee.web.notify.outbox import words_of
from tests.house.tables.test_pace import Days, days
from tests.web.browsing import Browser, notice
from tests.web.guests import Guest, Place, Seated, open_house, story
from tests.web.services import PostOffice, listening, until

__all__ = ["days"]
ADDRESS = "ada@example.com"
HOUSE: dict[str, Any] = {"address": "http://house", "call_after": 0.0}


@asynccontextmanager
async def mailing(database: str) -> AsyncIterator[tuple[Place, PostOffice]]:
    """Opens a house that can write to people."""
    office = PostOffice()
    async with listening(office), open_house(database, mailbox=office.box, **HOUSE) as place:
        yield place, office


async def send_all(place: Place) -> None:
    """Sends whatever is due now."""
    outbox = place.app.pages.state.outbox
    await outbox.send_due()
    while outbox._sending:
        await asyncio.wait(outbox._sending)


async def waiting(place: Place) -> list[notifications.Due]:
    """Lists all that waits, without taking it."""

    def found(connection: Connection) -> list[notifications.Due]:
        joined = schema.calls.join(schema.channels, schema.calls.c.channel == schema.channels.c.id)
        rest = [schema.calls.c[name] for name in ("table_id", "seat", "ply", "stage", "tries")]
        rows = connection.execute(select(schema.channels, *rest).select_from(joined))
        return [notification_queries._read(row) for row in rows]

    return await place.read(found)


def link_in(office: PostOffice, what: str) -> str:
    """The path of a link in the last message."""
    text: str = office.messages[-1].get_content()
    return next(line for line in text.split() if f"/me/calls/{what}?" in line).removeprefix(
        "http://house"
    )


async def confirmed(place: Place, office: PostOffice, guest: Guest) -> None:
    """Has somebody give an address and confirm it, without a script."""
    assert await guest.led("/me/calls/mail", address=ADDRESS) == "/me/calls"
    await send_all(place)
    await until(lambda: bool(office.messages))
    link = link_in(office, "yes").partition("link=")[2]
    assert ADDRESS in await guest.page(f"/me/calls/yes?link={link}")
    assert (await guest.send("/me/calls/yes", link=link)).status_code == 200
    again = await guest.page(f"/me/calls/yes?link={link}")
    assert ADDRESS not in again and "confirm" in again, "it is not asked twice"


async def next_up(place: Place, seated: Seated, guest: Guest) -> None:
    """Plays until the turn of a guest has just begun."""
    table = await place.live(seated.table)
    seat = seated.guests.index(guest)
    while table.dealt().seat == seat:
        await seated.move()
    while table.dealt().seat != seat:
        await seated.move()


@story
async def test_an_address_is_confirmed_by_a_link_and_stopped_by_one_press(database: str) -> None:
    async with mailing(database) as (place, office):
        seated = await place.playing(2, pace=1)
        ada, ben = seated.guests
        await confirmed(place, office, ada)
        asked = office.messages[0]
        assert asked["To"] == ADDRESS and "tablee@example.org" in asked["From"]
        assert ADDRESS in await ada.page("/me/calls")
        await next_up(place, seated, ada)
        await send_all(place)
        await until(lambda: len(office.messages) == 2)
        call = office.messages[1]
        assert call["Subject"] == "Fourmis\u202f: c’est à toi\u202f!"
        assert f"http://house/t/{seated.table}" in call.get_content()
        assert "Guest 1" in call.get_content()
        stop = str(call["List-Unsubscribe"]).strip("<>").removeprefix("http://house")
        assert call["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        stranger = place.guest()
        assert (await stranger.answer("GET", stop)).status_code == 200
        assert place.house.notifications.visitors  # to look is not to press
        pressed = await stranger.answer("POST", stop, "List-Unsubscribe=One-Click")
        assert pressed.status_code == 200
        assert not place.house.notifications.visitors and ADDRESS not in await ada.page("/me/calls")
        assert (await stranger.answer("GET", stop)).status_code == 404
        for page in (seated.path, f"/t/{seated.table}", f"/t/{seated.table}/menu"):
            assert ADDRESS not in (await ben.answer("GET", page)).text


@story
async def test_what_is_no_address_is_refused_on_the_page(sqlite_url: str) -> None:
    async with mailing(sqlite_url) as (place, _):
        ada = Browser(place)
        await ada.open(name="Ada")
        for typed in ("nonsense", "a@b", "a b@c.de", "a@b.c\nBcc: x@y.z", "é@b.fr"):
            page = await ada.refused(400, "/me/calls/mail", address=typed)
            assert notice(page).startswith("Ce n’est pas une adresse")
        await ada.refused(404, "/me/calls/stop", link="forged")
        await Browser(place).refused(401, "/me/calls/mail", address=ADDRESS)
        assert not await waiting(place)
    async with open_house(sqlite_url, **HOUSE) as place:
        ben = Browser(place)
        await ben.open(name="Ben")
        assert 'type="email"' not in await ben.get("/me/calls")
        await ben.refused(400, "/me/calls/mail", address=ADDRESS)


@story
async def test_an_address_that_the_mail_server_refuses_is_told_at_the_next_look(
    database: str,
) -> None:
    """It vanished: the page was as if nothing had been asked."""
    async with mailing(database) as (place, office):
        office.unknown = {"adda@example.com"}
        ada = Browser(place)
        await ada.open(name="Ada")
        await ada.go("/me/calls/mail", address="adda@example.com")
        await send_all(place)
        for _ in range(2):
            page = await ada.get("/me/calls")
            assert "ne connaît pas l’adresse adda@example.com" in notice(page)
            assert 'value="adda@example.com"' in page and "data-channel" not in page
        wrong = notice(await ada.refused(400, "/me/calls/mail", address="nonsense"))
        assert wrong.startswith("Ce n’est pas")
        await ada.go("/me/calls/mail", address=ADDRESS)
        await send_all(place)
        assert len(office.messages) == 1
        page = await ada.get("/me/calls")
        assert not notice(page) and ADDRESS in page


@story
async def test_an_address_that_was_confirmed_and_is_gone_is_called_no_more(
    sqlite_url: str, days: Days
) -> None:
    async with mailing(sqlite_url) as (place, office):
        seated = await place.playing(2, pace=1)
        ada = seated.guests[0]
        await confirmed(place, office, ada)
        office.unknown = {ADDRESS}
        await next_up(place, seated, ada)
        await send_all(place)
        assert not place.house.notifications.visitors
        page = await ada.page("/me/calls?lang=en")
        assert f"doesn’t know the address {ADDRESS}" in page
        days.passed = 3.1
        await place.write(notification_queries.forget_unconfirmed)
        assert ADDRESS not in await ada.page("/me/calls") and not await waiting(place)


@story
async def test_a_turn_calls_once_and_not_whoever_looks(sqlite_url: str) -> None:
    async with mailing(sqlite_url) as (place, office):
        seated = await place.playing(2)
        ada = seated.guests[0]
        await confirmed(place, office, ada)
        stream = await place.watch(ada, seated.table)
        await stream.next("frame")
        await next_up(place, seated, ada)
        await send_all(place)
        assert [due.stage for due in await waiting(place)] == [notifications.LATE]
        await stream.close()
        (await place.streams(seated.table)).presence._seen.clear()
        await next_up(place, seated, ada)
        for _ in range(3):
            await send_all(place)
        assert len(office.messages) == 2
        assert [due.stage for due in await waiting(place)] == [notifications.DONE]


@story
async def test_whoever_keeps_others_waiting_at_a_live_table_is_called(sqlite_url: str) -> None:
    """His page was open when his turn began, and has been closed since."""
    async with listening(PostOffice()) as office:
        house = {**HOUSE, "away_after": 0.0}
        async with open_house(sqlite_url, mailbox=office.box, **house) as place:
            seated = await place.playing(2)
            ada = seated.guests[0]
            await confirmed(place, office, ada)
            await next_up(place, seated, ada)
            table = await place.live(seated.table)
            place.house.tables.streams(table).mark_seen(table.seats[0].visitor)
            await send_all(place)
            assert len(office.messages) == 1
            place.house.tables.streams(table).presence._seen.clear()
            await send_all(place)
            await until(lambda: len(office.messages) == 2)
            assert "Guest 0" in office.messages[1].get_content()


@story
async def test_by_the_day_one_is_reminded_if_one_was_not_called(
    sqlite_url: str, days: Days
) -> None:
    """His page was open when his turn began; he is called once, before his time is over."""
    async with listening(PostOffice()) as office:
        async with open_house(sqlite_url, mailbox=office.box, **HOUSE) as place:
            seated = await place.playing(2, pace=3)
            ada = seated.guests[0]
            await confirmed(place, office, ada)
            await next_up(place, seated, ada)
            table = await place.live(seated.table)
            place.house.tables.streams(table).mark_seen(table.seats[0].visitor)
            await send_all(place)
            days.passed = 2.2
            await send_all(place)
            assert len(office.messages) == 1
        days.passed = 2.3
        async with open_house(sqlite_url, mailbox=office.box, **HOUSE) as place:
            await send_all(place)
            await until(lambda: len(office.messages) == 2)
            days.passed = 2.9
            await send_all(place)
            assert len(office.messages) == 2


@story
async def test_a_turn_by_the_day_calls_once(sqlite_url: str, days: Days) -> None:
    async with mailing(sqlite_url) as (place, office):
        seated = await place.playing(2, pace=3)
        ada = seated.guests[0]
        await confirmed(place, office, ada)
        await next_up(place, seated, ada)
        for days.passed in (0.0, 2.3, 2.9):
            await send_all(place)
            assert len(office.messages) == 2


@story
async def test_a_dead_server_delays_no_move_and_loses_no_call(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes connections and never answers; the call goes out after a restart of the house."""
    monkeypatch.setattr(mail, "SILENCE", 3.0)
    office = PostOffice()
    async with listening(office):
        async with open_house(database, mailbox=office.box, **HOUSE) as place:
            seated = await place.playing(2, pace=7)
            ada = seated.guests[0]
            await confirmed(place, office, ada)
            office.silent = True
            before = office.asked
            await next_up(place, seated, ada)
            await until(lambda: office.asked > before)  # it is being tried
            begun = time.perf_counter()
            for _ in range(10):
                await seated.move()
            assert time.perf_counter() - begun < 2.5
            await next_up(place, seated, ada)
        office.silent = False
        box = replace(office.box, port=office.port)
        async with open_house(database, mailbox=box, **HOUSE) as place:
            if not place.house.store.alone:  # whoever had taken it is gone
                await place.write(notification_queries.let_go)
            await until(lambda: len(office.messages) > 1, 30)
            assert f"/t/{seated.table}" in office.messages[-1].get_content()


@story
async def test_tries_come_ever_later_and_end_with_the_turn(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "FIRST_PAUSE", 0.0)
    async with mailing(sqlite_url) as (place, office):
        seated = await place.playing(2, pace=1)
        ada = seated.guests[0]
        await confirmed(place, office, ada)
        nobody = replace(office.box, port=1)
        place.house.settings = replace(place.house.settings, mailbox=nobody)
        await next_up(place, seated, ada)
        for _ in range(4):
            await send_all(place)
        (due,) = await waiting(place)
        assert due.tries >= 4 and due.stage == notifications.TURN
        while (await place.live(seated.table)).dealt().seat == due.seat:
            await seated.move()
        await send_all(place)
        assert not await waiting(place)
        monkeypatch.setattr(outbox, "FIRST_PAUSE", 30.0)
        await next_up(place, seated, ada)
        await send_all(place)
        before = office.asked
        await send_all(place)
        assert office.asked == before


@story
async def test_whoever_looks_at_another_worker_is_not_called(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And of two workers one makes each call."""
    async with (
        mailing(postgres_url) as (here, office),
        open_house(postgres_url, mailbox=office.box, **HOUSE) as there,
    ):
        seated = await here.playing(2)
        ada = seated.guests[0]
        await confirmed(here, office, ada)
        with monkeypatch.context() as patch:
            patch.setattr(there.app.pages.state.outbox, "send_due", partial(asyncio.sleep, 0))
            stream = await there.watch(there.guest(ada.token), seated.table)
            await stream.next("frame")
            await next_up(here, seated, ada)
            (await here.streams(seated.table)).presence._elsewhere.clear()
            await until(partial(_has_stage, here, notifications.LATE))
            assert len(office.messages) == 1
        await stream.close()
        for place in (here, there):
            (await place.streams(seated.table)).presence = Presence("")
        await next_up(here, seated, ada)
        await until(partial(_has_stage, here, notifications.DONE))
        assert len(office.messages) == 2


async def _has_stage(place: Place, stage: str) -> bool:
    return [due.stage for due in await waiting(place)] == [stage]


@story
async def test_a_notice_says_nothing_of_hidden_cards(sqlite_url: str) -> None:
    async with mailing(sqlite_url) as (place, _):
        for game in ("fourmis", "kraut", "escogriffe"):
            seated = await place.playing(3 if game == "escogriffe" else 2, game, pace=1)
            table = await place.live(seated.table)
            seat = table.dealt().seat or 0
            known = notifications.Channel("x", "v", "mail", ADDRESS, "", "fr", True)
            due = notifications.Due(known, table.id, seat, 0, notifications.TURN, 0)
            first = words_of(due, table)
            table.match.state = table.dealt().view(1 - seat).redeal(3)
            assert words_of(due, table) == first
            title = table.game.rulebook.about["title"]["fr"]
            assert first[0] == f"{title} : c’est à toi !"


@story
async def test_forgotten_everywhere_is_called_no_more(sqlite_url: str) -> None:
    async with mailing(sqlite_url) as (place, office):
        seated = await place.playing(2, pace=1)
        ada = seated.guests[0]
        await confirmed(place, office, ada)
        await next_up(place, seated, ada)
        await ada.led("/me/forget", everywhere="yes")
        assert not place.house.notifications.visitors and not await waiting(place)


def test_a_host_gives_a_server_and_an_address_and_no_password_in_the_open() -> None:
    assert read_mailbox("", "") is None
    box = read_mailbox("smtps://ada@mail.example.org", "tablee@example.org", "sesame")
    assert box is not None and (box.host, box.port, box.user) == ("mail.example.org", 465, "ada")
    assert "sesame" not in repr(box)
    wrong = {
        "ftp://x": "smtp://USER@HOST",
        "smtp://": "name of the server",
        "smtp://ada:sesame@mail.example.org": "TABLEE_SMTP_PASSWORD",
    }
    for url, told in wrong.items():
        with pytest.raises(InvalidOption, match=told) as refused:
            read_mailbox(url, "tablee@example.org")
        assert "sesame" not in str(refused.value)
    with pytest.raises(InvalidOption, match="--mail-from"):
        read_mailbox("smtp://mail.example.org", "")
