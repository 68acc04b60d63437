"""Called to one's turn by Web Push: a service on this machine checks and decrypts what it gets."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import update

from tablee.house.errors import Unreadable
from tablee.store import schema
from tablee.web.notify import push
from tests.web.guests import Guest, Place, open_house, story
from tests.web.notify.test_outbox import HOUSE, next_up, send_all, waiting
from tests.web.services import Phone, PushService, bytes_of, listening, text_of, until

SUBSCRIBE = "/me/calls/push"


@asynccontextmanager
async def pushing(database: str) -> AsyncIterator[tuple[Place, PushService]]:
    async with (
        listening(PushService()) as service,
        open_house(database, push_loopback=True, **HOUSE) as place,
    ):
        yield place, service


@story
async def test_a_phone_is_told_game_table_and_turn_in_its_language(database: str) -> None:
    async with pushing(database) as (place, service):
        phone = service.phone()
        seated = await place.playing(2, pace=1)
        ada = place.guest(seated.guests[0].token, accept_language="de")
        taken = await ada.answer("POST", SUBSCRIBE, phone.subscription)
        assert taken.status_code == 204
        assert phone.endpoint not in await ada.page("/me/calls")
        await next_up(place, seated, seated.guests[0])
        for _ in range(2):
            await send_all(place)
        await until(lambda: len(phone.told) == 1)
        (told,) = phone.told
        assert told["title"] == "Fourmis: Du bist dran!" and told["lang"] == "de"
        assert told["body"].startswith("Guest 0, am Tisch mit Guest 1.")
        assert told["url"] == f"/t/{seated.table}"
        assert set(told) == {"title", "body", "url", "tag", "lang"}
        headers = phone.headers[0]
        assert headers["content-encoding"] == "aes128gcm" and headers["topic"] == told["tag"]
        assert 3600 < int(headers["ttl"]) <= 24 * 3600
        assert service.senders == {place.app.pages.state.outbox.signer.public}


@story
async def test_the_key_of_the_house_is_made_once(sqlite_url: str) -> None:
    keys = set()
    for _ in range(2):
        async with open_house(sqlite_url) as place:
            keys.add(place.app.pages.state.outbox.signer.public)
            assert f'data-push="{keys.copy().pop()}"' in await (await known(place)).page(
                "/me/calls"
            )
    assert len(keys) == 1


async def known(place: Place) -> Guest:
    return place.guest(place.house.identities.new())


@story
async def test_a_browser_that_is_gone_is_forgotten_and_others_are_tried_again(
    sqlite_url: str,
) -> None:
    async with pushing(sqlite_url) as (place, service):
        phone = service.phone()
        seated = await place.playing(2)
        ada = seated.guests[0]
        await ada.answer("POST", SUBSCRIBE, phone.subscription)
        for status, left in ((503, 1), (307, 1), (410, 0)):
            service.status = status
            await next_up(place, seated, ada)
            await send_all(place)
            assert len(place.house.notifications.visitors) == left
            if status == 503:
                assert [due.tries for due in await waiting(place)] == [1]
        assert not await waiting(place) and not phone.told


@story
async def test_stopping_forgets_one_device_or_all(sqlite_url: str) -> None:
    async with pushing(sqlite_url) as (place, service):
        ada, ben = await known(place), await known(place)
        for phone in (service.phone(), service.phone(), service.phone()):
            await ada.answer("POST", SUBSCRIBE, phone.subscription)
        listed = (await ada.page("/me/calls")).partition('data-channel="')[2]
        first = listed.partition('"')[0]
        await ben.led("/me/calls/stop", channel=first)
        assert (await ada.page("/me/calls")).count("data-channel=") == 3  # it is not Ben's
        await ada.led("/me/calls/stop", channel=first)
        assert (await ada.page("/me/calls")).count("data-channel=") == 2
        await ada.led("/me/calls/stop")
        assert "data-channel=" not in await ada.page("/me/calls")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://ada@push.example.org/x",
        "https:///x",
        "https://push.example.org/" + "x" * 1000,
        "https://push.example.org/a b",
        "https://[::1/x",
        "http://127.0.0.1:9/x",
        "ftp://push.example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/x",
        "https://8.8.8.8/x",
        "https://[::1]/x",
        "https://[2606:4700::1]/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://127.0.0.0x1/x",
        "https://%31%32%37.0.0.1/x",
        "https://localhost/x",
        "https://printer/x",
    ],
)
def test_what_is_no_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Unreadable):
        push.check_endpoint(endpoint, local=False)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.7", "169.254.169.254", "192.168.1.1", "::1", "fd00::1", "0.0.0.0"),
        *("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "::7f00:1"),
        *("::ffff:10.0.0.1", "::808:808", "224.0.0.1", "ff02::1", "ff0e::1", "192.88.99.1"),
        *("fe80::1%eth0", "fec0::1", "2001:db8::1", "3fff::1", "5f00::1", "100.64.0.1"),
    ],
)
def test_an_endpoint_inside_the_network_is_not_spoken_to(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its name says: the address that was checked is the one that is connected to."""
    found = [(0, 0, 0, "", ("8.8.8.8", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    for order in (found, found[::-1]):
        found[:] = order
        with pytest.raises(push.Unreachable):
            push.public_address("push.example.org", 443, local=False)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2606:4700::1", "64:ff9b::808:808", "::ffff:8.8.8.8"]
)
def test_a_public_endpoint_is_spoken_to_in_a_network_without_old_addresses_too(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    assert push.public_address("push.example.org", 443, local=False) == address


@story
async def test_an_address_that_was_kept_before_it_was_refused_is_forgotten(
    sqlite_url: str,
) -> None:
    """It was taken with 204, and tried in vain at every turn."""
    async with pushing(sqlite_url) as (place, service):
        seated = await place.playing(2)
        ada = seated.guests[0]
        await ada.answer("POST", SUBSCRIBE, service.phone().subscription)
        old = {"address": "https://10.0.0.1/x"}
        await place.write(
            lambda connection: connection.execute(update(schema.channels).values(old))
        )
        await next_up(place, seated, ada)
        await send_all(place)
        assert not place.house.notifications.visitors and not await waiting(place)


@story
async def test_a_literal_address_is_refused_when_it_is_given(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        wish = {**Phone("").subscription, "endpoint": "https://10.0.0.1/x"}
        await (await known(place)).refused(400, "POST", SUBSCRIBE, wish)
        assert not place.house.notifications.visitors


@story
async def test_false_subscriptions_are_refused(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        ada, good = await known(place), Phone("https://push.example.org/x").subscription
        keys = good["keys"]
        wrong: Any
        for wrong in (
            {},
            [],
            {"endpoint": 7, "keys": keys},
            {**good, "endpoint": "http://127.0.0.1/x"},
            {**good, "keys": {**keys, "auth": "short"}},
            {**good, "keys": {**keys, "p256dh": text_of(b"\x04" + b"a" * 64)}},
        ):
            await ada.refused(400, "POST", SUBSCRIBE, wrong)
        await place.guest().refused(401, "POST", SUBSCRIBE, good)
        assert not place.house.notifications.visitors


def test_a_notice_is_encrypted_as_the_example_of_the_standard() -> None:
    """RFC 8291, section 5."""
    number = int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    receiver = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    sealed = push.encrypt(
        b"When I grow up, I want to be a watermelon",
        bytes_of(receiver),
        bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(number, ec.SECP256R1()),
        bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert text_of(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
        "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB"
        "St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
