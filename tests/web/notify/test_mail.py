"""E-mail on the wire: what is an address, and headers that mail programs can read."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.web.notify import mail
from tests.web.guests import story
from tests.web.services import PostOffice, listening

STOP = "https://play.example.org/me/calls/stop?link=" + "a1B2-_." * 20
SIGNS = st.text(st.sampled_from('ab1.@<>()[]"\\,:; é\n\0-_') | st.characters(), max_size=40)
WRONG = [
    "", "@", "ben", "ben@x", "ben@@x.org", "a@b@c.d", "ben@.org", "@x.org", "ben@x..org",
    "ben@x.org.", "<ben@x.org>", "ben@,x.org", "ben@:x.org", "anna@gmail..com", "a@[b.c",
    "a@[127.0.0.1]", "a@[IPv6:::1]", "a@127.0.0.1", "ben(x)@x.org", "ben @x.org", '"a b"@x.org',
    "ben@x.org\n", "ben@-x.org", "ben@x-.org", ".ben@x.org", "ben.@x.org", "é@x.org", "ben@é.org",
    "(" * 254, "a" * 65 + "@x.org", "a@" + "b." * 130 + "org",
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_address_is_judged_without_an_error(text: str) -> None:
    """`ben@@x.org` was answered with 500, and an address literal was taken."""
    assert mail.is_address(text) is False


@pytest.mark.parametrize("text", ["ada@example.com", "a.b+c@mail.example.co.uk", "o'x@xn--9.xn--p"])
def test_what_may_be_an_address_is_one(text: str) -> None:
    assert mail.is_address(text) is True


@given(SIGNS | st.emails() | st.builds("{}@{}.{}".format, SIGNS, SIGNS, SIGNS))
def test_any_text_is_judged_and_what_is_taken_can_be_written_to(text: str) -> None:
    taken = mail.is_address(text)
    assert taken in (True, False)
    if taken:
        sent = mail.write("tablee@example.org", text, "Hello", "Hello", {}).as_bytes()
        assert f"\nTo: {text}\n".encode() in sent.replace(b"\n ", b" ")


@story
async def test_a_mail_program_reads_how_to_unsubscribe_from_the_bytes() -> None:
    """The header went out as an encoded word in pieces, which no mail program may decode."""
    more = {"List-Unsubscribe": f"<{STOP}>"}
    long = "Le Grand Escogriffe\u202f: c’est à toi, et toute la table t’attend depuis hier\u202f!"
    text = f"C’est à toi\n\n{STOP}\n"
    message = mail.write("tablee@example.org", "ada@example.com", long, text, more)
    async with listening(PostOffice()) as office:
        assert await asyncio.to_thread(mail.send, office.box, message)
    (raw,) = office.raw
    head, _, body = raw.partition(b"\r\n\r\n")
    assert f"\r\nList-Unsubscribe: <{STOP}>\r\n".encode() in head + b"\r\n"
    others = [line for line in raw.split(b"\r\n") if not line.startswith(b"List-Unsubscribe:")]
    assert raw.isascii() and body and max(len(line) for line in others) <= 78
    assert office.messages[0]["Subject"] == long
    assert STOP in office.messages[0].get_content()
