"""What is told at one's first tables of a game: the rules in one minute, and each thing once."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from tablee.core import as_json
from tablee.core.rules.phrases import Speaker
from tablee.house.tables.table import Table
from tablee.table.posed.lesson import First, lesson_of
from tablee.table.rendered import Rendered
from tablee.web.frame.selectors import shows
from tablee.web.frame.teaching import thoughts
from tablee.web.http.requests import cookies_of
from tablee.web.http.responses import keep

LEARNT = "done"
"""What the cookie of a lesson says once its last step is done."""


ALL = "all"
"""Sent by a player who has been told enough at the first tables."""


def cookie_of(game: str) -> str:
    """Return the name of the cookie that remembers where one is in a game's lesson."""
    return f"learn-{game}"


def has_learnt(request: Request, game: str) -> bool:
    """Return whether a browser has seen a lesson to its end."""
    return cookies_of(request.scope).get(cookie_of(game)) == LEARNT


def first_minute(request: Request, table: Table, lang: str) -> list[dict[str, Any]]:
    """Return the rules in one minute, for a visitor's first table of a game."""
    name = table.game.name
    if cookies_of(request.scope).get(_minute_cookie(name), table.id) != table.id:
        return []
    if has_learnt(request, name):
        return []
    return thoughts(table.game, lang, table.game.numbers_of(table.setup.blank))


def note_first(request: Request, answer: Response, game: str, table: str) -> None:
    """Remember at which table a browser has first played a game."""
    if _minute_cookie(game) not in cookies_of(request.scope):
        keep(request, answer, _minute_cookie(game), table)


def _minute_cookie(game: str) -> str:
    return f"minute-{game}"


def firsts(request: Request, table: Table, lang: str) -> str:
    """Return what a browser has not been told of a game, as JSON: names, selectors, sentences."""
    found = _untold(request, table)
    return as_json.dumps([[one.name, one.sees, one.say[lang]] for one in found]).decode()


def first_seen(request: Request, table: Table, lang: str, html: str) -> tuple[str, str] | None:
    """Return the name and sentence of what a page shows for the first time, without a script."""
    found = (one for one in _untold(request, table) if shows(html, one.sees))
    return next(((one.name, one.say[lang]) for one in found), None)


def say_first(shown: Rendered, first: tuple[str, str], ui: Speaker) -> Markup:
    """Add to what the host says, as the script does later: so nothing moves once it has begun."""
    before, ribbon, after = shown.__html__().partition('id="ribbon"')
    button = Markup(
        '<button form="first-told" name="name" value="{}" class="enough{}" aria-label="{}">{}'
        "</button>"
    )
    read = button.format(first[0], " read", ui("first_read"), ui("first_read"))
    enough = button.format(ALL, "", ui("first_enough"), "✕")
    said = Markup('<span class="first">{} {} {}</span></p>').format(first[1], read, enough)
    return Markup(before + ribbon + after.replace("</p>", said, 1))


def _untold(request: Request, table: Table) -> list[First]:
    told = _told(request, table.game.name)
    firsts = lesson_of(table.game, table.game.numbers_of(table.setup.blank)).firsts
    return [one for one in firsts if one.name not in told and ALL not in told]


def _told(request: Request, game: str) -> list[str]:
    cookies = cookies_of(request.scope)
    return [*cookies.get(f"told-{game}", "").split("."), cookies.get(_enough_cookie(game), "")]


def _enough_cookie(game: str) -> str:
    """Return a cookie of its own: what is told just before may be answered later."""
    return f"enough-{game}"
