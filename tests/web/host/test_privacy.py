"""The page about privacy says what this house does, and robots are told what is not theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.core.errors import InvalidOption
from tablee.house.ages import AGES, Ages
from tablee.house.settings import Mailbox, Settings, read_contact
from tests.web.guests import open_house, story

MAILBOX = Mailbox("smtp", "mail.example.org", 25, "tablee@example.org")
CONTACT = "Ludothèque de Tassin\n2, rue de la Paix\n\nÉcrire à bonjour@example.org <script>"


@pytest.mark.parametrize("lang", ["fr", "en", "de"])
@story
async def test_the_page_tells_what_this_house_does(sqlite_url: str, lang: str) -> None:
    """With and without e-mail, with the ages of its host, with who answers for it."""
    async with open_house(sqlite_url) as place:
        guest = place.guest(accept_language=lang)
        page = await guest.page("/privacy")
        assert "90 " in page and "400 " in page and "e-mail" not in page.lower().split("<main")[1]
        await place.house.store.facts.keep(AGES, str(Ages(names=12)))
        page = await guest.page("/privacy")
        assert "12 " in page and "400 " not in page
    async with open_house(sqlite_url, mailbox=MAILBOX, contact=CONTACT) as place:
        page = await place.guest(accept_language=lang).page("/privacy")
        assert "mail" in page.lower().split("<main")[1]
        assert "Ludothèque de Tassin<br>" in page and "&lt;script&gt;" in page
        answer = await place.guest().answer("GET", "/imprint")
        assert answer.headers["location"] == "/privacy#contact"


@story
async def test_a_weakness_can_be_told_to_whoever_hosts(sqlite_url: str) -> None:
    async with open_house(sqlite_url, contact=CONTACT) as place:
        told = (await place.guest().answer("GET", "/.well-known/security.txt")).text
        assert "Contact: mailto:bonjour@example.org\n" in told and "\nExpires: 20" in told
    async with open_house(sqlite_url) as place:
        await place.guest().refused(404, "GET", "/.well-known/security.txt")


@story
async def test_robots_stay_away_from_tables(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        told = (await place.guest().answer("GET", "/robots.txt")).text
    assert {"Disallow: /t/", "Disallow: /me", "Disallow: /api/"} <= {*told.splitlines()}
    assert "Disallow: /\n" not in told, "what anybody may read is theirs too"


def test_a_contact_that_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n")
    (tmp_path / "long").write_text("a" * 4_001)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("empty", "long", "bytes", "nowhere"):
        with pytest.raises(InvalidOption, match="--contact"):
            read_contact(tmp_path / name)
    assert read_contact(None) == ""
    with pytest.raises(InvalidOption, match="--log-addresses"):
        Settings("sqlite://", log_addresses="some")
