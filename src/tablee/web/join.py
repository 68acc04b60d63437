"""The way to a table by its short code, its link, or the last part of its link."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablee.core.errors import TableeError
from tablee.web import queries, short_codes, templating
from tablee.web.dependencies import Lang, TheHouse
from tablee.web.errors import NoTable
from tablee.web.house import House
from tablee.web.pages import go, page
from tablee.web.refusals import sentence_of, tell_on
from tablee.web.requests import client_of

router = APIRouter(include_in_schema=False)
_NAME = re.compile(r"[A-Za-z0-9_-]{4,64}")


@router.get("/join")
async def join(
    request: Request,
    house: TheHouse,
    lang: Lang,
    code: Annotated[str, Query(max_length=400)] = "",
) -> Response:
    """Asks for a code, and leads to its table."""

    async def tell(error: TableeError, status: int) -> Response:
        told = templating.speak(lang)("no_such_code")
        told = told if isinstance(error, NoTable) else sentence_of(error, lang)
        return _page(request, lang, code, status, told)

    if not code.strip():
        return _page(request, lang)
    tell_on(request, tell)
    address = client_of(request.scope)
    house.tries.take(address)
    table = await find(house, code)
    house.tries.give_back(address)
    return go(f"/t/{table}")


def _page(
    request: Request, lang: str, code: str = "", status: int = 200, notice: str = ""
) -> HTMLResponse:
    return page(request, "join.html", lang, status, code=code, notice=notice)


async def find(house: House, text: str) -> str:
    """The name of the table that a code or a link leads to; raises NoTable."""
    code = short_codes.read(text)
    named = await house.read(partial(queries.table_of_code, code=code)) if code else None
    if named is not None:
        return str(named)
    found = _NAME.fullmatch(text.strip().rstrip("/").rpartition("/")[2].partition("?")[0])
    if found is None:
        raise NoTable("this is no code of a table.")
    return (await house.table(found[0])).id
