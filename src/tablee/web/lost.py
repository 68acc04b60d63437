"""Pages that lead nowhere: a refusal or a failure, told to a person in his language."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from tablee.core.errors import TableeError, UnknownGame
from tablee.web import door
from tablee.web.errors import answer_of
from tablee.web.pages import lang_of, page

PICTURES = {"404": "h-nothing", "no": "h-chair", "busy": "h-chair", "broken": "h-unplugged"}


def wants_page(request: Request) -> bool:
    """Tells a browser that opens a page from a program."""
    accepts = "text/html" in request.headers.get("accept", "")
    return accepts and not request.url.path.startswith("/api")


def lost_page(request: Request, status: int, kind: str = "", why: str = "") -> HTMLResponse:
    """Says that there is nothing here, or that something went wrong, and leads home."""
    kind = kind or _kind(status)
    return page(
        request,
        "error.html",
        lang_of(request),
        status,
        kind=kind,
        why=why or f"lost_{kind}_is",
        picture=PICTURES[kind],
        again=request.method == "GET" and kind in ("busy", "broken"),
    )


def _kind(status: int) -> str:
    if status in (404, 405):
        return "404"
    if status == 429:
        return "busy"
    return "broken" if status >= 500 else "no"


def page_of(request: Request, error: TableeError) -> HTMLResponse:
    """Writes the page of a refusal."""
    status, facts = answer_of(error)
    if isinstance(error, UnknownGame):
        return lost_page(request, 404)
    known = {"not_allowed": "refused_not_allowed", "seat_taken": "refused_seat_taken"}
    why = known.get(str(facts["error"]), "")
    return lost_page(request, status, why=why)


async def refuse_at_door(scope: Any, send: Any, error: TableeError) -> None:
    """Answers what does not come in: a page for a browser, JSON for a program."""
    request = Request(scope)
    if not wants_page(request):
        return await door.refuse(send, error)
    status, _ = answer_of(error)
    why = "lost_elsewhere_is" if status == 403 else ""
    response = lost_page(request, status, why=why)
    return await response(scope, _nothing, send)


async def _nothing() -> dict[str, Any]:
    return {"type": "http.disconnect"}
