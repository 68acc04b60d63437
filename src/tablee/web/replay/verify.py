"""A page that checks a record: where its cards came from, and every move."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from tablee.core.errors import InvalidRecord
from tablee.games import GAMES
from tablee.house.thinking.work_queue import Kind
from tablee.web.http.buckets import buckets_of
from tablee.web.http.dependencies import Form, Lang, TheHouse, house_of
from tablee.web.http.requests import client_of
from tablee.web.http.responses import page

router = APIRouter(prefix="/verify", include_in_schema=False)


async def check(request: Request, text: str) -> dict[str, Any]:
    """Check a record, one at a time for an address; raise InvalidRecord if it is false."""
    house, address = house_of(request), client_of(request.scope)
    buckets_of(request).checks.take(address)
    for name in GAMES:
        if name in text[:200]:
            house.readiness.check(name)
    async with house.queue.place_alone(Kind.CHECK, address):
        return await house.thinking.check_record(text)


@router.get("")
async def asked(
    request: Request,
    house: TheHouse,
    lang: Lang,
    table: Annotated[str, Query(max_length=32)] = "",
) -> HTMLResponse:
    """Asks for a record; that of a table is written down already."""
    record = str((await house.tables.table(table)).record()) if table else ""
    return page(request, "verify.html", lang, record=record, found=None, fault="")


@router.post("")
async def checked(request: Request, house: TheHouse, lang: Lang, form: Form) -> HTMLResponse:
    """Check what was pasted, and says in words what was found."""
    record = form.get("record", "")
    try:
        found = await check(request, record)
    except InvalidRecord as error:
        return page(request, "verify.html", lang, 400, record=record, found=None, fault=str(error))
    return page(request, "verify.html", lang, record=record, found=found, fault="")
