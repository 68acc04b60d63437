"""The way to a table, an evening or a score sheet: by a short code, a link, or a part of it."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.house.errors import NoTable
from tablee.house.open_house.house import House
from tablee.house.ports import short_codes
from tablee.house.render import templating
from tablee.web.http.buckets import buckets_of
from tablee.web.http.context import house_of, lang_of, text_in
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import client_of
from tablee.web.http.responses import go, page

_PAD = re.compile(r"/pad/live/([A-Za-z0-9_-]{16})")
_GATHERING = re.compile(r"/(evening|club)/([A-Za-z0-9_-]{16})")
_NAME = re.compile(r"[A-Za-z0-9_-]{4,64}")


async def join(request: Request) -> Response:
    """Ask for a code, or lead to its table."""
    lang, code = lang_of(request), text_in(request, "code", most=400)

    async def tell(error: TableeError, status: int) -> Response:
        told = templating.speak(lang)("no_such_code")
        told = told if isinstance(error, NoTable) else sentence_of(error, lang)
        return _page(request, lang, code, status, told)

    if not code.strip():
        return _page(request, lang)
    tell_on(request, tell)
    address, tries = client_of(request.scope), buckets_of(request).tries
    tries.take(address)
    path = await _path_of(house_of(request), code)
    tries.give_back(address)
    return go(path)


def _page(
    request: Request, lang: str, code: str = "", status: int = 200, notice: str = ""
) -> HTMLResponse:
    return page(request, "join.html", lang, status, code=code, notice=notice)


async def _path_of(house: House, text: str) -> str:
    """Return where a code or a link leads: to an evening, a score sheet or a table."""
    code = short_codes.read(text)
    gathering = await house.store.gatherings.of_code(code) if code else None
    if gathering is not None:
        return f"/{gathering.kind}/{gathering.name}"
    if (name := _GATHERING.search(text)) is not None:
        return f"/{name[1]}/{name[2]}"
    pad = await find_pad(house, text)
    return f"/pad/live/{pad}" if pad else f"/t/{await find(house, text)}"


async def find_pad(house: House, text: str) -> str | None:
    """Return the shared score sheet that a code or a link leads to."""
    code = short_codes.read(text)
    if code is not None:
        return await house.store.pads.of_code(code)
    name = _PAD.search(text)
    return None if name is None else name[1]


async def find(house: House, text: str) -> str:
    """Return the name of the table that a code or a link leads to; raise NoTable."""
    code = short_codes.read(text)
    named = await house.store.tables.of_code(code) if code else None
    if named is not None:
        return named
    found = _NAME.fullmatch(text.strip().rstrip("/").rpartition("/")[2].partition("?")[0])
    if found is None:
        raise NoTable("this is no code of a table.")
    return (await house.tables.table(found[0])).id


ROUTES = [Route("/join", join)]
