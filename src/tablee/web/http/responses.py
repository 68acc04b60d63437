"""What all pages share: language, light, the frame, and the files they are made of."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.errors import NothingThere
from tablee.house.ports import names
from tablee.house.render import files, templating
from tablee.house.settings import KIOSK
from tablee.web.http.context import house_of
from tablee.web.http.requests import client_of, cookies_of, language_of
from tablee.web.http.visitors import YEAR

LIGHTS = ("day", "night")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
LONGEST_NAME = 60
"""Letters of a name that are read from a cookie; how long one may be, the host decides."""
USUAL_LEVEL = "casual"
"""The level that a page proposes."""


def keep(request: Request, response: Response, name: str, value: str) -> None:
    """Keep a setting in a cookie: language, light, name; forget an empty one."""
    secure = house_of(request).settings.secure
    age = YEAR if value else 0
    response.set_cookie(
        name, quote(value), max_age=age, httponly=True, samesite="lax", secure=secure
    )


def name_of(request: Request) -> str:
    """Return the visitor's last name; empty if there is none."""
    name = " ".join(unquote(cookies_of(request.scope).get("name", "")).split())
    return name if name.isprintable() and len(name) <= LONGEST_NAME else ""


def usual_name(request: Request, lang: str) -> str:
    """Return the visitor's last name, or the guest name."""
    name = name_of(request)
    return name if name and len(name) <= name_limit(request) else templating.speak(lang)("guest")


def read_name(request: Request, typed: str, lang: str) -> str:
    """Return the name that was typed, or the usual one; raise BadName."""
    return names.read_name(typed or usual_name(request, lang), name_limit(request))


def name_limit(request: Request) -> int:
    """Return how many letters a name may have."""
    return house_of(request).settings.limits.name


def light_of(request: Request) -> str:
    """Return day or night; empty if the system decides."""
    light = cookies_of(request.scope).get("light", "")
    return light if light in LIGHTS else ""


def wants(request: Request, setting: str) -> bool:
    """Return whether a setting of the browser is on: `hush`, `again`, `asks`."""
    return cookies_of(request.scope).get(setting) == "yes"


def hand_of(request: Request) -> str:
    """Return whether a device shows its owner's hand alone: yes, no; empty: beside a big screen."""
    hand = cookies_of(request.scope).get("hand", "")
    return hand if hand in ("yes", "no") else ""


def idle_of(request: Request) -> int:
    """Return after how many seconds a kiosk's browser forgets its visitor; 0 for other browsers."""
    seen = cookies_of(request.scope).get(KIOSK) or request.url.path == f"/{KIOSK}"
    return round(60 * house_of(request).settings.kiosk) if seen else 0


def page(
    request: Request, template: str, lang: str, status: int = 200, **places: Any
) -> HTMLResponse:
    """Write a page in the frame of the house."""
    frame: dict[str, Any] = {
        "ui": templating.speak(lang),
        "lang": lang,
        "languages": LANGUAGES,
        "light": light_of(request),
        "here": str(request.url.path),
        "my_name": name_of(request),
        "games": GAMES,
        "script_words": templating.script_words(lang),
        "idle": idle_of(request),
    }
    html = templating.environment().get_template(template).render({**frame, **places})
    return HTMLResponse(html, status)


def go(path: str) -> RedirectResponse:
    """Lead a browser on after a form."""
    return RedirectResponse(path, 303)


def lead_back(home: str, *paths: str) -> list[Route]:
    """Return routes that lead from the addresses of forms to the page that has them."""

    async def back(request: Request) -> Response:
        return go(home.format_map({name: quote(at) for name, at in request.path_params.items()}))

    return [Route(path, back) for path in paths]


def own_path(path: str) -> str:
    """Return a path of this house; anything else leads to the shelf."""
    inside = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if inside and path.isprintable() else "/"


def is_local(request: Request) -> bool:
    """Return whether the address that is shared would lead nobody else here."""
    return urlsplit(address_of(request, "/")).hostname in LOOPBACK


def address_of(request: Request, path: str) -> str:
    """Return the whole address of a page, to share: one that others can reach, if it is known."""
    settings = house_of(request).settings
    if settings.address:
        return settings.address.rstrip("/") + path
    here = client_of(request.scope) in LOOPBACK  # else a container or a tunnel is asked
    if settings.near and here and request.url.hostname in LOOPBACK:
        return settings.near + path
    scheme = "https" if settings.secure else request.url.scheme
    return f"{scheme}://{request.url.netloc}{path}"


async def file(request: Request) -> Response:
    """Serve a file of the pages; the address that carries its hash may be kept for ever."""
    name = request.path_params["name"]
    if name == "manifest.json":
        body = files.manifest_of(language_of(request.scope))
        return Response(body, media_type="application/manifest+json")
    found = files.files().get(name)
    if found is None:
        raise NothingThere(f"there is no file {name[:40]!r} here.")
    headers = {"vary": "accept-encoding", "etag": f'"{found.tag}"'}
    if found.kind == "image/svg+xml":
        headers["content-security-policy"] = files.DRAWING_POLICY
    if request.url.query == found.tag:
        headers["cache-control"] = files.FOR_EVER
    if "gzip" in request.headers.get("accept-encoding", "") and found.kind != "image/png":
        headers["content-encoding"] = "gzip"
        body = found.packed
    else:
        body = found.plain
    return Response(body, media_type=found.kind, headers=headers)


async def favicon(request: Request) -> Response:
    """Lead to the icon of the house."""
    return RedirectResponse(files.address("favicon.svg"), 308)


ROUTES = [Route(files.ROOT + "/{name}", file), Route("/favicon.ico", favicon)]


def make_ready() -> None:
    """Make files, templates and drawings before the first guest comes."""
    for made in files.files().values():
        _ = made.packed
    for name in templating.environment().list_templates(extensions=["html"]):
        templating.environment().get_template(name)
