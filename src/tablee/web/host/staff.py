"""For the host alone, behind a password: tables now, load, a table to close, a notice to make."""

from __future__ import annotations

import base64
import binascii
import hmac
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from tablee.house.errors import ClosedByHost, NothingThere, StaffOnly, TooBig
from tablee.house.live.streams import Streams
from tablee.web.host import metrics
from tablee.web.http.buckets import buckets_of
from tablee.web.http.dependencies import Form, Lang, TheHouse, house_of
from tablee.web.http.requests import client_of
from tablee.web.http.responses import go, lead_back, page

router = APIRouter(include_in_schema=False)
LOOPBACK = ("127.0.0.1", "::1")
MOST_SHOWN = 200
LONGEST_NOTICE = 200


def must_be_staff(request: Request) -> None:
    """Refuses whoever does not know the password; raises TooMuch for who guesses."""
    house = house_of(request)
    wanted = house.settings.staff_password
    if not wanted:
        raise NothingThere("this house has no staff: start it with --staff-password.")
    kind, _, sent = request.headers.get("authorization", "").partition(" ")
    try:
        given = base64.b64decode(sent, validate=True).partition(b":")[2]
    except binascii.Error:
        given = b""
    if kind.lower() == "basic" and hmac.compare_digest(given, wanted.encode()):
        return
    if kind:
        buckets_of(request).guesses.take(client_of(request.scope))
    raise StaffOnly("the password of the house is asked for.")


Staff = Annotated[None, Depends(must_be_staff)]


@router.get("/metrics")
async def read_metrics(request: Request, house: TheHouse) -> Response:
    """Tells what is counted: to this machine, and to whoever knows the password."""
    if client_of(request.scope) not in LOOPBACK:
        must_be_staff(request)
    return PlainTextResponse(
        metrics.write(house, request.app.state.metrics), media_type="text/plain; version=0.0.4"
    )


@router.get("/staff")
async def staff(request: Request, house: TheHouse, lang: Lang, _: Staff) -> HTMLResponse:
    """Show the tables of this worker, the busiest first, and its load."""
    live = sorted(house.tables.all_streams(), key=_busy, reverse=True)
    return page(
        request,
        "staff.html",
        lang,
        tables=live[:MOST_SHOWN],
        count=len(live),
        streams=sum(len(streams.listeners) for streams in live),
        megabytes=round(metrics.resident() / 1e6),
        words=house.facts.announcement,
        most=LONGEST_NOTICE,
    )


def _busy(streams: Streams) -> tuple[int, int]:
    return len(streams.listeners), streams.table.ply


@router.post("/staff/close")
async def close(house: TheHouse, form: Form, _: Staff) -> Response:
    """End a match as drawn."""
    table = await house.tables.table(form.get("table", ""))
    await house.tables.close_table(table.id, ClosedByHost.word)
    return go("/staff")


@router.post("/staff/notice")
async def notice(house: TheHouse, form: Form, _: Staff) -> Response:
    """Put a notice on the shelf, or take it away."""
    words = " ".join(form.get("words", "").split())
    if len(words) > LONGEST_NOTICE:
        raise TooBig(f"a notice has at most {LONGEST_NOTICE} letters.")
    await house.facts.announce(words)
    return go("/staff")


lead_back(router, "/staff", "/staff/close", "/staff/notice")
