"""Pages that lead nowhere: a refusal or a failure, told to a person in his language."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from tablee.core.errors import TableeError, UnknownGame
from tablee.web import door, templating
from tablee.web.errors import NoTable, NotReadyYet, TooManyTables, answer_of
from tablee.web.pages import lang_of, page
from tablee.web.refusals import sentence_of

PICTURES = {
    "404": "h-nothing",
    "no": "h-chair",
    "busy": "h-chair",
    "tables": "h-table",
    "printing": "h-table",
    "broken": "h-unplugged",
}


def wants_page(request: Request) -> bool:
    """Tells a browser that opens a page from a program."""
    accepts = "text/html" in request.headers.get("accept", "")
    return accepts and not request.url.path.startswith("/api/")


def error_page(request: Request, error: TableeError, status: int, why: str = "") -> HTMLResponse:
    """Says what is refused or has gone wrong, and leads home."""
    lang = lang_of(request)
    ui = templating.speak(lang)
    status = 404 if isinstance(error, UnknownGame) else status
    kind = _kind(status)
    if isinstance(error, TooManyTables):
        kind = "tables"
    if isinstance(error, NotReadyYet):
        kind = "printing"
    own = kind in ("no", "tables", "printing") or isinstance(error, NoTable)
    usual = sentence_of(error, lang) if own else ui(f"lost_{kind}_is")
    return page(
        request,
        "error.html",
        lang,
        status,
        kind=kind,
        why=why or usual,
        picture=PICTURES[kind],
        again=request.method == "GET" and kind in ("busy", "broken", "printing"),
    )


def _kind(status: int) -> str:
    if status in (404, 405):
        return "404"
    if status == 429:
        return "busy"
    return "broken" if status >= 500 else "no"


async def refuse_at_door(scope: Any, send: Any, error: TableeError) -> None:
    """Answers what does not come in: a page for a browser, JSON for a program."""
    request = Request(scope)
    if not wants_page(request):
        return await door.refuse(send, error)
    status, _ = answer_of(error)
    why = templating.speak(lang_of(request))("lost_elsewhere_is") if status == 403 else ""
    answer = error_page(request, error, status, why)
    return await answer(scope, _nothing, send)


async def _nothing() -> dict[str, Any]:
    return {"type": "http.disconnect"}
