"""What a request says: its language, its cookies, its numbers; and that nothing of it piles up."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.errors import InvalidOption
from tablee.house.errors import Unreadable
from tablee.house.memory.store import MemoryStore
from tablee.house.people.identities import Identities
from tablee.web.http import requests, visitors


def asked(path: str = "/", query: str = "", **headers: str) -> dict[str, Any]:
    sent = {name.replace("_", "-").encode(): value.encode() for name, value in headers.items()}
    return {"path": path, "query_string": query.encode(), "tablee.headers": sent}


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en;q=0.5, de;q=0.9", "de"),
        ("pt-BR, fr;q=0.1, en;q=0.2", "en"),
        ("de;q=0, en", "en"),
        ("de;q=nonsense, en;q=0.3", "en"),
        ("pt", "fr"),
        ("", "fr"),
    ],
)
def test_the_language_a_browser_likes_best_is_spoken(header: str, lang: str) -> None:
    assert requests.language_of(asked(accept_language=header)) == lang


def test_what_is_asked_for_comes_first_then_what_was_chosen_then_the_browser() -> None:
    told = {"cookie": "lang=de", "accept_language": "en"}
    assert requests.language_of(asked(query="lang=fr", **told)) == "fr"
    assert requests.language_of(asked(query="lang=xx", **told)) == "de"
    assert requests.language_of(asked(accept_language="en")) == "en"


def test_a_program_gets_english_and_is_told_of_a_language_nobody_speaks() -> None:
    assert requests.language_of(asked("/api/games")) == "en"
    with pytest.raises(InvalidOption):
        requests.language_of(asked("/api/games", "lang=xx"))


@pytest.mark.parametrize("text", ["", "-1", "1.5", "²", "x", "1" * 10])
def test_what_is_no_whole_number_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="seat"):
        requests.whole_number(text, "seat")


def test_cookies_of_any_size_leave_nothing_behind() -> None:
    """Whole headers were kept once: 20,000 of them, each as big as a client liked."""
    people = Identities("secret", MemoryStore().people)
    for n in range(50):
        header = f"tablee=x{n}{'y' * 4_000}".encode()
        assert visitors.find(people, {"tablee.headers": {b"cookie": header}}) is None
    assert people._unsign.cache_info().currsize == 0
    assert not [name for name in vars(visitors) if hasattr(getattr(visitors, name), "cache_info")]
    most = requests.accepted_language.cache_info().maxsize or 0
    assert 0 < most * requests.LONGEST_WISH < 100_000
