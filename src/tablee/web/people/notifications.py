"""Notifications: a page to see and stop all of them, and the links of messages."""

from __future__ import annotations

import hashlib

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core import as_json
from tablee.house.errors import Unknown, Unreadable
from tablee.house.ports.notifications import LINK_LASTS, Channel, name_of
from tablee.house.render import templating
from tablee.house.tables.pace import time_of
from tablee.web.http.buckets import buckets_of
from tablee.web.http.context import form_of, house_of, lang_of, post, text_in, visitor_of
from tablee.web.http.requests import client_of
from tablee.web.http.responses import go, lead_back, own_path, page
from tablee.web.notify.mail import is_address
from tablee.web.notify.outbox import outbox_of
from tablee.web.notify.push import check_subscription

LONGEST_LINK, LONGEST_BACK = 200, 100


async def my_channels(request: Request) -> HTMLResponse:
    """Show by which channels the visitor is notified, and offer what there is."""
    visitor, back = visitor_of(request), text_in(request, "back", LONGEST_BACK)
    return await _page(request, visitor, back)


async def _page(
    request: Request,
    visitor: str | None,
    back: str = "",
    status: int = 200,
    notice: str = "",
    typed: str = "",
) -> HTMLResponse:
    house, lang = house_of(request), lang_of(request)
    store = house.store.notifications
    ways = await store.channels_of(visitor) if visitor else []
    mail = next((one for one in ways if one.kind == "mail"), None)
    if mail is not None and await store.is_refused(mail.id):
        notice = notice or templating.speak(lang)("mail_refused", address=mail.address)
        typed = typed or mail.address
        mail = None
    return page(
        request,
        "calls.html",
        lang,
        status,
        link=None,
        known=visitor is not None,
        devices=[one for one in ways if one.kind == "push"],
        mail=mail,
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


async def by_mail(request: Request) -> Response:
    """Write to an address that the visitor gives, to have it confirmed."""
    house, lang, form = house_of(request), lang_of(request), form_of(request)
    known, address = _must_be_known(visitor_of(request)), form.get("address", "").strip()
    back = form.get("back", "")
    if house.settings.mailbox is None:
        raise Unreadable("this server sends no e-mail.")
    if not is_address(address):
        told = templating.speak(lang)("mail_bad")
        return await _page(request, known, back, 400, told, address)
    buckets_of(request).letters.take(client_of(request.scope))
    buckets_of(request).letters.take(hashlib.sha256(address.lower().encode()).hexdigest())
    name = name_of("mail", known, address)
    made = Channel(name, known, "mail", address, "", lang, False)
    await house.store.notifications.open_channel(made)
    await house.notifications.reload()
    return go(_way(back))


async def by_push(request: Request) -> Response:
    """Keep the subscription of a browser."""
    house, lang, known = house_of(request), lang_of(request), _must_be_known(visitor_of(request))
    try:
        facts = as_json.loads(request.scope["tablee.body"])
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


async def stop(request: Request) -> Response:
    """Forget one channel of notifications, or all; the link of a message needs no cookie."""
    house, visitor, form = house_of(request), visitor_of(request), form_of(request)
    link = text_in(request, "link", LONGEST_LINK)
    if link or "link" in form:
        name = outbox_of(request).links.read("stop", link or form["link"])
        if name is None:
            return _link_page(request, "false", status=404)
        await house.store.notifications.close_channels([name])
        await house.notifications.reload()
        return _link_page(request, "stopped")
    known = _must_be_known(visitor)
    if form.get("channel"):
        mine = [one.id for one in await house.store.notifications.channels_of(known)]
        chosen = [name for name in mine if name == form["channel"]]
        await house.store.notifications.close_channels(chosen)
    else:
        await house.store.notifications.close_all(known)
    await house.notifications.reload()
    return go(_way(form.get("back", "")))


async def ask_to_stop(request: Request) -> Response:
    """Ask a reader who follows the link of a message whether to stop."""
    return await _ask(request, "stop")


async def ask_to_confirm(request: Request) -> Response:
    """Ask a reader who follows the link of a message whether the address is theirs."""
    return await _ask(request, "yes", LINK_LASTS // 1000)


async def _ask(request: Request, purpose: str, age: int | None = None) -> Response:
    link = text_in(request, "link", LONGEST_LINK)
    if not link:
        return go("/me/calls")
    name = outbox_of(request).links.read(purpose, link, age)
    found = await house_of(request).store.notifications.channel(name) if name else None
    if found is None:
        return _link_page(request, "false", status=404)
    if purpose == "yes" and found.confirmed:
        return _link_page(request, "confirmed")
    return _link_page(request, purpose, link, found.address)


async def confirm(request: Request) -> Response:
    """Note that an address is its owner's."""
    house, link = house_of(request), form_of(request).get("link", "")
    name = outbox_of(request).links.read("yes", link, LINK_LASTS // 1000)
    if name is None or not await house.store.notifications.confirm(name):
        return _link_page(request, "false", status=404)
    await house.notifications.reload()
    return _link_page(request, "confirmed")


def _link_page(
    request: Request, what: str, link: str = "", address: str = "", status: int = 200
) -> HTMLResponse:
    lang = lang_of(request)
    return page(request, "calls.html", lang, status, link=link, what=what, to=address, notice="")


ROUTES = [
    Route("/me/calls", my_channels),
    post("/me/calls/mail", by_mail),
    post("/me/calls/push", by_push),
    Route("/me/calls/stop", ask_to_stop),
    post("/me/calls/stop", stop),
    Route("/me/calls/yes", ask_to_confirm),
    post("/me/calls/yes", confirm),
    *lead_back("/me/calls", "/me/calls/mail", "/me/calls/push"),
]
