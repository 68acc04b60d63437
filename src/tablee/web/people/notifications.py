"""Being called: a page to see and stop everything, and the links of messages."""

from __future__ import annotations

import hashlib
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablee.house.errors import Unknown, Unreadable
from tablee.house.house import House
from tablee.house.people.notifications import LINK_LASTS, Channel, name_of
from tablee.house.render import templating
from tablee.house.tables.pace import time_of
from tablee.web.http.buckets import buckets_of
from tablee.web.http.dependencies import Form, Lang, TheHouse, Visitor, outbox_of
from tablee.web.http.requests import client_of
from tablee.web.http.responses import go, lead_back, own_path, page
from tablee.web.notify.mail import is_address
from tablee.web.notify.push import check_subscription

router = APIRouter(prefix="/me/calls", include_in_schema=False)
Link = Annotated[str, Query(max_length=200)]
Back = Annotated[str, Query(max_length=100)]


@router.get("")
async def my_calls(
    request: Request, house: TheHouse, visitor: Visitor, lang: Lang, back: Back = ""
) -> HTMLResponse:
    """Show how one is called, and offers what there is."""
    return await _page(request, house, visitor, lang, back)


async def _page(
    request: Request,
    house: House,
    visitor: str | None,
    lang: str,
    back: str = "",
    status: int = 200,
    notice: str = "",
    typed: str = "",
) -> HTMLResponse:
    ways = await house.store.notifications.channels_of(visitor) if visitor else []
    return page(
        request,
        "calls.html",
        lang,
        status,
        link=None,
        known=visitor is not None,
        devices=[one for one in ways if one.kind == "push"],
        mail=next((one for one in ways if one.kind == "mail"), None),
        writes=house.settings.mailbox is not None,
        public=outbox_of(request).signer.public,
        since=lambda one: time_of(one.made_at, lang, "short"),
        back=own_path(back) if back else "",
        notice=notice,
        typed=typed,
    )


def _must_be_known(visitor: str | None) -> str:
    if visitor is None:
        raise Unknown("nobody knows you yet: sit down at a table first.")
    return visitor


@router.post("/mail")
async def by_mail(
    request: Request, house: TheHouse, visitor: Visitor, lang: Lang, form: Form
) -> Response:
    """Write to an address that one gives, to have it confirmed."""
    known, address = _must_be_known(visitor), form.get("address", "").strip()
    back = form.get("back", "")
    if house.settings.mailbox is None:
        raise Unreadable("this server sends no e-mail.")
    if not is_address(address):
        told = templating.speak(lang)("mail_bad")
        return await _page(request, house, visitor, lang, back, 400, told, address)
    buckets_of(request).letters.take(client_of(request.scope))
    buckets_of(request).letters.take(hashlib.sha256(address.lower().encode()).hexdigest())
    name = name_of("mail", known, address)
    made = Channel(name, known, "mail", address, "", lang, False)
    await house.store.notifications.open_channel(made)
    await house.notifications.reload()
    return go(_way(back))


@router.post("/push")
async def by_push(request: Request, house: TheHouse, visitor: Visitor, lang: Lang) -> Response:
    """Keep the subscription of a browser."""
    known = _must_be_known(visitor)
    try:
        facts = orjson.loads(request.scope["tablee.body"])
        parts = [facts["endpoint"], facts["keys"]["p256dh"], facts["keys"]["auth"]]
    except (ValueError, KeyError, TypeError):
        parts = []
    if not parts or not all(isinstance(part, str) for part in parts):
        raise Unreadable("write {endpoint, keys: {p256dh, auth}}, as a browser does.")
    keys = check_subscription(parts[0], parts[1], parts[2], house.settings.push_loopback)
    name = name_of("push", known, parts[0])
    made = Channel(name, known, "push", parts[0], keys, lang, True)
    await house.store.notifications.open_channel(made)
    await house.notifications.reload()
    return Response(status_code=204)


def _way(back: str) -> str:
    return f"/me/calls?back={own_path(back)}" if back else "/me/calls"


# Stopping, here or by the link of a message


@router.post("/stop")
async def stop(
    request: Request, house: TheHouse, visitor: Visitor, lang: Lang, form: Form, link: Link = ""
) -> Response:
    """Forgets one way to be called, or all of them; a message's link needs no cookie."""
    if link or "link" in form:
        name = outbox_of(request).links.read("stop", link or form["link"])
        if name is None:
            return _link_page(request, lang, "false", status=404)
        await house.store.notifications.close_channels([name])
        await house.notifications.reload()
        return _link_page(request, lang, "stopped")
    known = _must_be_known(visitor)
    if form.get("channel"):
        mine = [one.id for one in await house.store.notifications.channels_of(known)]
        chosen = [name for name in mine if name == form["channel"]]
        await house.store.notifications.close_channels(chosen)
    else:
        await house.store.notifications.close_all(known)
    await house.notifications.reload()
    return go(_way(form.get("back", "")))


@router.get("/stop")
async def asked_to_stop(request: Request, house: TheHouse, lang: Lang, link: Link = "") -> Response:
    """Asks whoever follows a message's link whether to stop."""
    return await _asked(request, house, lang, link, "stop")


@router.get("/yes")
async def asked_to_confirm(
    request: Request, house: TheHouse, lang: Lang, link: Link = ""
) -> Response:
    """Asks whoever follows a message's link whether the address is theirs."""
    return await _asked(request, house, lang, link, "yes", LINK_LASTS // 1000)


async def _asked(
    request: Request,
    house: House,
    lang: str,
    link: str,
    purpose: str,
    age: int | None = None,
) -> Response:
    if not link:
        return go("/me/calls")
    name = outbox_of(request).links.read(purpose, link, age)
    found = await house.store.notifications.channel(name) if name else None
    if found is None:
        return _link_page(request, lang, "false", status=404)
    return _link_page(request, lang, purpose, link, found.address)


@router.post("/yes")
async def confirm(request: Request, house: TheHouse, lang: Lang, form: Form) -> Response:
    """Note that an address is its owner's."""
    name = outbox_of(request).links.read("yes", form.get("link", ""), LINK_LASTS // 1000)
    if name is None or not await house.store.notifications.confirm(name):
        return _link_page(request, lang, "false", status=404)
    await house.notifications.reload()
    return _link_page(request, lang, "confirmed")


def _link_page(
    request: Request, lang: str, what: str, link: str = "", address: str = "", status: int = 200
) -> HTMLResponse:
    return page(request, "calls.html", lang, status, link=link, what=what, to=address, notice="")


lead_back(router, "/me/calls", "/mail", "/push")
