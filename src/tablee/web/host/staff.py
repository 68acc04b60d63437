"""For the host alone, behind a password: tables now, load, a table to close, a notice to make."""

from __future__ import annotations

import base64
import binascii
import hmac

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee.house.errors import ClosedByHost, NothingThere, StaffOnly, TooBig
from tablee.house.live.streams import Streams
from tablee.web.host import metrics
from tablee.web.http.buckets import buckets_of
from tablee.web.http.context import form_of, house_of, lang_of, post
from tablee.web.http.requests import client_of
from tablee.web.http.responses import go, lead_back, page

LOOPBACK = ("127.0.0.1", "::1")
MOST_SHOWN = 200
LONGEST_NOTICE = 200


def must_be_staff(request: Request) -> None:
    """Refuse a request without the password; raise TooMuch for many guesses."""
    house = house_of(request)
    wanted = house.settings.staff_password
    if not wanted:
        raise NothingThere("this house has no staff: start it with --staff-password.")
    kind, _, sent = request.headers.get("authorization", "").partition(" ")
    if not kind:
        raise StaffOnly("the password of the house is asked for.")
    address = client_of(request.scope)
    guesses = buckets_of(request).guesses
    guesses.take(address)  # before it is judged, so that a refusal tells nothing
    try:
        given = base64.b64decode(sent, validate=True).partition(b":")[2]
    except binascii.Error:
        given = b""
    if kind.lower() != "basic" or not hmac.compare_digest(given, wanted.encode()):
        raise StaffOnly("this is not the password of the house.")
    guesses.give_back(address)


async def read_metrics(request: Request) -> Response:
    """Tell what is counted: to this machine, and to those who know the password."""
    if client_of(request.scope) not in LOOPBACK:
        must_be_staff(request)
    text = metrics.write(house_of(request), request.app.state.metrics)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


async def staff(request: Request) -> HTMLResponse:
    """Show the tables of this worker, the busiest first, and its load."""
    must_be_staff(request)
    house = house_of(request)
    live = sorted(house.tables.all_streams(), key=_busy, reverse=True)
    return page(
        request,
        "staff.html",
        lang_of(request),
        tables=live[:MOST_SHOWN],
        count=len(live),
        streams=sum(len(streams.listeners) for streams in live),
        megabytes=round(metrics.resident() / 1e6),
        words=house.facts.announcement,
        most=LONGEST_NOTICE,
    )


def _busy(streams: Streams) -> tuple[int, int]:
    return len(streams.listeners), streams.table.ply


async def close(request: Request) -> Response:
    """End a match as drawn."""
    must_be_staff(request)
    house = house_of(request)
    table = await house.tables.table(form_of(request).get("table", ""))
    await house.tables.close_table(table.id, ClosedByHost.word)
    return go("/staff")


async def notice(request: Request) -> Response:
    """Put a notice on the shelf, or take it away."""
    must_be_staff(request)
    words = " ".join(form_of(request).get("words", "").split())
    if len(words) > LONGEST_NOTICE:
        raise TooBig(f"a notice has at most {LONGEST_NOTICE} letters.")
    await house_of(request).facts.announce(words)
    return go("/staff")


ROUTES = [
    Route("/metrics", read_metrics),
    Route("/staff", staff),
    post("/staff/close", close),
    post("/staff/notice", notice),
    *lead_back("/staff", "/staff/close", "/staff/notice"),
]
