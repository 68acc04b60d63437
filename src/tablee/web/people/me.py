"""Oneself: name, language, light, and the code that carries one to another device."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from tablee.core.errors import TableeError
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.errors import BadName, Unknown
from tablee.house.house import House
from tablee.house.live.table_summary import ticket
from tablee.house.render import templating
from tablee.house.render.pictures import emblem, qr
from tablee.web.http.dependencies import Form, Lang, TheHouse, Visitor, count_newcomer
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import cookies_of
from tablee.web.http.responses import (
    LIGHTS,
    address_of,
    go,
    keep,
    lead_back,
    name_limit,
    name_of,
    own_path,
    page,
    read_name,
)
from tablee.web.http.visitors import COOKIE, cookie

router = APIRouter(prefix="/me", include_in_schema=False)
Token = Annotated[str, Query(max_length=200)]
AWAY = "put-away"
MOST_AWAY = 40
"""Tickets that a browser keeps off its shelf."""


def put_away(request: Request) -> list[str]:
    """Return the tables whose tickets this browser does not want on its shelf, the latest last."""
    return cookies_of(request.scope).get(AWAY, "").split(".")


@router.post("/put-away")
async def put_table_away(request: Request, form: Form) -> Response:
    """Take a table's ticket off the shelf; it stays among one's matches."""
    name, answer = form.get("table", ""), go("/")
    if re.fullmatch(r"[\w-]{1,32}", name, re.ASCII):
        keep(request, answer, AWAY, ".".join([*put_away(request), name][-MOST_AWAY:]).strip("."))
    return answer


@router.get("")
async def me(
    request: Request, house: TheHouse, visitor: Visitor, lang: Lang, carry: Token = ""
) -> HTMLResponse:
    """Show one's name; or whom a code carries here, and ask whether to."""
    if carry:
        return await _carry_page(request, house, visitor, lang, carry)
    return _me_page(request, house, visitor, lang)


def _me_page(
    request: Request,
    house: House,
    visitor: str | None,
    lang: str,
    status: int = 200,
    notice: str = "",
    typed: str = "",
    carries: str = "",
) -> HTMLResponse:
    link = address_of(request, f"/me?carry={carries}") if carries else ""
    return page(
        request,
        "me.html",
        lang,
        status,
        carry="",
        known=visitor is not None,
        carries=carries,
        link=link,
        code=qr(link) if link else "",
        typed=typed or name_of(request),
        most=name_limit(request),
        notice=notice,
    )


async def _carry_page(
    request: Request, house: House, visitor: str | None, lang: str, token: str
) -> HTMLResponse:
    async def tell(error: TableeError, status: int) -> Response | None:
        if not isinstance(error, Unknown):
            return None
        told = templating.speak(lang)("carry_false")
        return _me_page(request, house, visitor, lang, status, told)

    tell_on(request, tell)
    who = await house.identities.visitor_of_code(token)
    names = await house.store.tables.of_visitor(who, 6)
    tables = await house.tables.find(names)
    seats = [(table, table.seat_of(who)) for table in tables]
    return page(
        request,
        "me.html",
        lang,
        carry=token,
        same=who == visitor,
        instead=visitor is not None and who != visitor,
        name=next((table.seats[seat].name for table, seat in seats if seat is not None), ""),
        tickets=[ticket(house, table, who, lang) for table in tables],
        emblem=emblem,
        notice="",
    )


@router.post("")
async def wish(
    request: Request, house: TheHouse, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Keep a wish: language, light or name."""

    async def tell(error: TableeError, status: int) -> Response | None:
        if not isinstance(error, BadName):
            return None
        told, typed = sentence_of(error, lang), form["name"]
        return _me_page(request, house, visitor, lang, status, told, typed)

    tell_on(request, tell)
    answer = go(own_path(form.get("back", "/")))
    if form.get("lang") in LANGUAGES:
        keep(request, answer, "lang", form["lang"])
    if "hush" in form:
        keep(request, answer, "hush", "yes" if form["hush"] == "yes" else "")
    if form.get("hand") in ("yes", "no"):
        keep(request, answer, "hand", form["hand"])
    if "light" in form:
        keep(request, answer, "light", form["light"] if form["light"] in LIGHTS else "")
    if "name" in form:
        keep(request, answer, "name", read_name(request, form["name"] or " ", lang))
    return answer


@router.post("/carry")
async def carry(request: Request, house: TheHouse, form: Form) -> Response:
    """Becomes, on this device, the person whom a code carries; the code is used up."""
    count_newcomer(request)
    who = await house.identities.visitor_of_code(form.get("carry", ""), use=True)
    request.scope["tablee.cookie"] = cookie(house.identities.token(who), house.settings.secure)
    answer = go("/")
    if form.get("name"):
        keep(request, answer, "name", form["name"])
    return answer


@router.post("/code")
async def code(request: Request, house: TheHouse, visitor: Visitor, lang: Lang) -> Response:
    """Make a code that carries one to another device, once."""
    if visitor is None:
        return go("/me")
    made = await house.identities.make_code(visitor)
    return _me_page(request, house, visitor, lang, carries=made)


@router.post("/forget")
async def forget(request: Request, house: TheHouse, visitor: Visitor, form: Form) -> Response:
    """Forgets on this device who one is; or on all devices, and then no earlier token is good."""
    if form.get("everywhere") and visitor is not None:
        await house.store.notifications.close_all(visitor)
        await house.notifications.reload()
        await house.identities.revoke(visitor)
    answer = go("/")
    for name in (COOKIE, "name"):
        keep(request, answer, name, "")
    return answer


lead_back(router, "/me", "/carry", "/code", "/forget")
