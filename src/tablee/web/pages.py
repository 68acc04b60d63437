"""What all pages share: language, light, the frame, and the files they are made of."""

from __future__ import annotations

import asyncio
from http.cookies import CookieError, SimpleCookie
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from tablee.core.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.web import files, stage
from tablee.web.door import language_of
from tablee.web.errors import NothingThere
from tablee.web.house import House

router = APIRouter(include_in_schema=False)
LIGHTS = ("day", "night")


def cookies(request: Request) -> dict[str, str]:
    """Gets the cookies that a browser sends; one that cannot be read is no cookie."""
    try:
        found = SimpleCookie(request.headers.get("cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in found.items()}


def lang_of(request: Request) -> str:
    """Gets a visitor's language: the one he has chosen, or the browser's; French at first."""
    asked = request.query_params.get("lang", "") or cookies(request).get("lang", "")
    if asked in LANGUAGES:
        return asked
    return language_of(request.scope["tablee.headers"], LANGUAGES[0])


Lang = Annotated[str, Depends(lang_of)]


def page(
    request: Request, template: str, lang: str, status: int = 200, **places: Any
) -> HTMLResponse:
    """Writes a page in the frame of the house."""
    light = cookies(request).get("light", "")
    html = (
        stage.environment()
        .get_template(template)
        .render(
            ui=stage.speak(lang),
            lang=lang,
            languages=LANGUAGES,
            light=light if light in LIGHTS else "",
            here=str(request.url.path),
            games=GAMES,
            house_picture=stage.house_picture,
            **places,
        )
    )
    return HTMLResponse(html, status)


@router.get(files.ROOT + "/{name}")
async def file(request: Request, name: str) -> Response:
    """Serves a file of the pages; the address that carries its hash may be kept for ever."""
    if name == "manifest.json":
        body = files.manifest_of(lang_of(request))
        return Response(body, media_type="application/manifest+json")
    found = files.files().get(name)
    if found is None:
        raise NothingThere(f"there is no file {name[:40]!r} here.")
    headers = {"vary": "accept-encoding", "etag": f'"{found.tag}"'}
    if request.url.query == found.tag:
        headers["cache-control"] = files.FOR_EVER
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = found.packed
    else:
        body = found.plain
    return Response(body, media_type=found.kind, headers=headers)


def make_ready() -> None:
    """Makes files, templates and drawings before the first guest comes."""
    for made in files.files().values():
        _ = made.packed
    for name in stage.environment().list_templates(extensions=["html"]):
        stage.environment().get_template(name)


async def render(*asked: Any) -> Any:
    """Does longer work of a page in a thread, so that the tables go on."""
    return await asyncio.to_thread(*asked)


def house_of(request: Request) -> House:
    """Gets the house that a request came to."""
    house: House = request.app.state.house
    return house
