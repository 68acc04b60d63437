"""The visitor: name, language, light, and the code that carries them to another device."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.errors import BadName, Unknown
from tablee.house.live.table_summary import summarize
from tablee.house.people import forgetting
from tablee.house.render import templating
from tablee.house.render.pictures import emblem, qr
from tablee.web.http.context import (
    count_newcomer,
    form_of,
    house_of,
    lang_of,
    post,
    text_in,
    visitor_of,
)
from tablee.web.http.refusals import sentence_of, tell_on
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


async def me(request: Request) -> HTMLResponse:
    """Show the visitor's name; or whom a code carries here, and ask whether to."""
    visitor, carry = visitor_of(request), text_in(request, "carry", 200)
    if carry:
        return await _carry_page(request, visitor, carry)
    return _me_page(request, visitor)


def _me_page(
    request: Request,
    visitor: str | None,
    status: int = 200,
    notice: str = "",
    typed: str = "",
    carries: str = "",
) -> HTMLResponse:
    link = address_of(request, f"/me?carry={carries}") if carries else ""
    return page(
        request,
        "me.html",
        lang_of(request),
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


async def _carry_page(request: Request, visitor: str | None, token: str) -> HTMLResponse:
    house, lang = house_of(request), lang_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        if not isinstance(error, Unknown):
            return None
        told = templating.speak(lang)("carry_false")
        return _me_page(request, visitor, status, told)

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
        tickets=[summarize(house, table, who, lang) for table in tables],
        emblem=emblem,
        notice="",
    )


async def set_up(request: Request) -> Response:
    """Keep a setting of the browser: language, light, name, chat, hand."""
    visitor, lang, form = visitor_of(request), lang_of(request), form_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        if not isinstance(error, BadName):
            return None
        told, typed = sentence_of(error, lang), form["name"]
        return _me_page(request, visitor, status, told, typed)

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


async def carry(request: Request) -> Response:
    """Become, on this device, the person whom a code carries; the code is used up."""
    house, form = house_of(request), form_of(request)
    count_newcomer(request)
    who = await house.identities.visitor_of_code(form.get("carry", ""), use=True)
    request.scope["tablee.cookie"] = cookie(house.identities.token(who), house.settings.secure)
    answer = go("/")
    if form.get("name"):
        keep(request, answer, "name", form["name"])
    return answer


async def code(request: Request) -> Response:
    """Make a code that carries the visitor to another device, once."""
    visitor = visitor_of(request)
    if visitor is None:
        return go("/me")
    made = await house_of(request).identities.make_code(visitor)
    return _me_page(request, visitor, carries=made)


async def forget(request: Request) -> Response:
    """Forget the visitor on this device; or altogether: names, addresses and every token."""
    house, visitor = house_of(request), visitor_of(request)
    if form_of(request).get("everywhere") and visitor is not None:
        await forgetting.forget(house, visitor)
    answer = go("/")
    for name in (COOKIE, "name"):
        keep(request, answer, name, "")
    return answer


ROUTES = [
    Route("/me", me),
    post("/me", set_up),
    post("/me/carry", carry),
    post("/me/code", code),
    post("/me/forget", forget),
    *lead_back("/me", "/me/carry", "/me/code", "/me/forget"),
]
