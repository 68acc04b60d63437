"""What a home screen needs: the service worker, and the page that is shown without a network."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tablee import __version__
from tablee.core import as_json
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.render import files
from tablee.table.lesson import lesson_of
from tablee.web.http.dependencies import Lang, outbox_of
from tablee.web.http.responses import page

router = APIRouter(include_in_schema=False)
SOURCE = Path(__file__).with_name("service-worker.js")
TEMPLATE = Path(__file__).with_name("offline.html")
NEEDED = ("tablee.css", "pages.css", "tablee.js", "icons.svg", "lettering.svg", "house.svg")
"""The files that the page without a network is made of."""


@router.get("/service-worker.js")
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


@router.get("/offline")
async def offline(request: Request, lang: Lang) -> HTMLResponse:
    """Says that there is no network; the script adds what can be read without one."""
    taught = [name for name, game in GAMES.items() if lesson_of(game).steps]
    return page(request, "offline.html", lang, taught=taught, my_name="")
