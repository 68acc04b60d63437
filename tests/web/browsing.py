"""Somebody with a browser, without script: pages, forms and cookies."""

from __future__ import annotations

import re
from html import unescape

import httpx

from tests.web.guests import Place

PAGE = "text/html,application/xhtml+xml"


class Browser:
    """Keeps cookies, sends forms, and does not follow where it is led by itself."""

    def __init__(
        self,
        place: Place,
        lang: str = "fr",
        client: tuple[str, int] = ("127.0.0.1", 1),
        **headers: str,
    ) -> None:
        transport = httpx.ASGITransport(place.app, raise_app_exceptions=False, client=client)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.client = httpx.AsyncClient(
            transport=transport,
            base_url="http://house",
            headers={"accept": PAGE, "accept-language": lang, **named},
        )

    async def get(self, path: str, status: int = 200) -> str:
        answer = await self.client.get(path)
        assert answer.status_code == status, answer.text[-400:]
        return answer.text

    async def send(self, path: str, **fields: object) -> httpx.Response:
        return await self.client.post(path, data=fields)

    async def go(self, path: str, **fields: object) -> str:
        """Sends a form that is accepted; gets where it leads."""
        answer = await self.send(path, **fields)
        assert answer.status_code == 303, answer.text[-600:]
        return answer.headers["location"]

    async def refused(self, status: int, path: str, **fields: object) -> str:
        answer = await self.send(path, **fields)
        assert answer.status_code == status, answer.text[-600:]
        return answer.text

    async def open(self, game: str = "fourmis", players: int = 4, **fields: object) -> str:
        return await self.go("/tables", game=game, players=players, **fields)


def notice(page: str) -> str:
    """What a page says in alarm."""
    found = re.search(r'role="alert">(.*?)</p>', page, re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", found[1])) if found else ""
