"""How every refusal is answered: in JSON to a program, on a page to a person.

An endpoint lets its errors pass. `answer` tells them on the page that the endpoint has named by
`tell_on`, or else on an error page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Match, Route

from tablee.core.errors import IllegalMove, InvalidVariant, StaleMove, TableeError, UnknownGame
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.errors import (
    Broken,
    NoTable,
    NotBefore,
    NothingThere,
    RecordTooBig,
    StaffOnly,
    TableRefusal,
    Unreadable,
    kind_of,
)
from tablee.house.render import templating
from tablee.house.render.pictures import emblem
from tablee.house.tables.pace import say_moment
from tablee.web.http.requests import Scope, Send, language_of, query_of
from tablee.web.http.responses import page

Teller = Callable[[TableeError, int], Awaitable[Response | None]]
"""Tells an error with its status on a page; None where that page does not fit any more."""
PICTURES = {
    "404": "h-nothing",
    "no": "h-chair",
    "closed": "h-closed",
    "busy": "h-chair",
    "tables": "h-table",
    "printing": "h-table",
    "broken": "h-unplugged",
}


# In words


def sentence_of(error: TableeError, lang: str) -> str:
    """Return why something is refused, in a language."""
    if isinstance(error, IllegalMove):
        return error.refusal.sentence
    ui, name = templating.speak(lang), f"refused_{kind_of(error)[1]}"
    places = error.places if isinstance(error, TableRefusal) else {}
    if isinstance(error, InvalidVariant):
        places = {"why": error.to(lang)}
    if isinstance(error, NotBefore):
        places = {"until": say_moment(error.moment, lang)}
    return ui(name if name in ui else "refused_other", **places)


def clause_of(error: TableeError) -> str:
    """Return the clause that forbids a move; empty if it is not a matter of rules."""
    return error.refusal.clause if isinstance(error, IllegalMove) else ""


def facts_of(error: TableeError, lang: str | None = None) -> dict[str, Any]:
    """Return a refusal for programs, its sentence in English unless asked otherwise."""
    facts: dict[str, Any] = {"error": kind_of(error)[1], "sentence": str(error)}
    if isinstance(error, StaleMove):
        facts |= {"move": error.move, "answers": error.answers, "ply": error.ply}
    if isinstance(error, IllegalMove):
        facts |= {"move": error.move, "clause": error.refusal.clause, "position": error.position}
        facts["sentence"] = error.refusal.sentence
    return facts if lang is None else facts | {"sentence": sentence_of(error, lang)}


# As an answer


def tell_on(request: Request, teller: Teller) -> None:
    """Have whatever this request is refused told on a page of its own."""
    request.state.teller = teller


async def answer(request: Request, error: TableeError, status: int | None = None) -> Response:
    """Answer a refusal as JSON or on a page, as the request asks."""
    status = status or kind_of(error)[0]
    teller: Teller | None = getattr(request.state, "teller", None)
    told = await teller(error, status) if teller is not None else None
    if told is None and wants_page(request):
        told = error_page(request, error, status)
    if told is None:
        asked = query_of(request.scope, "lang")
        return json_answer(error, asked if asked in LANGUAGES else None, status)
    told.headers.update(headers_of(error))
    return told


def json_answer(error: TableeError, lang: str | None = None, status: int = 0) -> JSONResponse:
    """Answer a program."""
    return JSONResponse(facts_of(error, lang), status or kind_of(error)[0], headers_of(error))


def headers_of(error: TableeError) -> dict[str, str]:
    """Return when to try again, if waiting helps."""
    if isinstance(error, StaffOnly):
        return {"www-authenticate": 'Basic realm="Tablée", charset="UTF-8"'}
    wait = error.wait if isinstance(error, TableRefusal) else None
    return {} if wait is None else {"retry-after": str(wait)}


def wants_page(request: Request) -> bool:
    """Return whether a browser opens a page, not a program."""
    accepts = "text/html" in request.headers.get("accept", "")
    return accepts and not request.url.path.startswith("/api/")


async def refuse(scope: Scope, send: Send, error: TableeError) -> None:
    """Answer a request that is not let in."""
    response = await answer(Request(scope), error)
    await response(scope, _nothing, send)


async def _nothing() -> dict[str, Any]:
    return {"type": "http.disconnect"}


# As a page


def error_page(request: Request, error: TableeError, status: int) -> HTMLResponse:
    """Return the page that says what is refused or has gone wrong, with a way home."""
    lang = language_of(request.scope)
    status = 404 if isinstance(error, UnknownGame) else status
    kind = (error.page if isinstance(error, TableRefusal) else "") or _kind(status)
    own = kind in ("no", "closed", "tables", "printing") or isinstance(error, NoTable)
    return page(
        request,
        "error.html",
        lang,
        status,
        kind=kind,
        why=sentence_of(error, lang) if own else templating.speak(lang)(f"lost_{kind}_is"),
        picture=PICTURES[kind],
        emblem=emblem,
        again=isinstance(error, RecordTooBig)
        or (request.method == "GET" and kind in ("busy", "broken", "printing")),
    )


def _kind(status: int) -> str:
    if status in (404, 405):
        return "404"
    if status == 429:
        return "busy"
    return "broken" if status >= 500 else "no"


# Everything that pages and API may raise


def ways_of(routes: Iterable[BaseRoute], request: Request) -> set[str]:
    """Return the methods by which an address may be asked."""
    found = (one for one in routes if isinstance(one, Route))
    fit = [one for one in found if one.matches(request.scope)[0] != Match.NONE]
    return {method for one in fit for method in one.methods or ()}


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, TableeError)
    return await answer(request, error)


async def _nothing_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = f"{request.method} {request.url.path}: {error.detail}; see /api/docs."
    if error.status_code in (400, 422):
        return await answer(request, Unreadable(sentence))
    told = await answer(request, NothingThere(sentence), error.status_code)
    told.headers.update(error.headers or {})
    if error.status_code == 405:
        told.headers["allow"] = ", ".join(sorted(ways_of(request.app.routes, request)))
    return told


async def _broken(request: Request, error: Exception) -> Response:
    """Say that something has failed here; what, is told in the log alone."""
    return await answer(request, Broken("something has failed here: try again in a moment."))


HANDLERS: dict[Any, Any] = {
    TableeError: _refused,
    HTTPException: _nothing_there,
    Exception: _broken,
}
