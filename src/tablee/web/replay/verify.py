"""A page that checks a record: where its cards came from, and every move."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from tablee.core.errors import InvalidRecord
from tablee.web.frame.matches import check, count_check
from tablee.web.http.context import form_of, house_of, lang_of, post, text_in
from tablee.web.http.responses import page


async def ask(request: Request) -> HTMLResponse:
    """Ask for a record; that of a table is filled in already."""
    lang, table = lang_of(request), text_in(request, "table", 32)
    record = str((await house_of(request).tables.table(table)).record()) if table else ""
    return page(request, "verify.html", lang, record=record, found=None, fault="")


async def checked(request: Request) -> HTMLResponse:
    """Check what was pasted, and tell in words what was found."""
    lang, record = lang_of(request), form_of(request).get("record", "")
    count_check(request, record)
    try:
        found = await check(request, record)
    except InvalidRecord as error:
        return page(request, "verify.html", lang, 400, record=record, found=None, fault=str(error))
    return page(request, "verify.html", lang, record=record, found=found, fault="")


ROUTES = [Route("/verify", ask), post("/verify", checked)]
