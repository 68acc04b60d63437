"""The service worker of a home screen, and the page that it shows without a network."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee import __version__
from tablee.core import as_json
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.render import files
from tablee.table.posed.lesson import lesson_of
from tablee.web.http.context import lang_of
from tablee.web.http.responses import page
from tablee.web.notify.outbox import outbox_of

SOURCE = Path(__file__).with_name("service-worker.js")
TEMPLATE = Path(__file__).with_name("offline.html")
NEEDED = (
    "tablee.css",
    "pages.css",
    "tablee.js",
    "icons.svg",
    "lettering.svg",
    "house.svg",
    "pages.svg",
)
"""The files that the page without a network is made of."""


async def service_worker(request: Request) -> Response:
    """Serve the service worker; it is another one whenever a file of the pages is."""
    body = write_worker(tuple(GAMES), outbox_of(request).signer.public)
    return Response(body, media_type="text/javascript", headers={"cache-control": "no-cache"})


@lru_cache(4)
def write_worker(games: tuple[str, ...], public: str) -> str:
    """Write the service worker of these games and this server."""
    source = SOURCE.read_text("utf-8")
    tags = [f"{name} {file.tag}" for name, file in sorted(files.files().items())]
    parts = (source, TEMPLATE.read_text("utf-8"), __version__, *games, *tags)
    facts = {
        "version": hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12],
        "files": [
            *(f"/offline?lang={lang}" for lang in LANGUAGES),
            *(files.address(name) for name in NEEDED),
        ],
        "publicKey": public,
    }
    return source.replace("FACTS", as_json.dumps(facts).decode(), 1)


async def offline(request: Request) -> HTMLResponse:
    """Tell that there is no network; the script adds what can be read without one."""
    taught = [name for name, game in GAMES.items() if lesson_of(game).steps]
    return page(request, "offline.html", lang_of(request), taught=taught, my_name="")


ROUTES = [Route("/service-worker.js", service_worker), Route("/offline", offline)]
