"""What a request says: where it comes from, its cookies, its language, its form, its numbers.

These read the raw ASGI scope, so the fast paths, the pages and the API share them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, parse_qsl

from babel import negotiate_locale
from starlette.requests import cookie_parser

from tablee.core.rules.rulebook import LANGUAGES, check_language
from tablee.house.errors import Unreadable

Scope = Any
Receive = Any
Send = Any

LONGEST_WISH = 200
"""Characters of an Accept-Language header that are read."""
MOST_DIGITS = 9


def client_of(scope: Scope) -> str:
    """Return the address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else "nowhere"


def header_of(scope: Scope, name: bytes) -> str:
    """Return a header as text; empty if it was not sent."""
    value: bytes = scope["tablee.headers"].get(name, b"")
    return value.decode("latin-1")


def query_of(scope: Scope, name: str) -> str:
    """Return the first value of a query parameter; empty if there is none."""
    query: bytes = scope["query_string"]
    return parse_qs(query.decode("latin-1")).get(name, [""])[0]


def cookies_of(scope: Scope) -> dict[str, str]:
    """Return the cookies that a browser sends."""
    return cookie_parser(header_of(scope, b"cookie"))


def form_of(scope: Scope) -> dict[str, str]:
    """Return the fields of a form that was posted."""
    body: bytes = scope.get("tablee.body", b"")
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def whole_number(text: str, name: str) -> int:
    """Read a whole number; raise Unreadable for anything else."""
    if (number := read_number(text)) is None:
        raise Unreadable(f"{name} {text[:20]!r}: write a whole number.")
    return number


def read_number(text: str, digits: int = MOST_DIGITS) -> int | None:
    """Return the whole number that a text is; None if it is anything else, or too long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def language_of(scope: Scope) -> str:
    """Return the language to answer in: asked for, chosen before, or the browser's.

    Without any of them programs get English and people French. A program that asks for a language
    we do not speak is told so; a page takes the next best.
    """
    program = scope["path"].startswith("/api/")
    asked = query_of(scope, "lang") if b"lang=" in scope["query_string"] else ""
    if asked and program:
        return check_language(asked)
    for lang in (asked, cookies_of(scope).get("lang", "")):
        if lang in LANGUAGES:
            return lang
    accepted = accepted_language(header_of(scope, b"accept-language")[:LONGEST_WISH])
    return accepted or ("en" if program else LANGUAGES[0])


@lru_cache(256)
def accepted_language(header: str) -> str | None:
    """Return the language of ours that an Accept-Language header likes best."""
    wishes = [wish.partition(";") for wish in header.split(",")]
    ranked = sorted(((_quality(how), lang.strip()) for lang, _, how in wishes), key=lambda w: -w[0])
    return negotiate_locale([lang for liked, lang in ranked if liked > 0], LANGUAGES, sep="-")


def _quality(text: str) -> float:
    name, _, value = text.strip().partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
