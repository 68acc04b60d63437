"""A table before the deal."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tablee.web import stage
from tablee.web.pages import page
from tablee.web.tables import Table

router = APIRouter(include_in_schema=False)


def lobby_page(request: Request, table: Table, visitor: str | None, lang: str) -> HTMLResponse:
    """Shows a table that is not dealt yet."""
    sentence = stage.speak(lang)("cannot_not_now")
    return page(request, "refused.html", lang, sentence=sentence)
