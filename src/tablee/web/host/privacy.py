"""What this house keeps about people, who hosts it, and what it says to robots."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee.house.ages import AGES, Ages, parse_ages
from tablee.house.clock import now
from tablee.house.errors import NothingThere
from tablee.web.http.context import house_of, lang_of
from tablee.web.http.responses import go, page

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+")
EXPIRES = timedelta(days=180)
"""How long what /.well-known/security.txt says holds; it is written anew each time."""
ROBOTS = """\
User-agent: *
Disallow: /t/
Disallow: /api/
Disallow: /me
Disallow: /replay/
Disallow: /pad/
Disallow: /join
Disallow: /staff
"""


async def privacy(request: Request) -> HTMLResponse:
    """Tell what this house keeps, for how long, and who answers for it."""
    house = house_of(request)
    settings = house.settings
    return page(
        request,
        "privacy.html",
        lang_of(request),
        ages=parse_ages(await house.store.facts.kept(AGES)) or Ages(),
        mail=settings.mailbox is not None,
        log=settings.log_addresses,
        contact=[part.splitlines() for part in settings.contact.split("\n\n") if part.strip()],
    )


async def imprint(request: Request) -> Response:
    """Lead to who hosts this house."""
    return go("/privacy#contact")


async def robots(request: Request) -> Response:
    """Keep robots away from tables and people; pages about games are theirs to read."""
    return PlainTextResponse(ROBOTS)


async def security(request: Request) -> Response:
    """Tell whom to write to about a weakness, by RFC 9116; nothing without an e-mail address."""
    found = _MAIL.search(house_of(request).settings.contact)
    if found is None:
        raise NothingThere("this house has given no address: start it with --contact FILE.")
    until = datetime.fromtimestamp(now() / 1000, UTC).replace(microsecond=0) + EXPIRES
    lines = (
        f"Contact: mailto:{found[0]}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: fr, en, de",
    )
    return PlainTextResponse("\n".join(lines) + "\n")


ROUTES = [
    Route("/privacy", privacy),
    Route("/imprint", imprint),
    Route("/robots.txt", robots),
    Route("/.well-known/security.txt", security),
]
